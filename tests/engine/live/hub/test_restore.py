"""A table rebuilt from its log is the table that was."""

from __future__ import annotations

import random

import pytest

from engine.events import Dealt, Passed, Played
from engine.live.model.errors import Code
from engine.live.model.news import TimedOut
from engine.live.model.table import SentMessage, Status
from engine.live.tables import lobby, playing, presence
from engine.live.tables.table import Table
from engine.options import Value
from engine.rules import RULE_SETS
from tests.engine.games import short_options
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, World
from tests.engine.live.playing import in_turn, news_of, play_deal, play_match, play_on, play_one, refused, turn
from tests.support.cases import few_matches

Options = dict[str, Value]


async def same(world: World, table: Table) -> Table:
    """See that a table rebuilt is in the same state, with all that is hidden; return it."""
    rebuilt = await world.again(table)
    assert (rebuilt.ply, rebuilt.situation.state) == (table.ply, table.situation.state)
    return rebuilt


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("rules", "options"), few_matches([*((rules, {}) for rules in RULE_SETS), ("express", {"pairs": True})])
)
async def test_the_rebuilt_table_is_the_same_after_every_action(rules: str, options: Options, world: World) -> None:
    source, book = random.Random(rules), RULE_SETS[rules]
    people = (*FOUR, EVE)[: 4 if options else book.seats[-1]]
    table = await world.begun(*people, rules=rules, options=short_options(rules) | options)
    await same(world, table)
    for _ in range(60):
        if not table.playing:
            break
        view = table.view(table.view(None).turn)
        await play_on(table, 0 if view.turn is None else source.randrange(len(view.legal)))
        await same(world, table)


async def test_a_lobby_is_rebuilt(world: World) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50, "pairs": False, "blocked_pairs": "all"})
    rebuilt = await same(world, table)
    assert rebuilt.untold == ()
    await rebuilt.do(lobby.join, CEM)
    await rebuilt.do(lobby.start, ANA.user_id)
    assert rebuilt.playing


async def test_a_rebuilt_table_goes_on_where_it_was_and_old_controls_still_work(world: World, trio: Table) -> None:
    await play_one(trio)
    user, seat, ply = in_turn(trio).user_id, turn(trio), trio.ply
    rebuilt = await world.again(trio)
    # a control that was sent before the restart
    await rebuilt.do(playing.play, user, seat, ply, 0)
    await play_match(rebuilt)
    assert rebuilt.header.status is Status.FINISHED


async def test_only_news_that_the_channel_has_not_been_told_is_news_again(world: World, table: Table) -> None:
    await play_one(table)
    await table.set_post(SentMessage(message_id=1, ply=table.ply))
    assert (await world.again(table)).untold == ()
    told = len(table.untold)
    await play_one(table)
    await play_one(table)
    assert (await world.again(table)).untold == table.untold[told:] != ()


async def test_everything_is_news_without_any_post(world: World, table: Table) -> None:
    await play_deal(table)
    rebuilt = await world.again(table)
    assert rebuilt.untold == table.untold
    assert isinstance(rebuilt.untold[0], Dealt)


async def test_a_turn_that_the_bot_played_is_news_again(world: World, table: Table) -> None:
    seat = turn(table)
    await world.wait(table, 1000)
    rebuilt = await world.again(table)
    assert rebuilt.untold == table.untold
    assert rebuilt.untold[1] == TimedOut(seat)
    assert isinstance(rebuilt.untold[2], (Played, Passed))


@pytest.mark.parametrize("rules", ["memory", "no-boneyard"])
async def test_the_rest_of_a_turn_that_the_bot_played_is_news_again(world: World, rules: str) -> None:
    table = await world.begun(rules=rules)
    while not table.view(None).mid_turn:
        await play_one(table)
    seat = turn(table)
    await world.wait(table, 1000)
    again = (await world.again(table)).untold
    assert again == table.untold
    assert again.count(TimedOut(seat)) == 1


async def test_a_deal_that_the_bot_dealt_is_not_a_turn_that_ran_out(world: World, table: Table) -> None:
    await play_deal(table)
    await world.wait(table, 1000)
    assert not news_of(await world.again(table), TimedOut)


async def test_a_player_who_left_is_still_away(world: World, trio: Table) -> None:
    await trio.do(presence.leave, BEN.user_id)
    rebuilt = await same(world, trio)
    await refused(rebuilt.do(playing.play, BEN.user_id, 1, rebuilt.ply, 0), Code.LEFT)


async def test_a_table_that_is_behind_reloads_and_says_so(world: World, table: Table) -> None:
    # the same table in two processes: the second to write a ply loses, and then shows what the first one did
    other = await world.again(table)
    await play_one(table)
    world.told.clear()
    await refused(play_one(other), Code.STALE)
    assert (other.header, other.ply, other.situation.state) == (table.header, table.ply, table.situation.state)
    assert world.told == [other]
    await play_one(other)
    assert other.ply == 3


async def test_a_table_that_is_behind_learns_that_the_match_is_over(world: World) -> None:
    one = await world.match(ANA, BEN, target=50)
    other = await world.again(one)
    await play_match(one)
    await refused(play_one(other), Code.STALE)
    assert other.header.status is Status.FINISHED
    assert not other.playing
