"""A table rebuilt from its log is the table that was."""

from __future__ import annotations

import random

import pytest

from engine.errors import IllegalMove
from engine.events import Dealt, Passed, Played
from engine.live.model.errors import Code, TableError
from engine.live.model.news import TimedOut
from engine.live.model.table import LogEntry, Post, Status
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, FOUR, World, play_deal, play_match, play_one, refused, turn


async def again(world: World, table: Table) -> Table:
    """Rebuild a table from the store, as after a restart."""
    found = await world.store.find(table.id)
    assert found is not None
    return Table.restore(found, world.around)


def same(one: Table, other: Table) -> None:
    """Both tables are in the same state, with all that is hidden."""
    assert one.header == other.header
    assert one.ply == other.ply
    assert one._state == other._state  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("pairs", [False, True])
async def test_after_every_action_the_rebuilt_table_is_the_same(pairs: bool, world: World) -> None:
    source = random.Random(3)
    table = await world.match(*FOUR, pairs=pairs, target=50)
    same(await again(world, table), table)
    for _ in range(40):
        if not table.playing:
            break
        if table.view(None).turn is None:
            await table.next_deal(ANA.user, table.view(None).deal)
        else:
            seat = turn(table)
            await play_one(table, source.randrange(len(table.view(seat).legal)))
        same(await again(world, table), table)


async def test_a_lobby_is_rebuilt(world: World) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50, "pairs": False, "blocked_pairs": "all"})
    rebuilt = await again(world, table)
    same(rebuilt, table)
    assert rebuilt.news == []
    await rebuilt.join(CEM)
    await rebuilt.start(ANA.user)
    assert rebuilt.playing


async def test_a_rebuilt_table_goes_on_where_it_was_and_old_controls_still_work(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await play_one(table)
    seat, ply = turn(table), table.ply
    rebuilt = await again(world, table)
    # a control that was sent before the restart
    await rebuilt.play(rebuilt.people[seat].user, seat, ply, 0)
    await play_match(rebuilt)
    assert rebuilt.header.status is Status.FINISHED


async def test_what_the_channel_has_not_been_told_is_news_again(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_one(table)
    await table.set_post(Post(message=1, ply=table.ply))
    told = len(table.news)
    await play_one(table)
    await play_one(table)
    untold = table.news[told:]
    assert untold
    assert (await again(world, table)).news == untold


async def test_nothing_is_news_again_when_all_was_told(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_one(table)
    await table.set_post(Post(message=1, ply=table.ply))
    assert (await again(world, table)).news == []


async def test_without_any_post_everything_is_news(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    rebuilt = await again(world, table)
    assert rebuilt.news == table.news
    assert isinstance(rebuilt.news[0], Dealt)


async def test_that_the_bot_played_is_news_again(world: World) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    await table.expire(world.clock.now + 1000)
    rebuilt = await again(world, table)
    assert rebuilt.news == table.news
    assert rebuilt.news[1] == TimedOut(seat)
    assert isinstance(rebuilt.news[2], (Played, Passed))


async def test_a_deal_that_the_bot_dealt_timed_nobody_out(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    await table.expire(world.clock.now + 1000)
    assert not any(isinstance(each, TimedOut) for each in (await again(world, table)).news)


async def test_those_who_walked_away_are_still_away(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.leave_match(BEN.user)
    rebuilt = await again(world, table)
    same(rebuilt, table)
    await refused(rebuilt.play(BEN.user, 1, rebuilt.ply, 0), Code.LEFT)


@pytest.mark.parametrize("action", ["0 play 9-9 left", "0 jump", "deal 6-6", ""])
async def test_a_log_that_the_rules_refuse_is_no_table(action: str, world: World) -> None:
    table = await world.match(ANA, BEN)
    await world.store.append(table.header, [LogEntry(1, action, None, 1.0)])
    with pytest.raises((IllegalMove, ValueError)):
        await again(world, table)


async def test_one_who_is_behind_reloads_and_is_told_so(world: World) -> None:
    # the same table in two processes: the second to write a ply loses, and then shows what the first one did
    one = await world.match(ANA, BEN)
    other = await again(world, one)
    await play_one(one)
    seat = turn(other)
    world.told.clear()
    await refused(other.play(other.people[seat].user, seat, other.ply, 0), Code.STALE)
    same(other, one)
    assert world.told == [other]
    await play_one(other)
    assert other.ply == 3


async def test_one_who_is_behind_learns_that_the_match_is_over(world: World) -> None:
    one = await world.match(ANA, BEN, target=50)
    other = await again(world, one)
    await play_match(one)
    seat = turn(other)
    with pytest.raises(TableError):
        await other.play(other.people[seat].user, seat, other.ply, 0)
    assert other.header.status is Status.FINISHED
    assert not other.playing
