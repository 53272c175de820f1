"""Dominoes with a double-twelve set. Source: document 001, first game; the rule book, "Double-twelve"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import DealEnded, Drew, MatchEnded, Passed, Played
from engine.game import State
from engine.tiles import full_set, tile
from tests.engine.games import after, deal, late, play_out, tiles
from tests.engine.rules.answers import can, why_not

SINGLES = [str(each) for each in full_set(12) if not each.double]
"""The 78 tiles that are no doubles, ascending."""


def twelve(*hands: str, turn: int = 0, boneyard: str = "") -> State:
    """Give a position with 12 and 11 at the ends."""
    return late(hands, ["12-11"], rules="double-twelve", turn=turn, boneyard=boneyard)


# ---------------------------------------------------------------------- the deal and its opening


@pytest.mark.parametrize(
    ("seats", "each"),
    [(2, 12), (3, 12), (4, 12), (5, 10), (6, 10), (7, 8), (8, 8), (9, 7), (10, 7), (11, 7), (12, 7)],
)
def test_ninety_one_tiles_are_dealt_by_the_number_of_players_and_the_rest_is_the_boneyard(
    seats: int, each: int
) -> None:
    # Source: document 001: "12 dominos de 2 à 4 joueurs, 10 dominos de 5 à 6 joueurs, 8 dominos de 7 à 8 joueurs ou 7
    # dominos de 9 à 12 joueurs … Le reste des dominos fait office de pioche".
    state = match.new("double-twelve", seats)
    stock = match.stock_of(state)[::-1]
    assert len(stock) == 91
    state, _ = match.apply(state, match.Deal(stock))
    assert [len(hand) for hand in state.hands] == [each] * seats
    assert state.boneyard == stock[each * seats :]


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


def test_the_highest_double_opens_though_other_tiles_have_more_pips() -> None:
    # Source: document 001: "Si personne ne possède ce domino, ce sera le joueur ayant le double le plus fort".
    hands = [" ".join([*SINGLES[-11:], "0-0"]), " ".join([*SINGLES[:11], "1-1"])]
    assert can(deal(match.new("double-twelve", 2), *hands)) == ["1 play 1-1 start"]


@pytest.mark.parametrize(
    ("first", "second", "opening"),
    [
        ("12-10", "12-11", "1 play 12-11 start"),
        # 21 pips each: the higher half
        ("12-9", "11-10", "0 play 12-9 start"),
        ("10-7", "12-5", "1 play 12-5 start"),
    ],
)
def test_where_nobody_holds_a_double_the_strongest_tile_opens(first: str, second: str, opening: str) -> None:
    # Source: the rule book, "Double-twelve", Decision. The other tiles have twelve pips at most.
    low = [each for each in SINGLES if each not in (first, second) and tiles(each)[0].pips <= 12]
    hands = [" ".join([first, *low[:11]]), " ".join([second, *low[11:22]])]
    assert can(deal(match.new("double-twelve", 2), *hands)) == [opening]


def test_the_lowest_double_opens_where_it_is_the_only_one() -> None:
    hands = [" ".join([*SINGLES[-11:], "0-0"]), " ".join(SINGLES[:12])]
    state = deal(match.new("double-twelve", 2), *hands)
    assert can(state) == ["0 play 0-0 start"]
    assert after(state, "0 play 0-0 start").layout.ends == {"left": 0, "right": 0}


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
    assert state.layout.placed[-1].across
    assert state.layout.ends == {"left": 12, "right": 11}


def test_one_who_cannot_play_draws_one_and_the_turn_ends_even_if_it_fits() -> None:
    # Source: document 001: "Sinon, il pioche un domino et passe son tour".
    state = twelve("10-9 8-7", "12-0 1-1", boneyard="12-12 11-4")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state, events = match.apply(state, parse_move("0 draw"))
    assert events == (Drew(0, 3, 1),)
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


def test_the_first_out_wins() -> None:
    # Source: document 001: "il suffit d'être le premier joueur à avoir posé tous ses dominos".
    state, events = match.apply(twelve("12-0", "1-1", "0-0", boneyard="5-5"), parse_move("0 play 12-0 left"))
    (result,) = state.results
    assert (result.reason, result.winners, result.points) == ("out", (0,), (0, 0, 0))
    assert events == (Played(0, tile(12, 0), "left", 0), DealEnded(1, result), MatchEnded((0,)))


def test_a_deal_with_tiles_to_draw_is_not_blocked() -> None:
    state = after(twelve("12-0 5-5", "1-1", boneyard="2-2 3-3"), "0 play 12-0 left")
    assert can(state) == ["1 draw"]
    state = after(state, "1 draw")
    assert can(state) == ["0 draw"]
    # the last tile is drawn, nothing fits 0 or 11, and nobody may draw
    state = after(state, "0 draw")
    assert state.results[0].reason == "blocked"


def test_blocked_the_fewest_pips_win_and_not_the_fewest_tiles() -> None:
    # Source: document 001: "Alors le joueur ayant le moins de points est déclaré vainqueur". 9-9: 18 in one tile; 1-1
    # and 2-2: 6 in two.
    state = after(twelve("12-0 9-9", "1-1 2-2"), "0 play 12-0 left")
    assert (state.results[0].reason, state.winners) == ("blocked", (1,))
    assert state.results[0].points == (0, 0)


def test_blocked_with_equal_pips_the_fewest_tiles_win() -> None:
    # Source: the rule book, "Ties on a blocked deal". Six pips: 3-3 alone, and 2-2 with 1-1; 10-9: nineteen.
    state = after(twelve("12-0 10-9", "2-2 1-1", "3-3"), "0 play 12-0 left")
    assert state.winners == (2,)


def test_blocked_with_equal_pips_and_tiles_the_win_is_shared() -> None:
    # six pips in one tile: 3-3, 4-2 and 5-1
    state = after(twelve("12-0 4-2", "10-10", "3-3", "5-1"), "0 play 12-0 left")
    assert state.results[0].winners == (0, 2, 3)
    assert state.winners == (0, 2, 3)


def test_a_match_of_twelve_is_one_deal() -> None:
    last = play_out("double-twelve", 12, {}, seed=1)[-1].after
    assert len(last.results) == 1
    assert last.finished


# ---------------------------------------------------------------------- the order of what may be done


def test_the_order_of_legal_actions_is_pinned() -> None:
    # The controls name an action by its place in this list.
    assert can(twelve("12-11 12-2 11-11 11-0 12-12 10-10", "7-0")) == [
        "0 play 11-0 right",
        "0 play 11-11 right",
        "0 play 12-2 left",
        "0 play 12-11 left",
        "0 play 12-11 right",
        "0 play 12-12 left",
    ]
