"""Tests that everything is large enough for a phone that shows a picture 400 pixels wide."""

from __future__ import annotations

from typing import Any

import pytest

import render
from engine import match
from engine.rules import RULE_SETS
from engine.view import View
from render.geometry.dimensions import MIN_END, MIN_HALF, WIDTH
from render.pixels import tiles
from render.pixels.canvas import Canvas
from render.pixels.typography import text
from render.pixels.typography.text import Style
from tests.engine.games import SEATINGS
from tests.render.constructed import one_way, seen
from tests.render.games import NAMES, WORDS, any_deal

PHONE, SMALL_PHONE = 400, 340
POINTS = 310
"""The width of a picture in points."""
LONG_BUT_THE_FULLEST = [
    pytest.param(rules, seats, marks=[] if seats == RULE_SETS[rules].seats[-1] else [pytest.mark.long])
    for rules, seats in SEATINGS
]


def test_a_pip_is_three_pixels_wide_on_a_phone_and_a_digit_six_high() -> None:
    assert 2 * tiles.PIP_RADIUS_SMALL * MIN_HALF * PHONE / WIDTH >= 3
    # sets with more pips than six have digits at that size
    assert tiles.MAX_PIPS_SMALL == 6
    for digit in "0123456789":
        high = text.draw(digit, Style(round(MIN_HALF * tiles._DIGIT), 700)).mask.height
        assert high * PHONE / WIDTH >= 6


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_the_tiles_of_many_trains_have_digits_six_pixels_high_on_a_small_phone(
    seats: int, drawn_halves: list[int]
) -> None:
    state = any_deal("mexican-train", seats, 3)[-1]
    render.table(match.view(state, None), NAMES * 3, WORDS)
    render.deal_end(match.view(state, None), NAMES * 3, WORDS)
    # the station and the trains; open hands have a size of their own
    least = text.draw("0", Style(round(min(drawn_halves) * tiles._DIGIT), 700)).mask.height
    assert least * SMALL_PHONE / WIDTH >= 6


def test_an_end_is_larger_on_a_phone_than_a_half_may_be() -> None:
    assert MIN_END * PHONE / WIDTH >= 17
    assert MIN_END > MIN_HALF


@pytest.fixture
def drawn_halves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sides of all halves that are drawn from now on."""
    found: list[int] = []
    face = tiles.face

    def noting(*arguments: object, **more: object) -> object:
        half = arguments[3]
        found.append(half)
        return face(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(tiles, "face", noting)
    return found


def pictures(view: View, own: View) -> None:
    """Draw every picture there is of a moment."""
    render.table(view, NAMES * 3, WORDS)
    render.hand(own, NAMES * 3, WORDS)
    if view.results:
        render.deal_end(view, NAMES * 3, WORDS)


@pytest.mark.sampled
@pytest.mark.parametrize(("rules", "seats"), LONG_BUT_THE_FULLEST)
def test_no_picture_of_a_deal_shows_smaller_halves_than_the_least(
    rules: str, seats: int, drawn_halves: list[int]
) -> None:
    states = any_deal(rules, seats, 3)
    for state in (states[0], states[len(states) // 2], states[-2], states[-1]):
        pictures(match.view(state, None), match.view(state, state.turn or 0))
    assert drawn_halves
    assert min(drawn_halves) >= MIN_HALF


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_example_shows_smaller_halves_than_the_least(rules: str, drawn_halves: list[int]) -> None:
    render.example(rules, WORDS)
    assert min(drawn_halves) >= MIN_HALF


def test_the_longest_line_of_all_shows_no_smaller_halves_than_the_least(drawn_halves: list[int]) -> None:
    render.table(seen("double-twelve", 2, one_way(12)), NAMES, WORDS)
    assert len(drawn_halves) == 91
    assert min(drawn_halves) == MIN_HALF


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        *(("double-twelve", seats) for seats in (2, 4, 6, 12)),
        ("chickenfoot", 8),
        ("mexican-train", 8),
        ("forty-two", 4),
    ],
)
def test_no_text_on_a_table_or_at_a_deals_end_is_smaller_than_eight_points_on_a_phone(
    rules: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = set[int]()
    write = Canvas.write

    def noting(canvas: Canvas, line: str, at: tuple[int, int], style: Style, *rest: Any, **more: Any) -> int:
        sizes.add(style.size)
        return write(canvas, line, at, style, *rest, **more)

    monkeypatch.setattr(Canvas, "write", noting)
    states = any_deal(rules, seats, 3)
    for state in (states[len(states) // 2], states[-2]):
        render.table(match.view(state, None), NAMES * 3, WORDS)
    render.deal_end(match.view(states[-1], None), NAMES * 3, WORDS)
    assert min(sizes) * POINTS / WIDTH >= 8
