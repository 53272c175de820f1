"""Tests of the days of the daily deal and of their games."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest

from engine import match, random_deal
from engine.live.challenges.calendar import (
    FIRST_DAY,
    GAMES,
    Game,
    day_of,
    game_of,
    month_of,
    number_at,
    number_of,
    starts_at,
)
from engine.rules import find


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("day", "number"),
    [(FIRST_DAY, 1), (date(2026, 12, 31), 365), (date(2027, 1, 1), 366), (date(2028, 3, 1), 791)],
)
def test_a_day_has_a_number(day: date, number: int) -> None:
    assert number_of(day) == number
    assert day_of(number) == day


@pytest.mark.parametrize(
    ("now", "number"),
    [
        ("2026-01-01T00:00:00", 1),
        ("2026-01-01T23:59:59.999", 1),
        ("2026-01-02T00:00:00", 2),
        ("2026-03-29T01:30:00", 88),
        ("2025-12-31T23:59:59", 0),
    ],
)
def test_a_day_begins_at_midnight_in_utc(now: str, number: int) -> None:
    assert number_at(at(now)) == number
    assert starts_at(number) <= at(now) < starts_at(number + 1)


@pytest.mark.parametrize(("day", "length"), [("2026-01-31", 31), ("2026-02-01", 28), ("2028-02-29", 29)])
def test_a_month_has_all_its_days(day: str, length: int) -> None:
    month = month_of(number_of(date.fromisoformat(day)))
    assert len(month) == length
    assert number_of(date.fromisoformat(day)) in month
    assert {day_of(each).month for each in month} == {date.fromisoformat(day).month}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules)
def test_a_game_of_a_day_is_dealt_and_worth_points(game: Game) -> None:
    rules, seats, options = game
    state = match.new(rules, seats, options)
    state, _ = match.apply(state, random_deal(state, 1))
    assert not state.layout.is_face_down
    assert not find(rules).scoring.scoreless


def test_no_game_returns_within_a_fortnight_and_each_weekday_meets_all() -> None:
    for first in (1, 30, 365):
        assert len({game_of(first + each).rules for each in range(14)}) == 14
        assert len({game_of(first + 7 * each).rules for each in range(len(GAMES))}) == len(GAMES)


def test_a_third_of_the_games_is_in_pairs_and_no_two_in_a_row_are_of_a_family() -> None:
    in_pairs = [each for each in GAMES if len(match.new(*each).teams) == 2 < each.seats]
    assert len(in_pairs) * 3 == len(GAMES)
    families = [find(each.rules).about.family for each in (*GAMES, GAMES[0])]
    assert all(one is not other for one, other in pairwise(families))
