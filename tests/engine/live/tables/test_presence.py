"""Who is there in mid-match: missing turns, being held and back, leaving, being removed, and who is the host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.errors import IllegalMove
from engine.live.league.figures import LeaderboardFilter
from engine.live.model.errors import Code, TableError
from engine.live.model.news import CameBack, Closed, Held, NewHost, Paused, Removed, TimedOut, WentAway
from engine.live.model.table import Presence, Status
from engine.live.tables.table import Table
from tests.engine.live.people import (
    ANA,
    BEN,
    CEM,
    EVE,
    FOUR,
    GUILD,
    START,
    World,
    exactly,
    play_deal,
    play_one,
    refused,
    turn,
)


async def in_turn(world: World, user: int, table: Table) -> int:
    """Play until it is someone's turn; return their seat."""
    while table.people[turn(table)].user != user:
        await play_one(table)
    seat = table.seat_of(user)
    assert seat is not None
    return seat


async def held(world: World, table: Table, user: int) -> int:
    """Let someone miss two turns in a row while the others play; return their seat."""
    for _ in range(2):
        seat = await in_turn(world, user, table)
        await world.due(table)
    assert table.people[seat].presence is Presence.HELD
    return seat


async def tries(table: Table, user: int) -> list[Code]:
    """Return what each thing that a player can do in mid-match is declined with."""
    reasons: list[Code] = []
    seat = table.seat_of(user)
    assert seat is not None
    for attempt in (
        table.play(user, seat, table.ply, 0),
        table.pass_turn(user, table.ply),
        table.flip(user, table.ply, 1),
        table.next_deal(user, 1),
        table.call_vote(user),
        table.vote(user, 1, yes=True),
    ):
        with pytest.raises(TableError) as caught:
            await attempt
        reasons.append(caught.value.code)
    return reasons


# ---------------------------------------------------------------------- missing turns


async def test_a_turn_missed_once_is_played_by_the_bot_and_its_player_stays(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    seat = await in_turn(world, BEN.user, table)
    table.news.clear()
    await world.due(table)
    assert table.people[seat] == replace(BEN, missed=1)
    assert exactly(table.news[0]) == exactly(TimedOut(seat))
    assert not any(isinstance(each, Held) for each in table.news)
    assert (await world.again(table)).people == table.people


async def test_a_second_turn_missed_in_a_row_makes_the_bot_hold_the_seat_which_is_told_after_its_move(
    world: World,
) -> None:
    table = await world.match(ANA, BEN, CEM)
    await in_turn(world, BEN.user, table)
    await world.due(table)
    seat = await in_turn(world, BEN.user, table)
    table.news.clear()
    await world.due(table)
    assert table.people[seat] == replace(BEN, presence=Presence.HELD)
    assert exactly(table.news[0]) == exactly(TimedOut(seat))
    assert exactly(table.news[-1]) == exactly(Held(seat))
    assert (await world.again(table)).people == table.people
    assert await tries(table, BEN.user) == [Code.HELD] * 6


@pytest.mark.parametrize("act", [lambda t: play_one(t), lambda t: t.pass_turn(BEN.user, t.ply)])
async def test_acting_in_between_starts_the_count_again(act: Callable[[Table], object], world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    for _ in range(3):
        seat = await in_turn(world, BEN.user, table)
        await world.due(table)
        assert table.people[seat].missed == 1
        await in_turn(world, BEN.user, table)
        try:
            await act(table)  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
        except IllegalMove:
            # one who can play may not pass, and one who asks is there, but has done nothing
            assert table.people[seat].missed == 1
            await play_one(table)
        assert table.people[seat] == BEN
        assert (await world.again(table)).people == table.people
        if table.view(None).turn is None:
            return


async def test_dealing_again_is_acting_too(world: World) -> None:
    table = await world.match(ANA, BEN)
    await in_turn(world, BEN.user, table)
    await world.due(table)
    while table.view(None).turn is not None:
        if table.people[turn(table)].user == BEN.user:
            await table.expire(START)
            break
        await play_one(table)
    while table.view(None).turn is not None:
        await play_one(table)
    table.header = replace(table.header, people=(ANA, replace(BEN, missed=1)))
    await table.next_deal(BEN.user, 1)
    assert table.people == (ANA, BEN)


async def test_for_one_whose_seat_is_held_the_bot_plays_soon_and_turn_after_turn(world: World) -> None:
    table = await world.match(*FOUR)
    seat = await held(world, table, BEN.user)
    for _ in range(2):
        await in_turn(world, BEN.user, table)
        table.news.clear()
        assert table.header.deadline == world.clock.now + 1.5
        await world.due(table)
        assert exactly(table.news[0]) == exactly(TimedOut(seat))
        assert not any(isinstance(each, Held) for each in table.news)
        assert table.people[seat] == replace(BEN, presence=Presence.HELD)


# ---------------------------------------------------------------------- being back


async def test_one_who_is_back_in_their_turn_has_all_of_its_time_and_a_reminder(world: World) -> None:
    table = await world.match(*FOUR)
    seat = await held(world, table, BEN.user)
    await in_turn(world, BEN.user, table)
    world.clock.now += 1
    await table.come_back(BEN)
    assert table.people[seat] == BEN
    assert exactly(table.news[-1]) == exactly(CameBack(seat))
    assert table.header.deadline == world.clock.now + 120
    await table.expire(world.clock.now + 60)
    assert world.reminded == [table]
    await table.play(BEN.user, seat, table.ply, 0)


async def test_one_who_is_back_out_of_turn_gives_another_no_more_time(world: World) -> None:
    table = await world.match(*FOUR)
    seat = await held(world, table, BEN.user)
    before = table.header.deadline
    world.clock.now += 30
    await table.come_back(BEN)
    assert table.header.deadline == before
    assert table.header.last_activity_at == world.clock.now
    assert table.people[seat] == BEN
    assert (await world.again(table)).header == table.header


async def test_only_those_whose_seat_is_held_can_be_back(world: World) -> None:
    table = await world.match(*FOUR)
    await table.leave_match(BEN.user)
    await table.remove(ANA.user, CEM.user)
    for person, why in ((ANA, Code.NOT_HELD), (BEN, Code.LEFT), (CEM, Code.REMOVED), (EVE, Code.NOT_SEATED)):
        before = table.header
        await refused(table.come_back(person), why)
        assert table.header is before


async def test_one_who_is_back_in_a_pause_has_all_of_their_turn_after_it(world: World) -> None:
    table = await world.match(*FOUR)
    await held(world, table, BEN.user)
    await in_turn(world, BEN.user, table)
    world.clock.now += 1
    await table.pause(ANA.user)
    await table.come_back(BEN)
    assert table.header.deadline is None
    table = await world.again(table)
    world.clock.now += 1000
    await table.resume(ANA.user)
    assert table.header.deadline == world.clock.now + 120


# ---------------------------------------------------------------------- leaving and being removed


async def test_one_who_was_removed_is_out_for_good_and_the_bot_plays_on(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    seat = await in_turn(world, BEN.user, table)
    await table.remove(ANA.user, BEN.user)
    assert table.people[seat] == replace(BEN, presence=Presence.REMOVED)
    assert exactly(table.news[-1]) == exactly(Removed(seat))
    assert table.header.deadline == world.clock.now + 1.5
    assert (await world.again(table)).header == table.header
    await world.due(table)
    assert turn(table) != seat
    assert await tries(table, BEN.user) == [Code.REMOVED] * 6


async def test_only_the_host_removes_and_only_somebody_else_who_plays(world: World) -> None:
    table = await world.match(*FOUR)
    await table.leave_match(CEM.user)
    before = table.header
    for user, other, why in (
        (BEN.user, ANA.user, Code.NOT_HOST),
        (EVE.user, BEN.user, Code.NOT_HOST),
        (ANA.user, ANA.user, Code.NOT_YOURSELF),
        (ANA.user, EVE.user, Code.NOT_HERE),
        (ANA.user, CEM.user, Code.NOT_HERE),
    ):
        await refused(table.remove(user, other), why)
    assert table.header is before


async def test_one_whose_seat_is_held_can_leave_or_be_removed(world: World) -> None:
    for way in ("leave", "remove"):
        table = await world.lobby(*FOUR, identity=way, channel=len(way))
        await table.start(ANA.user)
        seat = await held(world, table, BEN.user)
        if way == "leave":
            await table.leave_match(BEN.user)
        else:
            await table.remove(ANA.user, BEN.user)
        assert table.people[seat].gone
        with pytest.raises(TableError):
            await table.come_back(BEN)


async def test_nobody_who_left_comes_back_for_the_next_deal(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.leave_match(BEN.user)
    while table.view(None).turn is not None:
        if table.people[turn(table)].away:
            await world.due(table)
        else:
            await play_one(table)
    await table.next_deal(ANA.user, 1)
    assert table.people[1].presence is Presence.LEFT
    await refused(table.join(BEN), Code.STARTED)


# ---------------------------------------------------------------------- the host


@pytest.mark.parametrize("way", ["leaves", "is held"])
async def test_a_host_who_goes_away_is_replaced_and_that_is_announced(way: str, world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.leave_match(BEN.user)
    table.news.clear()
    if way == "leaves":
        await table.leave_match(ANA.user)
        assert exactly(*table.news) == exactly(WentAway(0), NewHost(2))
    else:
        for _ in range(2):
            while table.people[turn(table)].user != ANA.user:
                await (world.due(table) if table.people[turn(table)].away else play_one(table))
            await world.due(table)
        assert exactly(*table.news[-2:]) == exactly(Held(0), NewHost(2))
    assert table.header.host == CEM.user
    assert (await world.again(table)).header == table.header
    with pytest.raises(TableError):
        await table.pause(ANA.user)
    await table.pause(CEM.user)


async def test_one_who_was_host_and_is_back_is_a_player_like_others(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await held(world, table, ANA.user)
    await table.come_back(ANA)
    assert table.header.host == BEN.user
    assert not isinstance(table.news[-1], NewHost)


async def test_the_host_or_a_manager_hands_over_which_is_announced(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.hand_over(ANA.user, BEN.user)
    assert table.header.host == BEN.user
    assert exactly(table.news[-1]) == exactly(NewHost(1))
    await table.hand_over(EVE.user, CEM.user, manager=True)
    assert exactly(table.news[-1]) == exactly(NewHost(2))
    assert (await world.again(table)).header.host == CEM.user
    await table.leave_match(BEN.user)
    for user, other, why in (
        (ANA.user, ANA.user, Code.NOT_HOST),
        (CEM.user, BEN.user, Code.NOT_HERE),
        (CEM.user, EVE.user, Code.NOT_HERE),
        (CEM.user, CEM.user, Code.NOT_YOURSELF),
    ):
        await refused(table.hand_over(user, other), why)
    assert table.header.host == CEM.user


async def test_a_lobby_is_handed_over_and_its_new_host_starts(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.hand_over(ANA.user, BEN.user)
    with pytest.raises(TableError):
        await table.start(ANA.user)
    await table.start(BEN.user)
    assert table.playing


# ---------------------------------------------------------------------- nobody there


async def all_held(world: World) -> Table:
    table = await world.match(ANA, BEN)
    for _ in range(4):
        await world.due(table)
    assert [person.presence for person in table.people] == [Presence.HELD] * 2
    return table


async def test_when_every_seat_is_held_the_table_rests(world: World) -> None:
    table = await all_held(world)
    assert (table.header.deadline, table.header.status) == (None, Status.PLAYING)
    ply = table.ply
    world.clock.now += 100_000
    assert not table.due(world.clock.now)
    await table.expire(world.clock.now)
    assert table.ply == ply


@pytest.mark.parametrize("person", [ANA, BEN])
async def test_a_resting_table_wakes_when_anybody_is_back_and_that_one_is_host(person: object, world: World) -> None:
    table = await world.again(await all_held(world))
    back = ANA if person is ANA else BEN
    world.clock.now += 1000
    table.news.clear()
    before = table.header.host
    await table.come_back(back)
    seat = table.seat_of(back.user)
    assert seat is not None
    assert exactly(*table.news) == exactly(CameBack(seat), *([NewHost(seat)] if before != back.user else []))
    assert table.header.host == back.user
    assert table.header.deadline == world.clock.now + (120 if turn(table) == seat else 1.5)


async def test_where_the_last_who_is_there_leaves_the_others_may_still_be_back(world: World) -> None:
    table = await world.match(ANA, BEN)
    seat = await held(world, table, BEN.user)
    await table.leave_match(ANA.user)
    assert (table.header.status, table.header.deadline) == (Status.PLAYING, None)
    assert table.header.host == BEN.user, "nobody who has left is host while somebody may come back"
    with pytest.raises(TableError):
        await table.end(ANA.user)
    await table.come_back(BEN)
    assert table.header.deadline is not None
    if turn(table) != seat:
        await world.due(table)
    await play_one(table)


async def test_where_the_last_who_is_there_leaves_in_anothers_turn_the_bot_plays_for_nobody(world: World) -> None:
    table = await world.match(ANA, BEN)
    await held(world, table, BEN.user)
    await in_turn(world, BEN.user, table)
    assert table.header.deadline == world.clock.now + 1.5
    await table.leave_match(ANA.user)
    assert (table.header.status, table.header.deadline) == (Status.PLAYING, None)


async def test_when_all_have_gone_the_table_closes_and_counts_for_nobody(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.remove(ANA.user, CEM.user)
    await table.leave_match(BEN.user)
    await table.leave_match(ANA.user)
    assert table.header.status is Status.CLOSED
    assert table.header.deadline is None
    assert exactly(table.news[-1]) == exactly(Closed("empty", ANA.user))
    assert (await world.again(table)).header == table.header
    assert await world.store.league.board(LeaderboardFilter(GUILD), 10) == ([], 0)


async def test_between_deals_with_everybody_held_no_deal_follows_until_someone_is_back(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    table.header = replace(
        table.header, people=tuple(replace(each, presence=Presence.HELD) for each in table.people), deadline=None
    )
    await table.expire(world.clock.now + 1000)
    assert table.view(None).turn is None
    await table.come_back(BEN)
    assert table.header.deadline == world.clock.now + 15


async def test_what_could_not_be_written_about_people_never_was(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await held(world, table, BEN.user)
    before, news = table.header, list(table.news)
    world.store.fails = OSError("disk full")
    for attempt in (
        table.leave_match(BEN.user),
        table.remove(ANA.user, CEM.user),
        table.come_back(BEN),
        table.hand_over(ANA.user, CEM.user),
        table.pause(ANA.user),
        table.call_vote(ANA.user),
        table.move(ANA.user, 99),
    ):
        with pytest.raises(OSError, match="disk full"):
            await attempt
        assert table.header is before
        assert table.news == news
    assert not any(isinstance(each, Paused) for each in table.news)
