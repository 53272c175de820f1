"""Tests of how long drawn tiles and passes are remembered."""

from __future__ import annotations

from engine import match
from tests.engine.games import after, deal, late, tiles
from tests.engine.train_tables import table


def test_a_draw_that_begins_a_turn_takes_the_place_of_those_of_the_turn_before() -> None:
    # Source: document 001, first game: a draw ends the turn; nothing here fits a six
    state = late(["1-1 2-2", "3-3 4-4"], ["6-6"], rules="double-twelve", boneyard="5-5 5-4 5-3 5-2")
    state = after(state, "0 draw", "1 draw")
    assert match.view(state, 0).drawn == tiles("5-5")
    assert match.view(after(state, "0 draw"), 0).drawn == tiles("5-3")


def test_a_pass_after_a_draw_in_vain_leaves_the_tile_in_sight() -> None:
    # Source: document 001, second game, "Situation de blocage et marqueur"; nothing here fits 5 or 4
    state = table("11-0 10-0", "6-5", chain=("12-5 train0", "12-4 mexican"), boneyard="7-6 8-6")
    assert match.view(after(state, "0 draw", "0 pass"), 0).drawn == tiles("7-6")


def test_a_pass_without_a_draw_leaves_nothing_in_sight() -> None:
    state = late(["1-1 2-2", "6-3 6-4"], ["6-6"], rules="double-twelve", boneyard="5-5")
    state = after(state, "0 draw", "1 play 6-3 right")
    assert match.view(state, 0).drawn == tiles("5-5")
    assert match.view(after(state, "0 pass"), 0).drawn == ()


def test_drawn_tiles_and_passes_are_forgotten_with_the_deal() -> None:
    state = late(["1-1 2-2", "6-5"], ["6-6"], rules="classic-rounds", boneyard="5-5")
    state = after(state, "0 draw", "0 pass", "1 play 6-5 right")
    assert state.awaits_deal
    assert (state.drawn, state.passed) == ((tiles("5-5"), ()), ((6,), ()))
    state = deal(state, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
    assert match.view(state, None).passed == ((), ())
    assert [match.view(state, seat).drawn for seat in (0, 1)] == [(), ()]
