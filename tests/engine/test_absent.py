"""The player who stands in for someone away."""

from __future__ import annotations

import pytest

from engine import match, random_luck
from engine.actions import Draw, Pass
from engine.players import absent
from tests.engine.games import SEATINGS, deal, late, play_out


def test_the_absent_lay_the_strongest_tile_that_fits() -> None:
    # 4-1 and 6-1 fit as well, before and after it in the list; 5-5 is stronger and does not fit
    state = late(["6-1 5-5 4-4 4-1 1-0", "3-3"], ["6-4"])
    assert [str(move) for move in match.legal(state)][1] == "0 play 4-4 right"
    assert str(absent.choose(match.view(state, 0))) == "0 play 4-4 right"


def test_the_absent_pass_when_nothing_fits() -> None:
    state = late(["5-5 1-0", "6-3"], ["6-4"])
    assert absent.choose(match.view(state, 0)) == Pass(0)


def test_the_absent_open_with_the_tile_that_must_open() -> None:
    state = deal(match.new("express", 2), "1-1 6-5 6-4 6-3 6-2 6-1 6-0", "0-0 5-4 5-3 5-2 5-1 5-0 4-3")
    assert str(absent.choose(match.view(state, 0))) == "0 play 1-1 start"


def test_the_absent_draw_when_nothing_fits_and_there_is_a_boneyard() -> None:
    state = late(["5-5 1-0", "6-3"], ["6-4"], rules="classic-draw", boneyard="2-2")
    assert absent.choose(match.view(state, 0)) == Draw(0)


def test_the_absent_play_when_they_could_draw_as_well() -> None:
    state = late(["5-4 1-0", "5-3"], ["5-5"], rules="all-fives")
    assert str(absent.choose(match.view(state, 0))) == "0 play 5-4 arm1"


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_the_absent_always_find_something_legal_to_do(rules: str, seats: int) -> None:
    for step in play_out(rules, seats, {}, seed=seats):
        if step.before.turn is not None:
            move = absent.choose(match.view(step.before, step.before.turn))
            assert move in match.legal(step.before)


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_a_deal_that_only_the_absent_play_comes_to_its_end(rules: str, seats: int) -> None:
    state = match.new(rules, seats)
    state, _ = match.apply(state, random_luck(state, seats))
    for _ in range(3_000):
        if state.turn is None:
            return
        state, _ = match.apply(state, absent.choose(match.view(state, state.turn)))
    raise AssertionError("no end")
