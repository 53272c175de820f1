"""Controls sent from where they do not stand, by people whom they are not for: every verb that there is."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

import pytest

import cogs.client  # noqa: F401  # every module has named its handlers by then
from cogs.core import components as components_module
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.payloads import Delivery, commanded, pressed, said
from tests.cogs.playing import components, hand_message, rush, take_turn

FILLINGS = ("{table}", "{ply}", "{seat}", "0", "0")
"""What a control's arguments are, more or less: a table, a moment, a seat, a choice."""
TOLD = ("rules", "standing", "page", "boardkind", "boardtime", "stats", "keep")
"""What tells anybody what is no secret, about no table."""


def forged(table: Table) -> list[tuple[str, list[str] | None]]:
    """Give a custom id for every verb with every number of arguments, and what is chosen with it."""
    ply, seat = table.ply, table.view(None).turn if table.ply else 0
    filled = [each.format(table=table.id, ply=ply, seat=seat or 0) for each in FILLINGS]
    found: list[tuple[str, list[str] | None]] = []
    for verb in sorted({verb for _, verb in components_module.handlers}):
        for count in range(1, len(filled) + 1):
            rest = ":".join(filled[:count])
            found += [(f"b:{verb}:{rest}", None), (f"s:{verb}:{rest}", ["0"]), (f"c:{verb}:{rest}", ["1"])]
    return found


def rows(world: World) -> set[str]:
    """Give all that is kept, but for when the bot was last awake."""
    with sqlite3.connect(f"file:{world.database}?mode=ro", uri=True) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            f"{name} {row}" for name in names if name != "notes" for row in database.execute(f"SELECT * FROM {name}")
        }


def shown(channel: Any) -> list[tuple[int, str]]:
    """Give what stands in a channel for everybody."""
    return [(each.id, str(list(components(each)))) for each in channel.history()]


def hands_in(table: Table) -> set[str]:
    """Give the tiles that anybody holds, as texts."""
    if not table.ply or table.view(None).turn is None:
        return set()
    return {tile.text for seat in range(len(table.people)) for tile in table.view(seat).hand}


async def send_all(
    world: World, who: Any, message: Any, table: Table, caplog: pytest.LogCaptureFixture
) -> list[tuple[str, Delivery]]:
    """Send every control there could be, one after the other, and see that it breaks and tells nothing."""
    before, board, ply, header = rows(world), shown(world.channel), table.ply, table.header
    sent: list[tuple[str, Delivery]] = []
    for identity, values in forged(table):
        chosen: dict[str, Any] = {} if values is None else {"values": values}
        delivery = pressed(world.env, who, message, identity, **chosen)
        # each from somebody else of that kind, so that nobody is too fast
        delivery.payload.get("member", delivery.payload)["user"] |= {"id": str(who.id)}
        delivery.deliver()
        sent.append((identity, delivery))
        if len(sent) % 8 == 0:
            await world.env.settle(timeout=60)
    await world.env.settle(timeout=60)
    assert (table.ply, table.header) == (ply, header)
    assert rows(world) == before
    assert shown(world.channel) == board
    secret = hands_in(table)
    for identity, delivery in sent:
        answer = said(delivery.answer)
        assert answer, identity
        assert "Something went wrong" not in answer, identity
        assert delivery.answer.ephemeral, identity
        if identity.split(":")[1] not in TOLD:
            assert not any(tile in answer for tile in secret), identity
    assert not [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    return sent


@pytest.fixture
async def table(world: World) -> Table:
    """A match of Alice and Bruno, some moves on."""
    table = await world.sit("alice", "bruno")
    for _ in range(2):
        await take_turn(world, table)
    return table


@pytest.fixture(autouse=True)
def nobody_is_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    from cogs.core import throttle

    monkeypatch.setattr(throttle, "BURST", 10**9)
    monkeypatch.setattr(throttle, "MOST", 10**9)


async def test_a_stranger_changes_nothing_with_any_control(
    world: World, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await send_all(world, world.eve, world.last(), table, caplog)


async def test_nobody_changes_a_table_of_another_server(
    world: World, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("zoe"))
    far = elsewhere.create_text_channel("far")
    mallory = elsewhere.add_member(world.env.create_user("mallory"))
    await mallory.slash(far, "domino play")
    before = shown(far)
    await send_all(world, mallory, far.last_message, table, caplog)
    assert shown(far) == before


async def test_a_lobby_is_joined_where_it_stands_and_nowhere_else(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby, table = world.last(), world.table
    aside = world.guild.create_text_channel("aside")
    await world.chloe.slash(aside, "domino play")
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("zoe"))
    far = elsewhere.create_text_channel("far")
    mallory = elsewhere.add_member(world.env.create_user("mallory"))
    await mallory.slash(far, "domino play")
    for person, message in ((mallory, far.last_message), (world.eve, aside.last_message)):
        attempt = pressed(world.env, person, message, f"b:join:{table.id}")
        attempt.deliver()
        await world.env.settle()
        assert "aren't at this table" in said(attempt.answer)
    assert [person.name for person in table.people] == ["Alice"]
    await world.eve.click(lobby, custom_id=f"b:join:{table.id}")
    assert [person.name for person in table.people] == ["Alice", "Eve"]


async def test_controls_are_replayed_in_vain_after_the_match(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit("alice", "bruno", target=50)
    old = [(hand_message(world, person), person) for person in (world.alice, world.bruno)]
    controls_of = [
        (node["custom_id"], message, person)
        for message, person in old
        for node in components(message)
        if "custom_id" in node
    ]
    board = world.last()
    controls_of += [(node["custom_id"], board, world.alice) for node in components(board) if "custom_id" in node]
    assert len(controls_of) >= 3
    await rush(world, table)
    before = rows(world)
    for identity, message, person in controls_of:
        again = pressed(world.env, person.user if message.channel.id != world.channel.id else person, message, identity)
        again.deliver()
        await world.env.settle()
        assert said(again.answer) or "rules" in identity
        assert "Something went wrong" not in said(again.answer)
    assert rows(world) == before
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


@pytest.mark.parametrize("control", ["keep", "walk:{table}", "options:{table}", "page:1"])
async def test_no_forged_control_changes_a_message_that_everybody_reads(world: World, control: str) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    before = [each for each in shown(world.channel) if each[0] == world.last().id]
    attempt = pressed(world.env, world.bruno, world.last(), "b:" + control.format(table=table.id))
    attempt.deliver()
    await world.env.settle()
    assert attempt.answer.ephemeral
    assert [each for each in shown(world.channel) if each[0] == before[0][0]] == before or control.startswith("walk")
    assert "have left" not in str(shown(world.channel))


async def test_a_choice_that_is_not_on_the_list_gets_a_sentence(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for path, options in (
        (("set",), {"highest": 7}),
        (("set",), {"highest": 10**15}),
        (("settings", "text"), {"mode": "perhaps"}),
        (("settings", "text"), {"mode": "on", "for": "everybody"}),
        (("settings", "theme"), {"theme": "x" * 100}),
        (("play",), {"pairs": "yes"}),
        (("play",), {"target": "fifty"}),
        (("play",), {"rules": 7}),
        (("play",), {"rules": "x" * 7_000}),
    ):
        attempt = commanded(world.env, world.alice, world.channel, *path, **options)
        if options.get("pairs") or options.get("rules") == 7 or options.get("target"):
            kinds = {"pairs": 5, "rules": 3, "target": 4}
            option = attempt.payload["data"]["options"][0]["options"][0]
            option["type"] = kinds[option["name"]]
        attempt.deliver()
        await world.env.settle()
        assert said(attempt.answer) == "That isn't a value this command takes.", (path, options)
    assert not world.bot.hub.tables
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]
