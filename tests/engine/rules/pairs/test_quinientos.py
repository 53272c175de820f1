"""Tests of the Puerto Rican games, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.events import Bonus, Result
from engine.game import State
from engine.options import Value
from tests.engine.answers import how_it_ended
from tests.engine.rules.pairs.book_deals import later, next_opener, play_deal, played


def test_example_1_capicu_and_the_first_deal_won() -> None:
    state = played("quinientos", "dominicano 1")
    assert how_it_ended(state) == ("out", (1, 3), (0, 224))
    assert [bonus[:2] for bonus in state.results[-1].bonuses] == [("capicú", 100), ("primera", 100)]
    assert how_it_ended(played("doscientos", "dominicano 1")) == ("out", (1, 3), (0, 24))
    assert how_it_ended(played("doscientos", "dominicano 1", capicu=50)) == ("out", (1, 3), (0, 74))


def test_example_2_a_blocked_deal_with_and_without_a_bonus_for_the_blocker() -> None:
    state = played("quinientos", "quinientos 2")
    assert how_it_ended(state) == ("blocked", (1, 3), (0, 168))
    assert next_opener(state) == 1
    assert how_it_ended(played("quinientos", "quinientos 2", blocked_bonus=100)) == ("blocked", (1, 3), (0, 268))


def test_example_3_a_tie_uses_up_no_step() -> None:
    state = played("quinientos", "quinientos 3")
    assert how_it_ended(state) == ("blocked", (), (0, 0))
    assert next_opener(state) == 2
    state = play_deal(state._replace(results=(state.results[0]._replace(opener=0),)), "quinientos 4")
    assert ("primera", 100) in [bonus[:2] for bonus in state.results[-1].bonuses]


def after_wins(count: int, opener: int) -> State:
    """Return a match in which so many deals have been won, and ``opener`` opens next."""
    state = later("quinientos", opener)
    won = Result(0, "out", (0, 2), (0, 0), (0, 0), ((),) * 4, (), (0, 0), 0, 0)
    return state._replace(results=(won,) * count + state.results)


def test_example_4_chuchazo_in_the_second_deal_won() -> None:
    state = play_deal(after_wins(1, 1), "quinientos 4")
    assert how_it_ended(state) == ("out", (1, 3), (0, 215))
    assert state.results[-1].bonuses == (Bonus("chuchazo", 100, 1, feat=True), Bonus("segunda", 75, 1))


@pytest.mark.parametrize(("count", "more"), [(0, 100), (1, 75), (2, 50), (3, 25), (4, 0)])
def test_the_first_four_deals_won_bring_less_and_less(count: int, more: int) -> None:
    assert play_deal(after_wins(count, 1), "quinientos 4").totals == (0, 140 + more)


def test_a_pass_on_the_opening_tile_earns_nothing() -> None:
    assert played("quinientos", "dominicano 1").results[-1].earned == (0, 224)
    assert match.new("quinientos", 4).options == {
        "target": 500,
        "pairs": True,
        "capicu": 100,
        "capicua": "either",
        "blocked_bonus": 0,
    }


@pytest.mark.parametrize(("rules", "capicu"), [("quinientos", 100), ("doscientos", 50)])
def test_a_plain_tile_on_two_equal_ends_is_capicu(rules: str, capicu: int) -> None:
    def out(**options: Value) -> list[str]:
        state = play_deal(later(rules, 1, capicu=capicu, **options), "dominicano 4")
        return [bonus.name for bonus in state.results[-1].bonuses if bonus.feat]

    assert out() == ["capicú"]
    assert out(capicua="plain") == []
