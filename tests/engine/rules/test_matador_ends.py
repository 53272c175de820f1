"""Rules of Matador: openings and ends. Source: document 004 no. 9; the rule book, "Matador"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Played
from engine.game import State
from engine.layouts import Branches, Line
from engine.tiles import tile
from tests.engine.answers import can, why_not
from tests.engine.games import after, deal, deal_action, late, tiles

THREE = ("6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0", "6-1 5-2 4-3 3-3 3-2 3-1 4-0")

# ---------------------------------------------------------------------- the deal and its opening


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_seat_that_luck_chose_opens_the_first_deal_with_any_tile(first: int) -> None:
    # Source: the rule book, "Matador", Decision: a random seat; document 004: "le domino de son choix".
    state = deal(match.new("matador", 3), *THREE, first=first)
    assert can(state) == [f"{first} play {each} start" for each in sorted(tiles(THREE[first]))]


@pytest.mark.parametrize(("opener", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_opening_rotates(opener: int, following: int) -> None:
    # Source: the rule book, "Matador", Decision.
    state = after(late(["6-6", "5-5 3-0", "4-4"], ["1-0"], rules="matador", opener=opener), "0 play 6-6 e1")
    assert state.results[0].opener == opener
    assert str(match.why_illegal(state, deal_action(THREE, first=0))) == "luck chooses no seat in this deal"
    state = deal(state, *THREE)
    assert can(state) == [f"{following} play {each} start" for each in sorted(tiles(THREE[following]))]


def test_the_opening_passes_on_after_a_blocked_deal_that_nobody_scored() -> None:
    state = after(late(["1-1 2-2 2-0", "5-1"], ["6-4"], rules="matador", unable="pass"), "0 play 1-1 e1")
    assert state.results[0].winners == ()
    assert deal(state, *THREE[:2]).turn == 1


@pytest.mark.parametrize("opening", ["0-0", "3-3", "6-1", "6-5"])
def test_the_opening_tile_shows_its_higher_half_at_e1_and_its_lower_at_e2(opening: str) -> None:
    # Source: the game record, "Ends".
    state = deal(match.new("matador", 2), "0-0 3-3 6-1 6-5 1-1 2-2 4-4", "5-5 6-6 6-4 6-3 6-2 6-0 5-4", first=0)
    laid = tiles(opening)[0]
    assert dict(after(state, f"0 play {opening} start").layout.ends) == {"e1": laid.high, "e2": laid.low}


# ---------------------------------------------------------------------- both halves of a matador


def test_a_matador_leaves_both_its_halves_as_ends_the_lower_under_the_next_free_number() -> None:
    # Source: the rule book, "Matador", Decision; the game record, "Ends": e3, e4 …
    state = late(["6-1 5-2 4-3 5-5", "3-3"], ["6-4"], rules="matador")
    assert isinstance(state.layout, Branches)
    state = after(state, "0 play 6-1 e2")
    assert dict(state.layout.ends) == {"e1": 6, "e2": 6, "e3": 1}
    state = after(state._replace(turn=0, legal=None), "0 play 5-2 e3")
    assert dict(state.layout.ends) == {"e1": 6, "e2": 6, "e3": 5, "e4": 2}
    state = after(state._replace(turn=0, legal=None), "0 play 4-3 e1")
    assert dict(state.layout.ends) == {"e1": 4, "e2": 6, "e3": 5, "e4": 2, "e5": 3}
    assert can(state._replace(hands=(tiles("5-5"), tiles("1-0 5-4")), legal=None)) == [
        *("1 play 1-0 e2", "1 play 5-4 e4", "1 play 5-4 e5")
    ]


def test_0_0_leaves_one_blank_end_and_opens_none() -> None:
    # Source: the rule book, "Matador"; the game record, "Ends".
    state = after(late(["0-0 5-5", "3-3 6-1"], ["6-4"], rules="matador"), "0 play 0-0 e1")
    assert dict(state.layout.ends) == {"e1": 0, "e2": 4}


def test_only_a_matador_reopens_the_end_that_0_0_left() -> None:
    state = late(["5-2 6-6 1-1", "3-3"], ["6-4", "0-0 e1"], rules="matador")
    assert can(state) == ["0 play 5-2 e1", "0 play 5-2 e2"]
    assert dict(after(state, "0 play 5-2 e1").layout.ends) == {"e1": 5, "e2": 4, "e3": 2}


def test_0_0_as_the_opening_tile_shows_a_blank_at_e1_and_e2_so_that_only_matadors_follow() -> None:
    # Source: the game record, "Ends".
    state = deal(match.new("matador", 2), "0-0 1-0 1-1 2-0 2-1 2-2 3-0", "6-1 6-6 6-5 6-4 6-3 6-2 6-0", first=0)
    state = after(state, "0 play 0-0 start")
    assert dict(state.layout.ends) == {"e1": 0, "e2": 0}
    assert can(state) == ["1 play 6-1 e1", "1 play 6-1 e2"]
    assert dict(after(state, "1 play 6-1 e2").layout.ends) == {"e1": 0, "e2": 6, "e3": 1}


# ---------------------------------------------------------------------- the half that a player chooses


def choosing(hand: str, *chain: str) -> State:
    return late([hand, "5-5 4-4"], chain, rules="matador", matador_ends="choose")


def test_a_player_may_choose_which_half_of_a_matador_faces_out() -> None:
    # Source: the rule book, "Matador", option matador_ends; the game record, "Form".
    state = choosing("6-1 6-6", "6-4")
    assert isinstance(state.layout, Line)
    assert can(state) == [f"0 play 6-1 {end} {half}" for end in ("left", "right") for half in (6, 1)]


@pytest.mark.parametrize(
    ("move", "ends"),
    [
        ("0 play 5-2 left 5", {"left": 5, "right": 4}),
        ("0 play 5-2 left 2", {"left": 2, "right": 4}),
        ("0 play 5-2 right 5", {"left": 6, "right": 5}),
        ("0 play 5-2 right 2", {"left": 6, "right": 2}),
    ],
)
def test_the_half_that_faces_out_is_the_one_end_that_remains(move: str, ends: dict[str, int]) -> None:
    state, events = match.apply(choosing("5-2 6-6", "6-4"), parse_move(move))
    assert dict(state.layout.ends) == ends
    assert str(state.history[-1]) == move
    assert events == (Played(0, tile(5, 2), move.split()[3], 1),)
    last, half = state.layout.placed[-1], int(move[-1])
    assert (last.inward, last.outward, last.crosswise) == (7 - half, half, True)


def test_the_inner_half_of_a_matador_need_not_touch_by_a_sum_of_seven() -> None:
    # on a blank, where no half would do: 4-3 with its three facing out
    state = after(choosing("4-3 6-6", "5-0"), "0 play 4-3 right 3")
    assert (state.layout.placed[-1].inward, state.layout.placed[-1].outward) == (4, 3)
    assert can(state._replace(hands=(tiles("6-6"), tiles("4-4 6-6")), legal=None)) == ["1 play 4-4 right"]


def test_0_0_has_one_half_to_face_out_and_it_is_said_all_the_same() -> None:
    # Source: the game record, "Form": "0-0 too".
    state = choosing("0-0 6-6", "6-4")
    assert can(state) == ["0 play 0-0 left 0", "0 play 0-0 right 0"]
    assert why_not(state, "0 play 0-0 left") is Illegal.SAY_FACING
    assert dict(after(state, "0 play 0-0 right 0").layout.ends) == {"left": 6, "right": 0}


def test_only_a_matador_reopens_a_blank_where_players_choose() -> None:
    assert can(choosing("6-1 5-0 3-0", "4-0")) == [
        *("0 play 3-0 left", "0 play 6-1 left 6", "0 play 6-1 left 1", "0 play 6-1 right 6", "0 play 6-1 right 1")
    ]


def test_a_matador_without_a_facing_half_or_with_a_strange_one_is_refused() -> None:
    state = choosing("6-1 6-6", "6-4")
    assert why_not(state, "0 play 6-1 left") is Illegal.SAY_FACING
    assert why_not(state, "0 play 6-1 left 3") is Illegal.SAY_FACING


@pytest.mark.parametrize("half", [1, 6])
def test_any_other_tile_leaves_nothing_to_choose(half: int) -> None:
    state = choosing("1-1 5-5", "6-4")
    assert can(state) == ["0 play 1-1 left"]
    assert why_not(state, f"0 play 1-1 left {half}") is Illegal.NO_FACING


@pytest.mark.parametrize("opening", ["0-0", "6-1", "4-3"])
def test_the_opening_tile_never_says_which_half_faces_out(opening: str) -> None:
    # Source: the game record, "Form".
    hand = f"{opening} 6-6 5-5 4-4 3-3 2-2 1-1"
    state = deal(match.new("matador", 2, {"matador_ends": "choose"}), hand, "6-5 6-4 6-3 6-2 6-0 5-4 5-3", first=0)
    laid = tiles(opening)[0]
    assert f"0 play {opening} start" in can(state)
    assert why_not(state, f"0 play {opening} start {laid.high}") is Illegal.NO_FACING
    assert dict(after(state, f"0 play {opening} start").layout.ends) == {"left": laid.high, "right": laid.low}
