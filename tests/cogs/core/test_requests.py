"""How many requests a move costs: no more than what people see change."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.live.model.table import Presence
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import in_turn, kept, move_by_hand, requests
from tests.cogs.play.test_memory import flip
from tests.cogs.play.test_presence import hold
from tests.cogs.playing import buttons, hand_message, text
from tests.support.simcord_private import as_the_bot

EVERYBODY = ("alice", "bruno", "chloe", "davide")


async def move(world: World, table: Table) -> Counter[str]:
    """Let whoever is in turn move in their hand; give the requests of the press that did it."""
    person, ply = in_turn(world, table), table.ply
    sent = 0
    for _ in range(2):
        if table.ply == ply:
            sent = len(world.env.http_requests)
            message = hand_message(world, person)
            await person.user.click(message, custom_id=next(iter(buttons(message).values())))
    assert table.ply == ply + 1
    assert table.view(None).turn is not None
    return requests(world, sent)


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_start_costs_a_picture_and_a_hand_for_each(world: World, seats: int) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express")
    lobby = world.last()
    for name in EVERYBODY[1:seats]:
        await world.people[name].click(lobby, label="Join")
    sent = len(world.env.http_requests)
    await world.alice.click(lobby, label="Start")
    assert requests(world, sent) == {
        "POST answer": 1,
        "POST channel": 1,
        "PATCH channel": 1,
        "POST opening": seats,
        "POST hand": seats,
    }


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_move_costs_a_picture_the_old_buttons_and_one_hand_beside_the_one_that_answers(
    world: World, seats: int
) -> None:
    table = await world.sit(*EVERYBODY[:seats], clock="none")
    for _ in range(3):
        # the mover's own hand is the answer; of the others' only the hand of who comes next has changed
        assert await move(world, table) == {
            "POST answer": 1,
            "POST channel": 1,
            "PATCH channel": 1,
            "PATCH hand": 1,
        }
    await kept(world, table)


async def test_a_move_from_my_hand_costs_the_private_hand_on_top(world: World) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    person = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    sent = len(world.env.http_requests)
    await person.click(shown.response.message, custom_id=next(iter(buttons(shown.response).values())))
    assert requests(world, sent) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 1, "PATCH hand": 2}


async def test_a_tile_in_a_grid_costs_one_edit_and_the_next_turn_a_message_that_shows_it_late(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    sent = len(world.env.http_requests)
    await flip(world, table, 1)
    assert requests(world, sent) == {"POST answer": 1, "PATCH channel": 1}
    sent, turn = len(world.env.http_requests), table.view(None).turn
    await flip(world, table, 2)
    assert table.view(None).turn != turn
    # the old picture goes, the new one comes face down, and tiles are shown once its number is kept
    assert requests(world, sent) == {"POST answer": 1, "POST channel": 1, "PATCH channel": 2}
    assert not requests(world)["POST hand"]
    await kept(world, table)


async def test_what_changes_no_hand_edits_none(world: World) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    sent = len(world.env.http_requests)
    await world.alice.slash(world.channel, "domino host", person=world.bruno)
    await world.bruno.slash(world.channel, "domino board")
    await world.env.advance_time(120)
    asked = requests(world, sent)
    assert not asked["PATCH hand"]
    assert not asked["POST hand"]
    # the news of the host, and the board again, each with the old buttons
    assert asked["POST channel"] == asked["PATCH channel"] == 2
    await kept(world, table)


async def test_a_pause_and_its_end_edit_each_hand_once(world: World) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    sent = len(world.env.http_requests)
    await world.alice.slash(world.channel, "domino pause")
    assert requests(world, sent)["PATCH hand"] == 4
    await world.alice.slash(world.channel, "domino resume")
    assert requests(world, sent)["PATCH hand"] == 8
    assert requests(world, sent)["POST channel"] == 2
    await move_by_hand(world, table)


async def test_nobody_gets_more_than_one_private_message_a_deal_whatever_happens(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=50)
    deals: Counter[tuple[int, int]] = Counter()

    def noted() -> dict[int, int]:
        return {each.user: len(world.who(each.user).user.dm_channel.history()) for each in table.people}

    before = dict.fromkeys(noted(), 0)
    steps = 0
    while table.playing and steps < 200:
        steps += 1
        view = table.view(None)
        if steps == 3:
            await hold(world, table, world.bruno)
        elif steps == 6:
            await world.alice.slash(world.channel, "domino pause")
            await world.env.advance_time(30)
            await world.alice.slash(world.channel, "domino resume")
        elif steps == 9 and table.people[1].presence is Presence.HELD:
            await world.bruno.slash(world.channel, "domino back")
        elif steps == 11:
            await world.chloe.click(world.last(), label="My hand")
            await world.restart()
            table = world.table
        else:
            with as_the_bot(world.env):
                if view.turn is None:
                    await table.next_deal(world.alice.id, view.deal)
                elif table.people[view.turn].away:
                    await table.expire(table.header.deadline)
                else:
                    await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
            await world.env.settle()
        after = noted()
        for user, count in after.items():
            deals[user, table.view(None).deal] += count - before[user]
        before = after
    assert not table.playing
    assert table.view(None).deal >= 2
    assert max(deals.values()) == 1
    assert "wins the match" in text(world.last())
    assert "wins the match" in text(hand_message(world, world.alice))
