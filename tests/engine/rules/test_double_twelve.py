"""Dominoes with a double-twelve set. Source: document 001, first game; the rule book, "Double-twelve"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from engine.tiles import full_set, tile
from tests.engine.answers import can, why_not
from tests.engine.games import after, deal, late, tiles

SINGLES = [str(each) for each in full_set(12) if not each.double]
"""The 78 tiles that are no doubles, ascending."""


def twelve(*hands: str, turn: int = 0, boneyard: str = "") -> State:
    """Return a position with 12 and 11 at the ends."""
    return late(hands, ["12-11"], rules="double-twelve", turn=turn, boneyard=boneyard)


# ---------------------------------------------------------------------- the deal and its opening


@pytest.mark.parametrize("holder", range(12))
def test_twelve_can_play_and_the_highest_double_opens_wherever_it_is_held(holder: int) -> None:
    # Source: document 001: "Le joueur ayant le double le plus élevé (le double 12 donc) commence".
    hands = [" ".join(SINGLES[at * 7 : at * 7 + 7]) for at in range(11)]
    hands.insert(holder, "12-12 11-11 10-10 9-9 8-8 7-7 6-6")
    state = deal(match.new("double-twelve", 12), *hands)
    assert len(state.boneyard) == 7
    assert can(state) == [f"{holder} play 12-12 start"]
    assert why_not(state, f"{holder} play 11-11 start") is Illegal.MUST_OPEN_WITH
    assert after(state, f"{holder} play 12-12 start").turn == (holder + 1) % 12


@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [
        ("12-10", "12-11", "1 play 12-11 start"),
        # 21 pips each: the higher half
        ("12-9", "11-10", "0 play 12-9 start"),
        ("10-7", "12-5", "1 play 12-5 start"),
    ],
)
def test_the_strongest_tile_opens_where_nobody_holds_a_double(first: str, second: str, opening: str) -> None:
    # Source: the rule book, "Double-twelve", Decision. The other tiles have twelve pips at most.
    low = [each for each in SINGLES if each not in (first, second) and tiles(each)[0].pips <= 12]
    hands = [" ".join([first, *low[:11]]), " ".join([second, *low[11:22]])]
    assert can(deal(match.new("double-twelve", 2), *hands)) == [opening]


# ---------------------------------------------------------------------- turns


def test_a_tile_fits_either_end_by_an_equal_half_and_doubles_lie_across() -> None:
    # Source: document 001: "un domino ayant le même nombre de points sur au moins un côté".
    state = twelve("12-7 11-11 10-9", "7-0")
    assert can(state) == ["0 play 11-11 right", "0 play 12-7 left"]
    assert why_not(state, "0 play 12-7 right") is Illegal.DOES_NOT_FIT
    assert why_not(state, "0 play 10-9 left") is Illegal.DOES_NOT_FIT
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    state = after(state, "0 play 11-11 right")
    assert state.layout.placed[-1].crosswise
    assert state.layout.ends == {"left": 12, "right": 11}


def test_a_player_unable_to_play_draws_a_tile_and_the_turn_ends_even_if_it_fits() -> None:
    # Source: document 001: "Sinon, il pioche un domino et passe son tour".
    state = twelve("10-9 8-7", "12-0 1-1", boneyard="12-12 11-4")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert state.turn == 1
    assert tile(12, 12) in state.hands[0]
    assert match.view(state, 0).drawn == tiles("12-12")
    assert why_not(state, "0 play 12-12 left") is Illegal.NOT_YOUR_TURN
    assert can(after(state, "1 play 12-0 left")) == ["0 draw"]


def test_a_boneyard_that_is_empty_leaves_a_pass() -> None:
    # Source: the rule book, "Double-twelve".
    state = twelve("10-9 8-7", "12-0 1-1")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (11, 12)),)
    assert state.turn == 1


# ---------------------------------------------------------------------- the end


def test_a_deal_with_tiles_to_draw_is_not_blocked() -> None:
    state = after(twelve("12-0 5-5", "1-1", boneyard="2-2 3-3"), "0 play 12-0 left")
    assert can(state) == ["1 draw"]
    state = after(state, "1 draw")
    assert can(state) == ["0 draw"]
    # the last tile is drawn, nothing fits 0 or 11, and nobody may draw
    assert after(state, "0 draw").results[0].reason == "blocked"


def test_the_fewest_pips_win_a_blocked_deal_and_not_the_fewest_tiles() -> None:
    # Source: document 001: "Alors le joueur ayant le moins de points est déclaré vainqueur". 9-9: 18 in one tile; 1-1
    # and 2-2: 6 in two.
    state = after(twelve("12-0 9-9", "1-1 2-2"), "0 play 12-0 left")
    assert (state.results[0].reason, state.winners) == ("blocked", (1,))
    assert state.results[0].points == (0, 0)


def test_the_fewest_tiles_win_a_blocked_deal_with_equal_pips() -> None:
    # Source: the rule book, "Ties on a blocked deal". Six pips: 3-3 alone, and 2-2 with 1-1; 10-9: nineteen.
    assert after(twelve("12-0 10-9", "2-2 1-1", "3-3"), "0 play 12-0 left").winners == (2,)


def test_equal_pips_and_tiles_share_the_win_of_a_blocked_deal() -> None:
    # six pips in one tile: 3-3, 4-2 and 5-1
    state = after(twelve("12-0 4-2", "10-10", "3-3", "5-1"), "0 play 12-0 left")
    assert state.results[0].winners == (0, 2, 3)
    assert state.winners == (0, 2, 3)
