"""Sébastopol: four arms around 6-6. Source: document 004 no. 7; the rule book, "Sébastopol"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed
from engine.game import State
from engine.layouts import Placed
from engine.layouts.cross import ARMS
from engine.record import describe
from engine.tiles import tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late

THREE = (
    "6-5 6-4 5-5 5-4 0-0 1-0 2-0 3-0 1-1",
    "6-3 6-2 3-3 3-2 4-0 5-0 2-1 3-1 4-1",
    "6-1 6-0 2-2 4-4 5-1 4-2 5-2 4-3 5-3",
)
FOUR = (
    "6-5 6-4 5-5 5-4 0-0 1-0 2-0",
    "6-6 6-3 6-2 3-3 3-2 4-0 5-0",
    "6-1 6-0 2-2 4-4 5-1 4-2 5-2",
    "1-1 3-0 2-1 3-1 4-1 4-3 5-3",
)
STAR = ("6-5 arm1", "6-4 arm2", "6-3 arm3", "6-2 arm4")
"""What may follow 6-6 on its four sides."""


def star(*hands: str, turn: int = 0) -> State:
    """Return a position with 6-6 in the middle, four arms that show 5, 4, 3 and 2, and nothing else in the set."""
    chain = STAR if len(hands) == 3 else ("6-6", *STAR)
    return late(hands, chain, rules="sebastopol", turn=turn, boneyard="")


# ---------------------------------------------------------------------- three players


@pytest.mark.parametrize("first", [0, 1, 2])
def test_for_three_the_double_six_is_laid_first_and_nine_tiles_are_dealt_to_each(first: int) -> None:
    # Source: document 004 no. 7: "à 3 joueurs on place le double 6 en premier sur la table. Ensuite les joueurs
    # prennent leurs 9 dominos". Decision: a random seat moves first.
    state = match.new("sebastopol", 3)
    stock = match.stock_of(state)
    assert len(stock) == 27
    assert tile(6, 6) not in stock
    state = match.apply(state, match.Deal(stock, first))[0]
    assert [len(hand) for hand in state.hands] == [9, 9, 9]
    assert state.boneyard == ()
    assert state.layout.placed == (Placed(tile(6, 6), "start", 6, 6, None, crosswise=True),)
    assert state.layout.ends == dict.fromkeys(ARMS, 6)
    assert state.turn == state.opener == first


def test_the_first_of_three_to_move_lays_a_six_and_is_the_opener_of_the_record() -> None:
    state = deal(match.new("sebastopol", 3), *THREE, first=2)
    assert can(state) == ["2 play 6-0 arm1", "2 play 6-1 arm1"]
    state = after(state, "2 play 6-1 arm1")
    assert state.turn == 0
    while not state.finished:
        state = match.apply(state, match.legal(state)[0])[0]
    assert describe(state)["deals"][0]["opener"] == 2


def test_the_first_of_three_to_move_passes_without_a_six() -> None:
    hands = (
        "5-5 5-4 5-3 0-0 1-0 2-0 3-0 1-1 4-4",
        "6-3 6-2 6-5 3-3 3-2 4-0 5-0 2-1 3-1",
        "6-1 6-0 6-4 2-2 5-1 4-2 5-2 4-3 4-1",
    )
    state = deal(match.new("sebastopol", 3), *hands, first=0)
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    state, events = match.apply(state, parse_move("0 pass"))
    assert events == (Passed(0, (6,)),)
    assert state.turn == 1
    assert can(state) == ["1 play 6-2 arm1", "1 play 6-3 arm1", "1 play 6-5 arm1"]


# ---------------------------------------------------------------------- four players


@pytest.mark.parametrize("holder", range(4))
def test_for_four_the_holder_of_the_double_six_opens_with_it_and_the_next_seat_follows(holder: int) -> None:
    # Source: document 004 no. 7: "C'est lui qui commencera la partie en posant ce double-six au milieu de la table".
    hands = [FOUR[(1 + seat - holder) % 4] for seat in range(4)]
    state = deal(match.new("sebastopol", 4), *hands)
    assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
    assert state.boneyard == ()
    assert not state.layout.placed
    assert can(state) == [f"{holder} play 6-6 start"]
    assert why_not(state, f"{holder} play 6-3 start") is Illegal.MUST_OPEN_WITH
    state = after(state, f"{holder} play 6-6 start")
    assert state.turn == (holder + 1) % 4
    assert state.layout.ends == dict.fromkeys(ARMS, 6)
    assert can(state)[0] == f"{state.turn} play 6-0 arm1"


# ---------------------------------------------------------------------- the sides of 6-6


def test_the_next_four_tiles_need_a_six_and_go_on_the_four_sides_in_turn() -> None:
    # Source: document 004 no. 7: "Les 4 premiers dominos qui vont être posés doivent donc tous avoir un six sur une
    # moitié et sont mis tout autour du double-six".
    state = deal(match.new("sebastopol", 3), *THREE, first=0)
    assert can(state) == ["0 play 6-4 arm1", "0 play 6-5 arm1"]
    state = after(state, "0 play 6-5 arm1")
    assert can(state) == ["1 play 6-2 arm2", "1 play 6-3 arm2"]
    state = after(state, "1 play 6-3 arm2")
    assert can(state) == ["2 play 6-0 arm3", "2 play 6-1 arm3"]
    state = after(state, "2 play 6-1 arm3")
    # 5-5 and 5-4 fit arm1, 1-0 and 1-1 fit arm3, but a side of 6-6 is still free
    assert state.layout.ends == {"arm1": 5, "arm2": 3, "arm3": 1, "arm4": 6}
    assert can(state) == ["0 play 6-4 arm4"]
    for early in ("5-5 arm1", "1-1 arm3"):
        assert why_not(state, f"0 play {early}") is Illegal.NOT_OPEN_YET
    assert why_not(state, "0 play 5-5 arm4") is Illegal.DOES_NOT_FIT
    state = after(state, "0 play 6-4 arm4")
    # 3-3, 3-2 and 3-1 fit arm2; 4-0 and 4-1 arm4; 5-0 arm1; 2-1, 3-1 and 4-1 arm3
    free = ("2-1 arm3", "3-1 arm2", "3-1 arm3", "3-2 arm2", "3-3 arm2", "4-0 arm4", "4-1 arm3", "4-1 arm4", "5-0 arm1")
    assert can(state) == [f"1 play {each}" for each in free]


def test_a_player_without_a_six_passes_while_a_side_is_free() -> None:
    state = late(["5-5 4-4", "6-3 1-1", "0-0"], STAR[:1], rules="sebastopol", boneyard="")
    assert can(state) == ["0 pass"]
    assert can(after(state, "0 pass")) == ["1 play 6-3 arm2"]


# ---------------------------------------------------------------------- the four arms


def test_the_arms_grow_by_equal_halves_and_doubles_lie_across() -> None:
    # Source: document 004 no. 7: "en suivant les 4 directions, les 4 lignes de départ".
    state = star("5-5 3-1", "4-1 0-0", "5-0 1-1")
    state = after(state, "0 play 5-5 arm1", "1 play 4-1 arm2", "2 play 5-0 arm1")
    assert state.layout.ends == {"arm1": 0, "arm2": 1, "arm3": 3, "arm4": 2}
    arm = state.layout.arm("arm1")
    assert [(str(each.tile), each.crosswise) for each in arm] == [("6-5", False), ("5-5", True), ("5-0", False)]


def test_a_player_plays_if_able_and_else_passes_and_nobody_draws() -> None:
    # Source: the rule book, "Sébastopol": "No boneyard: pass when unable".
    assert why_not(star("5-1 0-0", "1-1 0-0", "4-4 3-3"), "0 pass") is Illegal.MUST_PLAY
    state = late(["1-1 0-0", "5-5", "4-4"], STAR, rules="sebastopol", boneyard="")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING


# ---------------------------------------------------------------------- the end


def test_the_first_out_wins() -> None:
    state = after(star("5-1", "4-4", "0-0"), "0 play 5-1 arm1")
    assert how_it_ended(state) == ("out", (0,), (0, 0, 0))
    assert state.winners == (0,)


def test_the_fewest_tiles_win_a_blocked_deal_and_not_the_fewest_pips() -> None:
    # Source: the rule book, "Sébastopol". After 5-1 the arms show 1, 4, 3 and 2. Seat 3 holds 6-0 alone: six pips.
    state = after(star("5-1 0-0 6-0", "5-0 5-5", "0-0 6-5", "6-0"), "0 play 5-1 arm1")
    result = state.results[0]
    assert (result.reason, result.winners) == ("blocked", (3,))
    assert state.winners == (3,)


def test_the_fewest_pips_win_a_blocked_deal_with_equal_tiles_and_level_pips_share_it() -> None:
    # Source: the rule book, "Ties on a blocked deal".
    assert after(star("5-1 6-0", "5-0", "5-5"), "0 play 5-1 arm1").winners == (1,)
    # after 5-2 the arms show 2, 4, 3 and 2: 6-1 has seven pips, 5-1 and 6-0 have six each
    state = after(star("5-2 6-1", "5-1", "6-0"), "0 play 5-2 arm1")
    assert state.results[0].reason == "blocked"
    assert state.winners == (1, 2)
