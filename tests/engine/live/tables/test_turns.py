"""Turns of several actions: drawing on, runs, owed tiles, and turns that the bot plays."""

from __future__ import annotations

from engine import match
from engine.actions import Deal, Draw, Flip, Pass, Play
from engine.errors import Illegal
from engine.events import Drew, Passed, Played
from engine.live.model.news import TimedOut
from engine.live.tables import playing
from engine.live.tables.table import Table
from tests.engine.games import deal_action
from tests.engine.live.people import ANA, BEN, World
from tests.engine.live.playing import RUN, in_turn, news_of, play_match, play_one, refused, tell, turn

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
NO_SIX = "0-0 1-0 1-1 2-0 2-1 2-2 3-0"


async def begun(world: World, rules: str, dealt: Deal, **options: object) -> Table:
    """Begin a match with a deal made by hand."""
    world.dealer = lambda _state: dealt
    return await world.begun(rules=rules, options=options)


async def drawing(world: World, first: str = SIXES, boneyard: str = "3-1 3-2 4-4 5-5") -> Table:
    """Begin a match in which Ana has played a six, and Ben has none."""
    table = await begun(world, "classic-draw", deal_action([first, NO_SIX], boneyard=boneyard))
    await play_one(table)
    return table


async def test_one_draw_goes_on_until_a_tile_fits(world: World) -> None:
    # Source: document 004 no. 2, "il pioche dans le talon jusqu'à ce qu'il tire un domino qu'il peut placer".
    table = await drawing(world)
    assert table.view(1).legal == (Draw(1),)
    tell(table)
    # nothing but sixes fits, and they are all in the other hand: the whole boneyard is drawn, then there is the pass
    await play_one(table)
    assert table.view(None).boneyard_size == 0
    assert table.view(None).history[1:] == (*[Draw(1)] * 14, Pass(1))
    assert [type(each) for each in table.untold] == [*[Drew] * 14, Passed], "they are told one by one"
    assert turn(table) == 0


async def test_a_draw_stops_at_the_first_tile_that_fits(world: World) -> None:
    table = await drawing(world, "6-6 6-5 6-4 6-3 6-2 6-1 5-5", "3-1 3-2 6-0 4-4")
    await play_one(table)
    assert turn(table) == 1, "the tile drawn last fits and is its drawer's to lay"
    assert [str(tile) for tile in table.view(1).drawn] == ["3-1", "3-2", "6-0"]
    assert {move.tile.text for move in table.view(1).legal if isinstance(move, Play)} == {"6-0"}
    assert table.view(0).drawn == table.view(None).drawn == ()


async def test_the_actions_of_one_press_are_kept_whole_or_not_at_all(world: World) -> None:
    table = await drawing(world)
    await world.not_written(table, [play_one(table)])
    assert len((await world.kept(table)).log) == table.ply == 2
    await play_one(table)
    assert len((await world.kept(table)).log) == table.ply > 3


async def test_a_drawn_tile_that_does_not_fit_a_train_passes_the_turn_with_a_marker(world: World) -> None:
    # Source: document 001, "Situation de blocage et marqueur".
    stock = match.stock_of(match.new("mexican-train-nine", 2, {"deals": 1}))
    dealt = Deal((*(tile for tile in stock if 9 not in tile), *(tile for tile in stock if 9 in tile)), 0)
    table = await begun(world, "mexican-train-nine", dealt, deals=1)
    await play_one(table)
    assert table.view(None).history == (Draw(0), Pass(0))
    assert turn(table) == 1


async def test_the_pass_button_draws_for_a_player_who_cannot_play(world: World) -> None:
    table = await drawing(world)
    await table.do(playing.pass_turn, BEN.user, table.ply)
    assert table.view(None).boneyard_size == 0
    await refused(table.do(playing.pass_turn, ANA.user, table.ply), Illegal.MUST_PLAY)


async def test_a_run_without_a_boneyard_stays_with_its_player_until_no_tile_fits(world: World) -> None:
    # Source: document 004 no. 5.
    table = await begun(world, "no-boneyard", RUN)
    await play_one(table)
    assert turn(table) == 0
    while turn(table) == 0:
        await play_one(table)
    seats = [move.seat for move in table.view(None).history]
    assert set(seats) == {0}
    assert len(seats) > 2


async def test_the_bot_plays_a_turn_to_its_end_for_an_absent_player_and_it_is_told_once(world: World) -> None:
    table = await begun(world, "no-boneyard", RUN)
    tell(table)
    await world.wait(table, 1000)
    assert turn(table) == 1
    assert len(news_of(table, TimedOut)) == 1
    assert len(news_of(table, Played)) > 2
    assert (await world.again(table)).untold[1:] == table.untold, "after a restart it is told the same way"


async def test_a_tile_of_a_grid_is_turned_up_by_position(world: World) -> None:
    table = await world.begun(rules="memory")
    seat, user = turn(table), in_turn(table).user
    await table.do(playing.flip, user, table.ply, 5)
    assert table.view(None).history == (Flip(seat, 5),)
    await refused(table.do(playing.flip, user, table.ply, 5), Illegal.ALREADY_UP)
    assert [at for at, tile in table.view(None).layout.tiles.items() if tile is not None] == [5]


async def test_points_against_a_player_are_not_collected(world: World) -> None:
    table = await world.begun(rules="mata", options={"until": "deals", "deals": 1})
    await play_match(table)
    assert max(table.view(None).totals) > 0
    assert [each.points for each in await world.board()] == [0, 0]
