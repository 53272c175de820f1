"""Tests of the pictures of a cup: its standings and its bracket."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import render
from engine.cups import Broke
from render.pictures.leaderboard_rows import LEFT, RIGHT
from render.pixels.canvas import Canvas
from render.pixels.theme import THEMES
from render.pixels.typography.text import Style
from tests.render.comparing import difference, opened
from tests.render.cup_standings import ROWS, STANDINGS, bracket, ended
from tests.render.games import WORDS
from tests.render.text.test_alt import Brackets

POINTS = 310
"""The width of a picture on a phone, in points."""


@pytest.mark.parametrize(
    "change",
    [
        *({"place": 5}, {"names": ("Zoë",)}, {"wins": None}, {"buchholz": ROWS[0].buchholz}),
        *({"difference": ROWS[0].difference}, {"points": ROWS[0].points}, {"shared": True}, {"moved": 0}),
        *({"moved": -3}, {"broke": None}, {"broke": Broke.POINTS}, {"out": True}),
    ],
    ids=str,
)
def test_everything_about_a_row_is_drawn_and_told(change: dict[str, Any]) -> None:
    before = replace(STANDINGS, rows=ROWS[:2])
    after = replace(STANDINGS, rows=(ROWS[0], replace(ROWS[1], **change)))
    assert difference(render.standings(before, WORDS), render.standings(after, WORDS)) is not None
    assert render.standings_alt(before, WORDS) != render.standings_alt(after, WORDS)
    assert render.standings_text(before, WORDS) != render.standings_text(after, WORDS)


def test_a_tie_break_without_a_column_stands_above_the_row() -> None:
    tie, none = (
        opened(render.standings(replace(STANDINGS, rows=(ROWS[0], replace(ROWS[1], broke=broke))), WORDS))
        for broke in (Broke.LOT, Broke.WINS)
    )
    assert tie.height > none.height


def test_figures_that_the_cup_does_not_count_have_no_column() -> None:
    bare = [replace(each, buchholz=None, points=None) for each in ROWS[:4]]
    png = render.standings(replace(STANDINGS, rows=tuple(bare)), WORDS)
    assert difference(png, render.standings(replace(STANDINGS, rows=ROWS[:4]), WORDS)) is not None
    assert "Buchholz" not in render.standings_alt(replace(STANDINGS, rows=tuple(bare)), WORDS).replace(
        "on Buchholz", ""
    )


def test_the_first_three_have_medals_once_the_cup_is_over() -> None:
    running, over = (
        render.standings(replace(STANDINGS, about=(), rows=ROWS[:4], final=final), WORDS) for final in (False, True)
    )
    found = difference(running, over)
    assert found is not None
    assert LEFT < found.x < found.right < LEFT + 88


def test_a_long_name_does_not_reach_the_figures() -> None:
    short, long = (
        render.standings(replace(STANDINGS, rows=(replace(ROWS[0], names=(name, name)),)), WORDS)
        for name in ("A", "W" * 40)
    )
    found = difference(short, long)
    assert found is not None
    assert found.right < RIGHT - 330


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pictures_are_translated_and_have_every_theme(theme: render.Theme) -> None:
    for draw, about in ((render.standings, STANDINGS), (render.bracket, bracket())):
        assert draw(about, WORDS, theme) != draw(about, Brackets(), theme)  # type: ignore[operator]


def test_no_more_rows_are_drawn_than_there_is_room_for() -> None:
    rows = (*ROWS, replace(ROWS[-1], place=17))
    assert render.standings(replace(STANDINGS, rows=rows), WORDS) == render.standings(STANDINGS, WORDS)


def test_a_bracket_of_three_rounds_or_fewer_has_points() -> None:
    narrow, wide = bracket(), replace(bracket(), rounds=bracket().rounds[1:])
    assert narrow.rounds[1] == wide.rounds[0]

    def other(about: render.Bracket, at: int) -> render.Bracket:
        first = about.rounds[at].matches[0]
        sides = (first.sides[0]._replace(points=77), first.sides[1])
        changed = about.rounds[at]._replace(matches=(first._replace(sides=sides), *about.rounds[at].matches[1:]))
        return replace(about, rounds=(*about.rounds[:at], changed, *about.rounds[at + 1 :]))

    assert render.bracket(narrow, WORDS) == render.bracket(other(narrow, 1), WORDS)
    assert render.bracket(wide, WORDS) != render.bracket(other(wide, 0), WORDS)


def test_no_text_is_smaller_than_eight_points_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = set[int]()
    write = Canvas.write

    def noting(canvas: Canvas, line: str, at: tuple[int, int], style: Style, *rest: Any, **more: Any) -> int:
        sizes.add(style.size)
        return write(canvas, line, at, style, *rest, **more)

    monkeypatch.setattr(Canvas, "write", noting)
    render.standings(STANDINGS, WORDS)
    render.bracket(bracket(), WORDS)
    render.bracket(ended(), WORDS)
    assert min(sizes) * POINTS / 1000 >= 8
