"""Memory: a grid of buttons in the channel, and nothing to look up in old messages."""

from __future__ import annotations

import random

import pytest

from engine.layouts import Grid
from engine.live.model.table import Post
from engine.live.tables.table import Table
from engine.tiles import full_set
from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, buttons, components, text
from tests.support.simcord_private import as_the_bot, press

ALL = tuple(each.text for each in full_set(6))


def grid_of(table: Table) -> Grid:
    grid = table.view(None).layout
    assert isinstance(grid, Grid)
    return grid


def secret(table: Table, *, turned_back: bool = False) -> set[str]:
    """Give the tiles that lie face down, as texts; with ``turned_back`` those of a miss, too."""
    view = table.view(None)
    grid = grid_of(table)
    known = {tile.text for hand in view.open_hands for tile in hand}
    known |= set() if turned_back else {tile.text for tile in grid.tiles.values() if tile is not None}
    return set(ALL) - known


def told(world: World, tiles: set[str]) -> list[str]:
    """Give whatever in the channel or in a private message names one of these tiles."""
    messages = list(world.channel.history())
    for person in world.people.values():
        messages += person.user.dm_channel.history() if person.user.dm_channel is not None else []
    found: list[str] = []
    for message in messages:
        said = [text(message), *alt_texts(message), *(each.filename for each in message.attachments)]
        said += [node.get("custom_id", "") for node in components(message)]
        found += [line for line in said if any(tile in line for tile in tiles)]
    return found


def pictures(world: World) -> int:
    """Give how many messages of the channel show a picture."""
    return sum(bool(message.attachments) for message in world.channel.history())


async def flip(world: World, table: Table, position: int) -> None:
    """Let whoever is in turn press a position."""
    turn = table.view(None).turn
    assert turn is not None
    person = world.who(table.people[turn].user)
    await person.click(world.last(), label=str(position))


async def until_miss(world: World, table: Table, source: random.Random) -> None:
    """Turn tiles up until two make no pair."""
    for _ in range(40):
        grid = grid_of(table)
        await flip(world, table, source.choice([at for at in grid.tiles if at != grid.first_flipped]))
        if len(grid_of(table).face_up) == 2:
            return
    raise AssertionError("nobody missed")


async def test_every_position_has_a_button_and_there_is_no_hand(world: World) -> None:
    await world.sit("alice", "bruno", rules="memory")
    labels = buttons(world.last())
    assert [each for each in labels if each.isdecimal()] == [str(at) for at in range(1, 29)]
    assert "My hand" not in labels
    for person in (world.alice, world.bruno):
        assert person.user.dm_channel is None or not list(person.user.dm_channel.history())


async def test_the_tile_turned_up_is_shown_to_all_and_cannot_be_pressed_again(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    board = world.last()
    await flip(world, table, 5)
    assert world.last().id == board.id, "a turn is one message"
    tile = grid_of(table).tiles[5]
    assert tile is not None
    assert any(tile.text in alt for alt in alt_texts(world.last()))
    assert "5" not in buttons(world.last())
    assert tile.text not in text(world.last()), "a text stays longer than a picture"


async def test_only_the_player_in_turn_turns_tiles_up(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    turn = table.view(None).turn
    assert turn is not None
    other = world.who(table.people[1 - turn].user)
    ply = table.ply
    answer = await other.click(world.last(), label="3")
    assert answer.response.content == "It isn't your turn yet."
    assert table.ply == ply


async def test_a_button_of_an_earlier_moment_changes_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    turn = table.view(None).turn
    assert turn is not None
    person = world.who(table.people[turn].user)
    stale = buttons(world.last())["7"]
    await flip(world, table, 5)
    ply = table.ply
    answer = press(world.env, person, world.last(), stale)
    await world.env.settle()
    assert answer.response.content == "That was for an earlier move."
    assert table.ply == ply


async def test_a_forged_position_is_refused(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    turn = table.view(None).turn
    assert turn is not None
    person = world.who(table.people[turn].user)
    answer = press(world.env, person, world.last(), f"b:flip:{table.id}:{table.ply}:29")
    await world.env.settle()
    assert answer.response.content == "There is no tile at 29 any more."
    assert table.ply == 1


async def test_a_miss_is_shown_for_some_seconds_and_then_turned_back(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    up = secret(table, turned_back=True) - secret(table)
    assert len(up) == 2
    assert all(any(tile in alt for alt in alt_texts(world.last())) for tile in up)
    assert pictures(world) == 1, "the message of the turn before has lost its picture"
    board = world.last()
    await world.env.advance_time(9)
    assert world.last().id == board.id
    assert told(world, secret(table, turned_back=True)) == []
    assert "no pair" in text(world.last())


async def test_what_happened_stays_told_when_the_next_player_turns_a_tile_up(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    miss = next(line for line in text(world.last()).splitlines() if "no pair" in line)
    board = world.last()
    await flip(world, table, min(at for at in grid_of(table).tiles))
    assert world.last().id == board.id
    assert miss in text(world.last())
    await until_miss(world, table, random.Random(3))
    assert world.last().id != board.id
    assert miss in text(next(each for each in world.channel.history() if each.id == board.id))


async def test_a_miss_is_turned_back_by_a_restart(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    await world.restart()
    await world.env.settle()
    assert told(world, secret(world.table, turned_back=True)) == []


async def test_a_picture_that_cannot_be_taken_back_holds_up_the_next_one(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    board = world.last()
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/{board.id}", status=500, times=None)
    with as_the_bot(world.env):
        await until_missed_again(table)
    await world.env.settle()
    assert world.last().id == board.id, "nothing newer stands below a picture that is still readable"
    world.env.backend.faults.clear()
    await world.env.advance_time(40)
    assert world.last().id != board.id
    assert pictures(world) == 1


async def until_missed_again(table: Table) -> None:
    turn = table.view(None).turn
    while table.view(None).turn == turn and turn is not None:
        await table.play(table.people[turn].user, turn, table.ply, 0)


async def test_through_a_whole_match_nothing_tells_what_lies_face_down(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="memory")
    source = random.Random(4)
    while table.playing:
        grid = grid_of(table)
        seen = secret(table)
        await flip(world, table, source.choice([at for at in grid.tiles if at != grid.first_flipped]))
        if table.playing:
            assert told(world, secret(table)) == []
            assert seen
    assert "Rematch" in buttons(world.last())


async def test_showing_the_board_again_hides_no_miss_before_its_time_and_keeps_one_picture(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await until_miss(world, table, random.Random(2))
    up = secret(table, turned_back=True) - secret(table)
    await world.bruno.slash(world.channel, "domino board")
    assert pictures(world) == 1
    assert all(any(tile in alt for alt in alt_texts(world.last())) for tile in up)
    await world.env.advance_time(9)
    assert told(world, secret(table, turned_back=True)) == []
    await world.bruno.slash(world.channel, "domino board")
    assert pictures(world) == 1
    assert told(world, secret(table, turned_back=True)) == []


async def test_a_message_whose_number_is_not_kept_never_showed_a_tile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    shown: list[list[str]] = []
    posted = table.set_post

    async def note(post: Post) -> None:
        shown.append(told(world, secret(table, turned_back=True)))
        await posted(post)

    monkeypatch.setattr(table, "set_post", note)
    await until_miss(world, table, random.Random(2))
    fresh = [each for each in shown if not each]
    assert fresh, "the new turn's message shows nothing until it is noted"
