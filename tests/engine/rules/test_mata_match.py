"""Rules of Mata: the end of a match, and seats out of it. Source: document 003; the rule book, "Mata"."""

from __future__ import annotations

import pytest

from engine import match
from engine.game import State
from engine.record import describe
from tests.engine.games import after, deal, late, play_out, tiles
from tests.engine.mata_hands import HANDS, TWO_LEFT, both_rules, finished


@both_rules
@pytest.mark.parametrize("deals", [None, 1, 2, 6])
def test_the_match_ends_after_so_many_deals_five_unless_chosen_otherwise(rules: str, deals: int | None) -> None:
    # Source: document 003: "Un nombre de manches défini à l'avance"; the rule book, "Mata", option deals.
    end = play_out(rules, 3, {} if deals is None else {"deals": deals}, seed=4)[-1].after
    assert len(end.results) == (deals or 5)
    assert end.winners == tuple(seat for seat in range(3) if end.totals[seat] == min(end.totals))


@both_rules
def test_the_fewest_points_after_the_last_deal_win_the_match_and_level_seats_share_it(rules: str) -> None:
    state = finished("6-6", "5-5", rules=rules, totals=(20, 3, 9), deals=1)
    assert (state.totals, state.winners) == ((20, 15, 19), (1,))
    state = finished("6-6", "5-5", rules=rules, totals=(20, 3, 5), deals=1)
    assert (state.totals, state.winners) == ((20, 15, 15), (1, 2))


@both_rules
@pytest.mark.parametrize(("before", "over"), [(87, False), (88, True), (89, True)])
def test_a_match_to_a_limit_ends_when_someone_reaches_it(rules: str, before: int, over: bool) -> None:
    # Source: document 003: "un maximum de points définissant le perdant". Six and six are added.
    state = finished("6-6", "2-2", rules=rules, totals=(40, before, 0), until="limit")
    assert state.finished is over
    assert state.winners == ((2,) if over else ())
    assert state.eliminated == ()


def test_no_limit_counts_in_a_match_of_so_many_deals() -> None:
    state = finished("6-6", "2-2", totals=(0, 99, 0), limit=1)
    assert state.awaits_deal
    assert state.eliminated == ()


@both_rules
def test_a_seat_that_reaches_the_limit_is_out_of_a_match_that_goes_on_to_the_last(rules: str) -> None:
    # Source: document 003: "amenant à l'élimination du joueur jusqu'à ce qu'il n'en reste plus qu'un".
    state = finished("6-6", "2-2", "3-3", rules=rules, totals=(40, 88, 95, 0), until="last")
    assert state.awaits_deal
    assert state.eliminated == (1,)
    assert match.view(state, None).eliminated == (1,)


def without_seat_1(rules: str = "mata") -> State:
    """Begin the deal after one in which seat 1 of four was put out of the match, and lost; seat 2 opens."""
    state = finished("6-6", "2-2", "3-3", rules=rules, totals=(40, 88, 0, 0), until="last")
    return deal(state, *HANDS[:3])


@both_rules
def test_a_seat_out_of_the_match_is_skipped_in_dealing_and_in_turns(rules: str) -> None:
    # Source: the game record, "Form": "skipping seats that are out of the match".
    state = without_seat_1(rules)
    assert state.hands == tuple(tuple(sorted(tiles(hand))) for hand in (HANDS[0], "", HANDS[1], HANDS[2]))
    assert len(state.boneyard) == 13
    turns = [state.turn]
    for _ in range(6):
        state, _ = match.apply(state, match.legal(state)[0])
        turns.append(state.turn)
    assert turns == [2, 3, 0, 2, 3, 0, 2]
    assert describe(state)["hands"][1] == []


def test_the_empty_hand_of_a_seat_out_of_the_match_is_not_out() -> None:
    assert not after(without_seat_1(), "2 play 4-4 start").results[1:]
    state = without_seat_1("mata-alsace")
    assert not after(state._replace(boneyard=tiles(TWO_LEFT), legal=None), "2 play 4-4 start").results[1:]


def test_a_seat_out_of_the_match_writes_nothing_and_wins_no_deal() -> None:
    state = late(["1-1 5-5", "", "2-2"], ["6-4"], rules="mata", totals=(3, 120, 4), boneyard="0-0 6-1", until="last")
    (result,) = after(state._replace(eliminated=(1,)), "0 play 1-1 e1").results
    assert (result.reason, result.winners, result.points, result.counted) == ("blocked", (2,), (10, 0, 4), (0, 2))
    assert result.totals == (13, 120, 8)


@pytest.mark.parametrize(
    ("totals", "gone", "following"),
    [
        pytest.param((0, 88, 0, 0), (1,), 2, id="the seat after"),
        pytest.param((0, 88, 96, 0), (1, 2), 3, id="the one after that"),
        pytest.param((0, 88, 96, 94), (), None, id="only one is left"),
        pytest.param((0, 0, 96, 0), (2,), 1, id="another is out"),
    ],
)
def test_the_next_seat_still_in_the_match_opens_where_the_loser_is_out_of_it(
    totals: tuple[int, ...], gone: tuple[int, ...], following: int | None
) -> None:
    # Source: the rule book, "Mata". Seat 1 loses with twelve; 2-2 and 3-3 are four and six.
    state = finished("6-6", "2-2", "3-3", totals=totals, until="last")
    if following is None:
        assert state.winners == (0,)
        return
    assert state.eliminated == gone
    assert deal(state, *HANDS[: 4 - len(gone)]).turn == following


def test_the_opening_goes_round_to_seat_0_where_the_last_seat_loses_and_is_out() -> None:
    assert deal(finished("2-2", "6-6", totals=(0, 0, 95), until="last"), *HANDS[:2]).turn == 0


@both_rules
def test_the_last_one_left_wins_the_match(rules: str) -> None:
    assert finished("6-6", "2-2", rules=rules, totals=(99, 88, 96), until="last").winners == (0,)
    assert not finished("6-6", "2-2", rules=rules, totals=(99, 88, 95), until="last").finished


@pytest.mark.parametrize(
    ("totals", "winners"), [((95, 99, 98, 101), (2,)), ((93, 94, 99, 101), (0, 1, 2)), ((95, 91, 99, 101), (1,))]
)
def test_the_fewest_points_win_among_the_last_seats_that_reach_the_limit_in_one_deal(
    totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    # Source: the rule book, "Mata"; level: shared. Blocked with ten, nine and four; seat 3, out before, has less.
    state = late(["1-1 5-5", "5-4", "2-2", ""], ["6-4"], rules="mata", totals=totals, boneyard="0-0 6-1", until="last")
    state = after(state._replace(eliminated=(3,)), "0 play 1-1 e1")
    assert min(state.totals[:3]) >= 100
    assert state.winners == winners
