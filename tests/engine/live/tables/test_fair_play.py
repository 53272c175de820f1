"""Who leaves, and who ends a match that is being lost: what both come to."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from engine.live.league.figures import NEWCOMER, Rating
from engine.live.league.ratings import NEW, Rated, rate
from engine.live.model.errors import Code
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person, Presence, Status
from engine.live.tables import lifecycle, presence, votes
from engine.live.tables.table import Table
from engine.options import Value
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, World
from tests.engine.live.playing import in_turn, play_on
from tests.engine.live.sketch import Sketch, begun, opened_by

WON_BY_THE_FIRST = [Rated(0, 1, True), Rated(1, 2, True)]


def turns_of(table: Table | Sketch) -> list[int]:
    """Return the seats whose turns have begun in the present deal, in order."""
    return [seat for seat, _ in groupby(move.seat for move in table.situation.state.history)]


def all_had(table: Table | Sketch, count: int) -> bool:
    """Return whether everybody has had so many turns."""
    return min(turns_of(table).count(seat) for seat in range(len(table.people))) >= count


async def rounds(world: World, table: Table, count: int) -> None:
    """Play until everybody has had so many turns."""
    while not all_had(table, count):
        await world.play_or_wait(table)


def sketched(count: int, *people: Person, **changes: Any) -> Sketch:
    """Return a match in which everybody has had so many turns."""
    table = begun(*people, **changes)
    while not all_had(table, count):
        table.play_or_wait()
    return table


async def to_the_end(world: World, table: Table) -> None:
    """Play the match to its end; the bot plays for players who are gone."""
    while table.playing:
        if table.view(None).turn is None or not in_turn(table).away:
            await play_on(table)
        else:
            await world.due(table)


async def ratings(world: World) -> dict[int, Rating | None]:
    """Return everybody's rating over all rule sets, the same as after recomputing."""
    found = {each.user_id: each.rating for each in await world.board()}
    done = await world.store.league.recompute(lambda *_: None)
    assert (done.changed, done.unreadable) == (0, ())
    assert {each.user_id: each.rating for each in await world.board()} == found
    return found


# ---------------------------------------------------------------------- leaving


def test_who_leaves_before_everybody_has_had_a_turn_is_gone_early() -> None:
    table = begun(ANA, BEN, CEM)
    while len(set(turns_of(table))) < 2:
        table.play()
    table.do(presence.leave, BEN.user_id)
    assert table.people[1].early
    while not all_had(table, 1):
        table.play_or_wait()
    table.do(presence.leave, CEM.user_id)
    assert not table.people[2].early
    table.do(presence.come_back, BEN.user_id)
    assert table.people[1] == BEN
    table.do(presence.leave, BEN.user_id)
    assert not table.people[1].early


def test_who_is_held_early_and_leaves_later_was_gone_early() -> None:
    # without a clock the first turn that is missed is the last
    table = opened_by(1, ANA, BEN, CEM, time_control=TimeControl.NONE)
    table.due()
    while not all_had(table, 2):
        table.play_or_wait()
    assert table.people[1] == replace(BEN, presence=Presence.KEPT, early=True)
    table.do(presence.leave, BEN.user_id)
    assert table.people[1] == replace(BEN, presence=Presence.LEFT, early=True)


@pytest.mark.parametrize("rules", ["classic", "matador"])
async def test_the_one_of_two_who_leaves_has_lost_and_the_other_has_won(rules: str, world: World) -> None:
    table = await world.begun(ANA, BEN, rules=rules)
    await rounds(world, table, 1)
    await table.do(presence.leave, BEN.user_id)
    await to_the_end(world, table)
    ana, ben = rate(WON_BY_THE_FIRST, (NEW, NEW))
    assert await ratings(world) == {ANA.user_id: ana, BEN.user_id: ben}


async def test_who_leaves_early_keeps_the_rating_once_a_day(world: World) -> None:
    for expected in ({None}, {each.mu for each in rate(WON_BY_THE_FIRST, (NEW, NEW))}):
        table = await world.begun(ANA, BEN, rules="classic")
        await table.do(presence.leave, BEN.user_id)
        await to_the_end(world, table)
        assert {each and each.mu for each in (await ratings(world)).values()} == expected


async def test_who_gave_a_seat_up_has_lost_against_the_others_and_they_play_who_finishes(world: World) -> None:
    table = await world.begun(ANA, BEN, rules="classic")
    await rounds(world, table, 1)
    await table.do(presence.leave, BEN.user_id)
    await table.do(presence.ask_for_seat, EVE, 1)
    await table.do(presence.give_seat, ANA.user_id, 1, EVE.user_id)
    await to_the_end(world, table)
    found = await ratings(world)
    assert found[BEN.user_id] == rate(WON_BY_THE_FIRST, (NEW, NEW))[1]
    won = [int(each in table.view(None).winners) for each in (0, 1)]
    assert (found[ANA.user_id], found[EVE.user_id]) == rate([Rated(at, 2 - won[at], True) for at in (0, 1)], (NEW, NEW))


@pytest.mark.parametrize("taken", [False, True])
async def test_whom_the_host_removes_has_the_place_of_the_seat(taken: bool, world: World) -> None:
    table = await world.begun(ANA, BEN, rules="classic")
    await rounds(world, table, 1)
    await table.do(presence.remove, ANA.user_id, BEN.user_id)
    if taken:
        await table.do(presence.ask_for_seat, EVE, 1)
        await table.do(presence.give_seat, ANA.user_id, 1, EVE.user_id)
        assert table.header.substitutions[0].presence is Presence.REMOVED
        await world.again(table)
    await to_the_end(world, table)
    found = await ratings(world)
    won = 1 in table.view(None).winners
    assert (found[BEN.user_id].value > NEWCOMER) is won
    assert (found[ANA.user_id].value > NEWCOMER) is not won


# ---------------------------------------------------------------------- a match of one deal

ONE_DEAL: list[tuple[str, tuple[Person, ...], dict[str, Value]]] = [
    *((rules, FOUR[:2], {}) for rules in ("classic", "classic-draw", "misere", "double-twelve", "memory")),
    ("sebastopol", FOUR[:3], {}),
    ("all-fives", FOUR[:2], {"target": "one-deal"}),
    ("mexican-train", FOUR[:2], {"deals": 1}),
    ("chickenfoot", FOUR[:2], {"deals": 1}),
    ("mata", FOUR[:2], {"until": "deals", "deals": 1}),
]


@pytest.mark.parametrize(("rules", "people", "options"), ONE_DEAL, ids=[each[0] for each in ONE_DEAL])
def test_once_everybody_has_moved_twice_nobody_ends_a_match_of_one_deal_alone(
    rules: str,
    people: tuple[Person, ...],
    options: dict[str, Value],
) -> None:
    table = begun(*people, rules=rules, options=options)
    while table.playing and not all_had(table, 2):
        assert not votes.needs_vote(table.at)
        table.play()
    assert table.playing
    assert votes.needs_vote(table.at)
    table.refuses(Code.NEEDS_VOTE, lifecycle.end, ANA.user_id)
    # nor by removing the others and leaving
    table.do(presence.remove, ANA.user_id, BEN.user_id)
    table.refuses(Code.NEEDS_VOTE, lifecycle.end, ANA.user_id)
    for each in people[2:]:
        table.do(presence.leave, each.user_id)
    table.do(presence.leave, ANA.user_id)
    assert table.playing


def test_the_host_ends_a_match_of_one_deal_alone_before() -> None:
    table = sketched(1, ANA, BEN, rules="classic")
    table.do(lifecycle.end, ANA.user_id)
    assert table.header.status is Status.CLOSED


@pytest.mark.parametrize("options", [{}, {"until": "limit", "deals": 1}])
def test_in_the_first_of_several_deals_the_host_still_ends_the_match(
    options: dict[str, Value],
) -> None:
    table = sketched(2, ANA, BEN, rules="mata", options=options)
    assert not votes.needs_vote(table.at)
    table.refuses(Code.NOT_HOST, lifecycle.end, BEN.user_id)
    table.do(lifecycle.end, ANA.user_id)
    assert table.header.status is Status.CLOSED
