"""Deals that have ended, told once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import match
from engine.actions import Draw, Flip, Play
from engine.game import State
from engine.layouts import Grid
from engine.live.history.replays import deal_count, open_replay_views, replay_views
from engine.live.model.errors import Code, TableError
from engine.live.model.table import LogEntry, Person, SavedTable, Status
from engine.live.tables import lifecycle, playing
from engine.live.tables.table import Table
from engine.rules import RULE_SETS
from engine.view import View
from tests.engine.games import play_out
from tests.engine.live.people import World, header
from tests.engine.live.playing import play_deal, play_match, play_on, play_one
from tests.support.cases import few_seatings


async def second_deal(world: World) -> Table:
    """Begin a match that is in its second deal."""
    table = await world.match(target=200)
    await play_deal(table)
    await play_on(table)
    await play_on(table)
    return table


def is_declined(read: Callable[[SavedTable, int], object], kept: SavedTable, deal: int, why: Code) -> None:
    with pytest.raises(TableError, match=why.value):
        read(kept, deal)


async def watched(table: Table) -> list[View]:
    """Play a deal to its end; return the channel's views meanwhile, each once."""
    seen = [table.view(None)]
    while table.view(None).turn is not None:
        await play_one(table)
        seen.append(table.view(None))
    return seen


async def test_a_deal_is_told_as_the_channel_saw_it_from_its_first_moment_to_its_end(world: World) -> None:
    table = await world.match(target=200)
    first = await watched(table)
    await table.do(playing.next_deal, table.header.host_id, 1)
    second = await watched(table)
    assert list(replay_views(await world.kept(table), 1)) == first
    assert list(replay_views(await world.kept(table), 2)) == second


async def test_a_replay_shows_no_hand_before_the_end(world: World) -> None:
    table = await world.match()
    await play_deal(table)
    *before, last = replay_views(await world.kept(table), 1)
    assert all(view.seat is None and not view.hand and not view.legal and not view.drawn for view in before)
    assert not any(view.results for view in before)
    assert len(last.results) == 1


async def test_the_last_deal_can_be_told_after_the_match(world: World) -> None:
    table = await world.match(target=50)
    await play_match(table)
    deals = table.view(None).deal
    views = replay_views(await world.kept(table), deals)
    assert views[-1].finished
    assert {view.deal for view in views} == {deals}


@pytest.mark.parametrize("deal", [0, 2, 3])
async def test_a_deal_that_has_not_ended_is_declined(world: World, deal: int) -> None:
    table = await second_deal(world)
    is_declined(replay_views, await world.kept(table), deal, Code.DEAL_NOT_ENDED)


async def test_a_match_without_an_action_has_no_deal(world: World) -> None:
    with pytest.raises(TableError):
        replay_views(SavedTable((await world.lobby()).header, ()), 1)


# ---------------------------------------------------------------------- with open hands


def past(rules: str, seats: int, seed: int) -> tuple[SavedTable, list[State]]:
    """Return a finished match of random moves, and all its states."""
    steps = play_out(rules, seats, {}, seed)
    people = tuple(Person(100 + seat, f"P{seat}", "en-US") for seat in range(seats))
    log = tuple(LogEntry(ply, str(step.action), None, 0.0) for ply, step in enumerate(steps))
    return SavedTable(header(rules=rules, people=people, status=Status.FINISHED), log), [step.after for step in steps]


ENDS = [(rules.id, seats) for rules in RULE_SETS.values() for seats in sorted({rules.seats[0], rules.seats[-1]})]
"""Every rule set with the fewest and the most players that it allows."""


@pytest.mark.parametrize(("rules", "seats"), few_seatings(ENDS))
def test_every_deal_of_every_rule_set_is_told_with_the_hands_of_all_seats(rules: str, seats: int) -> None:
    kept, states = past(rules, seats, seed=seats)
    last = states[-1].deal
    assert deal_count(kept) == last
    for deal in sorted({1, (1 + last) // 2, last}):
        of_deal = [state for state in states if state.deal == deal]
        views = open_replay_views(kept, deal)
        assert [view.open_hands for view in views] == [state.hands for state in of_deal]
        channel = [match.view(state, None) for state in of_deal]
        assert [
            replace(view, open_hands=seen.open_hands, drawn=()) for view, seen in zip(views, channel, strict=True)
        ] == channel
        assert views[-1].between_deals
        assert views[-1].finished == (deal == last)


@pytest.mark.parametrize(("rules", "seats"), few_seatings(ENDS))
def test_each_moment_shows_one_more_move_and_what_it_changed_in_a_hand(rules: str, seats: int) -> None:
    kept, _ = past(rules, seats, seed=1)
    for before, view in pairwise(open_replay_views(kept, 1)):
        assert view.history[:-1] == before.history
        done = view.history[-1]
        held, holds = set(before.open_hands[done.seat]), set(view.open_hands[done.seat])
        changed = {seat for seat in range(seats) if before.open_hands[seat] != view.open_hands[seat]}
        match done:
            case Play():
                assert held - holds == {done.tile}
                assert changed == {done.seat}
            case Draw():
                assert holds - held == set(view.drawn)
                assert len(view.drawn) == 1
            case Flip():
                assert isinstance(view.layout, Grid)
                assert len(holds - held) in (0, 2)
            case _:
                assert not changed
        assert isinstance(done, Draw) or not view.drawn


async def test_a_match_still_being_played_shows_no_hands_not_even_of_a_deal_that_has_ended(world: World) -> None:
    table = await world.match(target=200)
    for deal in (1, 2):
        while table.view(None).turn is not None:
            is_declined(open_replay_views, await world.kept(table), deal, Code.STARTED)
            await play_one(table)
        is_declined(open_replay_views, await world.kept(table), 1, Code.STARTED)
        await table.do(playing.next_deal, table.header.host_id, deal)


async def test_a_match_that_was_ended_is_told_as_far_as_it_went(world: World) -> None:
    table = await second_deal(world)
    await table.do(lifecycle.end, table.header.host_id, manager=True)
    over = await world.kept(table)
    assert deal_count(over) == 2
    assert open_replay_views(over, 1)[-1].between_deals
    assert len(open_replay_views(over, 2)) == 2
    assert all(open_replay_views(over, 2)[-1].open_hands)


@pytest.mark.parametrize("status", [Status.LOBBY, Status.CLOSED])
async def test_a_lobby_closed_or_not_has_nothing_to_tell(world: World, status: Status) -> None:
    lobby = (await world.lobby()).header
    is_declined(open_replay_views, SavedTable(replace(lobby, status=status), ()), 1, Code.NOT_STARTED)


@pytest.mark.parametrize("deal", [-1, 0, 99])
async def test_an_unknown_deal_is_declined(world: World, deal: int) -> None:
    table = await world.match(target=50)
    await play_match(table)
    is_declined(open_replay_views, await world.kept(table), deal, Code.STALE)
