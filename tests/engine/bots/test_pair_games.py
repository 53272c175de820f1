"""Tests of a computer's common sense in pair games: blocks, and the points for passes and for the last tile."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.bots.decision import Rationale
from engine.bots.heuristics import PIPS_WEIGHTS, weigh_moves
from engine.game import State
from engine.options import Value
from tests.engine.games import after, deal_action, late
from tests.engine.rules.pairs.book_deals import DEALS, later, stock_of


def weights(state: State, rationale: Rationale) -> dict[str, float]:
    """Return what each move of the seat in turn is worth for one reason, without those worth nothing."""
    reasons = weigh_moves(match.view(state, state.turn))
    found = {str(move): each.get(rationale, 0.0) for move, each in zip(match.legal(state), reasons, strict=True)}
    return {move: weight for move, weight in found.items() if weight}


def before_block(state: State, name: str) -> State:
    """Return one of the book's deals before the play that blocks it."""
    actions = [" ".join(action.split()) for action in DEALS[name].actions.split(",")]
    return after(match.apply(state, Deal(stock_of(state, name)))[0], *actions[:-1])


@pytest.mark.parametrize(
    ("name", "options", "move"),
    [
        ("quinientos 2", {"blocked": "pair"}, "1 play 3-0 right"),
        ("six-love 2", {"blocked": "hand"}, "3 play 6-4 right"),
    ],
)
def test_a_block_is_worth_the_pips_by_which_it_is_expected_to_be_won(
    name: str, options: dict[str, Value], move: str
) -> None:
    state = before_block(match.new("parejas", 4, options), name)
    worth = weights(state, Rationale.BLOCKS)
    assert worth[move] > 0


def test_a_block_that_is_expected_to_be_lost_is_worth_less_than_nothing() -> None:
    state = before_block(later("dominicano", 0), "dominicano 5")
    (worth,) = weights(state, Rationale.BLOCKS).values()
    assert worth < 0


def test_all_three_passes_on_the_opening_tile_are_foreseen() -> None:
    state, _ = match.apply(later("dominicano", 0), deal_action(["6-6 6-5 6-4 6-3 6-2 6-1 6-0"]))
    worth = weights(state, Rationale.SHUTS_OUT)
    assert worth["0 play 6-6 start"] == pytest.approx(PIPS_WEIGHTS.shut + 0.5 * 100 * (25 + 25) / 200)
    assert max(worth, key=worth.__getitem__) == "0 play 6-6 start"
    calm, _ = match.apply(later("parejas", 0), deal_action(["6-6 6-5 6-4 6-3 6-2 6-1 6-0"]))
    assert set(weights(calm, Rationale.SHUTS_OUT).values()) == {PIPS_WEIGHTS.shut}


@pytest.mark.parametrize(
    ("hand", "rules", "some"),
    [
        ("5-3 3-1", "dominicano", True),
        ("5-3 1-0", "dominicano", False),
        ("5-3 3-1", "parejas", False),
    ],
)
def test_a_last_tile_for_both_ends_is_kept(hand: str, rules: str, some: bool) -> None:
    hands = [hand, "6-6 6-5", "4-4 4-2", "0-0 2-0"]
    state = late(hands, ["5-4", "4-1 right"], rules=rules, boneyard="")
    assert bool(weights(state, Rationale.ENDS_IN_STYLE)) == some
