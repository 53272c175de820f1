"""The classic game without a boneyard. Source: document 004 no. 5; the rule book, "The classics", `no-boneyard`."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late


def position(*hands: str, totals: tuple[int, ...] | None = None, target: int = 100) -> State:
    """Return a position with 6 and 4 at the ends, seat 0 in turn."""
    return late(hands, ["6-4"], rules="no-boneyard", totals=totals, target=target)


@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [("6-5", "5-5", "0 play 6-5 start"), ("6-4", "5-5", "1 play 5-5 start"), ("5-4", "6-3", "1 play 6-3 start")],
)
def test_the_holder_of_the_strongest_tile_opens_with_it(first: str, second: str, opening: str) -> None:
    # Source: document 004 no. 5: "Celui qui a le domino le plus fort commence".
    hands = f"{first} 0-0 1-0 1-1 2-0 2-1 2-2 3-0", f"{second} 3-1 3-2 3-3 4-0 4-1 4-2 4-3"
    assert can(deal(match.new("no-boneyard", 3), *hands, "5-0 5-1 5-2 5-3 6-0 6-1 6-2 4-4")) == [opening]


def test_a_turn_goes_on_while_any_tile_fits_and_the_player_chooses_which() -> None:
    # Source: document 004 no. 5: "doit poser ses dominos … jusqu'à ce qu'il n'ait plus rien à placer".
    state = position("6-1 1-0 4-3 5-5", "3-3 0-0")
    assert can(state) == ["0 play 4-3 right", "0 play 6-1 left"]
    state = after(state, "0 play 6-1 left")
    assert state.turn == 0
    assert can(state) == ["0 play 1-0 left", "0 play 4-3 right"]
    state = after(state, "0 play 4-3 right")
    assert can(state) == ["0 play 1-0 left"]
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    assert why_not(state, "1 play 3-3 right") is Illegal.NOT_YOUR_TURN
    assert can(after(state, "0 play 1-0 left")) == ["1 play 0-0 left", "1 play 3-3 right"]


def test_a_turn_that_ends_for_want_of_a_tile_needs_no_pass() -> None:
    # Source: the game record, "One action at a time": "a turn goes on by itself while a tile fits".
    state = after(position("6-1 5-5", "4-4 1-1"), "0 play 6-1 left")
    assert state.turn == 1
    assert [str(move) for move in state.history] == ["0 play 6-1 left"]


def test_a_player_unable_to_place_any_tile_passes_once() -> None:
    # Source: the game record, "One action at a time".
    state = after(position("6-1 5-5", "3-3 2-2", "4-4 0-0"), "0 play 6-1 left")
    assert can(state) == ["1 pass"]
    assert why_not(state, "1 draw") is Illegal.NO_DRAWING
    state, events = match.apply(state, parse_move("1 pass"))
    assert events == (Passed(1, (1, 4)),)
    assert can(state) == ["2 play 4-4 right"]


def test_a_player_may_be_able_to_go_on_after_the_others_turn() -> None:
    state = after(position("6-1 5-0 0-0", "4-3 5-3 2-2"), "0 play 6-1 left")
    assert can(state) == ["1 play 4-3 right"]
    assert can(after(state, "1 play 4-3 right", "1 play 5-3 right")) == ["0 play 5-0 right"]


def test_going_out_scores_the_pips_left_in_the_others_hands() -> None:
    # Source: document 004 no. 5. 5-5 and 4-1: 15; 2-0: 2.
    state = after(position("6-1 1-1", "5-5 4-1", "2-0"), "0 play 6-1 left", "0 play 1-1 left")
    assert how_it_ended(state) == ("out", (0,), (17, 0, 0))
    assert state.results[0].counted == (1, 2)


def test_the_fewest_pips_score_the_others_pips_in_a_blocked_deal() -> None:
    # Source: document 004 no. 5: "c'est celui à qui il reste le moins de points sur ses dominos qui marque les points
    # restant sur les dominos des autres joueurs". 0-0 and 3-0: 3; 5-5: 10; 2-2: 4.
    state = after(position("6-1 0-0 3-0", "5-5", "2-2"), "0 play 6-1 left")
    assert how_it_ended(state) == ("blocked", (0,), (14, 0, 0))
    assert state.turn is None


def test_equal_pips_score_for_nobody_in_a_blocked_deal() -> None:
    # Source: the rule book, "Ties on a blocked deal". 5-0 alone as 3-0 with 2-0.
    assert how_it_ended(after(position("6-1 5-0", "3-0 2-0", "5-5"), "0 play 6-1 left")) == ("blocked", (), (0, 0, 0))


@pytest.mark.parametrize(("target", "before", "over"), [(100, 89, False), (100, 90, True), (50, 40, True)])
def test_the_first_to_reach_the_target_wins(target: int, before: int, *, over: bool) -> None:
    # Source: document 004 no. 5. 5-5: 10.
    state = after(position("6-1", "5-5", totals=(before, 0), target=target), "0 play 6-1 left")
    assert state.winners == ((0,) if over else ())
