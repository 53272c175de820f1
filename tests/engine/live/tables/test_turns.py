"""Turns of several actions: drawing on, runs, owed tiles, and those whom the bot plays for."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Deal, Draw, Flip, Pass, Play
from engine.errors import Illegal
from engine.events import Drew, Passed, Played
from engine.game import State
from engine.live.league.figures import LeaderboardFilter
from engine.live.model.news import TimedOut
from engine.live.model.table import Status
from engine.live.tables.table import Table
from engine.options import Value
from engine.rules import CATALOGUE
from tests.engine.games import deal_action
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, World, play_one, refused, turn

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
NO_SIX = "0-0 1-0 1-1 2-0 2-1 2-2 3-0"

RUN = "6-6 6-5 5-4 4-3 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1"
OTHERS = "6-4 6-3 6-2 6-1 6-0 5-5 5-3 5-2 5-1 5-0 4-4 4-2"


async def begun(world: World, rules: str, dealt: Deal, *, deals_of: int = 2, **options: Value) -> Table:
    """Begin a match with a deal made by hand."""

    def chosen(_state: State) -> Deal:
        return dealt

    table = await world.lobby(*(ANA, BEN, CEM)[:deals_of], rules=rules, options=options)
    table = Table(table.header, replace(world.around, dealer=chosen))
    await table.start(ANA.user)
    return table


async def kept_log(world: World, table: Table) -> list[str]:
    found = await world.store.find(table.id)
    return [entry.action for entry in found.log][1:]


async def test_one_draw_goes_on_until_a_tile_fits(world: World) -> None:
    # Source: document 004 no. 2, "il pioche dans le talon jusqu'à ce qu'il tire un domino qu'il peut placer".
    table = await begun(world, "classic-draw", deal_action([SIXES, NO_SIX], boneyard="3-1 3-2 4-4 5-5"))
    await play_one(table)
    assert table.view(1).legal == (Draw(1),)
    # nothing but sixes fits, and they are all in the other hand: the whole boneyard is drawn, then there is the pass
    await play_one(table)
    assert table.view(None).boneyard_size == 0
    assert table.view(None).history[1:] == (*[Draw(1)] * 14, Pass(1))
    assert turn(table) == 0


async def test_a_draw_stops_at_the_first_tile_that_fits(world: World) -> None:
    table = await begun(
        world, "classic-draw", deal_action(["6-6 6-5 6-4 6-3 6-2 6-1 5-5", NO_SIX], boneyard="3-1 3-2 6-0 4-4")
    )
    await play_one(table)
    await play_one(table)
    assert turn(table) == 1, "the tile drawn last fits and is its drawer's to lay"
    assert [str(tile) for tile in table.view(1).drawn] == ["3-1", "3-2", "6-0"]
    assert {move.tile.text for move in table.view(1).legal if isinstance(move, Play)} == {"6-0"}
    assert table.view(0).drawn == table.view(None).drawn == ()


async def test_what_one_press_did_is_kept_whole_or_not_at_all(world: World) -> None:
    table = await begun(world, "classic-draw", deal_action([SIXES, NO_SIX]))
    await play_one(table)
    before = table.ply
    world.store.fails = OSError("no space left")
    with pytest.raises(OSError, match="no space left"):
        await play_one(table)
    world.store.fails = None
    assert table.ply == before
    assert len(await kept_log(world, table)) == 1
    await play_one(table)
    assert len(await kept_log(world, table)) == table.ply - 1


async def test_the_draws_of_one_press_are_told_one_by_one(world: World) -> None:
    table = await begun(world, "classic-draw", deal_action([SIXES, NO_SIX], boneyard="3-1 3-2"))
    await play_one(table)
    table.news = []
    await play_one(table)
    assert [type(each) for each in table.news] == [*[Drew] * 14, Passed]


async def test_a_drawn_tile_that_does_not_fit_a_train_passes_the_turn_with_a_marker(world: World) -> None:
    # Source: document 001, "Situation de blocage et marqueur".
    state = match.new("mexican-train-nine", 2, {"deals": 1})
    stock = match.stock_of(state)
    without = [tile for tile in stock if 9 not in tile]
    dealt = Deal((*without[:30], *without[30:], *(tile for tile in stock if 9 in tile)), 0)
    table = await begun(world, "mexican-train-nine", dealt, deals=1)
    await play_one(table)
    assert table.view(None).history == (Draw(0), Pass(0))
    assert turn(table) == 1


async def test_the_button_for_those_who_cannot_play_draws_or_passes(world: World) -> None:
    table = await begun(world, "classic-draw", deal_action([SIXES, NO_SIX]))
    await play_one(table)
    await table.pass_turn(BEN.user, table.ply)
    assert table.view(None).boneyard_size == 0
    await refused(table.pass_turn(ANA.user, table.ply), Illegal.MUST_PLAY)


async def test_a_run_without_a_boneyard_stays_with_its_player_until_nothing_fits(world: World) -> None:
    # Source: document 004 no. 5.
    table = await begun(world, "no-boneyard", deal_action([RUN, OTHERS]))
    await play_one(table)
    assert turn(table) == 0
    seats = [move.seat for move in table.view(None).history]
    while turn(table) == 0:
        await play_one(table)
        seats = [move.seat for move in table.view(None).history]
    assert set(seats) == {0}
    assert len(seats) > 2


async def test_for_the_absent_a_turn_is_played_to_its_end_and_told_once(world: World) -> None:
    table = await begun(world, "no-boneyard", deal_action([RUN, OTHERS]))
    table.news = []
    world.clock.now += 1000
    await table.expire(world.clock.now)
    assert turn(table) == 1
    assert sum(isinstance(each, TimedOut) for each in table.news) == 1
    assert sum(isinstance(each, Played) for each in table.news) > 2
    news = table.news
    found = await world.store.find(table.id)
    assert found is not None
    again = Table.restore(found, world.around).news
    assert again[1:] == news, "after a restart it is told the same way"


async def test_a_grid_is_turned_up_by_position(world: World) -> None:
    table = await world.lobby(ANA, BEN, rules="memory")
    await table.start(ANA.user)
    seat = turn(table)
    user = table.people[seat].user
    await table.flip(user, table.ply, 5)
    assert table.view(None).history == (Flip(seat, 5),)
    await refused(table.flip(user, table.ply, 5), Illegal.ALREADY_UP)
    grid = table.view(None).layout
    assert [at for at, tile in grid.tiles.items() if tile is not None] == [5]


async def test_points_against_someone_are_nothing_to_collect(world: World) -> None:
    table = await world.lobby(ANA, BEN, rules="mata", options={"until": "deals", "deals": 1})
    await table.start(ANA.user)
    while table.playing:
        await play_one(table)
    assert max(table.view(None).totals) > 0
    standings, _ = await world.store.league.board(LeaderboardFilter(table.header.guild), 10)
    assert [each.points for each in standings] == [0, 0]


@pytest.mark.parametrize("rules", CATALOGUE)
async def test_a_match_of_every_rule_set_is_rebuilt_from_its_log(rules: str, world: World) -> None:
    book = CATALOGUE[rules]
    people = (ANA, BEN, CEM, DIA, EVE)[: min(book.seats[-1], 5)]
    options: dict[str, Value] = {"deals": 2} if book.option("deals") else {}
    table = await world.lobby(*people, rules=rules, options=options)
    await table.start(ANA.user)
    source = random.Random(rules)
    for _ in range(60):
        if not table.playing:
            break
        if table.view(None).turn is None:
            await table.next_deal(ANA.user, table.view(None).deal)
        else:
            await play_one(table, source.randrange(len(table.view(turn(table)).legal)))
        found = await world.store.find(table.id)
        assert found is not None
        rebuilt = Table.restore(found, world.around)
        views = [[each.view(seat) for seat in (None, *range(len(people)))] for each in (table, rebuilt)]
        assert views[0] == views[1]
        assert rebuilt.header.status in (Status.PLAYING, Status.FINISHED)
