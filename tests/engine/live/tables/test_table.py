"""A table during its match."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Deal, Pass, Play
from engine.errors import Illegal
from engine.events import Dealt, MatchEnded, Played
from engine.game import State
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, WentAway
from engine.live.model.table import Post, Presence, Status
from engine.live.tables.table import Table
from tests.engine.games import deal_action
from tests.engine.live.people import (
    ANA,
    BEN,
    CEM,
    DIA,
    EVE,
    FOUR,
    GUILD,
    World,
    play_deal,
    play_match,
    play_one,
    refused,
    turn,
)

DRY = deal_action(["6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0"])
"""Seat 0 opens and never shows a number that seat 1 has."""


async def dry(world: World) -> Table:
    """Begin a match of Ana and Ben in which Ben can only pass; 6-6 lies."""

    def chosen(_state: State) -> Deal:
        return DRY

    table = await world.lobby(ANA, BEN)
    table = Table(table.header, replace(world.around, dealer=chosen))
    await table.start(ANA.user)
    await table.play(ANA.user, 0, 1, 0)
    return table


async def untouched(world: World, table: Table, before: tuple[object, ...]) -> None:
    assert snapshot(table) == before
    found = await world.store.find(table.id)
    assert len(found.log) == table.ply
    assert found.header == table.header


def snapshot(table: Table) -> tuple[object, ...]:
    views = tuple(table.view(seat) for seat in (None, *range(len(table.people))))
    return table.header, table.ply, list(table.news), views


# ---------------------------------------------------------------------- playing


async def test_a_choice_is_a_place_in_the_list_of_what_is_legal(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await play_one(table)
    seat = turn(table)
    legal = table.view(seat).legal
    assert len(legal) > 1
    await table.play(table.people[seat].user, seat, table.ply, 1)
    assert table.view(None).history[-1] == legal[1]
    assert table.ply == 3


async def test_every_action_is_in_the_log_with_who_did_it_and_when(world: World) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    world.clock.now += 7
    await play_one(table)
    found = await world.store.find(table.id)
    assert [(entry.ply, entry.user, entry.at - world.clock.now) for entry in found.log] == [
        (0, ANA.user, -7),
        (1, table.people[seat].user, 0),
    ]
    assert found.log[0].action.startswith("deal ")
    assert found.log[1].action == str(table.view(None).history[0])


async def test_news_and_the_change_are_told_after_every_action(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.told.clear()
    await play_one(table)
    assert world.told == [table]
    assert [type(each) for each in table.news] == [Dealt, Played]


async def test_a_control_of_an_earlier_moment_is_stale(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_one(table)
    seat = turn(table)
    before = snapshot(table)
    for ply in (table.ply - 1, table.ply + 1, 0, -1):
        await refused(table.play(table.people[seat].user, seat, ply, 0), Code.STALE)
    await untouched(world, table, before)


@pytest.mark.parametrize("choice", [-1, 99])
async def test_a_choice_that_is_not_in_the_list_is_stale(choice: int, world: World) -> None:
    table = await world.match(ANA, BEN)
    before = snapshot(table)
    seat = turn(table)
    await refused(table.play(table.people[seat].user, seat, table.ply, choice), Code.STALE)
    await untouched(world, table, before)


async def test_someone_elses_control_does_nothing(world: World) -> None:
    table = await world.match(*FOUR)
    before = snapshot(table)
    seat = turn(table)
    for person in FOUR:
        if person is not table.people[seat]:
            await refused(table.play(person.user, seat, table.ply, 0), Code.NOT_YOURS)
    await untouched(world, table, before)


async def test_one_who_does_not_sit_there_plays_nothing(world: World) -> None:
    table = await world.match(ANA, BEN)
    before = snapshot(table)
    attempts = (
        table.play(EVE.user, turn(table), table.ply, 0),
        table.pass_turn(EVE.user, table.ply),
        table.next_deal(EVE.user, 1),
        table.leave_match(EVE.user),
    )
    for attempt in attempts:
        await refused(attempt, Code.NOT_SEATED)
    await untouched(world, table, before)


async def test_ones_own_control_out_of_turn_does_nothing(world: World) -> None:
    table = await world.match(ANA, BEN)
    before = snapshot(table)
    seat = 1 - turn(table)
    await refused(table.play(table.people[seat].user, seat, table.ply, 0), Code.STALE)
    await untouched(world, table, before)


# ---------------------------------------------------------------------- passing


async def test_one_who_cannot_play_passes(world: World) -> None:
    table = await dry(world)
    await table.pass_turn(BEN.user, table.ply)
    assert table.view(None).history[-1] == Pass(1)
    assert turn(table) == 0


async def test_one_who_can_play_may_not_pass(world: World) -> None:
    table = await dry(world)
    await table.pass_turn(BEN.user, table.ply)
    before = snapshot(table)
    await refused(table.pass_turn(ANA.user, table.ply), Illegal.MUST_PLAY)
    await untouched(world, table, before)


async def test_an_old_pass_control_is_stale(world: World) -> None:
    table = await dry(world)
    await table.pass_turn(BEN.user, table.ply)
    await refused(table.pass_turn(BEN.user, table.ply - 1), Code.STALE)


# ---------------------------------------------------------------------- deals


async def test_anyone_seated_may_deal_again_once(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    assert table.view(None).between_deals
    await table.next_deal(BEN.user, 1)
    assert table.view(None).deal == 2
    before = snapshot(table)
    await refused(table.next_deal(ANA.user, 1), Code.STALE)
    await untouched(world, table, before)


async def test_nobody_deals_while_a_deal_is_in_play(world: World) -> None:
    table = await world.match(ANA, BEN)
    for deal in (0, 1, 2):
        await refused(table.next_deal(ANA.user, deal), Code.STALE)


async def test_a_whole_match_ends_with_scores_for_the_leaderboard(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await play_match(table)
    view = table.view(None)
    assert table.header.status is Status.FINISHED
    assert table.header.deadline is None
    assert not table.playing
    assert isinstance(table.news[-1], MatchEnded)
    board, total = await world.store.league.board(LeaderboardFilter(GUILD), 10)
    assert total == 3
    assert {each.user: each.points for each in board} == dict(
        zip((ANA.user, BEN.user, CEM.user), view.totals, strict=True)
    )
    assert [each.user for each in board if each.wins] == [table.people[seat].user for seat in view.winners]
    assert board[0].wins == 1
    assert await world.store.open_tables() == []


async def test_in_pairs_both_partners_score_their_sides_points_and_win_together(world: World) -> None:
    table = await world.match(*FOUR, pairs=True, target=50)
    await play_match(table)
    view = table.view(None)
    board, _ = await world.store.league.board(LeaderboardFilter(GUILD, Kind.PAIRS), 10)
    points = {each.user: each.points for each in board}
    assert points == {person.user: view.totals[seat % 2] for seat, person in enumerate(FOUR)}
    assert {each.user for each in board if each.wins} == {FOUR[seat].user for seat in view.winners}
    assert len(view.winners) == 2


async def test_after_the_match_nothing_can_be_done(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await play_match(table)
    before = snapshot(table)
    for attempt in (
        table.play(ANA.user, 0, table.ply, 0),
        table.pass_turn(ANA.user, table.ply),
        table.next_deal(ANA.user, table.view(None).deal),
        table.leave_match(ANA.user),
        table.end(ANA.user),
        table.join(CEM),
    ):
        await refused(attempt, Code.CLOSED)
    await untouched(world, table, before)


async def test_the_whole_match_with_all_it_hides_is_given_only_after_its_end(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    with pytest.raises(TableError):
        table.final_state()
    await play_match(table)
    state = table.final_state()
    assert state.finished
    assert match.view(state, None) == table.view(None)


# ---------------------------------------------------------------------- going away


async def test_one_who_walks_away_stays_in_the_match_but_can_do_nothing_more(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.leave_match(BEN.user)
    assert table.people == (ANA, replace(BEN, presence=Presence.LEFT), CEM)
    assert table.news[-1] == WentAway(1)
    assert table.playing
    for attempt in (
        table.play(BEN.user, 1, table.ply, 0),
        table.pass_turn(BEN.user, table.ply),
        table.leave_match(BEN.user),
    ):
        await refused(attempt, Code.LEFT)
    found = await world.store.find(table.id)
    assert found.header == table.header


async def test_one_who_walked_away_wins_nothing_even_where_the_bot_wins_for_them(world: World) -> None:
    for attempt in range(20):
        table = await world.lobby(ANA, BEN, identity=f"t{attempt}", options={"target": 50})
        await table.start(ANA.user)
        await table.leave_match(ANA.user)
        while table.playing:
            await world.due(table)
            if table.playing and table.people[1].away:
                await table.come_back(BEN)
        if table.view(None).winners == (0,):
            break
    else:
        pytest.fail("the bot never won for the one who left")
    ana = await world.store.league.standing(LeaderboardFilter(GUILD), ANA.user)
    assert (ana.matches, ana.wins) == (attempt + 1, 0)
    assert ana.points >= 50


# ---------------------------------------------------------------------- ending


@pytest.mark.parametrize(("user", "manager"), [(ANA.user, False), (EVE.user, True)])
async def test_the_host_or_a_manager_ends_a_match_and_it_counts_for_nobody(
    user: int, manager: bool, world: World
) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    await table.end(user, manager=manager)
    assert table.header.status is Status.CLOSED
    assert table.header.deadline is None
    assert table.news[-1] == Closed("ended", user)
    assert await world.store.league.board(LeaderboardFilter(GUILD), 10) == ([], 0)


@pytest.mark.parametrize(("user", "manager"), [(ANA.user, False), (EVE.user, True)])
async def test_the_host_or_a_manager_chooses_text_for_the_channel_which_a_restart_keeps(
    user: int, manager: bool, world: World
) -> None:
    table = await world.match(ANA, BEN)
    told, deadline = len(world.told), table.header.deadline
    world.clock.now += 5
    await table.set_as_text(user, True, manager=manager)
    assert table.header.as_text
    assert (len(world.told), table.header.deadline) == (told, deadline), "nobody waits longer or is told"
    kept = await world.store.find(table.id)
    assert kept is not None
    again = Table.restore(kept, world.around)
    assert again.header.as_text
    await again.set_as_text(user, False, manager=manager)
    assert not again.header.as_text


async def test_others_do_not_choose_text_for_the_channel(world: World) -> None:
    table = await world.match(ANA, BEN)
    await refused(table.set_as_text(BEN.user, True), Code.NOT_HOST)
    assert not table.header.as_text


async def test_others_do_not_end_a_match(world: World) -> None:
    table = await world.match(ANA, BEN)
    for user in (BEN.user, EVE.user):
        await refused(table.end(user), Code.NOT_HOST)
    assert table.playing


# ---------------------------------------------------------------------- durable before anyone hears of it


async def test_an_action_that_could_not_be_written_never_was(world: World) -> None:
    table = await world.match(*FOUR)
    await play_one(table)
    world.told.clear()
    before = snapshot(table)
    world.store.fails = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await play_one(table)
    assert snapshot(table) == before
    assert world.told == []
    world.store.fails = None
    await untouched(world, table, before)
    await play_one(table)
    assert world.told == [table]


async def test_no_change_of_a_table_is_told_that_could_not_be_written(world: World) -> None:
    lobby = await world.lobby(ANA, BEN, CEM)
    before = lobby.header
    world.told.clear()
    world.store.fails = OSError("disk full")
    for attempt in (
        lobby.join(DIA),
        lobby.leave(BEN.user),
        lobby.configure(ANA.user, "express-it"),
        lobby.choose_partner(ANA.user, BEN.user),
        lobby.cancel(ANA.user),
        lobby.start(ANA.user),
        lobby.refresh_person(replace(BEN, name="Benno")),
        lobby.add_time(50),
    ):
        with pytest.raises(OSError, match="disk full"):
            await attempt
        assert lobby.header is before
        assert (lobby.ply, lobby.news, world.told) == (0, [], [])


async def test_what_ends_a_match_is_not_told_when_it_could_not_be_written(world: World) -> None:
    table = await world.match(ANA, BEN)
    before = snapshot(table)
    world.told.clear()
    world.store.fails = OSError("disk full")
    for attempt in (table.end(ANA.user), table.leave_match(ANA.user), table.expire(world.clock.now + 10_000)):
        with pytest.raises(OSError, match="disk full"):
            await attempt
        assert snapshot(table) == before
        assert world.told == []


async def test_when_it_is_told_it_is_in_the_store(world: World) -> None:
    table = await world.match(ANA, BEN)
    seen: list[int] = []

    def look(changed: Table) -> None:
        seen.append(changed.ply)

    table = Table.restore(await _found(world, table), replace(world.around, changed=look))
    before = table.ply
    await play_one(table)
    assert seen == [before + 1]
    assert len((await _found(world, table)).log) == before + 1


async def _found(world: World, table: Table):
    found = await world.store.find(table.id)
    assert found is not None
    return found


async def test_a_post_noted_while_an_action_is_being_written_is_not_forgotten(world: World) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    await asyncio.gather(
        table.set_post(Post(message=1, ply=table.ply)), table.play(table.people[seat].user, seat, table.ply, 0)
    )
    assert table.header.post == Post(message=1, ply=1)
    assert isinstance(table.view(None).history[-1], Play)
    await asyncio.gather(table.set_post(Post(message=2, ply=2)), table.end(ANA.user))
    assert table.header.post == Post(message=2, ply=2)
    assert (await _found(world, table)).header == table.header
