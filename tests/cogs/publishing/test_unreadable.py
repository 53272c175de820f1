"""Tests of tables that can't be read after a restart: their people are told, and their channels are free."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from engine.live.model.table import Status
from tests.cogs.anywhere.test_answers import group, sit
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

pytestmark = pytest.mark.usefixtures("alarmed")

TOLD = (
    "I can't read this table any more, so it is closed, and its match doesn't count for anyone. The bot's owner has "
    "been notified. To play on, open a new table."
)


def closed(world: World) -> str:
    return f"This table is closed. Open a new one with {world.command('play')}."


DAMAGE = [
    "UPDATE log SET action = 'deal 6-6' WHERE ply = 0",
    "UPDATE tables SET rules = 'poker'",
    "UPDATE tables SET options = '{'",
    "DELETE FROM seats WHERE seat = 1",
]


async def spoil(world: World, damage: str) -> None:
    """Restart the bot on a database that was damaged meanwhile."""
    with sqlite3.connect(world.database) as database:
        database.execute(damage)
    await world.restart()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("damage", DAMAGE)
async def test_its_people_are_told_and_open_another_in_its_channel(world: World, damage: str) -> None:
    await world.sit("alice", "bruno")
    await world.move()
    board, hand = world.board, world.alice.hand
    await spoil(world, damage)
    assert world.tables == ()
    assert world.board.text == TOLD
    assert not world.board.labels
    assert not world.now(board).labels, "the table before has no buttons any more"
    assert world.alice.hand.id == hand.id
    # at a start, the ids of the commands are not known yet
    typed = "This table is closed. Open a new one with `/domino play`."
    assert (world.alice.hand.text, world.alice.hand.labels) == (typed, [])
    lobby = await world.lobby("bruno")
    assert world.table is lobby


@pytest.mark.parametrize("damage", DAMAGE[1:3])
async def test_a_lobby_says_so_itself(world: World, damage: str) -> None:
    await world.lobby("alice", "bruno")
    lobby = world.board
    await spoil(world, damage)
    assert world.board == lobby
    assert (lobby.id, world.board.text, world.board.labels) == (world.board.id, TOLD, [])
    assert (await world.alice.run("leave")).private.startswith("There is no table in this channel.")
    await world.lobby("alice")


async def test_it_is_told_once(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.move()
    await spoil(world, DAMAGE[0])
    since = len(world.messages)
    await world.restart()
    assert len(world.messages) == since


async def test_it_is_told_after_the_next_start_if_discord_refused(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.move()
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500)
    await spoil(world, DAMAGE[0])
    assert TOLD not in world.board.text
    world.heal()
    await world.restart()
    assert world.board.text == TOLD


@pytest.mark.sampled(2)
@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "answers"])
async def test_it_is_told_where_the_bot_is_not(world: World, alone: bool, damage: str) -> None:
    place: Any = world.alice.user.dm_channel if alone else group(world)
    if alone:
        await world.alice.run("play", place)
    else:
        await sit(world, place, world.bruno)
    await spoil(world, damage)
    if not alone:
        await world.bruno.forge("b:rules:express", place)
    assert TOLD in [Seen(each).text for each in place.history()]
    await world.alice.run("play", place)
    (table,) = world.tables
    assert table.header.status in (Status.LOBBY, Status.PLAYING)


async def test_a_press_on_what_is_left_of_it_gets_a_sentence(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    await spoil(world, DAMAGE[0])
    for custom_id in (f"b:hand:{table.id}", f"b:pass:{table.id}:1", f"b:stop:{table.id}"):
        assert (await world.alice.forge(custom_id)).private == closed(world)
    unreadable = "I can't read that match any more, so I can't show it. Nothing of it was deleted."
    assert (await world.alice.forge(f"b:replay:{table.id}:1")).text == unreadable
    assert (await world.alice.run("match replay", id=table.id)).text == unreadable
