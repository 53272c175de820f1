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
from tests.engine.live.playing import all_refused, expire_at, play_match, play_one
from tests.engine.live.sketch import Sketch, begun, with_options

DRY = deal_action(["6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0"])
"""Seat 0 opens and never shows a number that seat 1 has."""


def dry() -> Sketch:
    """Begin a match of Ana and Ben in which Ben can only pass, and passes."""
    table = begun(ANA, BEN, dealer=lambda _state: DRY)
    table.do(playing.play, ANA.user_id, 0, 1, 0)
    table.do(playing.pass_turn, BEN.user_id, table.ply)
    return table


# ---------------------------------------------------------------------- playing


def test_a_choice_is_a_place_in_the_list_of_legal_actions() -> None:
    trio = begun(ANA, BEN, CEM, rules="matador")
    legal = trio.view(trio.turn).legal
    assert len(legal) > 1
    trio.play(1)
    assert trio.view(None).history[-1] == legal[1]
    assert trio.ply == 2


def test_the_log_has_every_action_with_its_player_and_time() -> None:
    table = begun(ANA, BEN)
    user = table.in_turn.user_id
    table.pass_time(7)
    table.play()
    dealt, played = table.log
    assert (dealt.ply, dealt.user_id, dealt.at) == (0, ANA.user_id, table.at.now - 7)
    assert (played.ply, played.user_id, played.at) == (1, user, table.at.now)
    assert dealt.action.startswith("deal ")
    assert played.action == str(table.view(None).history[0])


async def test_news_and_the_change_are_told_after_every_action(world: World, table: Table) -> None:
    world.told.clear()
    await play_one(table)
    assert world.told == [table]
    assert [type(each) for each in table.untold] == [Dealt, Played]


def test_a_control_of_another_moment_is_stale() -> None:
    table = begun(ANA, BEN)
    table.play()
    user, seat = table.in_turn.user_id, table.turn
    for ply in (table.ply - 1, table.ply + 1, 0, -1):
        table.refuses(Code.STALE, playing.play, user, seat, ply, 0)


def test_a_choice_that_is_not_in_the_list_is_stale() -> None:
    table = begun(ANA, BEN)
    table.refuses(Code.STALE, playing.play, table.in_turn.user_id, table.turn, table.ply, -1)
    table.refuses(Code.STALE, playing.play, table.in_turn.user_id, table.turn, table.ply, 99)


def test_the_control_of_another_player_does_nothing() -> None:
    quartet = begun(*FOUR)
    others = [each for each in FOUR if each is not quartet.in_turn]
    for each in others:
        quartet.refuses(Code.NOT_YOURS, playing.play, each.user_id, quartet.turn, quartet.ply, 0)


def test_a_person_who_does_not_sit_there_plays_nothing() -> None:
    table = begun(ANA, BEN)
    table.refuses(Code.NOT_SEATED, playing.play, EVE.user_id, table.turn, table.ply, 0)
    table.refuses(Code.NOT_SEATED, playing.pass_turn, EVE.user_id, table.ply)
    table.refuses(Code.NOT_SEATED, playing.next_deal, EVE.user_id, 1)
    table.refuses(Code.NOT_SEATED, presence.leave, EVE.user_id)


def test_the_own_control_out_of_turn_does_nothing() -> None:
    table = begun(ANA, BEN)
    seat = 1 - table.turn
    table.refuses(Code.STALE, playing.play, table.people[seat].user_id, seat, table.ply, 0)


# ---------------------------------------------------------------------- passing


def test_a_player_who_cannot_play_passes() -> None:
    table = dry()
    assert table.view(None).history[-1] == Pass(1)
    assert table.turn == 0


def test_a_player_who_can_play_may_not_pass() -> None:
    table = dry()
    table.refuses(Illegal.MUST_PLAY, playing.pass_turn, ANA.user_id, table.ply)


def test_an_old_pass_control_is_stale() -> None:
    table = dry()
    table.refuses(Code.STALE, playing.pass_turn, BEN.user_id, table.ply - 1)


# ---------------------------------------------------------------------- deals


def test_any_player_may_deal_again_once() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    assert table.view(None).between_deals
    table.do(playing.next_deal, BEN.user_id, 1)
    assert table.view(None).deal == 2
    table.refuses(Code.STALE, playing.next_deal, ANA.user_id, 1)


def test_a_deal_in_play_allows_no_other() -> None:
    table = begun(ANA, BEN)
    for deal in (0, 1, 2):
        table.refuses(Code.STALE, playing.next_deal, ANA.user_id, deal)


async def test_a_whole_match_ends_with_scores_for_the_leaderboard(world: World, trio: Table) -> None:
    await play_match(trio)
    view = trio.view(None)
    assert (trio.header.status, trio.header.deadline, trio.playing) == (Status.FINISHED, None, False)
    assert isinstance(trio.untold[-1], MatchEnded)
    board = await world.board(rules=trio.header.rules)
    assert {each.user_id: each.points for each in board} == {
        person.user_id: points for person, points in zip((ANA, BEN, CEM), view.totals, strict=True)
    }
    assert [each.user_id for each in board if each.wins] == [trio.people[seat].user_id for seat in view.winners]
    assert board[0].wins == 1
    assert await world.store.open_tables() == []


async def test_both_partners_score_their_sides_points_and_win_together(world: World) -> None:
    table = await world.match(*FOUR, pairs=True, target=50)
    await play_match(table)
    view, board = table.view(None), await world.board(Kind.PAIRS, table.header.rules)
    points = {each.user_id: each.points for each in board}
    assert points == {person.user_id: view.totals[seat % 2] for seat, person in enumerate(FOUR)}
    assert {each.user_id for each in board if each.wins} == {FOUR[seat].user_id for seat in view.winners}
    assert len(view.winners) == 2


def test_a_finished_match_shows_all_that_it_hid_and_allows_nothing_more() -> None:
    table = with_options(ANA, BEN, target=50)
    table.play_match()
    state = table.at.state
    assert state is not None
    assert state.finished
    assert match.view(state, None) == table.view(None)
    table.refuses(Code.CLOSED, playing.play, ANA.user_id, 0, table.ply, 0)
    table.refuses(Code.CLOSED, playing.pass_turn, ANA.user_id, table.ply)
    table.refuses(Code.CLOSED, playing.next_deal, ANA.user_id, table.view(None).deal)
    table.refuses(Code.CLOSED, presence.leave, ANA.user_id)
    table.refuses(Code.CLOSED, lifecycle.end, ANA.user_id)
    table.refuses(Code.CLOSED, lobby.join, CEM)


# ---------------------------------------------------------------------- going away


def test_a_player_who_leaves_stays_in_the_match_but_can_do_nothing_more() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, BEN.user_id)
    assert trio.people == (ANA, replace(BEN, presence=Presence.LEFT, early=True), CEM)
    assert trio.untold[-1] == WentAway(1)
    assert trio.playing
    trio.refuses(Code.LEFT, playing.play, BEN.user_id, 1, trio.ply, 0)
    trio.refuses(Code.LEFT, playing.pass_turn, BEN.user_id, trio.ply)
    trio.refuses(Code.LEFT, presence.leave, BEN.user_id)


@pytest.mark.long
async def test_a_player_who_left_wins_nothing_even_where_the_bot_wins_for_them(world: World) -> None:
    for _ in range(20):
        table = await world.match(ANA, BEN, target=50)
        await table.do(presence.leave, ANA.user_id)
        while table.playing:
            await world.due(table)
            if table.playing and table.people[1].away:
                await table.do(presence.come_back, BEN.user_id)
        if table.view(None).winners == (0,):
            break
    else:
        pytest.fail("the bot never won for the one who left")
    ana = await world.store.league.standing(LeaderboardFilter(GUILD, rules="express"), ANA.user_id)
    assert (ana.matches, ana.wins) == (world.opened, 0)
    assert ana.points >= 50


# ---------------------------------------------------------------------- ending


by_host_or_manager = pytest.mark.parametrize(
    ("user", "manager"), [(ANA.user_id, False), (EVE.user_id, True)], ids=["host", "manager"]
)


@by_host_or_manager
def test_the_host_or_a_manager_ends_a_match(user: int, manager: bool) -> None:
    table = begun(ANA, BEN)
    if manager:
        table.play_deal()
    table.do(lifecycle.end, user, manager=manager)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold[-1] == Closed("ended", user)


@by_host_or_manager
def test_the_host_or_a_manager_chooses_text(user: int, manager: bool) -> None:
    table = begun(ANA, BEN)
    reports, deadline = table.reports, table.header.deadline
    table.pass_time(5)
    table.do(lifecycle.set_as_text, user, True, manager=manager)
    assert table.header.as_text
    assert (table.reports, table.header.deadline) == (reports, deadline), "no player waits longer or is told"
    table.do(lifecycle.set_as_text, user, False, manager=manager)
    assert not table.header.as_text


def test_other_players_neither_choose_text_nor_end_a_match() -> None:
    table = begun(ANA, BEN)
    table.refuses(Code.NOT_HOST, lifecycle.set_as_text, BEN.user_id, True)
    table.refuses(Code.NOT_HOST, lifecycle.end, BEN.user_id)
    table.refuses(Code.NOT_HOST, lifecycle.end, EVE.user_id)


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
        table.do(lobby.leave, BEN.user_id),
        table.do(lobby.configure, ANA.user_id, "express-it"),
        table.do(lobby.shuffle_seats, ANA.user_id),
        table.do(lobby.cancel, ANA.user_id),
        table.do(lobby.start, ANA.user_id),
        table.do(presence.refresh_person, replace(BEN, name="Benno")),
        table.do(deadlines.add_time, 50),
    )
    await world.not_written(table, changes)


async def test_an_end_of_a_match_that_could_not_be_written_is_not_told(world: World, table: Table) -> None:
    ends = (
        table.do(lifecycle.end, ANA.user_id),
        table.do(presence.leave, ANA.user_id),
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
    await asyncio.gather(table.set_post(SentMessage(message_id=2, ply=2)), table.do(lifecycle.end, ANA.user_id))
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
