"""Tests that a million deals favour no seat, and that an unfair shuffle is found out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from benchmarks.fair import counted, p_values, upper_tail
from engine.dealing import randbelow

PARTS = [
    pytest.param(range(*ends), id=f"from {ends[0]}")
    for ends in pairwise((0, 50_000, 250_000, 500_000, 750_000, 1_000_000))
]
FEW = range(10_000)
LEAST = 0.0005
"""No value of fair deals is nearer to 0 or 1; of the twenty below one would be with a chance of a fiftieth, once."""


def assert_even(values: dict[str, float]) -> None:
    assert all(LEAST < value < 1 - LEAST for value in values.values()), values


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_no_tile_of_a_million_deals_favours_a_seat_a_place_or_another_tile(part: range) -> None:
    counts = counted(part)
    assert counts.deals == len(part)
    assert_even(p_values(counts))


# ------------------------------------------------------------------ whether that can fail


def few_numbers(numbers: Iterator[int], many: int) -> int:
    """Take what remains of a small number: of those below 64, divided by 28, more leave 0 to 7 than leave the rest."""
    return next(numbers) % 64 % many


def naive(things: Iterable[Any], numbers: Iterator[int]) -> list[Any]:
    """Let every place change with any place: more ways than there are orders, and no whole number for each."""
    order = list(things)
    for place in range(len(order)):
        other = randbelow(numbers, len(order))
        order[place], order[other] = order[other], order[place]
    return order


def never_staying(things: Iterable[Any], numbers: Iterator[int]) -> list[Any]:
    """Draw among one place too few, so that no tile stays where it was (Sattolo)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = randbelow(numbers, last)
        order[last], order[other] = order[other], order[last]
    return order


def cut_once(things: Iterable[Any], numbers: Iterator[int]) -> list[Any]:
    """Begin at any tile and go on in order: every tile in every place as often, and always before the same one."""
    order = list(things)
    at = randbelow(numbers, len(order))
    return order[at:] + order[:at]


def dealt_in_turn(things: Iterable[Any], numbers: Iterator[int]) -> list[Any]:
    """Return the tiles as they are, but for where the first one lies: every order comes as often as every other."""
    order = cut_once(things, numbers)
    return order[::2] + order[1::2]


def often_the_first(numbers: Iterator[int], many: int) -> int:
    """Draw among a few more than there are, which go to one."""
    return min(randbelow(numbers, 5 * many + 1) // 5, many - 1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "unfair", "found"),
    [
        ("shuffled", naive, {"tile_seat_p", "tile_place_p"}),
        ("shuffled", never_staying, {"tile_place_p"}),
        ("shuffled", cut_once, {"neighbours_p"}),
        ("shuffled", dealt_in_turn, {"neighbours_p"}),
        ("randbelow", few_numbers, {"tile_seat_p", "tile_place_p"}),
        ("randbelow", often_the_first, {"first_p"}),
    ],
)
def test_a_shuffle_or_a_draw_that_favours_some_is_found_out(
    name: str, unfair: Callable[..., Any], found: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"engine.dealing.{name}", unfair)
    values = p_values(counted(FEW))
    assert found <= {name for name, value in values.items() if value < 1e-6}, values


def test_deals_that_are_too_even_for_chance_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(range(10**9))
    monkeypatch.setattr("engine.dealing.shuffled", lambda things, _numbers: turned(list(things), next(drawn)))
    assert p_values(counted(FEW))["tile_place_p"] > 1 - 1e-9


def turned(order: list[Any], by: int) -> list[Any]:
    return order[by % len(order) :] + order[: by % len(order)]


def test_the_chances_are_those_of_the_tables() -> None:
    # printed tables of the chi-square distribution, 5 % and 0.1 %
    for value, freedom in ((7.815, 3), (67.505, 50), (124.342, 100)):
        assert upper_tail(value, freedom) == pytest.approx(0.05, rel=0.02)
    for value, freedom in ((16.266, 3), (86.661, 50), (149.449, 100)):
        assert upper_tail(value, freedom) == pytest.approx(0.001, rel=0.15)


@pytest.mark.long
def test_fair_deals_have_any_value_alike() -> None:
    rounds = [p_values(counted(range(begin, begin + 500))) for begin in range(0, 15_000, 500)]
    for name in rounds[0]:
        mean = sum(values[name] for values in rounds) / len(rounds)
        # one chance has a spread of 0.289
        assert abs(mean - 0.5) < 3 * 0.289 / len(rounds) ** 0.5, (name, mean)
