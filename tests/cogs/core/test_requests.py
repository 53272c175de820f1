"""How many requests a move costs: no more than what people see change."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.live.model.table import Presence
from engine.live.tables.table import Table
from tests.cogs.grids import flip
from tests.cogs.world import World

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
    for _ in range(3):
        # the mover's own hand is the answer; of the others' only the hand of who comes next has changed
        assert await move(world, table) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 1, "PATCH hand": 1}


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


async def test_news_that_change_no_hand_edit_none(world: World) -> None:
    await world.sit(*EVERYBODY, clock="none")
    sent = world.sent
    await world.alice.run("host", person=world.bruno)
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
    await world.alice.run("pause")
    assert world.count(sent)["PATCH hand"] == 4
    await world.alice.run("resume")
    assert world.count(sent)["PATCH hand"] == 8
    assert world.count(sent)["POST channel"] == 2
    await world.move_by_hand()


async def test_a_player_gets_at_most_one_private_message_a_deal(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=50)
    deals: Counter[tuple[int, int]] = Counter()

    def noted() -> dict[int, int]:
        return {each.user: len(world.who(each.user).hands) for each in table.people}

    before = dict.fromkeys(noted(), 0)
    steps = 0
    while table.playing and steps < 200:
        steps += 1
        if steps == 3:
            await world.hold(world.bruno)
        elif steps == 6:
            await world.alice.run("pause")
            await world.wait(30)
            await world.alice.run("resume")
        elif steps == 9 and table.people[1].presence is Presence.HELD:
            await world.bruno.run("back")
        elif steps == 11:
            await world.chloe.press("My hand")
            await world.restart()
            table = world.table
        else:
            await world.do(table)
        after = noted()
        for user, count in after.items():
            deals[user, table.view(None).deal] += count - before[user]
        before = after
    assert not table.playing
    assert table.view(None).deal >= 2
    assert max(deals.values()) == 1
    assert "wins the match" in world.board.text
    assert "wins the match" in world.alice.hand.text
