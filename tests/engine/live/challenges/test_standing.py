"""Tests of percentages of the field, squares, streaks and averages."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.live.challenges.standing import percentage, percentages, squares, streak, was_up


@pytest.mark.parametrize(
    ("better", "equal", "others", "expected"),
    [
        (0, 0, 4, 100),
        (4, 0, 4, 0),
        (2, 0, 4, 50),
        (0, 4, 4, 50),
        (1, 2, 4, 50),
        (0, 1, 4, 87.5),
        (0, 0, 3, None),
        (0, 0, 0, None),
        (2500, 0, 9999, 100 * 7499 / 9999),
    ],
)
def test_a_percentage_counts_who_is_behind_and_half_of_who_is_level(
    better: int, equal: int, others: int, expected: float | None
) -> None:
    assert percentage(better, equal, others) == expected


def test_the_percentages_of_a_field_average_fifty() -> None:
    results = [5, 5, 3, 8, -2, 5, 0]
    shares = percentages(Counter(results))
    field = [
        percentage(sum(each > own for each in results), results.count(own) - 1, len(results) - 1) for own in results
    ]
    assert [shares[own] for own in results] == field
    assert sum(each or 0 for each in field) / len(field) == pytest.approx(50)
    assert percentages(Counter(results[:4])) == dict.fromkeys((8, 5, 3))
    assert percentages({}) == {}


@pytest.mark.parametrize(
    ("margins", "par", "expected"),
    [
        ((10, 4, -3), (8, 5, -5), "🟩🟨🟩"),
        ((0, 1, -1), (1, 2, 3), "⬜🟨⬜"),
        ((5, 0), (5, 0), "🟩🟩"),
        ((5, 0, -1), None, "🟨⬜⬜"),
    ],
)
def test_a_square_is_green_for_par_yellow_for_a_lead_and_else_white(
    margins: tuple[int, ...], par: tuple[int, ...] | None, expected: str
) -> None:
    assert "".join(squares(margins, par)) == expected


@pytest.mark.parametrize(("seconds", "expected"), [(0, False), (43_200, False), (43_201, True), (86_400, True)])
def test_the_bot_was_up_if_it_was_so_most_of_the_day(seconds: float, expected: bool) -> None:
    assert was_up(seconds, 86_400) is expected


@pytest.mark.parametrize(
    ("played", "excused", "expected"),
    [
        ("", "", 0),
        ("10", "", 1),
        ("9", "", 1),
        ("8", "", 0),
        ("8 9", "", 2),
        ("7 8 9 10", "", 4),
        ("6 7 9 10", "", 2),
        ("6 7 9 10", "8", 4),
        ("6 7", "8 9", 2),
        ("6 7", "8", 0),
        ("3 9 10", "4 5 6 7 8", 3),
        ("8 9 10", "9", 3),
        ("7", "8 9 10", 1),
    ],
)
def test_a_streak_is_broken_by_a_missed_day_that_counts(played: str, excused: str, expected: int) -> None:
    counted = {*range(1, 11)} - {*map(int, excused.split())}
    days = [*map(int, played.split())]
    assert streak(days, counted, today=10) == expected
