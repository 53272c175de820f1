"""Names and options full of markdown, mentions, SQL and signs that hide text; windows sent off with anything."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from typing import Any

import pytest

from tests.cogs.conftest import World
from tests.cogs.payloads import MODAL, commanded, interaction, said
from tests.cogs.playing import alt_texts, buttons, components, rush, take_turn, text

NAMES = {
    "markdown": "**bold** `code` ||hidden||",
    "heading": "# Heading\n> quote\n- list",
    "link": "[free](https://evil.example)",
    "mention": "@everyone <@&123456789012345678> <@123456789012345678>",
    "sql": "'; DROP TABLE tables; --",
    "right to left": "\u202eevil\u202d\u2066x\u2069",
    "zero width": "\u200b\u200c\u200d\ufeff\u2060",
    "emoji": "👩‍👩‍👧‍👦" * 8,
    "marks": "Z" + "\u0351" * 30,
    "format": "{table} {0} %s %(x)s",
    "newlines": "a\r\n\r\nb\u2028c",
}


HIDING = ("\u202e", "\u2066", "\ufeff", "\u2060", "\r", "\u2028")
FORMATTING = ("**bold", "||hidden", "`code", "[free](", "@everyone", "<@&")
"""What Discord would make something of, but for a backslash before it; alt texts are shown as they are."""


def everything(world: World) -> tuple[str, str]:
    """Give all texts that stand anywhere, and all alt texts."""
    messages = list(world.channel.history())
    for person in world.people.values():
        messages += person.user.dm_channel.history() if person.user.dm_channel is not None else []
    return "\n".join(text(each) for each in messages), "\n".join(alt for each in messages for alt in alt_texts(each))


def no_alarm(caplog: pytest.LogCaptureFixture) -> bool:
    return not [each for each in caplog.records if each.levelno >= logging.WARNING]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_a_name_formats_mentions_and_breaks_nothing(
    world: World, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    shown = name[:100]
    mallory = world.guild.add_member(world.env.create_user("mallory", global_name=shown))
    world.people["mallory"] = mallory
    await mallory.slash(world.channel, "domino play", target=50)
    table = world.table
    await world.bruno.click(world.last(), label="Join")
    await mallory.click(world.last(), label="Start")
    for _ in range(3):
        await take_turn(world, table)
    for person in (mallory, world.bruno):
        assert buttons(world.last())
        await person.click(world.last(), label="My hand")
    await rush(world, table)
    await world.bruno.slash(world.channel, "domino leaderboard")
    said_anywhere, described = everything(world)
    for never in HIDING:
        assert never not in said_anywhere
        assert never not in described
    for never in FORMATTING:
        assert not re.search(rf"(?<!\\){re.escape(never)}", said_anywhere), never
    for sent in world.env.http_requests:
        body = sent.json if isinstance(sent.json, dict) else {}
        allowed = (body.get("data") or body).get("allowed_mentions") if isinstance(body.get("data", {}), dict) else None
        if allowed is not None:
            assert not allowed.get("roles")
            assert "everyone" not in allowed.get("parse", [])
            assert set(map(int, allowed.get("users", []))) <= {mallory.id, world.bruno.id}
    with sqlite3.connect(world.database) as database:
        assert database.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert (shown,) in database.execute("SELECT name FROM seats").fetchall()
    assert no_alarm(caplog)


@pytest.mark.parametrize("typed", [*NAMES.values(), "x" * 6_000], ids=[*NAMES, "long"])
async def test_an_option_of_a_command_is_said_back_short_and_plain(
    world: World, typed: str, caplog: pytest.LogCaptureFixture
) -> None:
    for path in (("play",), ("rules",)):
        attempt = commanded(world.env, world.alice, world.channel, *path, rules=typed)
        attempt.deliver()
        await world.env.settle()
        answer = said(attempt.answer)
        assert "no rule set" in answer
        assert len(answer) < 200
        assert attempt.answer.ephemeral
        for never in FORMATTING:
            assert not re.search(rf"(?<!\\){re.escape(never)}", answer), never
    assert not world.bot.hub.tables
    assert no_alarm(caplog)


def submitted(world: World, who: Any, opened: Any, value: Any) -> Any:
    """Put together what is sent off from a window, with any value in its field."""
    modal = json.loads(json.dumps(opened))
    field = modal["components"][0]["component"]
    data = {
        "custom_id": modal["custom_id"],
        "components": [
            {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": field["custom_id"], "value": value}}
        ],
    }
    return interaction(world.env, who, MODAL, data, channel=world.channel, message=world.last())


async def opened_window(world: World) -> Any:
    """Let the host open the window that asks for a number."""
    await world.alice.slash(world.channel, "domino play", rules="mata")
    panel = await world.alice.click(world.last(), label="Options")
    asking = next(
        node["custom_id"]
        for node in components(panel.response)
        if any(each["value"] == "another" for each in node.get("options", ()))
    )
    asked = await world.alice.select(panel.response.message, ["another"], custom_id=asking)
    assert asked.modal is not None
    return asked.modal


@pytest.mark.parametrize(
    "typed",
    [*NAMES.values(), "", "-1", "0", "1e3", "٣", "x" * 100_000, "9" * 100_000],
    ids=lambda typed: repr(typed[:20]),
)
async def test_what_is_typed_into_a_window_is_a_number_or_refused(
    world: World, typed: str, caplog: pytest.LogCaptureFixture
) -> None:
    window = await opened_window(world)
    header = world.table.header
    sent = submitted(world, world.alice, window, typed)
    sent.deliver()
    await world.env.settle()
    answer = said(sent.answer)
    assert "can't be" in answer
    assert len(answer) < 300
    assert world.table.header == header
    assert no_alarm(caplog)


async def test_a_window_sent_off_by_somebody_else_changes_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    window = await opened_window(world)
    header = world.table.header
    stranger = submitted(world, world.eve, window, "150")
    stranger.deliver()
    await world.env.settle()
    assert "Only the host" in said(stranger.answer)
    assert world.table.header == header
    assert no_alarm(caplog)


async def test_a_window_sent_off_when_its_table_is_closed_changes_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    window = await opened_window(world)
    table, lobby = world.table, world.last()
    await world.alice.click(lobby, label="Cancel")
    closed = table.header
    late = submitted(world, world.alice, window, "150")
    late.deliver()
    await world.env.settle()
    assert "This table is closed" in said(late.answer)
    assert table.header == closed
    assert no_alarm(caplog)
