"""Doubles on the Mexican train. Source: document 001, "Dominos Doubles" and "Doublet ouvert"; the rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.errors import Illegal
from engine.game import State
from engine.record import describe
from tests.engine.answers import can, why_not
from tests.engine.games import after, tiles
from tests.engine.train_tables import table

FIVE = ("12-5 train0",)
"""Seat 0's train shows a five."""

OPEN = ("12-5 train0", "5-5 train0")
"""An open double on seat 0's train."""


# ---------------------------------------------------------------------- the second tile


def test_a_double_lies_across_and_its_player_plays_on() -> None:
    # Source: document 001: "placé perpendiculairement au train", "vous devez toujours le compléter".
    state = after(table("5-5 5-3 6-6", "6-5", chain=FIVE), "0 play 5-5 train0")
    assert state.layout.placed[-1].crosswise
    assert not state.layout.placed[0].crosswise
    assert (state.turn, state.layout.open_double) == (0, "train0")
    assert can(state) == ["0 play 5-3 train0"]


def test_the_second_tile_goes_on_the_double_or_on_any_train_open_to_its_player() -> None:
    # Source: document 001: "après le doublet ou sur tout autre train admissible".
    state = after(table("5-5 5-3 12-1 6-6", "6-5", "6-4", chain=FIVE, markers=(2,)), "0 play 5-5 train0")
    assert can(state) == ["0 play 5-3 train0", "0 play 12-1 train2", "0 play 12-1 mexican"]
    assert why_not(state, "0 play 12-1 train1") is Illegal.CLOSED_TRAIN


def test_the_second_tile_may_not_be_a_double() -> None:
    # Source: document 001: "un nouveau domino qui n'est pas un double".
    chain = ("12-5 train0", "12-4 mexican")
    state = table("5-5 4-4 12-1 6-6", "6-5", chain=chain)
    assert "0 play 4-4 mexican" in can(state)
    state = after(state, "0 play 5-5 train0")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 play 4-4 mexican") is Illegal.NO_SECOND_DOUBLE
    state = after(table("5-5 4-4 5-2 6-6", "6-5", chain=chain), "0 play 5-5 train0")
    assert can(state) == ["0 play 5-2 train0"]
    assert why_not(state, "0 play 4-4 mexican") is Illegal.NO_SECOND_DOUBLE


def test_the_second_tile_ends_the_turn_wherever_it_goes() -> None:
    state = after(table("5-5 5-3 12-1 6-6", "6-5", chain=FIVE), "0 play 5-5 train0")
    covered = after(state, "0 play 5-3 train0")
    assert (covered.turn, covered.layout.open_double) == (1, None)
    left_open = after(state, "0 play 12-1 mexican")
    assert (left_open.turn, left_open.layout.open_double) == (1, "train0")


def test_a_player_without_a_second_tile_draws_one_and_plays_it_on_any_open_train() -> None:
    # Source: document 001: "vous devrez piocher un domino si vous ne pouvez fermer un doublet".
    state = after(table("5-5 6-6", "6-5", chain=FIVE, boneyard="12-1 7-6"), "0 play 5-5 train0")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert can(state) == ["0 play 12-1 mexican"]
    state = after(state, "0 play 12-1 mexican")
    assert (state.turn, state.layout.open_double, state.layout.markers) == (1, "train0", ())


def test_a_vain_draw_for_the_second_tile_sets_the_marker_and_leaves_the_double_open() -> None:
    # Source: document 001: "Si vous ne pouvez toujours pas jouer, vous placerez votre marqueur sur votre train".
    state = after(table("5-5 6-6", "6-5", chain=FIVE), "0 play 5-5 train0", "0 draw")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.DRAWN_ALREADY
    state = after(state, "0 pass")
    assert (state.turn, state.layout.open_double, state.layout.markers) == (1, "train0", (0,))
    assert (describe(state)["open_double"], describe(state)["markers"]) == ("train0", [0])


def test_a_double_drawn_for_the_second_tile_may_not_be_played() -> None:
    state = table("5-5 6-6", "6-5", chain=("12-5 train0", "12-4 mexican"), boneyard="4-4 7-6")
    state = after(state, "0 play 5-5 train0", "0 draw")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 play 4-4 mexican") is Illegal.NO_SECOND_DOUBLE


def test_a_player_without_a_second_tile_passes_at_once_with_the_boneyard_empty() -> None:
    state = after(table("5-5 6-6", "5-4 6-4", chain=FIVE, boneyard=""), "0 play 5-5 train0")
    assert can(state) == ["0 pass"]
    state = after(state, "0 pass")
    assert state.layout.markers == (0,)
    assert can(state) == ["1 play 5-4 train0"]


def test_a_double_laid_as_the_last_tile_ends_the_deal() -> None:
    # Source: document 001: "à moins que le double soit votre dernier domino, et dans ce cas la partie se termine".
    state = after(table("5-5", "6-5", chain=FIVE), "0 play 5-5 train0")
    assert (state.results[0].reason, state.results[0].winners, state.results[0].points) == ("out", (0,), (0, 11))


def test_a_drawn_double_that_fits_is_played_and_its_second_tile_has_a_draw_of_its_own() -> None:
    # Source: the rule book, "Mexican train": "even if the double itself was drawn this turn".
    state = after(table("6-6", "6-5", chain=FIVE, boneyard="5-5 5-3 7-6"), "0 draw")
    assert can(state) == ["0 play 5-5 train0"]
    state = after(state, "0 play 5-5 train0")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert can(state) == ["0 play 5-3 train0"]
    assert match.view(state, 0).drawn == tiles("5-5 5-3")


def test_the_draw_for_a_drawn_doubles_second_tile_may_be_in_vain() -> None:
    state = after(table("6-6", "6-5", chain=FIVE, boneyard="5-5 7-6 5-3"), "0 draw", "0 play 5-5 train0", "0 draw")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.DRAWN_ALREADY
    assert after(state, "0 pass").layout.markers == (0,)


# ---------------------------------------------------------------------- an open double


@pytest.mark.parametrize("marked", [(), (0,), (0, 1, 2)])
def test_an_open_double_binds_the_next_player_on_whosever_train_it_lies_marker_or_not(marked: tuple[int, ...]) -> None:
    # Source: document 001, "Doublet ouvert".
    state = table("6-6", "5-3 12-1 6-5", "6-4", chain=OPEN, turn=1, markers=marked)
    assert can(state) == ["1 play 5-3 train0", "1 play 6-5 train0"]
    for end in ("train1", "train2", "mexican"):
        assert why_not(state, f"1 play 12-1 {end}") is Illegal.COVER_DOUBLE
    state = after(state, "1 play 5-3 train0")
    assert (state.turn, state.layout.open_double, state.layout.markers) == (2, None, marked)


def test_a_bound_player_unable_to_play_draws_a_tile_and_must_cover_the_double_with_it() -> None:
    state = table("6-6", "12-1 6-4", chain=OPEN, turn=1, boneyard="5-4 7-6")
    assert can(state) == ["1 draw"]
    assert why_not(state, "1 pass") is Illegal.MUST_DRAW
    assert can(after(state, "1 draw")) == ["1 play 5-4 train0"]


def test_a_bound_player_who_draws_a_tile_that_fits_only_elsewhere_sets_the_marker() -> None:
    # Source: document 001: "même après avoir pioché, ils doivent placer un marqueur".
    state = after(table("6-6", "6-4", chain=OPEN, turn=1, boneyard="12-1 7-6"), "1 draw")
    assert can(state) == ["1 pass"]
    assert why_not(state, "1 play 12-1 mexican") is Illegal.COVER_DOUBLE
    assert after(state, "1 pass").layout.markers == (1,)


def test_an_open_double_binds_each_player_in_turn_until_one_covers_it() -> None:
    # Source: the rule book, "Mexican train": "the next player, and each after".
    hands = ("12-0 6-6", "12-1 6-4", "12-2 4-3", "5-3 4-2")
    state = after(table(*hands, chain=OPEN, turn=1, boneyard="7-6 8-6 9-6"), "1 draw", "1 pass", "2 draw", "2 pass")
    assert can(state) == ["3 play 5-3 train0"]
    state = after(state, "3 play 5-3 train0")
    assert state.layout.markers == (1, 2)
    assert can(state) == [f"0 play 12-0 {end}" for end in ("train1", "train2", "mexican")]


# ---------------------------------------------------------------------- a double that nobody can cover

ONES = (
    *("9-1 train0", "8-1 train0", "8-7 train0", "7-1 train0", "6-1 train0", "6-5 train0"),
    *("5-1 train0", "4-1 train0", "4-3 train0", "3-1 train0"),
)
"""Seven of the ten ones of a double-nine set, the last of them at the end of seat 0's train."""

ALL_ONES = (*ONES, "2-1 train0", "2-0 train0", "1-0 train0")
"""Every one but the double."""


def nine(*hands: str, chain: tuple[str, ...] = ALL_ONES, boneyard: str = "7-5 7-4", turn: int = 0) -> State:
    return table(*hands, chain=chain, boneyard=boneyard, turn=turn, rules="mexican-train-nine")


def test_a_double_that_nobody_can_cover_is_not_open_and_its_second_tile_is_owed_all_the_same() -> None:
    # Source: document 001: "ce double sera laissé ouvert exceptionnellement"; the rule book, "Mexican train".
    state = after(nine("1-1 9-3 6-6", "9-2 4-4"), "0 play 1-1 train0")
    assert state.layout.open_double is None
    assert (state.turn, can(state)) == (0, ["0 play 9-3 mexican"])
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 play 9-3 train1") is Illegal.CLOSED_TRAIN


def test_a_double_that_nobody_can_cover_binds_nobody() -> None:
    state = after(nine("1-1 9-3 6-6", "9-2 4-4"), "0 play 1-1 train0", "0 play 9-3 mexican")
    assert describe(state)["open_double"] is None
    assert can(state) == ["1 play 9-2 train1"]


def test_the_tile_owed_after_a_double_that_nobody_can_cover_has_a_draw_and_then_sets_the_marker() -> None:
    state = after(nine("1-1 6-6", "9-2 4-4"), "0 play 1-1 train0")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw")
    assert can(state) == ["0 pass"]
    state = after(state, "0 pass")
    assert (state.layout.open_double, state.layout.markers) == (None, (0,))
    assert can(state) == ["1 play 9-2 train1", "1 play 9-2 mexican"]


def test_the_tile_owed_has_a_draw_of_its_own_even_if_such_a_double_was_drawn_this_turn() -> None:
    state = after(nine("6-6", "9-2 4-4", boneyard="1-1 9-5 7-5"), "0 draw", "0 play 1-1 train0")
    assert can(state) == ["0 draw"]
    assert can(after(state, "0 draw")) == ["0 play 9-5 mexican"]


def test_the_tile_owed_after_a_double_that_nobody_can_cover_may_not_be_a_double() -> None:
    state = after(nine("1-1 3-3 6-6", "9-2 4-4", chain=(*ALL_ONES, "9-3 mexican")), "0 play 1-1 train0")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 play 3-3 mexican") is Illegal.NO_SECOND_DOUBLE


def test_a_double_can_be_covered_while_one_tile_of_its_number_is_not_on_the_table() -> None:
    # 1-0 lies in the boneyard, where nobody knows it
    state = nine("1-1 6-6", "9-5 4-4", chain=(*ONES, "9-2 mexican", "2-1 mexican"), boneyard="7-5 1-0")
    state = after(state, "0 play 1-1 train0")
    assert state.layout.open_double == "train0"
    state = after(state, "0 draw", "0 pass")
    assert why_not(state, "1 play 9-5 train1") is Illegal.COVER_DOUBLE
    assert can(after(state, "1 draw")) == ["1 play 1-0 train0"]


def test_a_double_whose_last_companion_goes_elsewhere_binds_nobody_from_then_on() -> None:
    state = after(nine("1-1 1-0 6-6", "9-5 4-4", chain=(*ONES, "9-2 mexican", "2-1 mexican")), "0 play 1-1 train0")
    assert state.layout.open_double == "train0"
    assert can(state) == ["0 play 1-0 train0", "0 play 1-0 mexican"]
    state = after(state, "0 play 1-0 mexican")
    assert state.layout.open_double is None
    assert can(state) == ["1 play 9-5 train1"]


def test_a_double_that_nobody_can_cover_stands_in_no_ones_way_to_a_block() -> None:
    state = after(nine("1-1 7-2", "6-4", boneyard=""), "0 play 1-1 train0")
    # train1 and the Mexican train show the station's nine, train0 a one that none is left for
    (result,) = state.results
    assert (result.reason, result.points) == ("blocked", (9, 10))
