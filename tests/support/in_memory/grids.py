"""Playing Memory: positions pressed in the channel, and what its messages show."""

from __future__ import annotations

import random

from engine.layouts import Grid
from engine.live.tables import playing
from engine.live.tables.table import Table
from engine.tiles import full_set
from tests.support.in_memory.world import World

ALL = {tile.text for tile in full_set(6)}


def grid_of(table: Table) -> Grid:
    grid = table.view(None).layout
    assert isinstance(grid, Grid)
    return grid


def hidden(table: Table) -> set[str]:
    """Return the tiles that lie face down, as texts."""
    return turned_back(table) - face_up(table)


def turned_back(table: Table) -> set[str]:
    """Return the tiles that lie face down, and those of a miss, which will be turned back."""
    return ALL - {tile.text for hand in table.view(None).open_hands for tile in hand}


def face_up(table: Table) -> set[str]:
    """Return the tiles that lie face up, as texts."""
    return {tile.text for tile in grid_of(table).tiles.values() if tile is not None}


def naming(world: World, tiles: set[str]) -> list[str]:
    """Return the lines of messages, public or private, that name one of these tiles."""
    lines = [line for message in world.all_messages for line in message.everything.splitlines()]
    return [line for line in lines if any(tile in line for tile in tiles)]


def leaked(world: World) -> list[str]:
    """Return the lines of messages that name a tile which lies face down or will be turned back."""
    return naming(world, turned_back(world.table))


def pictures(world: World) -> int:
    """Return how many messages of the channel show a picture."""
    return sum(bool(message.attachments) for message in world.messages)


async def flip(world: World, *positions: int) -> None:
    """Let the player in turn press positions."""
    for position in positions:
        await world.mover().press(str(position))


async def flip_any(world: World, source: random.Random) -> None:
    """Let the player in turn press a position that can be pressed."""
    grid = grid_of(world.table)
    await flip(world, source.choice([at for at in grid.tiles if at != grid.first_flipped]))


async def until_miss(world: World, source: random.Random | None = None) -> None:
    """Flip tiles until two make no pair."""
    source = source or random.Random(2)
    for _ in range(40):
        await flip_any(world, source)
        if len(grid_of(world.table).face_up) == 2:
            return
    raise AssertionError("nobody missed")


async def until_missed_again(table: Table) -> None:
    """Flip tiles directly until the turn passes on."""
    turn = table.view(None).turn
    while table.view(None).turn == turn and turn is not None:
        await table.do(playing.play, table.people[turn].user_id, turn, table.ply, 0)
