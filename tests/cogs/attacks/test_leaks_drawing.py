"""A picture that can't be drawn costs a picture, no more: no turn, no hand, no secret."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

import render
from engine.errors import redacted_traceback
from engine.tiles import tile
from tests.cogs.conftest import World, make_bot
from tests.cogs.play.test_memory import pictures, secret, told, until_miss
from tests.cogs.playing import alt_texts, buttons, hand_message, rush, text
from tests.support.simcord_private import as_the_bot


def broken(*args: Any, **_: Any) -> bytes:
    """Fail as drawing might: over a tile of the hand, or the first one that there is."""
    raise KeyError(*(args[0].hand or (tile(0, 0),)))


async def next_move(world: World) -> None:
    """Let whoever is in turn do the first thing they can, whatever they are shown."""
    table = world.table
    turn = table.view(None).turn
    assert turn is not None
    with as_the_bot(world.env):
        await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle()


async def test_a_table_that_cannot_be_drawn_is_told_as_text_until_it_can(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")
    monkeypatch.setattr(render, "table", broken)
    await next_move(world)
    board = world.last()
    assert not board.attachments
    assert f"opens with {table.view(None).layout.placed[0].tile}" in text(board)
    assert "Players in order of turns" in text(board)
    assert list(buttons(board)) == ["My hand", "Pass", "Rules"]
    monkeypatch.undo()
    await next_move(world)
    assert len(world.last().attachments) == 1
    assert not table.header.as_text, "nobody has chosen text"


async def test_a_deals_end_that_cannot_be_drawn_is_told_as_text(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", target=50)
    monkeypatch.setattr(render, "deal_end", broken)
    await rush(world, table)
    assert not world.last().attachments
    assert "wins the match" in text(world.last())
    assert "Rematch" in buttons(world.last())


async def test_a_hand_that_cannot_be_drawn_can_be_played_from(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "hand", broken)
    table = await world.sit("alice", "bruno")
    for _ in range(2):
        turn = table.view(None).turn
        assert turn is not None
        person = world.who(table.people[turn].user)
        for shown in (hand_message(world, person), (await person.click(world.last(), label="My hand")).response):
            assert not shown.attachments
            assert not alt_texts(shown)
            assert all(each.text in text(shown) for each in table.view(turn).hand)
            assert buttons(shown)
        await next_move(world)


async def test_a_first_picture_that_cannot_be_drawn_does_not_keep_the_bot_from_starting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")
    monkeypatch.setattr(render, "table", broken)
    bot = await make_bot(world.database, world.seed, lambda: world.env.now().timestamp(), warm_up=True)
    world.bot.halt()
    await world.env.settle()
    await world.bot.hub.store.close()
    await world.env.restart_bot(bot)
    await world.env.settle()
    monkeypatch.undo()
    await next_move(world)
    assert world.table.ply == table.ply + 1
    assert len(world.last().attachments) == 1


async def test_one_hand_in_trouble_costs_the_others_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    preferences = world.bot.hub.store.preferences

    async def fails_for_alice(kind: Any, whose: int) -> Any:
        if whose == world.alice.id:
            raise OSError("the disk is gone")
        return await preferences(kind, whose)

    monkeypatch.setattr(world.bot.hub.store, "preferences", fails_for_alice)
    for _ in range(3):
        await next_move(world)
        turn = table.view(None).turn
        for seat, person in ((1, world.bruno), (2, world.chloe)):
            assert ("Wait for your turn" in text(hand_message(world, person))) == (seat != turn)
    assert caplog.text.count(f"a hand of table {table.id} could not be shown") == 3


async def test_a_miss_in_a_grid_is_turned_back_even_if_nothing_can_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    monkeypatch.setattr(render, "table", broken)
    await world.env.advance_time(9)
    assert told(world, secret(table, turned_back=True)) == []
    assert pictures(world) == 0
    assert "28" in buttons(world.last())


@pytest.mark.parametrize("what", ["hand_text", "table", "table_text"])
async def test_no_log_names_a_tile_that_an_error_names(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    table = await world.sit("alice", "bruno")
    await world.alice.slash(world.channel, "domino settings text", mode="on")
    monkeypatch.setattr(render, what, broken)
    monkeypatch.setattr(render, "hand", broken)
    with caplog.at_level(logging.DEBUG):
        await next_move(world)
        await world.alice.click(world.last(), label="My hand")
    formatter = logging.Formatter()
    ours = [formatter.format(each) for each in caplog.records if each.name.startswith(("cogs", "engine", "render"))]
    assert any("KeyError" in line for line in ours)
    for seat in range(2):
        for each in table.view(seat).hand:
            assert not any(each.text in line or repr(each) in line for line in ours)


def test_an_error_in_a_log_keeps_all_but_its_tiles() -> None:
    try:
        raise ValueError(f"{tile(6, 4)} and {tile(12, 10)!r} after 2026-11-21, in 6-4-2")
    except ValueError as error:
        lines = redacted_traceback(error).splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "ValueError: (a tile) and (a tile) after 2026-11-21, in 6-4-2"
