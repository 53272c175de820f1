"""Rules of All Fives: points and winners. Source: document 004 no. 8; the rule book, "All Fives"."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.events import DealEnded, MatchEnded
from engine.game import State
from engine.options import Value
from engine.parts.scoring import nearest_five
from tests.engine.answers import can, how_it_ended
from tests.engine.games import after, deal, late


def fives(
    *hands: str,
    chain: tuple[str, ...] = ("5-5",),
    boneyard: str = "",
    turn: int = 0,
    totals: tuple[int, ...] | None = None,
    target: Value = 100,
) -> State:
    """Return a position in which, unless told otherwise, 5-5 lies alone and nobody can draw."""
    return late(hands, chain, rules="all-fives", turn=turn, totals=totals, boneyard=boneyard, target=target)


# ---------------------------------------------------------------------- rounding


@pytest.mark.parametrize(
    ("pips", "points"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (5, 5), (7, 5), (8, 10), (12, 10), (13, 15), (17, 15), (18, 20), (20, 20)],
)
def test_pips_are_rounded_to_the_nearest_multiple_of_five(pips: int, points: int) -> None:
    # Source: document 004 no. 8: "un total de 17 points …, il s'ajoute 15 points; … 18 points …, il s'ajoute 20".
    assert nearest_five(pips) == points


@pytest.mark.parametrize(
    ("others", "points"),
    [
        # 6-6 and 4-1: 17
        (("6-6 4-1", "0-0"), 15),
        # 6-6, 4-1 and 1-0: 18
        (("6-6 4-1", "1-0"), 20),
        # 4-4 and 4-3: 8 and 7, which would be 10 and 5 one by one and 15 together
        (("4-4", "4-3"), 15),
        # 3-0 and 4-0: each would be 5; together they are 7, so 5
        (("3-0", "4-0"), 5),
        # 1-1 and 0-0: 2, so nothing
        (("1-1", "0-0"), 0),
    ],
)
def test_going_out_adds_the_sum_of_the_others_pips_rounded(others: tuple[str, str], points: int) -> None:
    # Source: document 004 no. 8: "les points restant sur les dominos des autres joueurs arrondis". The last tile
    # itself leaves 10 + 2 = 12, and scores nothing.
    state = after(fives("5-2", *others), "0 play 5-2 arm1")
    assert how_it_ended(state) == ("out", (0,), (points, 0, 0))
    assert state.results[0].counted == (1, 2)
    assert state.totals == (points, 0, 0)
    assert state.awaits_deal


def test_a_last_tile_that_scores_adds_the_others_pips_as_well() -> None:
    # 10 + 0 = 10 for 5-0, and 17 pips, so 15
    state = fives("5-0", "6-6 4-1")
    state, events = match.apply(state, parse_move("0 play 5-0 arm1"))
    played, ended = events
    assert played.points == 10
    assert (ended.result.points, ended.result.earned) == ((25, 0), (15, 0))
    assert state.totals == (25, 0)


def test_points_of_the_play_stay_with_those_who_do_not_win_the_deal() -> None:
    # Source: document 004 no. 8: "en plus de ses points acquis en cours du jeu". Seat 1 scores 10 + 0, then seat 0
    # goes out with 4: 0 + 4. Left: 6-6 for seat 1, 10 points.
    state = after(fives("5-4", "5-0 6-6", turn=1), "1 play 5-0 arm1", "0 play 5-4 arm2")
    result = state.results[0]
    assert result.winners == (0,)
    assert (result.points, result.earned) == ((10, 10), (10, 0))
    assert state.totals == (10, 10)


# ---------------------------------------------------------------------- blocked


def test_the_fewest_pips_score_the_others_pips_rounded_in_a_blocked_deal() -> None:
    # Source: the rule book, "All Fives", Decision. Ends 5 and 2 after the play. 1-1 and 0-0: 2; 6-6: 12; 4-1: 5.
    state = after(fives("5-2 1-1 0-0", "6-6", "4-1"), "0 play 5-2 arm1")
    assert how_it_ended(state) == ("blocked", (0,), (15, 0, 0))
    assert state.results[0].counted == (1, 2)


def test_equal_pips_score_for_nobody_in_a_blocked_deal_whatever_the_tiles() -> None:
    # Source: the rule book, "Ties on a blocked deal". 6-0 alone, and 4-1 with 1-0. Scores of the play stay.
    state = after(fives("5-2 6-6", "6-0", "4-1 1-0", totals=(15, 5, 0)), "0 play 5-2 arm1")
    assert how_it_ended(state) == ("blocked", (), (0, 0, 0))
    assert state.totals == (15, 5, 0)


def test_a_deal_with_tiles_to_draw_is_not_blocked() -> None:
    state = after(fives("5-2 1-1", "6-6", boneyard="0-0"), "0 play 5-2 arm1")
    assert not state.results
    assert can(state) == ["1 draw"]
    # the draw empties the boneyard, and nothing fits
    assert after(state, "1 draw").results[0].reason == "blocked"


def test_an_unopened_arm_keeps_a_deal_open() -> None:
    # 1 and 2 are at the ends, and 5-3 still fits the spinner
    state = after(fives("5-2 1-1 6-6", "5-3 4-4", chain=("5-5", "5-1 arm1")), "0 play 5-2 arm2")
    assert can(state) == ["1 play 5-3 arm3"]


# ---------------------------------------------------------------------- the target


@pytest.mark.parametrize(("target", "before"), [(50, 40), (100, 90), (150, 140), (200, 190), (250, 240)])
def test_a_play_whose_own_score_reaches_the_target_ends_deal_and_match_at_once(target: int, before: int) -> None:
    # Source: the rule book, "All Fives". 5-0 scores 10; the others still hold tiles, and so does the player.
    state = fives("5-0 6-6", "5-4 4-4", totals=(before, 20), target=target)
    state, events = match.apply(state, parse_move("0 play 5-0 arm1"))
    assert how_it_ended(state) == ("mark", (0,), (10, 0))
    assert state.totals == (target, 20)
    assert state.winners == (0,)
    assert events[1:] == (DealEnded(1, state.results[0]), MatchEnded((0,)))
    assert state.turn is None


def test_the_last_tile_that_reaches_the_target_adds_nothing_for_the_others_pips() -> None:
    # Source: the rule book, "All Fives": "even if it is also the last tile".
    state = after(fives("5-0", "6-6 4-1", totals=(90, 95)), "0 play 5-0 arm1")
    assert how_it_ended(state) == ("mark", (0,), (10, 0))
    assert state.results[0].counted == ()
    assert (state.totals, state.winners) == ((100, 95), (0,))


def test_a_seat_that_reaches_the_target_by_a_play_wins_though_another_was_nearer_to_it() -> None:
    state = after(fives("6-6 4-4", "5-0 1-1", turn=1, totals=(95, 90)), "1 play 5-0 arm1")
    assert (state.totals, state.winners) == ((95, 100), (1,))


def test_the_opening_double_can_reach_the_target() -> None:
    state = after(fives("5-2", "6-6", totals=(85, 0)), "0 play 5-2 arm1")
    state = deal(state, "5-5 0-0 1-0 1-1 2-0 2-1 2-2", "3-0 3-1 3-2 3-3 4-0 4-1 4-2")
    # the others' 12 pips were 10 points
    assert state.totals == (95, 0)
    state = after(state, "0 play 5-5 start")
    assert (state.totals, state.winners) == ((105, 0), (0,))
    assert state.results[1].reason == "mark"
    assert state.results[1].points == (10, 0)


@pytest.mark.parametrize(("before", "winners"), [(80, ()), (85, (0,)), (90, (0,))])
def test_the_target_may_be_reached_by_the_pips_left_when_a_deal_ends(before: int, winners: tuple[int, ...]) -> None:
    # Source: the rule book, "Reaching the target". 17 pips are 15 points.
    state = after(fives("5-2", "6-6 4-1", totals=(before, 95)), "0 play 5-2 arm1")
    assert state.results[0].reason == "out"
    assert state.totals == (before + 15, 95)
    assert state.winners == winners


# ---------------------------------------------------------------------- one deal


def test_the_highest_total_wins_a_single_deal_and_not_the_seat_that_is_out() -> None:
    # Source: the rule book, "All Fives", option `target`: `one-deal`. Out with 5-2: 6-6 and 4-1, 15 points; seat 1
    # has 20.
    state = after(fives("5-2", "6-6 4-1", totals=(0, 20), target="one-deal"), "0 play 5-2 arm1")
    assert state.results[0].winners == (0,)
    assert (state.totals, state.winners) == ((15, 20), (1,))


def test_no_total_ends_a_single_deal_early() -> None:
    state = after(fives("5-0 6-6", "5-4 4-4", totals=(240, 95), target="one-deal"), "0 play 5-0 arm1")
    assert state.totals == (250, 95)
    assert not state.results


def test_level_totals_share_the_win_of_a_single_deal() -> None:
    state = after(fives("5-2", "6-6 4-1", "0-0", totals=(0, 15, 10), target="one-deal"), "0 play 5-2 arm1")
    assert (state.totals, state.winners) == ((15, 15, 10), (0, 1))
