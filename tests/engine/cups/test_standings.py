"""Tests of the standings of a Swiss: rows from results, and what broke each tie."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cups
from engine.cups import Broke, Ended, Finished, Paired, Settings, SignedUp, TakenOut
from engine.cups.lots import Purpose, lot
from tests.engine.cups.cups import (
    CHANGING,
    LESS_IS_BETTER,
    PAIRS,
    ROUND_ROBIN,
    SWISS,
    after,
    begun,
    by_id,
    chance,
    ids,
    level,
    lower_wins,
    missing,
    paired,
    played,
    ranked,
    rounds,
    to_the_end,
)

FOUR = ranked(replace(SWISS, rounds=3), 4)
"""Entrants 1 to 4 by rating, about to play three rounds."""


def scores(cup: cups.Cup, *results: tuple[int, int, int, int]) -> cups.Cup:
    """Return a cup after a round of these results: two entrants, and the points of both; the higher ones win."""
    tables = tuple((number, (a,), (b,)) for number, (a, b, _, _) in enumerate(results, 1))
    number = len(cup.rounds) + 1
    seated = {each for a, b, _, _ in results for each in (a, b)}
    cup = after(cup, Paired(number, tables, tuple(each for each in cups.present(cup) if each not in seated)))
    for table, (_, _, points, against) in enumerate(results, 1):
        winner = None if points == against else int(points < against)
        cup = after(cup, Finished(number, table, winner, (points, against)))
    return cup


def test_wins_are_first_and_a_level_match_is_half_a_win() -> None:
    rows = by_id(scores(FOUR, (1, 2, 100, 90), (3, 4, 50, 50)))
    assert {each: row.wins for each, row in rows.items()} == {1: 1, 2: 0, 3: Fraction(1, 2), 4: Fraction(1, 2)}
    assert (rows[1].place, rows[2].place) == (1, 4)


def test_buchholz_is_the_sum_of_the_wins_of_all_opponents() -> None:
    cup = scores(scores(FOUR, (1, 2, 100, 0), (3, 4, 100, 0)), (1, 3, 100, 0), (2, 4, 100, 0))
    rows = by_id(cup)
    # wins: 1 has 2, 2 and 3 have 1, 4 has 0
    assert [rows[each].buchholz for each in (1, 2, 3, 4)] == [2, 2, 2, 2]
    cup = scores(cup, (1, 4, 0, 100), (2, 3, 100, 0))
    rows = by_id(cup)
    # 1: 2, 2: 2, 3: 1, 4: 1
    assert [rows[each].buchholz for each in (1, 2, 3, 4)] == [2 + 1 + 1, 2 + 1 + 1, 1 + 2 + 2, 1 + 2 + 2]


def test_a_bye_is_a_win_with_the_average_of_the_rounds_played_and_an_opponent_like_oneself() -> None:
    cup = ranked(replace(SWISS, rounds=4), 5)
    cup = scores(cup, (1, 2, 100, 40), (3, 4, 80, 100))
    rows = by_id(cup)
    assert (rows[5].wins, rows[5].difference, rows[5].points, rows[5].buchholz) == (1, 0, 0, 1)
    cup = scores(cup, (5, 1, 100, 75), (2, 4, 100, 50))
    rows = by_id(cup)
    assert (rows[5].wins, rows[5].difference, rows[5].points) == (2, 50, 200)
    # 5 met 1, who has one win, and had a bye with two wins of its own
    assert rows[5].buchholz == 3
    cup = scores(cup, (5, 4, 50, 100), (1, 2, 100, 99))
    # 25 and -50 in two matches: the bye counts -25/2
    assert by_id(cup)[5].difference == Fraction(-75, 2)
    assert by_id(cup)[5].points == 225


def test_a_win_over_an_absent_side_counts_like_a_bye_and_is_in_no_average() -> None:
    cup = rounds(FOUR, missing(3))
    rows = by_id(cup)
    assert (rows[1].wins, rows[1].difference, rows[1].points, rows[1].buchholz) == (1, 0, 0, 1)
    assert (rows[3].wins, rows[3].difference, rows[3].points, rows[3].buchholz) == (0, 0, 0, 0)
    cup = scores(cup, (1, 2, 100, 60), (3, 4, 100, 80))
    rows = by_id(cup)
    assert (rows[1].wins, rows[1].difference, rows[1].points) == (2, 80, 200)
    # the round that 3 missed counts nothing
    assert (rows[3].difference, rows[3].points, rows[3].buchholz) == (20, 100, 0)


def test_an_opponent_that_left_has_half_a_win_for_each_round_without_it() -> None:
    cup = rounds(ranked(replace(SWISS, rounds=5), 8), lower_wins)
    assert by_id(cup)[1].buchholz == 0
    cup = rounds(after(cup, TakenOut(5)), lower_wins)
    # 1 beat 5, who is gone since the second round
    met = [game for table in cup.rounds[1].tables if 1 in table.entrants for game in table.entrants if game != 1]
    assert by_id(cup)[1].buchholz == Fraction(1, 2) + by_id(cup)[met[0]].wins
    assert by_id(cup)[5].buchholz == by_id(cup)[1].wins


def test_an_opponent_that_came_late_has_half_a_win_for_each_round_before_it_came() -> None:
    cup = scores(ranked(replace(SWISS, rounds=3, late_entry=True), 4), (1, 2, 100, 0), (3, 4, 100, 0))
    cup = after(cup, SignedUp((5,)), SignedUp((6,)))
    cup = scores(cup, (1, 5, 100, 0), (6, 3, 100, 0), (2, 4, 100, 0))
    rows = by_id(cup)
    # 1 met 2, with one win, and 5, with none; 3 met 4, with none, and 6, with one
    assert (rows[1].buchholz, rows[3].buchholz) == (Fraction(3, 2), Fraction(3, 2))
    assert (rows[5].wins, rows[5].buchholz) == (0, 2)


def test_the_difference_breaks_a_tie_before_the_points() -> None:
    rows = cups.standings(scores(FOUR, (1, 2, 100, 60), (3, 4, 90, 40)))
    assert ids(rows) == [3, 1, 2, 4]
    assert [row.broke for row in rows] == [None, Broke.DIFFERENCE, Broke.WINS, Broke.DIFFERENCE]
    rows = cups.standings(scores(FOUR, (1, 2, 100, 60), (3, 4, 90, 50)))
    assert [row.broke for row in rows] == [None, Broke.POINTS, Broke.WINS, Broke.POINTS]


@pytest.mark.parametrize(
    ("settings", "expected"), [(PAIRS, [1, 2, 3, 4]), (replace(PAIRS, rules=LESS_IS_BETTER), [2, 1, 4, 3])]
)
def test_where_less_is_better_the_difference_is_turned_round_and_points_break_no_tie(
    settings: Settings, expected: list[int]
) -> None:
    if settings.rules == LESS_IS_BETTER:
        settings = replace(SWISS, rules=LESS_IS_BETTER)
    cup = ranked(settings, 4)
    cup = after(cup, Paired(1, ((1, (1,), (3,)), (2, (2,), (4,)))))
    cup = after(cup, Finished(1, 1, 0, (90, 20)), Finished(1, 2, 0, (60, 20)))
    assert ids(cups.standings(cup))[:2] == expected[:2]
    cup = after(ranked(settings, 4), Paired(1, ((1, (1,), (3,)), (2, (2,), (4,)))))
    cup = after(cup, Finished(1, 1, 0, (90, 20)), Finished(1, 2, 0, (80, 10)))
    places = [row.place for row in cups.standings(cup)]
    assert places == ([1, 1, 3, 3] if settings.rules == LESS_IS_BETTER else [1, 2, 3, 4])


def test_the_direct_encounter_breaks_a_tie_of_those_who_all_met() -> None:
    cup = ranked(replace(SWISS, rounds=3), 4)
    cup = scores(cup, (1, 2, 100, 50), (3, 4, 100, 50))
    cup = scores(cup, (1, 3, 50, 100), (2, 4, 50, 100))
    cup = scores(cup, (1, 4, 100, 50), (2, 3, 100, 50))
    rows = by_id(cup)
    # 1 and 3 have two wins, 2 and 4 one; the Buchholz of each pair, difference and points are equal
    assert (rows[1].wins, rows[3].wins, rows[2].wins, rows[4].wins) == (2, 2, 1, 1)
    assert rows[1][3:6] == rows[3][3:6]
    assert (rows[3].place, rows[1].place, rows[1].broke) == (1, 2, Broke.DIRECT)
    # 4 beat 2
    assert (rows[4].place, rows[2].place, rows[2].broke) == (3, 4, Broke.DIRECT)


def test_a_tie_of_some_who_did_not_meet_stays() -> None:
    cup = scores(FOUR, (1, 2, 100, 50), (3, 4, 100, 50))
    assert [row.place for row in cups.standings(cup)] == [1, 1, 3, 3]
    # 1 beat 2 twice, and 3 beat 4 twice; neither winner met the other
    cup = scores(cup, (1, 2, 100, 50), (3, 4, 100, 50))
    assert [row.broke for row in cups.standings(cup)] == [None, None, Broke.WINS, None]


def test_three_in_a_circle_stay_level() -> None:
    cup = ranked(replace(SWISS, rounds=3), 4)
    cup = scores(cup, (1, 2, 100, 50), (3, 4, 100, 50))
    cup = scores(cup, (2, 3, 100, 50), (1, 4, 100, 50))
    cup = scores(cup, (3, 1, 100, 50), (2, 4, 100, 50))
    assert [row.place for row in cups.standings(cup)] == [1, 1, 1, 4]
    assert ids(cups.standings(cup)) == [1, 2, 3, 4]


def test_what_the_lot_decides_is_level_until_the_end() -> None:
    cup = to_the_end(begun(replace(SWISS, rounds=2), 4), level)
    assert [row.place for row in cups.standings(cup)] == [1, 1, 1, 1]
    rows = cups.standings(after(cup, Ended()))
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert [row.broke for row in rows] == [None, Broke.LOT, Broke.LOT, Broke.LOT]
    assert ids(rows) == sorted([1, 2, 3, 4], key=lambda each: lot(cup.seed, Purpose.STANDINGS, each))


def test_pairings_tell_nothing_of_the_lot_of_the_standings() -> None:
    purposes = [[lot(begun(SWISS, 4).seed, purpose, each) for each in (1, 2, 3, 4)] for purpose in Purpose]
    assert len({tuple(each) for each in purposes}) == 3


def test_where_partners_change_each_person_has_the_result_of_their_pair() -> None:
    cup = paired(begun(CHANGING, 8))
    cup = played(cup)
    for table in cup.rounds[0].tables:
        result = table.result
        assert result is not None
        for side in (0, 1):
            for person in table.sides[side]:
                row = by_id(cup)[person]
                assert row.wins == (1 if result.winner == side else 0)
                assert row.difference == result.points[side] - result.points[1 - side]


def test_where_partners_change_both_opponents_count_half_in_the_buchholz() -> None:
    cup = rounds(begun(CHANGING, 8), lower_wins, lower_wins)
    rows = by_id(cup)
    for person in range(1, 9):
        others = [
            each
            for played_round in cup.rounds
            for table in played_round.tables
            for side in (0, 1)
            if person in table.sides[side]
            for each in table.sides[1 - side]
        ]
        assert rows[person].buchholz == sum((rows[each].wins for each in others), Fraction(0)) / 2


@given(
    settings=st.sampled_from([SWISS, PAIRS, CHANGING, ROUND_ROBIN]),
    entrants=st.integers(8, 12),
    source=st.randoms(use_true_random=False),
)
def test_standings_do_not_depend_on_the_order_in_which_results_arrive(
    settings: Settings, entrants: int, source: random.Random
) -> None:
    cup = other = begun(settings, entrants)
    while cups.phase(cup) is cups.Phase.PAIRING:
        pairing = cups.pair(cup)
        assert pairing == cups.pair(other)
        cup, other = after(cup, pairing), after(other, pairing)
        report = chance(source, 0.1)
        actions = [report(table) for table in cup.rounds[-1].tables]
        cup = after(cup, *actions)
        source.shuffle(actions)
        other = after(other, *actions)
        assert cups.standings(cup) == cups.standings(other)


@given(
    settings=st.sampled_from([SWISS, PAIRS, CHANGING, ROUND_ROBIN]),
    entrants=st.integers(8, 12),
    source=st.randoms(use_true_random=False),
)
def test_standings_are_in_order_and_exact(settings: Settings, entrants: int, source: random.Random) -> None:
    cup = after(to_the_end(begun(settings, entrants), chance(source, 0.1)), Ended())
    rows = cups.standings(cup)
    ranked_rows = [row for row in rows if row.place is not None]
    assert [row.place for row in ranked_rows] == list(range(1, len(ranked_rows) + 1))
    assert [row.wins for row in ranked_rows] == sorted((row.wins for row in ranked_rows), reverse=True)
    assert all(isinstance(value, Fraction) for row in rows for value in row[2:6])
    assert all(row.broke is not None for row in ranked_rows[1:])
