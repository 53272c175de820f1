"""Tests of a plate's notes, as many as there is room for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine import match
from engine.actions import Draw, Flip, Pass, Play
from engine.layouts import Grid
from engine.tiles import tile
from engine.view import View
from render.text.moves import last_revealed
from render.text.notes import laid_last, notes
from tests.render.games import WORDS, AnyDeal, any_deals, deal


def in_play() -> View:
    states = deal(4, 3)
    return match.view(states[len(states) // 2], None)


def told(seat: int, *moves: Play | Draw | Pass, turn: int = 3, passed: tuple[int, ...] = ()) -> tuple[str, ...]:
    passes = tuple(passed if each == seat else () for each in range(4))
    return notes(replace(in_play(), history=moves, turn=turn, passed=passes), seat, WORDS)


def test_the_sign_of_the_turn_never_gives_way_to_passes() -> None:
    assert told(3, Pass(3), passed=(1, 5)) == ("to play · lacks 1, 5", "to play")


def test_the_tile_that_came_last_never_gives_way_to_passes() -> None:
    laid = Play(0, tile(6, 4), "right")
    assert told(0, laid, passed=(1, 5)) == ("laid 6-4 · lacks 1, 5", "6-4 · lacks 1, 5", "laid 6-4", "6-4")


def test_a_tile_keeps_its_owner_while_others_draw_and_pass() -> None:
    laid = Play(0, tile(6, 4), "right")
    assert told(0, laid, Draw(1), Pass(2)) == ("laid 6-4", "6-4")
    view = replace(in_play(), history=(laid, Draw(1), Pass(2)))
    assert [laid_last(view, seat) for seat in range(4)] == [True, False, False, False]


def test_a_player_who_goes_on_after_a_double_is_told_with_it() -> None:
    assert told(3, Play(3, tile(6, 6), "right")) == ("laid 6-6, goes on", "laid 6-6")


def test_plates_of_others_say_what_they_did_or_at_least_what_they_lack() -> None:
    newer = Play(1, tile(4, 1), "left")
    assert told(0, Pass(0), newer, passed=(1, 5)) == ("passed · lacks 1, 5", "lacks 1, 5", "passed")
    assert told(0, Play(0, tile(6, 4), "right"), newer) == ("laid 6-4",)
    assert told(0, Draw(0), newer) == ("drew",)
    assert told(0, newer) == ("",)


def test_a_miss_names_both_positions() -> None:
    moves = (Flip(0, 5), Flip(0, 21), Flip(1, 7))
    view = replace(in_play(), layout=Grid({}), history=moves, turn=1, passed=((),) * 4)
    assert notes(view, 0, WORDS) == ("turned 5, 21",)
    assert notes(view, 1, WORDS) == ("to play",)
    assert notes(view, 2, WORDS) == ("",)


def test_the_plate_of_a_player_out_of_the_match_says_so() -> None:
    assert notes(replace(in_play(), eliminated=(2,)), 2, WORDS)[0] == "out of the match"


@given(any_deals(), st.integers(0, 1000))
def test_one_seat_at_most_brought_the_last_tile_and_it_did(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        last = last_revealed(view)
        owners = [seat for seat in range(view.seats) if laid_last(view, seat)]
        assert owners == ([] if last is None else [last.seat])
