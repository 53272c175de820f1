"""Tests of the number of requests that a move costs."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.live.tables.table import Table
from tests.support.in_memory.grids import flip
from tests.support.in_memory.world import World

EVERYBODY = ("alice", "bruno", "chloe", "davide")


async def move(world: World, table: Table) -> Counter[str]:
    """Let the player in turn move in their hand; give the requests of the press that did it."""
    person, ply, sent = world.mover(), table.ply, 0
    while table.ply == ply:
        sent = world.sent
        await person.press_first(person.hand)
    assert table.view(None).turn is not None
    return world.count(sent)


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_start_costs_a_picture_and_a_hand_for_each(world: World, seats: int) -> None:
    table = await world.lobby(*EVERYBODY[:seats], rules="express")
    sent = world.sent
    await world.alice.press(f"b:start:{table.id}")
    hands = {"POST opening": seats, "POST hand": seats}
    assert world.count(sent) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 1, **hands}


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_move_costs_a_picture_an_edit_of_the_last_and_one_hand(world: World, seats: int) -> None:
    table = await world.sit(*EVERYBODY[:seats], clock="none")
    for number in range(seats + 1):
        # the mover's own hand is the answer; of the others' only the hand of who comes next has changed, which takes
        # the token of that player's last press
        edited = "PATCH hand" if number < seats - 1 else "PATCH webhooks"
        assert await move(world, table) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 1, edited: 1}


async def test_a_move_from_my_hand_costs_the_private_hand_on_top(world: World) -> None:
    await world.sit(*EVERYBODY, clock="none")
    person = world.mover()
    shown = await person.press("My hand")
    sent = world.sent
    await person.press_first(shown)
    assert world.count(sent) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 1, "PATCH hand": 2}


async def test_a_flipped_tile_costs_one_edit_and_the_next_turn_a_message(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    sent = world.sent
    await flip(world, 1)
    assert world.count(sent) == {"POST answer": 1, "PATCH channel": 1}
    sent, turn = world.sent, table.view(None).turn
    await flip(world, 2)
    assert table.view(None).turn != turn
    # the old picture goes, the new one comes face down, and tiles are shown once its number is kept
    assert world.count(sent) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 2}
    assert not world.count()["POST hand"]


@pytest.mark.long
async def test_news_that_change_no_hand_edit_none(world: World) -> None:
    await world.sit(*EVERYBODY, clock="none")
    sent = world.sent
    await world.alice.run("table host", person=world.bruno)
    await world.bruno.run("board")
    await world.wait(120)
    asked = world.count(sent)
    assert not asked["PATCH hand"]
    assert not asked["POST hand"]
    # the news of the host, and the board again, each with the old buttons
    assert asked["POST channel"] == asked["PATCH channel"] == 2


async def test_a_pause_and_its_end_edit_each_hand_once(world: World) -> None:
    await world.sit(*EVERYBODY, clock="none")
    sent = world.sent
    await world.alice.run("table pause")
    assert world.count(sent)["PATCH hand"] == 4
    await world.alice.run("table pause")
    assert world.count(sent)["PATCH hand"] == 8
    assert world.count(sent)["POST channel"] == 2
    await world.move_by_hand()


@pytest.mark.long
async def test_a_player_gets_one_private_message_a_deal(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", target=50)
    await world.hold(world.bruno)
    await world.alice.run("table pause")
    await world.wait(30)
    await world.alice.run("table pause")
    await world.bruno.run("back")
    await world.chloe.press("My hand")
    await world.restart()
    table = world.table
    while table.playing:
        await world.do(table)
    assert table.view(None).deal >= 2
    assert len(world.alice.hands) == len(world.chloe.hands) == table.view(None).deal
    assert len(world.bruno.hands) <= table.view(None).deal
    assert "wins the match" in world.board.text
    assert "wins the match" in world.alice.hand.text
