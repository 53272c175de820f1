"""Tests of the direct message that tells a player of their turn under the slow clock."""

from __future__ import annotations

import pytest

from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import CANNOT_SEND_TO_USER, World
from tests.support.simcord_private import speaking

A_WHILE = 300


def told(*people: Player) -> list[list[Seen]]:
    """Return of each person the private messages that tell of a turn."""
    return [[each for each in person.hands if "To turn these messages off" in each.text] for person in people]


async def later(world: World, *, moves: int = 1) -> None:
    """Let the players in turn move, each after a while."""
    for _ in range(moves):
        world.skip(A_WHILE)
        await world.do()


@pytest.fixture
async def slow(world: World) -> World:
    """Three people at a table with the slow clock; the first has moved."""
    await world.sit("alice", "bruno", "chloe", rules="classic-draw", clock="slow", auto="nothing")
    await later(world)
    return world


async def test_a_turn_is_told_once_and_its_message_goes_with_it(slow: World) -> None:
    mover, others = slow.mover(), slow.others()
    ((notice,),) = told(mover)
    assert told(*others) == [[], []]
    deadline = int(slow.table.header.deadline or 0)
    assert not notice.lacks(
        f"It's your turn in <#{slow.channel.id}> on **Domino Café**. Your time runs out <t:{deadline}:R>.",
        f"https://discord.com/channels/{slow.guild.id}/{slow.channel.id}/{slow.board.id}",
        slow.command("settings", "messages"),
    )
    shown = await mover.press("My hand", notice)
    assert shown.buttons
    assert notice not in slow.seen_by(slow.eve)
    await slow.alice.run("table pause")
    await slow.alice.run("table pause")
    assert told(mover) == [[notice]], "it is the same turn after a pause"
    await later(slow)
    assert told(mover) == [[]]
    assert len(told(slow.mover())[0]) == 1


async def test_it_is_in_the_players_language(world: World) -> None:
    with speaking({world.bruno.id: "fr"}, guild="en-US"):
        await world.sit("alice", "bruno", clock="slow")
        await later(world, moves=2)
        if world.mover() is world.alice:
            await later(world)
    assert "À toi de jouer dans" in world.bruno.hand.text


@pytest.mark.parametrize("clock", ["casual", "none"])
async def test_other_clocks_tell_nobody(world: World, clock: str) -> None:
    await world.sit("alice", "bruno", clock=clock)
    for _ in range(3):
        await world.do()
    assert told(world.alice, world.bruno) == [[], []]


@pytest.mark.long
async def test_a_player_who_has_just_moved_is_told_nothing(world: World) -> None:
    await world.sit("alice", "bruno", clock="slow", auto="nothing")
    await later(world)
    mover, (other,) = world.mover(), world.others()
    assert [len(each) for each in told(mover, other)] == [1, 0]
    await world.do()
    assert told(mover, other) == [[], []], "they moved a moment ago"
    await later(world)
    assert [len(each) for each in told(mover, other)] == [1, 0]


async def test_a_hand_that_was_just_sent_tells_of_the_turn_too(world: World) -> None:
    await world.sit("alice", "bruno", clock="slow")
    assert told(world.alice, world.bruno) == [[], []]
    assert any("It's your turn" in person.hand.text for person in (world.alice, world.bruno))


async def test_a_game_without_hands_tells_of_turns_without_the_button(world: World) -> None:
    await world.sit("alice", "bruno", rules="memory", clock="slow")
    ((notice,),) = told(world.mover())
    assert not notice.buttons


@pytest.mark.long
async def test_closed_direct_messages_cost_nothing(world: World) -> None:
    for person in (world.alice, world.bruno):
        await person.choose("s:dm:hands", "off", on=await person.run("settings messages"))
        world.fail("POST", f"/channels/{person.user.dm_channel.id}/messages", *CANNOT_SEND_TO_USER)
    table = await world.sit("alice", "bruno", rules="classic-draw", clock="slow", auto="nothing")
    await later(world, moves=4)
    assert table.ply >= 4
    assert world.board.buttons
    tried = world.requests(0, "POST", f"/channels/{world.alice.user.dm_channel.id}/messages")
    assert len(tried) <= 1, "once a deal"
