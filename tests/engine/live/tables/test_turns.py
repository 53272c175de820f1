"""Turns of several actions: drawing on, runs, owed tiles, and turns that the bot plays."""

from __future__ import annotations

from engine import match
from engine.actions import Deal, Draw, Flip, Pass, Play
from engine.errors import Illegal
from engine.events import Drew, Passed, Played
from engine.live.model.news import TimedOut
from engine.live.tables import playing
from tests.engine.games import deal_action
from tests.engine.live import sketch
from tests.engine.live.people import ANA, BEN, World
from tests.engine.live.playing import RUN, news_of, play_match, play_one
from tests.engine.live.sketch import Sketch

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
NO_SIX = "0-0 1-0 1-1 2-0 2-1 2-2 3-0"


def begun(rules: str, dealt: Deal, **options: object) -> Sketch:
    """Return a match with a deal made by hand."""
    return sketch.begun(rules=rules, options=options, dealer=lambda _state: dealt)


def drawing(first: str = SIXES, boneyard: str = "3-1 3-2 4-4 5-5") -> Sketch:
    """Return a match in which Ana has played a six, and Ben has none."""
    table = begun("classic-draw", deal_action([first, NO_SIX], boneyard=boneyard))
    table.play()
    return table


def test_one_draw_goes_on_until_a_tile_fits() -> None:
    # Source: document 004 no. 2, "il pioche dans le talon jusqu'à ce qu'il tire un domino qu'il peut placer".
    table = drawing()
    assert table.view(1).legal == (Draw(1),)
    table.tell()
    # nothing but sixes fits, and they are all in the other hand: the whole boneyard is drawn, then there is the pass
    table.play()
    assert table.view(None).boneyard_size == 0
    assert table.view(None).history[1:] == (*[Draw(1)] * 14, Pass(1))
    assert [type(each) for each in table.untold] == [*[Drew] * 14, Passed], "they are told one by one"
    assert table.turn == 0


def test_a_draw_stops_at_the_first_tile_that_fits() -> None:
    table = drawing("6-6 6-5 6-4 6-3 6-2 6-1 5-5", "3-1 3-2 6-0 4-4")
    table.play()
    assert table.turn == 1, "the tile drawn last fits and is its drawer's to lay"
    assert [str(tile) for tile in table.view(1).drawn] == ["3-1", "3-2", "6-0"]
    assert {move.tile.text for move in table.view(1).legal if isinstance(move, Play)} == {"6-0"}
    assert table.view(0).drawn == table.view(None).drawn == ()


async def test_the_actions_of_one_press_are_kept_whole_or_not_at_all(world: World) -> None:
    world.dealer = lambda _state: deal_action([SIXES, NO_SIX], boneyard="3-1 3-2 4-4 5-5")
    table = await world.begun(rules="classic-draw")
    await play_one(table)
    await world.not_written(table, [play_one(table)])
    assert len((await world.kept(table)).log) == table.ply == 2
    await play_one(table)
    assert len((await world.kept(table)).log) == table.ply > 3


def test_a_drawn_tile_that_does_not_fit_a_train_passes_the_turn_with_a_marker() -> None:
    # Source: document 001, "Situation de blocage et marqueur".
    stock = match.stock_of(match.new("mexican-train-nine", 2, {"deals": 1}))
    dealt = Deal((*(tile for tile in stock if 9 not in tile), *(tile for tile in stock if 9 in tile)), 0)
    table = begun("mexican-train-nine", dealt, deals=1)
    table.play()
    assert table.view(None).history == (Draw(0), Pass(0))
    assert table.turn == 1


def test_the_pass_button_draws_for_a_player_who_cannot_play() -> None:
    table = drawing()
    table.do(playing.pass_turn, BEN.user_id, table.ply)
    assert table.view(None).boneyard_size == 0
    table.refuses(Illegal.MUST_PLAY, playing.pass_turn, ANA.user_id, table.ply)


def test_a_run_without_a_boneyard_stays_with_its_player_until_no_tile_fits() -> None:
    # Source: document 004 no. 5.
    table = begun("no-boneyard", RUN)
    table.play()
    assert table.turn == 0
    while table.turn == 0:
        table.play()
    seats = [move.seat for move in table.view(None).history]
    assert set(seats) == {0}
    assert len(seats) > 2


def test_the_bot_plays_a_turn_to_its_end_for_an_absent_player_and_it_is_told_once() -> None:
    table = begun("no-boneyard", RUN)
    table.tell()
    table.wait(1000)
    assert table.turn == 1
    assert len(news_of(table, TimedOut)) == 1
    assert len(news_of(table, Played)) > 2
    assert table.again().untold[1:] == table.untold, "a restart leads to the same news"


def test_a_tile_of_a_grid_is_turned_up_by_position() -> None:
    table = sketch.begun(rules="memory")
    seat, user = table.turn, table.in_turn.user_id
    table.do(playing.flip, user, table.ply, 5)
    assert table.view(None).history == (Flip(seat, 5),)
    table.refuses(Illegal.ALREADY_UP, playing.flip, user, table.ply, 5)
    assert [at for at, tile in table.view(None).layout.tiles.items() if tile is not None] == [5]


async def test_points_against_a_player_are_not_collected(world: World) -> None:
    table = await world.begun(rules="mata", options={"until": "deals", "deals": 1})
    await play_match(table)
    assert max(table.view(None).totals) > 0
    assert [each.points for each in await world.board()] == [0, 0]
