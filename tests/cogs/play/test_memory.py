"""Tests of Memory in the channel: no message tells a tile that lies face down."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.live.model.table import SentMessage
from engine.live.tables import presence
from engine.live.tables.table import Table
from tests.support.in_memory.grids import (
    face_up,
    flip,
    flip_any,
    grid_of,
    hidden,
    leaked,
    naming,
    pictures,
    until_miss,
    until_missed_again,
)
from tests.support.in_memory.world import World


@pytest.fixture
async def table(world: World) -> Table:
    return await world.sit("alice", "bruno", rules="memory")


async def test_every_position_has_a_button_and_no_player_a_hand(world: World, table: Table) -> None:
    assert [each for each in world.board.labels if each.isdecimal()] == [str(at) for at in range(1, 29)]
    assert "My hand" not in world.board.labels
    assert not world.alice.hands + world.bruno.hands


async def test_a_flipped_tile_is_shown_to_all_and_cannot_be_pressed_again(world: World, table: Table) -> None:
    board = world.board
    await flip(world, 5)
    assert world.board == board, "a turn is one message"
    (tile,) = face_up(table)
    assert tile in world.board.alt
    assert "5" not in world.board.buttons
    assert tile not in world.board.text, "a text stays longer than a picture"


async def test_only_the_player_in_turn_flips_tiles_that_lie_there_now(world: World, table: Table) -> None:
    player, (other,), stale = world.mover(), world.others(), world.board.buttons["7"]
    assert (await other.press("3")).text == "It isn't your turn yet."
    assert (await player.forge(f"b:flip:{table.id}:{table.ply}:29")).text == "There is no longer a tile at 29."
    assert table.ply == 1
    await flip(world, 5)
    assert (await player.forge(stale)).text == "That button was for an earlier move."
    assert table.ply == 2


async def test_a_miss_is_shown_for_some_seconds_and_then_turned_back(world: World, table: Table) -> None:
    await until_miss(world)
    up = face_up(table)
    assert len(up) == 2
    assert all(tile in world.board.alt for tile in up)
    assert pictures(world) == 1, "the message of the turn before has lost its picture"
    board = world.board
    await world.wait(9)
    assert world.board == board
    assert not leaked(world)
    assert "no pair" in world.board.text


async def test_a_miss_stays_told_when_the_next_player_flips_a_tile(world: World, table: Table) -> None:
    await until_miss(world)
    miss = next(line for line in world.board.lines if "no pair" in line)
    board = world.board
    await flip(world, min(grid_of(table).tiles))
    assert world.board == board
    assert miss in world.board.text
    await until_miss(world, random.Random(3))
    assert world.board != board
    assert miss in world.now(board).text


@pytest.mark.long
async def test_nothing_tells_what_lies_face_down_in_a_whole_match(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    source = random.Random(4)
    while table.playing:
        await flip_any(world, source)
        assert not (table.playing and naming(world, hidden(table)))
    assert "Rematch" in world.board.buttons


async def test_a_board_shown_again_hides_no_miss_early_and_keeps_one_picture(world: World, table: Table) -> None:
    await until_miss(world)
    up = face_up(table)
    await world.bruno.run("board")
    assert pictures(world) == 1
    assert all(tile in world.board.alt for tile in up)
    await world.wait(9)
    assert not leaked(world)
    await world.bruno.run("board")
    assert pictures(world) == 1
    assert not leaked(world)


# ---------------------------------------------------------------------- failures


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("as_text", "end"), [(False, "restart"), (True, "restart"), (True, "end of the match")])
async def test_a_miss_goes_with_a_restart_and_the_match(world: World, table: Table, as_text: bool, end: str) -> None:
    await world.alice.write_text("on" if as_text else "off", "table")
    await until_miss(world)
    up = face_up(table)
    assert naming(world, up)
    if end == "restart":
        await world.restart()
    else:
        await world.alice.press("End the match", await world.alice.run("table end"))
    assert not naming(world, up)


@pytest.mark.parametrize("seconds", [5, 9])
async def test_a_player_who_leaves_neither_shortens_nor_brings_back_a_miss(world: World, seconds: int) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    await until_miss(world)
    await world.wait(seconds)
    async with world.directly():
        await table.do(presence.leave, min(world.others(), key=lambda person: table.header.seat_of(person.id) or 0).id)
    assert "has left" in "\n".join(each.text for each in world.messages)
    assert bool(leaked(world)) is (seconds == 5)
    assert pictures(world) == 1
    await world.wait(4)
    assert not leaked(world)


async def test_a_picture_that_cannot_be_taken_back_holds_up_the_next_one(world: World, table: Table) -> None:
    await until_miss(world)
    board = world.board
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/{board.id}", 500)
    async with world.directly():
        await until_missed_again(table)
    assert world.board == board, "nothing newer stands below a picture that is still readable"
    world.heal()
    await world.wait(40)
    assert world.board != board
    assert pictures(world) == 1


async def test_no_tile_is_shown_in_unkept_messages(world: World, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[str]] = []
    posted = table.set_post

    async def note(post: SentMessage) -> None:
        shown.append(leaked(world))
        await posted(post)

    monkeypatch.setattr(table, "set_post", note)
    await until_miss(world)
    assert [] in shown, "the new turn's message shows nothing until it is noted"


@pytest.mark.long
async def test_a_message_without_a_kept_number_loses_its_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    note, failed = world.store.save_post, list[OSError]()

    async def full_once(*noted: Any) -> None:
        if len(grid_of(table).face_up) == 2 and not failed:
            failed.append(OSError("the disk is full"))
            raise failed[0]
        await note(*noted)

    world.alarmed = True
    monkeypatch.setattr(world.store, "save_post", full_once)
    await until_miss(world)
    assert failed
    await world.wait(60)
    assert "no pair" in world.board.text
    assert pictures(world) == 1
    assert not leaked(world)
