"""Presence in mid-match: missing turns, being held and back, leaving, being removed, and the host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from engine.errors import IllegalMove
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, Closed, Held, NewHost, Paused, Removed, TimedOut, WentAway
from engine.live.model.table import Person, Presence, SentMessage, Status
from engine.live.tables import lifecycle, lobby, pauses, playing, presence, votes
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, EVE, World
from tests.engine.live.playing import all_refused, exactly, expire_at, news_of, play_deal, play_one, refused, tell, turn


async def can_do_nothing(table: Table, user: int, reason: Code) -> None:
    """See that each thing that a player can do in mid-match is declined."""
    await all_refused(
        reason,
        table.do(playing.play, user, table.header.seat_of(user), table.ply, 0),
        table.do(playing.pass_turn, user, table.ply),
        table.do(playing.flip, user, table.ply, 1),
        table.do(playing.next_deal, user, 1),
        table.do(votes.call_vote, user),
        table.do(votes.vote, user, 1, yes=True),
    )


# ---------------------------------------------------------------------- missing turns


async def test_the_bot_plays_a_turn_missed_once_and_its_player_stays(world: World, trio: Table) -> None:
    await world.play_until(trio, BEN)
    tell(trio)
    seat = await world.miss(trio, BEN)
    assert trio.people[seat] == replace(BEN, missed=1)
    assert exactly(trio.untold[0]) == exactly(TimedOut(seat))
    assert not news_of(trio, Held)
    await world.again(trio)


async def test_the_bot_holds_a_seat_after_the_second_turn_missed_in_a_row(world: World, trio: Table) -> None:
    await world.miss(trio, BEN)
    await world.play_until(trio, BEN)
    tell(trio)
    seat = await world.miss(trio, BEN)
    assert trio.people[seat] == replace(BEN, presence=Presence.HELD)
    assert exactly(trio.untold[0], trio.untold[-1]) == exactly(TimedOut(seat), Held(seat))
    await world.again(trio)
    await can_do_nothing(trio, BEN.user, Code.HELD)


@pytest.mark.parametrize(
    "act", [play_one, lambda table: table.do(playing.pass_turn, BEN.user, table.ply)], ids=["play", "pass"]
)
async def test_acting_in_between_starts_the_count_again(
    act: Callable[[Table], Awaitable[None]], world: World, trio: Table
) -> None:
    for _ in range(3):
        seat = await world.miss(trio, BEN)
        assert trio.people[seat].missed == 1
        await world.play_until(trio, BEN)
        try:
            await act(trio)
        except IllegalMove:
            # a player who can play may not pass, and has done nothing by asking
            assert trio.people[seat].missed == 1
            await play_one(trio)
        assert trio.people[seat] == BEN
        await world.again(trio)
        if trio.view(None).turn is None:
            return


async def test_dealing_again_is_acting_too(table: Table) -> None:
    await play_deal(table)
    table.header = replace(table.header, people=(ANA, replace(BEN, missed=1)))
    await table.do(playing.next_deal, BEN.user, 1)
    assert table.people == (ANA, BEN)


async def test_the_bot_plays_a_held_seat_soon_and_turn_after_turn(world: World, quartet: Table) -> None:
    seat = await world.held(quartet, BEN)
    for _ in range(2):
        await world.play_until(quartet, BEN)
        tell(quartet)
        assert world.left(quartet) == 1.5
        await world.due(quartet)
        assert exactly(quartet.untold[0]) == exactly(TimedOut(seat))
        assert not news_of(quartet, Held)
        assert quartet.people[seat] == replace(BEN, presence=Presence.HELD)


# ---------------------------------------------------------------------- being back


async def test_a_player_who_comes_back_in_turn_has_all_of_its_time_and_a_reminder(world: World, quartet: Table) -> None:
    seat = await world.held(quartet, BEN)
    await world.play_until(quartet, BEN)
    world.clock.now += 1
    await quartet.do(presence.come_back, BEN.user)
    assert quartet.people[seat] == BEN
    assert exactly(quartet.untold[-1]) == exactly(CameBack(seat))
    assert world.left(quartet) == 120
    await expire_at(quartet, world.clock.now + 60)
    assert world.reminded == [quartet]
    await quartet.do(playing.play, BEN.user, seat, quartet.ply, 0)


async def test_a_player_who_comes_back_out_of_turn_gives_another_no_more_time(world: World, quartet: Table) -> None:
    seat = await world.held(quartet, BEN)
    before = quartet.header.deadline
    world.clock.now += 30
    await quartet.do(presence.come_back, BEN.user)
    assert (quartet.header.deadline, quartet.header.last_activity_at) == (before, world.clock.now)
    assert quartet.people[seat] == BEN
    await world.again(quartet)


async def test_only_a_player_whose_seat_the_bot_plays_comes_back(world: World, quartet: Table) -> None:
    await quartet.do(presence.remove, ANA.user, CEM.user)
    for person, why in ((ANA, Code.NOT_HELD), (CEM, Code.REMOVED), (EVE, Code.NOT_SEATED)):
        await world.declined(quartet, why, quartet.do(presence.come_back, person.user))


async def test_a_player_who_left_comes_back_with_a_whole_turn(world: World, trio: Table) -> None:
    seat = await world.play_until(trio, BEN)
    world.clock.now += 100
    await trio.do(presence.leave, BEN.user)
    world.clock.now += 1
    await trio.do(presence.come_back, BEN.user)
    assert trio.people[seat] == BEN
    assert exactly(*trio.untold[-2:]) == exactly(WentAway(seat), CameBack(seat))
    assert world.left(trio) == 120
    await world.again(trio)


@pytest.mark.parametrize("asked", [False, True])
async def test_the_host_lets_a_removed_player_come_back(asked: bool, world: World, trio: Table) -> None:
    await trio.do(presence.remove, ANA.user, BEN.user)
    await world.declined(trio, Code.NOT_HOST, trio.do(presence.readmit, CEM.user, 1))
    await world.declined(
        trio, Code.SEAT_TAKEN, trio.do(presence.readmit, ANA.user, 2), trio.do(presence.readmit, ANA.user, 9)
    )
    if asked:
        for _ in range(2):
            await trio.do(presence.ask_back, BEN.user)
    await trio.do(presence.readmit, ANA.user, 1)
    assert trio.people[1].presence is (Presence.HERE if asked else Presence.HELD)
    if not asked:
        await trio.do(presence.come_back, BEN.user)
    assert exactly(trio.untold[-1]) == exactly(CameBack(1))
    await world.again(trio)


async def test_a_player_who_comes_back_in_a_pause_has_all_of_the_turn_after_it(world: World, quartet: Table) -> None:
    await world.held(quartet, BEN)
    await world.play_until(quartet, BEN)
    world.clock.now += 1
    await quartet.do(pauses.pause, ANA.user)
    await quartet.do(presence.come_back, BEN.user)
    assert quartet.header.deadline is None
    again = await world.again(quartet)
    world.clock.now += 1000
    await again.do(pauses.resume, ANA.user)
    assert world.left(again) == 120


# ---------------------------------------------------------------------- leaving and being removed


async def test_a_removed_player_can_do_nothing_and_the_bot_plays_on(world: World, trio: Table) -> None:
    seat = await world.play_until(trio, BEN)
    await trio.do(presence.remove, ANA.user, BEN.user)
    assert trio.people[seat] == replace(BEN, presence=Presence.REMOVED, early=True)
    assert exactly(trio.untold[-1]) == exactly(Removed(seat))
    assert world.left(trio) == 1.5
    await world.again(trio)
    await world.due(trio)
    assert turn(trio) != seat
    await can_do_nothing(trio, BEN.user, Code.REMOVED)


async def test_only_the_host_removes_and_only_another_player(world: World, quartet: Table) -> None:
    await quartet.do(presence.leave, CEM.user)
    for user, other, why in (
        (BEN.user, ANA.user, Code.NOT_HOST),
        (EVE.user, BEN.user, Code.NOT_HOST),
        (ANA.user, ANA.user, Code.SELF_REMOVAL),
        (ANA.user, EVE.user, Code.NOT_HERE),
        (ANA.user, CEM.user, Code.NOT_HERE),
    ):
        await world.declined(quartet, why, quartet.do(presence.remove, user, other))


@pytest.mark.parametrize("way", ["leave", "remove"])
async def test_a_player_whose_seat_is_held_leaves_or_is_removed(way: str, world: World, quartet: Table) -> None:
    seat = await world.held(quartet, BEN)
    await (quartet.do(presence.leave, BEN.user) if way == "leave" else quartet.do(presence.remove, ANA.user, BEN.user))
    assert quartet.people[seat].presence is (Presence.LEFT if way == "leave" else Presence.REMOVED)


async def test_a_player_who_left_is_not_back_for_the_next_deal(world: World, table: Table) -> None:
    await table.do(presence.leave, BEN.user)
    while table.view(None).turn is not None:
        await world.play_or_wait(table)
    await table.do(playing.next_deal, ANA.user, 1)
    assert table.people[1].presence is Presence.LEFT
    await refused(table.do(lobby.join, BEN), Code.STARTED)


# ---------------------------------------------------------------------- the host


@pytest.mark.parametrize("way", ["leaves", "is held"])
async def test_a_host_who_goes_away_is_replaced_and_that_is_announced(way: str, world: World, trio: Table) -> None:
    await trio.do(presence.leave, BEN.user)
    tell(trio)
    if way == "leaves":
        await trio.do(presence.leave, ANA.user)
        assert exactly(*trio.untold) == exactly(WentAway(0), NewHost(2))
    else:
        await world.held(trio, ANA)
        assert exactly(*trio.untold[-2:]) == exactly(Held(0), NewHost(2))
    assert trio.header.host == CEM.user
    await world.again(trio)
    await refused(trio.do(pauses.pause, ANA.user), Code.NOT_HOST)
    await trio.do(pauses.pause, CEM.user)


async def test_a_former_host_comes_back_as_a_player(world: World, trio: Table) -> None:
    await world.held(trio, ANA)
    await trio.do(presence.come_back, ANA.user)
    assert trio.header.host == BEN.user
    assert not isinstance(trio.untold[-1], NewHost)


async def test_the_host_or_a_manager_hands_over_and_that_is_announced(world: World, trio: Table) -> None:
    await trio.do(presence.hand_over, ANA.user, BEN.user)
    assert (trio.header.host, exactly(trio.untold[-1])) == (BEN.user, exactly(NewHost(1)))
    await trio.do(presence.hand_over, EVE.user, CEM.user, manager=True)
    assert (trio.header.host, exactly(trio.untold[-1])) == (CEM.user, exactly(NewHost(2)))
    await world.again(trio)
    await trio.do(presence.leave, BEN.user)
    for user, other, why in (
        (ANA.user, ANA.user, Code.NOT_HOST),
        (CEM.user, BEN.user, Code.NOT_HERE),
        (CEM.user, EVE.user, Code.NOT_HERE),
        (CEM.user, CEM.user, Code.NOT_YOURSELF),
    ):
        await world.declined(trio, why, trio.do(presence.hand_over, user, other))


async def test_the_new_host_of_a_lobby_starts_it(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(presence.hand_over, ANA.user, BEN.user)
    await refused(table.do(lobby.start, ANA.user), Code.NOT_HOST)
    await table.do(lobby.start, BEN.user)
    assert table.playing


# ---------------------------------------------------------------------- no player is there


async def all_held(world: World) -> Table:
    table = await world.match(ANA, BEN)
    for _ in range(4):
        await world.due(table)
    assert [person.presence for person in table.people] == [Presence.HELD] * 2
    return table


def rests(table: Table) -> bool:
    """Return whether a match is still open and waits for somebody to come back."""
    return (table.header.status, table.header.deadline) == (Status.PLAYING, None)


async def test_a_table_rests_while_every_seat_is_held(world: World) -> None:
    table = await all_held(world)
    assert rests(table)
    ply = table.ply
    await world.wait(table, 100_000)
    assert not lifecycle.is_due(table.situation)
    assert table.ply == ply


@pytest.mark.parametrize("back", [ANA, BEN])
async def test_a_resting_table_wakes_for_the_first_to_come_back_and_makes_them_host(back: Person, world: World) -> None:
    table = await world.again(await all_held(world))
    world.clock.now += 1000
    tell(table)
    before = table.header.host
    await table.do(presence.come_back, back.user)
    seat = table.header.seat_of(back.user)
    assert exactly(*table.untold) == exactly(CameBack(seat), *([NewHost(seat)] if before != back.user else []))
    assert table.header.host == back.user
    assert world.left(table) == (120 if turn(table) == seat else 1.5)


async def test_held_players_may_come_back_after_the_last_other_has_left(world: World, table: Table) -> None:
    seat = await world.held(table, BEN)
    await table.do(presence.leave, ANA.user)
    assert rests(table)
    assert table.header.host == BEN.user, "no player who has left is host while somebody may come back"
    await refused(table.do(lifecycle.end, ANA.user), Code.NOT_HOST)
    await table.do(presence.come_back, BEN.user)
    if turn(table) != seat:
        await world.due(table)
    await play_one(table)


async def test_the_bot_plays_no_turn_once_all_players_are_away(world: World, table: Table) -> None:
    await world.held(table, BEN)
    await world.play_until(table, BEN)
    assert world.left(table) == 1.5
    await table.do(presence.leave, ANA.user)
    assert rests(table)


async def test_a_table_closes_when_all_have_gone_and_counts_for_none(world: World, trio: Table) -> None:
    await trio.do(presence.remove, ANA.user, CEM.user)
    await trio.do(presence.leave, BEN.user)
    await trio.do(presence.leave, ANA.user)
    assert (trio.header.status, trio.header.deadline) == (Status.CLOSED, None)
    assert exactly(trio.untold[-1]) == exactly(Closed("empty", ANA.user))
    await world.again(trio)
    assert await world.board() == []


async def test_no_deal_follows_while_every_seat_is_held(world: World, table: Table) -> None:
    await play_deal(table)
    people = tuple(replace(each, presence=Presence.HELD) for each in table.people)
    table.header = replace(table.header, people=people, deadline=None)
    await expire_at(table, world.clock.now + 1000)
    assert table.view(None).turn is None
    await table.do(presence.come_back, BEN.user)
    assert world.left(table) == 15


async def test_a_change_of_presence_that_can_not_be_written_is_not_made(world: World, trio: Table) -> None:
    await world.held(trio, BEN)
    changes = (
        trio.do(presence.leave, BEN.user),
        trio.do(presence.remove, ANA.user, CEM.user),
        trio.do(presence.come_back, BEN.user),
        trio.do(presence.hand_over, ANA.user, CEM.user),
        trio.do(pauses.pause, ANA.user),
        trio.do(votes.call_vote, ANA.user),
        trio.do(lifecycle.move, ANA.user, 99),
    )
    await world.not_written(trio, changes)


# ---------------------------------------------------------------------- after a crash


async def published(table: Table) -> None:
    """Note that the channel has been told everything."""
    await table.set_post(SentMessage(message_id=5, ply=table.ply, status="playing", attendance=table.header.attendance))
    tell(table)


async def test_a_crash_keeps_the_news_of_who_came_and_went(world: World, trio: Table) -> None:
    await published(trio)
    await trio.do(presence.leave, ANA.user)
    await trio.do(presence.remove, trio.header.host, CEM.user)
    due = exactly(WentAway(0), Removed(2), NewHost(1))
    assert sorted(exactly(*trio.untold), key=str) == sorted(due, key=str)
    assert exactly(*(await world.again(trio)).untold) == due

    await published(trio)
    await trio.do(presence.come_back, ANA.user)
    await trio.do(pauses.pause, BEN.user)
    again = await world.again(trio)
    assert exactly(*again.untold) == exactly(CameBack(0), Paused())
    await published(again)
    assert not (await world.again(again)).untold


async def test_a_crash_keeps_the_news_of_a_held_seat(world: World, trio: Table) -> None:
    await published(trio)
    for _ in range(2):
        await world.play_until(trio, BEN)
        seat = await world.miss(trio, BEN)
    again = await world.again(trio)
    assert exactly(again.untold[-1]) == exactly(Held(seat))
    assert sorted(exactly(*again.untold), key=str) == sorted(exactly(*trio.untold), key=str)
    await published(again)
    await again.do(presence.remove, ANA.user, BEN.user)
    await published(again)
    await again.do(presence.readmit, ANA.user, seat)
    assert not (await world.again(again)).untold


async def test_a_message_of_an_earlier_version_tells_no_news(world: World, trio: Table) -> None:
    await trio.do(presence.leave, ANA.user)
    await trio.set_post(SentMessage(message_id=5, ply=trio.ply, status="playing"))
    assert not (await world.again(trio)).untold


# ---------------------------------------------------------------------- a host who is losing


async def test_a_host_ends_no_match_by_removing_the_others_and_leaving(world: World, table: Table) -> None:
    await play_deal(table)
    await table.do(presence.remove, ANA.user, BEN.user)
    await world.declined(table, Code.NEEDS_VOTE, table.do(lifecycle.end, ANA.user))
    await table.do(votes.call_vote, ANA.user)
    assert table.playing, "one vote is not enough"
    await table.do(presence.leave, ANA.user)
    assert table.playing
    assert table.header.host == BEN.user
    assert [each.presence for each in table.people] == [Presence.LEFT, Presence.HELD]
    await world.again(table)
    await table.do(presence.come_back, BEN.user)
    assert table.people[1] == BEN
    await table.do(playing.next_deal, BEN.user, 1)


async def test_before_a_deal_was_played_the_last_one_who_leaves_closes_the_table(table: Table) -> None:
    await table.do(presence.remove, ANA.user, BEN.user)
    await table.do(presence.leave, ANA.user)
    assert table.header.status is Status.CLOSED
