"""Converts a table to and from the columns of a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.table import Attendance, Delivery, Header, Pause, Person, Post, Presence, Replaced, Status, Vote

OPEN = "status IN ('lobby', 'playing')"
"""The condition of open tables, in the words of their index."""

CHANGING = (
    "channel_id",
    "host_id",
    "rules",
    "options",
    "status",
    "locale",
    "invited",
    "deadline",
    "as_text",
    "clock",
    "lively_at",
    "reminded",
    "pause",
    "paused_for",
    "vote",
    "seating",
    "opener",
    "hints",
    "auto",
    "words",
)
"""The columns of a table that change with it, in the order of :func:`changing`."""


def changing(header: Header) -> tuple[object, ...]:
    """Return the values of the changing columns."""
    return (
        header.channel,
        header.host,
        header.rules,
        json.dumps(dict(header.options)),
        header.status.value,
        header.locale,
        json.dumps(header.invited),
        header.deadline,
        header.as_text,
        header.time_control.value,
        header.last_activity_at,
        header.reminded,
        as_json(header.pause),
        header.paused_for,
        as_json(header.vote),
        json.dumps(header.seating),
        header.opener,
        header.hints,
        header.auto.value,
        json.dumps(header.words),
    )


def as_json(value: Pause | Vote | Post | None) -> str | None:
    """Write a part of a header as JSON; None stays None."""
    return None if value is None else json.dumps(asdict(value))


def _post_of(kept: dict[str, Any]) -> Post:
    older = tuple(map(_post_of, kept.pop("older", ())))
    attendance = None
    if (told := kept.pop("attendance", None)) is not None:
        # earlier versions counted no replacements
        presence, host, paused, *replaced = told
        attendance = Attendance(tuple(map(Presence, presence)), host, paused, *replaced)
    return Post(**kept, attendance=attendance, older=older)


def header_of(table_id: str, row: Sequence[Any], people: Sequence[Any], replaced: Sequence[Any]) -> Header:
    """Read a table back from its row and its people.

    The row is the guild, the delivery, the opening time, the seed, the post and the revision, then the columns that
    change.
    """
    guild, delivery, opened_at, seed, post, revision, *changing = row
    kept = dict(zip(CHANGING, changing, strict=True))
    vote = json.loads(kept["vote"] or "null")
    return Header(
        id=table_id,
        guild=guild,
        channel=kept["channel_id"],
        host=kept["host_id"],
        rules=kept["rules"],
        options=cast("dict[str, Any]", json.loads(kept["options"])),
        people=tuple(
            Person(
                user, name, language, Presence(presence), missed, None if level is None else Level(level), bool(early)
            )
            for user, name, language, presence, missed, level, early in people
        ),
        status=Status(kept["status"]),
        locale=kept["locale"],
        invited=tuple(json.loads(kept["invited"])),
        opened_at=opened_at,
        deadline=kept["deadline"],
        as_text=bool(kept["as_text"]),
        time_control=TimeControl(kept["clock"]),
        last_activity_at=kept["lively_at"],
        reminded=bool(kept["reminded"]),
        pause=Pause(**json.loads(kept["pause"])) if kept["pause"] else None,
        paused_for=kept["paused_for"],
        vote=Vote(vote["number"], vote["until"], tuple(vote["yes"]), tuple(vote["no"])) if vote else None,
        seating=tuple(json.loads(kept["seating"])),
        opener=kept["opener"],
        post=_post_of(json.loads(post)) if post else None,
        hints=bool(kept["hints"]),
        auto=Auto(kept["auto"]),
        seed=Seed.parse(seed) if seed else None,
        words=tuple((user, word) for user, word in json.loads(kept["words"])),
        replaced=tuple(
            Replaced(seat, user, name, ply, Presence(presence), bool(early))
            for seat, user, name, ply, presence, early in replaced
        ),
        delivery=Delivery(delivery),
        revision=revision,
    )
