"""Converts a table to and from the columns of a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar, cast

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.table import (
    Attendance,
    CupMatch,
    Delivery,
    Header,
    Pause,
    Person,
    Presence,
    SentMessage,
    Status,
    Substitution,
    Vote,
)
from engine.options import Value, as_written
from engine.rules import RULE_SETS

T = TypeVar("T")

OPEN = "status IN ('lobby', 'playing')"
"""The condition of open tables, in the words of their index."""

FORGET_EMPTY = """
DELETE FROM challenges WHERE id = ? AND thinned = 1 AND kind = 'friends'
  AND NOT EXISTS (SELECT 1 FROM challenge_players WHERE challenge_id = challenges.id AND user_id > 0)
"""
"""Deletes a challenge among friends if it is long over, and the data of all who played it was deleted."""

CHANGING = (
    "channel_id",
    "host_id",
    "delivery",
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
    "one_picture",
    "words",
    "cup",
)
"""The columns of a table that change with it, in the order of :func:`changing`."""


def changing(header: Header) -> tuple[object, ...]:
    """Return the values of the changing columns."""
    return (
        header.channel_id,
        header.host_id,
        header.delivery.value,
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
        header.one_picture,
        json.dumps([*header.words, *([] if header.named is None else [(header.named, None)])]),
        as_json(header.cup),
    )


_ID_KEYS = {f"{key}_id": key for key in ("message", "attachment", "reminder", "channel")}
"""The keys of ids in the JSON of a message, by the names of its fields."""


def as_json(value: Pause | Vote | SentMessage | CupMatch | None) -> str | None:
    """Write a part of a header as JSON; None stays None."""
    return None if value is None else json.dumps(asdict(value, dict_factory=_keyed))


def _keyed(fields: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {_ID_KEYS.get(name, name): value for name, value in fields}


def _parsed(text: str | None, make: Callable[[dict[str, Any]], T]) -> T | None:
    """Read a part of a header from JSON; None stays None."""
    return make(json.loads(text)) if text else None


def _person(
    user_id: int, name: str, locale: str, presence: str, missed: int, level: str | None, early: object
) -> Person:
    return Person(user_id, name, locale, Presence(presence), missed, Level(level) if level else None, bool(early))


def _vote_of(kept: dict[str, Any]) -> Vote:
    return Vote(kept["number"], kept["until"], tuple(kept["yes"]), tuple(kept["no"]))


def _post_of(kept: dict[str, Any]) -> SentMessage:
    ids = {name: kept.pop(key) for name, key in _ID_KEYS.items() if key in kept}
    older = tuple(map(_post_of, kept.pop("older", ())))
    attendance = None
    if (attendance_values := kept.pop("attendance", None)) is not None:
        # earlier versions counted no replacements
        presence, host, paused, *replaced = attendance_values
        attendance = Attendance(tuple(map(Presence, presence)), host, paused, *replaced)
    return SentMessage(**kept, **ids, attendance=attendance, older=older)


def without_texts(post: str | None) -> str | None:
    """Return a table's stored message, and the older ones in it, without their texts, which contain names."""
    if post is None:
        return None
    kept = json.loads(post)
    bare = _nameless(kept)
    return post if bare == kept else json.dumps(bare)


def _nameless(post: dict[str, Any]) -> dict[str, Any]:
    bare = {name: "" if name in ("text", "alt") else value for name, value in post.items()}
    return bare | ({"older": [_nameless(each) for each in post["older"]]} if "older" in post else {})


def remains_of(table_id: str, row: Sequence[Any], people: Sequence[Any]) -> Header:
    """Return the readable rest of a broken header: its table's place, newest message and people."""
    guild_id, opened_at, _, post, revision, *changing = row
    kept = dict(zip(CHANGING, changing, strict=True))
    try:
        message = _parsed(post, _post_of)
    except (ValueError, TypeError, AttributeError):
        message = None
    try:
        cup = _parsed(kept["cup"], lambda cup: CupMatch(**cup))
    except (ValueError, TypeError):
        cup = None
    return Header(
        id=table_id,
        guild_id=guild_id,
        channel_id=kept["channel_id"],
        host_id=kept["host_id"],
        rules=kept["rules"],
        options={},
        people=tuple(Person(user_id, name, "") for user_id, name, *_ in people),
        status=Status(kept["status"]),
        locale=kept["locale"],
        invited=(),
        opened_at=opened_at,
        deadline=None,
        post=message,
        delivery=Delivery(kept["delivery"]),
        cup=cup,
        revision=revision,
    )


def options_of(rules: str, kept: str) -> dict[str, Value]:
    """Read the options of a table, with those that its version of the bot did not have."""
    rule_set = RULE_SETS.get(rules)
    return as_written(() if rule_set is None else rule_set.options, cast("dict[str, Value]", json.loads(kept)))


def header_of(table_id: str, row: Sequence[Any], people: Sequence[Any], replaced: Sequence[Any]) -> Header:
    """Read a table back from its row and its people.

    The row is the guild, the opening time, the seed, the post and the revision, then the columns that
    change.
    """
    guild_id, opened_at, seed, post, revision, *changing = row
    kept = dict(zip(CHANGING, changing, strict=True))
    # promises for the next deal: words, and None as the word of the user named to open it
    promised: list[tuple[int, str | None]] = json.loads(kept["words"])
    return Header(
        id=table_id,
        guild_id=guild_id,
        channel_id=kept["channel_id"],
        host_id=kept["host_id"],
        rules=kept["rules"],
        options=options_of(kept["rules"], kept["options"]),
        people=tuple(_person(*each) for each in people),
        status=Status(kept["status"]),
        locale=kept["locale"],
        invited=tuple(json.loads(kept["invited"])),
        opened_at=opened_at,
        deadline=kept["deadline"],
        as_text=bool(kept["as_text"]),
        time_control=TimeControl(kept["clock"]),
        last_activity_at=kept["lively_at"],
        reminded=bool(kept["reminded"]),
        pause=_parsed(kept["pause"], lambda pause: Pause(**pause)),
        paused_for=kept["paused_for"],
        vote=_parsed(kept["vote"], _vote_of),
        seating=tuple(json.loads(kept["seating"])),
        opener=kept["opener"],
        named=next((user_id for user_id, word in promised if word is None), None),
        post=_parsed(post, _post_of),
        hints=bool(kept["hints"]),
        auto=Auto(kept["auto"]),
        one_picture=None if kept["one_picture"] is None else bool(kept["one_picture"]),
        seed=Seed.parse(seed) if seed else None,
        words=tuple((user_id, word) for user_id, word in promised if word is not None),
        substitutions=tuple(
            Substitution(seat, user_id, name, ply, Presence(presence), bool(early))
            for seat, user_id, name, ply, presence, early in replaced
        ),
        delivery=Delivery(kept["delivery"]),
        cup=_parsed(kept["cup"], lambda cup: CupMatch(**cup)),
        revision=revision,
    )
