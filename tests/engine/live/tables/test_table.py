"""A table during its match."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Pass, Play
from engine.errors import Illegal
from engine.events import Dealt, MatchEnded, Played
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.errors import Code, StorageError
from engine.live.model.news import Closed, WentAway
from engine.live.model.table import Presence, SentMessage, Status
from engine.live.tables import deadlines, lifecycle, lobby, playing, presence
from engine.live.tables.table import Table
from tests.engine.games import deal_action
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, GUILD, World
from tests.engine.live.playing import all_refused, expire_at, in_turn, play_deal, play_match, play_one, turn

DRY = deal_action(["6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0"])
"""Seat 0 opens and never shows a number that seat 1 has."""


async def dry(world: World) -> Table:
    """Begin a match of Ana and Ben in which Ben can only pass, and passes."""
    world.dealer = lambda _state: DRY
    table = await world.match(ANA, BEN)
    await table.do(playing.play, ANA.user, 0, 1, 0)
    await table.do(playing.pass_turn, BEN.user, table.ply)
    return table


# ---------------------------------------------------------------------- playing


async def test_a_choice_is_a_place_in_the_list_of_legal_actions(trio: Table) -> None:
    await play_one(trio)
    legal = trio.view(turn(trio)).legal
    assert len(legal) > 1
    await play_one(trio, 1)
    assert trio.view(None).history[-1] == legal[1]
    assert trio.ply == 3


async def test_the_log_has_every_action_with_its_player_and_time(world: World, table: Table) -> None:
    user = in_turn(table).user
    world.clock.now += 7
    await play_one(table)
    dealt, played = (await world.kept(table)).log
    assert (dealt.ply, dealt.user, dealt.at) == (0, ANA.user, world.clock.now - 7)
    assert (played.ply, played.user, played.at) == (1, user, world.clock.now)
    assert dealt.action.startswith("deal ")
    assert played.action == str(table.view(None).history[0])


async def test_news_and_the_change_are_told_after_every_action(world: World, table: Table) -> None:
    world.told.clear()
    await play_one(table)
    assert world.told == [table]
    assert [type(each) for each in table.untold] == [Dealt, Played]


async def test_a_control_of_another_moment_is_stale(world: World, table: Table) -> None:
    await play_one(table)
    user, seat = in_turn(table).user, turn(table)
    stale = [table.do(playing.play, user, seat, ply, 0) for ply in (table.ply - 1, table.ply + 1, 0, -1)]
    await world.declined(table, Code.STALE, *stale)


async def test_a_choice_that_is_not_in_the_list_is_stale(world: World, table: Table) -> None:
    await world.declined(table, Code.STALE, play_one(table, -1), play_one(table, 99))


async def test_the_control_of_another_player_does_nothing(world: World, quartet: Table) -> None:
    others = [each for each in FOUR if each is not in_turn(quartet)]
    requests = [quartet.do(playing.play, each.user, turn(quartet), quartet.ply, 0) for each in others]
    await world.declined(quartet, Code.NOT_YOURS, *requests)


async def test_a_person_who_does_not_sit_there_plays_nothing(world: World, table: Table) -> None:
    await world.declined(
        table,
        Code.NOT_SEATED,
        table.do(playing.play, EVE.user, turn(table), table.ply, 0),
        table.do(playing.pass_turn, EVE.user, table.ply),
        table.do(playing.next_deal, EVE.user, 1),
        table.do(presence.leave, EVE.user),
    )


async def test_the_own_control_out_of_turn_does_nothing(world: World, table: Table) -> None:
    seat = 1 - turn(table)
    await world.declined(table, Code.STALE, table.do(playing.play, table.people[seat].user, seat, table.ply, 0))


# ---------------------------------------------------------------------- passing


async def test_a_player_who_cannot_play_passes(world: World) -> None:
    table = await dry(world)
    assert table.view(None).history[-1] == Pass(1)
    assert turn(table) == 0


async def test_a_player_who_can_play_may_not_pass(world: World) -> None:
    table = await dry(world)
    await world.declined(table, Illegal.MUST_PLAY, table.do(playing.pass_turn, ANA.user, table.ply))


async def test_an_old_pass_control_is_stale(world: World) -> None:
    table = await dry(world)
    await world.declined(table, Code.STALE, table.do(playing.pass_turn, BEN.user, table.ply - 1))


# ---------------------------------------------------------------------- deals


async def test_any_player_may_deal_again_once(world: World, table: Table) -> None:
    await play_deal(table)
    assert table.view(None).between_deals
    await table.do(playing.next_deal, BEN.user, 1)
    assert table.view(None).deal == 2
    await world.declined(table, Code.STALE, table.do(playing.next_deal, ANA.user, 1))


async def test_a_deal_in_play_allows_no_other(table: Table) -> None:
    await all_refused(Code.STALE, *(table.do(playing.next_deal, ANA.user, deal) for deal in (0, 1, 2)))


async def test_a_whole_match_ends_with_scores_for_the_leaderboard(world: World, trio: Table) -> None:
    await play_match(trio)
    view = trio.view(None)
    assert (trio.header.status, trio.header.deadline, trio.playing) == (Status.FINISHED, None, False)
    assert isinstance(trio.untold[-1], MatchEnded)
    board = await world.board(rules=trio.header.rules)
    assert {each.user_id: each.points for each in board} == {
        person.user: points for person, points in zip((ANA, BEN, CEM), view.totals, strict=True)
    }
    assert [each.user_id for each in board if each.wins] == [trio.people[seat].user for seat in view.winners]
    assert board[0].wins == 1
    assert await world.store.open_tables() == []


async def test_both_partners_score_their_sides_points_and_win_together(world: World) -> None:
    table = await world.match(*FOUR, pairs=True, target=50)
    await play_match(table)
    view, board = table.view(None), await world.board(Kind.PAIRS, table.header.rules)
    points = {each.user_id: each.points for each in board}
    assert points == {person.user: view.totals[seat % 2] for seat, person in enumerate(FOUR)}
    assert {each.user_id for each in board if each.wins} == {FOUR[seat].user for seat in view.winners}
    assert len(view.winners) == 2


async def test_a_finished_match_shows_all_that_it_hid_and_allows_nothing_more(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await play_match(table)
    state = table.situation.state
    assert state is not None
    assert state.finished
    assert match.view(state, None) == table.view(None)
    await world.declined(
        table,
        Code.CLOSED,
        table.do(playing.play, ANA.user, 0, table.ply, 0),
        table.do(playing.pass_turn, ANA.user, table.ply),
        table.do(playing.next_deal, ANA.user, table.view(None).deal),
        table.do(presence.leave, ANA.user),
        table.do(lifecycle.end, ANA.user),
        table.do(lobby.join, CEM),
    )


# ---------------------------------------------------------------------- going away


async def test_a_player_who_leaves_stays_in_the_match_but_can_do_nothing_more(world: World, trio: Table) -> None:
    await trio.do(presence.leave, BEN.user)
    assert trio.people == (ANA, replace(BEN, presence=Presence.LEFT, early=True), CEM)
    assert trio.untold[-1] == WentAway(1)
    assert trio.playing
    requests = (
        trio.do(playing.play, BEN.user, 1, trio.ply, 0),
        trio.do(playing.pass_turn, BEN.user, trio.ply),
        trio.do(presence.leave, BEN.user),
    )
    await world.declined(trio, Code.LEFT, *requests)


async def test_a_player_who_left_wins_nothing_even_where_the_bot_wins_for_them(world: World) -> None:
    for _ in range(20):
        table = await world.match(ANA, BEN, target=50)
        await table.do(presence.leave, ANA.user)
        while table.playing:
            await world.due(table)
            if table.playing and table.people[1].away:
                await table.do(presence.come_back, BEN.user)
        if table.view(None).winners == (0,):
            break
    else:
        pytest.fail("the bot never won for the one who left")
    ana = await world.store.league.standing(LeaderboardFilter(GUILD, rules="express"), ANA.user)
    assert (ana.matches, ana.wins) == (world.opened, 0)
    assert ana.points >= 50


# ---------------------------------------------------------------------- ending


by_host_or_manager = pytest.mark.parametrize(
    ("user", "manager"), [(ANA.user, False), (EVE.user, True)], ids=["host", "manager"]
)


@by_host_or_manager
async def test_the_host_or_a_manager_ends_a_match(user: int, manager: bool, world: World, table: Table) -> None:
    if manager:
        await play_deal(table)
    await table.do(lifecycle.end, user, manager=manager)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold[-1] == Closed("ended", user)
    assert await world.board() == []


@by_host_or_manager
async def test_the_host_or_a_manager_chooses_text(user: int, manager: bool, world: World, table: Table) -> None:
    told, deadline = len(world.told), table.header.deadline
    world.clock.now += 5
    await table.do(lifecycle.set_as_text, user, True, manager=manager)
    assert table.header.as_text
    assert (len(world.told), table.header.deadline) == (told, deadline), "no player waits longer or is told"
    again = await world.again(table)
    await again.do(lifecycle.set_as_text, user, False, manager=manager)
    assert not again.header.as_text


async def test_other_players_neither_choose_text_nor_end_a_match(world: World, table: Table) -> None:
    requests = (
        table.do(lifecycle.set_as_text, BEN.user, True),
        table.do(lifecycle.end, BEN.user),
        table.do(lifecycle.end, EVE.user),
    )
    await world.declined(table, Code.NOT_HOST, *requests)


# ---------------------------------------------------------------------- durable before it is told


async def test_an_action_that_could_not_be_written_never_was(world: World, quartet: Table) -> None:
    await play_one(quartet)
    await world.not_written(quartet, [play_one(quartet)])
    assert len((await world.kept(quartet)).log) == quartet.ply
    await play_one(quartet)
    assert world.told == [quartet]


async def test_a_change_of_a_lobby_that_could_not_be_written_is_not_told(world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    changes = (
        table.do(lobby.join, DIA),
        table.do(lobby.leave, BEN.user),
        table.do(lobby.configure, ANA.user, "express-it"),
        table.do(lobby.choose_partner, ANA.user, BEN.user),
        table.do(lobby.cancel, ANA.user),
        table.do(lobby.start, ANA.user),
        table.do(presence.refresh_person, replace(BEN, name="Benno")),
        table.do(deadlines.add_time, 50),
    )
    await world.not_written(table, changes)


async def test_an_end_of_a_match_that_could_not_be_written_is_not_told(world: World, table: Table) -> None:
    ends = (
        table.do(lifecycle.end, ANA.user),
        table.do(presence.leave, ANA.user),
        expire_at(table, world.clock.now + 10_000),
    )
    await world.not_written(table, ends)


async def test_a_change_is_in_the_store_when_it_is_told(world: World, table: Table) -> None:
    seen: list[int] = []

    def look(changed: Table) -> None:
        seen.append(changed.ply)

    table = Table.restore(await world.kept(table), replace(world.around, changed=look))
    await play_one(table)
    assert seen == [2]
    assert len((await world.kept(table)).log) == 2


async def test_a_post_noted_while_an_action_is_being_written_is_not_forgotten(world: World, table: Table) -> None:
    await asyncio.gather(table.set_post(SentMessage(message_id=1, ply=table.ply)), play_one(table))
    assert table.header.post == SentMessage(message_id=1, ply=1)
    assert isinstance(table.view(None).history[-1], Play)
    await asyncio.gather(table.set_post(SentMessage(message_id=2, ply=2)), table.do(lifecycle.end, ANA.user))
    assert table.header.post == SentMessage(message_id=2, ply=2)
    assert (await world.kept(table)).header == table.header


async def kept_post(world: World, table: Table) -> SentMessage | None:
    return (await world.kept(table)).header.post


async def test_a_post_that_is_only_noted_is_stored_with_the_next_action(world: World, table: Table) -> None:
    await table.set_post(first := SentMessage(message_id=1, ply=table.ply))
    table.note_post(second := SentMessage(message_id=2, ply=table.ply))
    assert (table.header.post, await kept_post(world, table)) == (second, first)
    with world.store.failing(), pytest.raises(StorageError):
        await play_one(table)
    assert table.post_waits, "it still waits for the next"
    await play_one(table)
    assert await kept_post(world, table) == second
    assert not table.post_waits
    assert (await world.kept(table)).header == table.header


async def test_a_post_that_is_only_noted_is_stored_alone_where_nobody_acts(world: World, table: Table) -> None:
    table.note_post(post := SentMessage(message_id=2, ply=table.ply))
    assert await table.keep_post()
    assert await kept_post(world, table) == post


async def test_a_post_noted_while_another_is_stored_waits(world: World, table: Table) -> None:
    table.note_post(SentMessage(message_id=2, ply=table.ply))
    storing = asyncio.create_task(play_one(table))
    await asyncio.sleep(0)
    table.note_post(last := SentMessage(message_id=3, ply=table.ply))
    await storing
    assert table.post_waits
    await asyncio.gather(table.keep_post(), play_one(table))
    assert await kept_post(world, table) == table.header.post == last


async def test_a_post_that_is_only_noted_outlives_the_answer_to_a_commit(world: World, table: Table) -> None:
    table.note_post(post := SentMessage(message_id=2, ply=table.ply))
    with world.store.in_doubt(), pytest.raises(StorageError):
        await play_one(table)
    await all_refused(Code.STALE, play_one(table))
    table.note_post(last := replace(post, message_id=3))
    await play_one(table)
    assert await kept_post(world, table) == table.header.post == last
