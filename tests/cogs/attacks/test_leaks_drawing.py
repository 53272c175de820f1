"""Tests that a failed drawing costs a picture, and no turn, hand or secret."""

from __future__ import annotations

import logging
from typing import Any

import pytest

import render
from engine.errors import redacted_traceback
from engine.tiles import tile
from tests.support.in_memory.grids import leaked, pictures, until_miss
from tests.support.in_memory.world import World, laid, logged, turn_of

pytestmark = pytest.mark.usefixtures("alarmed")


def broken(*args: Any, **_: Any) -> bytes:
    """Fail as drawing might: over a tile of the hand, or the first one that there is."""
    raise KeyError(*(args[0].hand or (tile(0, 0),)))


async def test_a_table_that_cannot_be_drawn_is_told_as_text_then(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno")
    monkeypatch.setattr(render, "table", broken)
    await world.do()
    board = world.board
    assert not board.attachments
    assert not board.lacks(f"opens with {laid(table)[0]}", "Players in order of turns")
    assert board.labels == ["My hand", "Pass", "More"]
    monkeypatch.undo()
    await world.do()
    assert len(world.board.attachments) == 1
    assert not table.header.as_text, "nobody has chosen text"


@pytest.mark.long
async def test_a_deals_end_that_cannot_be_drawn_is_told_as_text(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", target=50)
    monkeypatch.setattr(render, "deal_end", broken)
    await world.rush()
    assert not world.board.attachments
    assert "wins the match" in world.board.text
    assert "Rematch" in world.board.buttons


async def test_a_hand_that_cannot_be_drawn_can_be_played_from(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "hand", broken)
    table = await world.sit("alice", "bruno")
    for _ in range(2):
        turn, person = turn_of(table), world.mover()
        for shown in (person.hand, await person.press("My hand")):
            assert not shown.attachments
            assert not shown.alts
            assert all(each.text in shown.text for each in table.view(turn).hand)
            assert shown.buttons
        await world.do()


async def test_the_bot_starts_even_if_its_first_picture_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno")
    monkeypatch.setattr(render, "table", broken)
    await world.replace(warm_up=True)
    monkeypatch.undo()
    await world.do()
    assert world.table.ply == table.ply + 1
    assert len(world.board.attachments) == 1


async def test_one_hand_in_trouble_costs_the_others_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    read = world.store.preferences.get

    async def fails_for_alice(kind: Any, whose: int) -> Any:
        if whose == world.alice.id:
            raise OSError("the disk is gone")
        return await read(kind, whose)

    monkeypatch.setattr(world.store.preferences, "get", fails_for_alice)
    for _ in range(3):
        await world.do()
        turn = table.view(None).turn
        for seat, person in ((1, world.bruno), (2, world.chloe)):
            assert ("Wait for your turn" in person.hand.text) == (seat != turn)
    assert caplog.text.count(f"a hand of table {table.id} could not be shown") == 3


async def test_a_miss_is_turned_back_even_without_drawing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", rules="memory")
    await until_miss(world)
    monkeypatch.setattr(render, "table", broken)
    await world.wait(9)
    assert not leaked(world)
    assert pictures(world) == 0
    assert "28" in world.board.buttons


@pytest.mark.parametrize("what", ["hand_text", "table", "table_text"])
async def test_no_log_names_a_tile_that_an_error_names(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    table = await world.sit("alice", "bruno")
    await world.alice.write_text()
    monkeypatch.setattr(render, what, broken)
    monkeypatch.setattr(render, "hand", broken)
    with caplog.at_level(logging.DEBUG):
        await world.do()
        await world.alice.press("My hand")
    log = logged(caplog)
    assert "KeyError" in log
    for each in table.view(0).hand + table.view(1).hand:
        assert each.text not in log
        assert repr(each) not in log


def test_an_error_in_a_log_keeps_all_but_its_tiles() -> None:
    try:
        raise ValueError(f"{tile(6, 4)} and {tile(12, 10)!r} after 2026-11-21, in 6-4-2")
    except ValueError as error:
        lines = redacted_traceback(error).splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "ValueError: (a tile) and (a tile) after 2026-11-21, in 6-4-2"
