"""Rules of Mata: the end of a deal. Source: document 003, "Décompte des points"; the rule book, "Mata"."""

from __future__ import annotations

import pytest

from engine import match
from engine.errors import Illegal
from engine.game import State
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, late, tiles
from tests.engine.mata_hands import BLANKS, TWO_LEFT, both_rules, dying, finished


@pytest.mark.parametrize("boneyard", ["", "6-0 5-0", "6-0 5-0 3-0 2-0"])
def test_going_out_ends_the_deal_and_each_seat_writes_its_pips_in_hand(boneyard: str) -> None:
    # Source: document 003, "Décompte des points".
    state = late(["1-1", "6-5 1-0", "0-0"], ["6-4"], rules="mata", totals=(1, 2, 3), boneyard=boneyard)
    state = after(state, "0 play 1-1 e1")
    (result,) = state.results
    assert (result.reason, result.winners, result.points) == ("out", (0,), (0, 12, 0))
    assert (result.totals, result.counted) == ((1, 14, 3), (0, 1, 2))


@both_rules
def test_with_two_tiles_left_and_nothing_that_fits_the_deal_is_blocked(rules: str) -> None:
    # Source: document 003: "il ne reste plus que 2 dominos dans la pioche et personne ne peut plus jouer".
    # One and four are left to play on; the matas that would do are in the boneyard.
    state = after(late(["1-1 5-5", "5-4", "2-2"], ["6-4"], rules=rules, boneyard="0-0 6-1"), "0 play 1-1 e1")
    assert how_it_ended(state) == ("blocked", (2,), (10, 9, 4))
    assert state.results[0].counted == (0, 1, 2)


@both_rules
def test_a_blocked_deal_is_won_by_all_who_have_the_fewest_points_of_it(rules: str) -> None:
    # Source: the game record, "Replaying".
    state = late(["1-1 5-5", "2-2", "4-0"], ["6-4"], rules=rules, totals=(0, 50, 20), boneyard="0-0 6-1")
    (result,) = after(state, "0 play 1-1 e1").results
    assert (result.winners, result.points, result.totals) == ((1, 2), (10, 4, 4), (10, 54, 24))


@both_rules
def test_a_deal_is_not_blocked_while_three_tiles_are_left(rules: str) -> None:
    state = after(late(["1-1 5-5", "5-4", "2-2"], ["6-4"], rules=rules, boneyard="4-4 0-0 6-1"), "0 play 1-1 e1")
    assert can(state) == ["1 draw"]
    assert after(state, "1 draw").results[0].points == (10, 17, 4)


def test_the_deal_ends_at_once_when_every_end_is_blank_and_all_four_matas_have_been_laid() -> None:
    # Source: document 003: "toutes les extrémités du jeu sont blanches et tous les matas ont déjà été joués".
    state = after(dying("mata"), "0 play 6-0 e5")
    assert set(state.layout.ends.values()) == {0}
    assert len(state.boneyard) == 13
    assert how_it_ended(state) == ("blocked", (0, 2), (12, 19, 12))


def test_ends_that_the_last_tile_made_dead_are_out() -> None:
    # Source: the game record, "Replaying".
    state = dying("mata")
    state = after(state._replace(hands=(tiles("6-0"), *state.hands[1:]), legal=None), "0 play 6-0 e5")
    assert (state.results[0].reason, state.results[0].winners) == ("out", (0,))


def test_ends_are_not_dead_while_a_mata_is_still_to_be_laid() -> None:
    state = dying("mata", plays=7)
    assert set(state.layout.ends.values()) == {0}
    assert state.turn == 1
    assert can(state) == [f"1 play 6-1 e{number}" for number in range(1, 5)]


def test_ends_are_not_dead_while_a_mata_may_still_be_drawn() -> None:
    hands = ("0-0 3-0 2-0 6-0 6-6", "4-3 5-2 5-5 5-4 6-5", "4-0 5-0 1-0 4-4 2-2")
    state = after(deal(match.new("mata", 3), *hands, first=0), *BLANKS[:7])
    assert set(state.layout.ends.values()) == {0}
    assert can(state) == ["1 draw"]


# ---------------------------------------------------------------------- by the Alsatian rules


def alsace(*hands: str, boneyard: str, turn: int = 0) -> State:
    """Return a position by the Alsatian rules with ends six and four."""
    return late(hands, ["6-4"], rules="mata-alsace", boneyard=boneyard, turn=turn)


def test_a_deal_in_alsace_goes_on_without_a_seat_that_is_out_while_more_than_two_tiles_are_left() -> None:
    # Source: document 003, "Précisions alsaciennes": "piochent si ils n'ont plus de dominos en main".
    state = after(alsace("1-1", "6-5 5-5", "3-3 2-2", boneyard=f"6-6 {TWO_LEFT} 4-1"), "0 play 1-1 e1")
    assert not state.results
    assert state.hands[0] == ()
    state = after(state, "1 play 6-5 e1", "2 play 3-3 e2")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    assert why_not(state, "0 play 1-1 e1") is Illegal.NOT_IN_HAND


def test_the_draw_that_leaves_two_tiles_ends_the_deal_in_alsace_for_a_seat_that_is_out() -> None:
    # Source: the rule book, "Mata": "Once two are left, the first to be (or already) out ends it, at once."
    state = after(alsace("", "5-5 4-4", "2-2", boneyard=f"6-6 {TWO_LEFT}", turn=1), "1 draw")
    assert how_it_ended(state) == ("out", (0,), (0, 30, 4))


def test_all_seats_out_by_then_share_the_deal_in_alsace() -> None:
    state = after(alsace("", "5-5 4-4", "", boneyard=f"6-6 {TWO_LEFT}", turn=1), "1 draw")
    assert (state.results[0].reason, state.results[0].winners) == ("out", (0, 2))


def test_a_seat_in_alsace_that_draws_the_third_last_tile_is_not_out_any_more() -> None:
    state = after(alsace("", "3-3 5-5", boneyard=f"1-1 {TWO_LEFT}"), "0 draw")
    assert not state.results
    assert can(state) == ["1 play 3-3 e2"]
    state = after(state, "1 play 3-3 e2", "0 play 1-1 e1")
    assert (state.results[0].reason, state.results[0].winners, state.results[0].points) == ("out", (0,), (0, 10))


def test_the_last_tile_of_a_hand_does_not_end_a_deal_in_alsace_with_three_tiles_left() -> None:
    # five players leave three in the boneyard from the beginning
    state = after(alsace("1-1", "6-5", "5-5", "4-4", "2-2", boneyard=f"5-0 {TWO_LEFT}"), "0 play 1-1 e1")
    assert not state.results
    state = after(state, "1 play 6-5 e1")
    assert not state.results
    state = after(state, "2 draw")
    assert (state.results[0].reason, state.results[0].winners) == ("out", (0, 1))


def test_each_mata_left_in_a_hand_costs_ten_more_in_alsace() -> None:
    # Source: document 003, "Précisions alsaciennes": "pénalisé de 10 points par mata non joué".
    # 1, 7 + 10 and 0 + 10 make 28; 7 + 10 and 7 + 10 make 34; 6-6 is 12
    state = after(alsace("1-1", "1-0 6-1 0-0", "5-2 4-3", "6-6", boneyard=TWO_LEFT), "0 play 1-1 e1")
    assert state.results[0].points == (0, 28, 34, 12)


def test_in_normandy_a_mata_costs_its_pips_alone() -> None:
    assert finished("1-0 6-1 0-0", "5-2 4-3").results[0].points == (0, 8, 14)


def test_dead_ends_do_not_end_a_deal_in_alsace_before_the_boneyard_is_used() -> None:
    # Source: the rule book, "Mata": "in `mata`, at once"; Alsace: not while more than two tiles are left.
    state = after(dying("mata-alsace"), "0 play 6-0 e5")
    assert not state.results
    assert can(state) == ["1 draw"]
    draws = [f"{(1 + at) % 3} draw" for at in range(11)]
    state = after(state, *draws[:10])
    assert len(state.boneyard) == 3
    assert not state.results
    assert after(state, draws[10]).results[0].reason == "blocked"
