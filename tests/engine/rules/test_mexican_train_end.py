"""Rules of the Mexican train: ends and views. Source: document 001; the rule book."""

from __future__ import annotations

from engine import match
from engine.errors import Illegal
from engine.record import describe
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after
from tests.engine.train_tables import table

# ---------------------------------------------------------------------- the end of a deal


def test_going_out_ends_the_deal_and_each_seat_writes_its_pips_left() -> None:
    # Source: document 001, "Les scores et le gagnant": 5-7 counts 12, 9-9 counts 18. 0-0 counts nothing.
    state = after(table("12-3", "7-5 9-9", "0-0", totals=(1, 2, 3)), "0 play 12-3 train0")
    (result,) = state.results
    assert (result.reason, result.winners, result.points, result.totals) == ("out", (0,), (0, 30, 0), (1, 32, 3))
    assert result.counted == (0, 1, 2)


def test_the_deal_is_blocked_when_the_boneyard_is_empty_and_nothing_fits_any_train() -> None:
    state = table("11-9 5-4", "3-2", chain=("12-11 train0", "12-10 mexican", "12-8 train1"), boneyard="")
    assert how_it_ended(after(state, "0 play 11-9 train0")) == ("blocked", (1,), (9, 5))


def test_a_blocked_deal_is_won_by_all_who_have_the_fewest_points_of_it() -> None:
    # Source: the game record, "Replaying".
    chain = ("12-11 train0", "12-10 mexican", "12-8 train1", "12-7 train2")
    state = table("11-9 5-4", "3-2", "4-1", chain=chain, totals=(0, 40, 20), boneyard="")
    assert after(state, "0 play 11-9 train0").results[0].winners == (1, 2)


def test_the_deal_is_not_blocked_while_a_tile_fits_a_train_that_is_closed_and_opens_when_its_owner_passes() -> None:
    # Source: the rule book, "Mexican train".
    state = table("11-9 5-4", "9-1 3-2", chain=("12-11 train0", "12-10 mexican", "12-8 train1"), boneyard="")
    state = after(state, "0 play 11-9 train0")
    assert not state.results
    assert can(state) == ["1 pass"]
    assert why_not(state, "1 play 9-1 train0") is Illegal.CLOSED_TRAIN
    assert can(after(state, "1 pass", "0 pass")) == ["1 play 9-1 train0"]


def test_the_deal_is_not_blocked_while_a_tile_is_left_to_draw_and_is_as_soon_as_none_is() -> None:
    chain = ("12-11 train0", "12-10 mexican", "12-8 train1")
    state = after(table("11-9 5-4", "3-2", chain=chain, boneyard="7-6"), "0 play 11-9 train0")
    assert can(state) == ["1 draw"]
    state = after(state, "1 draw")
    assert (state.results[0].reason, state.results[0].points) == ("blocked", (9, 18))


# ---------------------------------------------------------------------- the match


def test_the_fewest_points_after_the_last_deal_win() -> None:
    # Source: document 001: "Le joueur marquant le moins de points à la fin du jeu sera le vainqueur".
    state = after(table("12-3", "6-6", "5-5", totals=(30, 10, 13), deals=1), "0 play 12-3 train0")
    assert (state.totals, state.winners) == ((30, 22, 23), (1,))


# ---------------------------------------------------------------------- what is seen


def test_the_ends_open_to_the_seat_in_turn_are_told_apart_from_all_ends() -> None:
    seen = match.view(table("12-3 6-6", "6-5", "6-4", markers=(2,)), None)
    assert list(seen.ends) == ["train0", "train1", "train2", "mexican"]
    assert list(seen.open_ends) == ["train0", "train2", "mexican"]


def test_the_state_tells_markers_and_the_open_double() -> None:
    # Source: the game record, "Replaying".
    shown = describe(table("5-3 6-6", "6-5", "6-4", chain=("12-5 mexican", "5-5 mexican"), markers=(0, 2), turn=0))
    assert shown["ends"] == {"train0": 12, "train1": 12, "train2": 12, "mexican": 5}
    assert (shown["markers"], shown["open_double"]) == ([0, 2], "mexican")
    assert shown["legal"] == ["0 play 5-3 mexican"]
    shown = describe(table("5-3 6-6", "6-5"))
    assert (shown["markers"], shown["open_double"]) == ([], None)
