"""Tests of a person's statistics, in a picture and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
from render.geometry.boxes import Box
from render.geometry.curve import MAX_POINTS, curve
from tests.render.comparing import difference, opened
from tests.render.games import WORDS
from tests.render.standings import ALICE, ALONE, COMPUTERS, PAIRS, RULES, climbing
from tests.render.text.test_alt import Brackets, untranslated

BOX = Box(100, 50, 800, 120)


# ---------------------------------------------------------------------- the curve


@pytest.mark.parametrize("values", [[0.0], [3.2, 3.2], [-8.9, 40.1], [0.4, 0.6, 0.5], [-120.0, 130.0], [5.0, 6.0]])
def test_a_curve_stays_in_its_box_between_lines_at_whole_numbers(values: list[float]) -> None:
    laid = curve(values, BOX)
    assert len(laid.points) == len(values)
    for x, y in laid.points:
        assert BOX.x <= x <= BOX.right
        assert BOX.y <= y <= BOX.bottom
    assert [y for _, y in laid.lines][:: len(laid.lines) - 1] == [BOX.bottom, BOX.y]
    assert 2 <= len(laid.lines) <= 5
    assert laid.lines[0][0] <= min(values)
    assert max(values) <= laid.lines[-1][0]


def test_a_higher_value_lies_higher_and_on_the_line_of_its_number() -> None:
    laid = curve([2.0, 5.0, 3.0], BOX)
    ys = dict(laid.lines)
    assert [round(y) for _, y in laid.points] == [ys[2], ys[5], ys[3]]
    assert ys[5] < ys[3] < ys[2]


def test_values_stand_at_equal_distances_from_edge_to_edge_and_one_alone_at_the_right() -> None:
    assert [x for x, _ in curve([1.0, 2.0, 3.0, 4.0, 5.0], BOX).points] == [100, 300, 500, 700, 900]
    assert [x for x, _ in curve([1.0], BOX).points] == [BOX.right]


def test_a_curve_passes_over_some_of_many_values_but_never_the_first_or_the_last() -> None:
    laid = curve([float(number % 17) for number in range(5000)], BOX)
    assert len(laid.points) == len(laid.indices) == MAX_POINTS
    assert (laid.indices[0], laid.indices[-1]) == (0, 4999)
    assert list(laid.indices) == sorted(set(laid.indices))


# ---------------------------------------------------------------------- the picture


def test_the_picture_grows_with_what_there_is_to_tell() -> None:
    def height(**change: object) -> int:
        return opened(render.statistics("Club", replace(ALICE, **change), WORDS)).height  # type: ignore[arg-type]

    least = height(chapters=(COMPUTERS,), rules=(), partner=None, nemesis=None)
    for more in ({"chapters": (COMPUTERS, COMPUTERS)}, {"rules": RULES[:1]}, {"nemesis": ALICE.nemesis}):
        assert height(**{"chapters": (COMPUTERS,), "rules": (), "partner": None, "nemesis": None} | more) > least
    assert height(chapters=(ALONE,)) > height(chapters=(replace(ALONE, curve=()),))
    assert height() < 1600


@pytest.mark.parametrize("theme", render.THEMES.values(), ids=render.THEMES)
def test_a_curve_is_drawn_in_the_colours_of_the_look(theme: render.Theme) -> None:
    settled = replace(ALICE, chapters=(replace(ALONE, curve=climbing(74, settled=0)),))
    provisional = replace(ALICE, chapters=(replace(ALONE, curve=climbing(74, settled=99)),))
    gold, pale = (opened(render.statistics("Club", each, WORDS, theme)) for each in (settled, provisional))
    box = (200, 240, 940, 370)
    seen = [list(each.crop(box).get_flattened_data()).count(theme.highlight) for each in (gold, pale)]
    assert seen[0] > 1000
    assert seen[1] == 0


def test_a_curve_shows_where_the_rating_went() -> None:
    def drawn(curve: tuple[tuple[float, bool], ...]) -> bytes:
        return render.statistics("Club", replace(ALICE, chapters=(replace(ALONE, curve=curve),)), WORDS)

    up, down = drawn(((1001.0, False), (1003.0, False))), drawn(((1003.0, False), (1001.0, False)))
    assert Box(100, 216, 880, 180).joined(difference(up, down)) == Box(100, 216, 880, 180)


@pytest.mark.parametrize(
    "name", ["", "W" * 80, "محمد علي", "陳大文", "𗀀𗀁", "Z" + "\u0351\u036b" * 30, "🐉" * 32], ids=ascii
)
def test_any_name_finds_its_room(name: str) -> None:
    about = replace(
        ALICE, name=name, partner=render.Companion(name, 1, 1), nemesis=render.Companion(name, 10000, 0),
        rules=((name or "?", 100000, 99999),),
    )  # fmt: skip
    assert opened(render.statistics(name, about, WORDS)).width == 1000
    for said in (render.statistics_alt(name, about, WORDS), render.statistics_text(name, about, WORDS)):
        assert said
    assert len(render.statistics_alt(name, about, WORDS).encode("utf-16-le")) <= 2048


# ---------------------------------------------------------------------- in words


def test_all_of_it_is_told_in_words() -> None:
    assert render.statistics_text("Club", ALICE, WORDS).split("\n") == [
        "**Statistics of Alice**: Club",
        "",
        "Singles: no. 2, 24 of 74 matches won, 32%, rating 1288, 0 won in a row, 4 at best.",
        "The rating from 3 March 2026 to 21 November 2026: at first 1030, at its lowest 1030, at its highest 1327,"
        " now 1288.",
        "",
        "In pairs: no. 5, 3 of 6 matches won, 50%, provisional rating 1057, 3 won in a row, 3 at best,"
        " best comeback 40 points.",
        "The rating from 3 March 2026 to 3 March 2026: at first 1030, at its lowest 1030, at its highest 1060,"
        " now 1057.",
        "",
        "With computers: no. 12, 53 of 106 matches won, 50%, 1 won in a row, 9 at best, best comeback 40 points.",
        "",
        "Favourite partner: Maximiliane-Charlotte von und z…, 20 of 30 won together.",
        "Nemesis: a player, who won 9 of 12 against Alice.",
        "",
        "Rule sets:",
        "Domino Express (20 of 60 won)",
        "Mexican train (double-nine) (20 of 40 won)",
        "Mata (20 of 20 won)",
        "Accountants (0 of 9 won)",
        "Matador (1 of 3 won)",
        "Sebastopol (1 of 2 won)",
        "and 2 more rule sets",
    ]
    alt = render.statistics_alt("Club", ALICE, WORDS)
    assert alt.startswith("Statistics of Alice: Club. Singles: no. 2, 24 of 74 matches won, 32%, rating 1288,")
    assert "Nemesis: a player, who won 9 of 12 against Alice." in alt


def test_missing_things_are_not_told() -> None:
    bare = replace(ALICE, chapters=(COMPUTERS,), rules=(), partner=None, nemesis=None)
    for said in (render.statistics_alt("", bare, WORDS), render.statistics_text("", bare, WORDS)):
        assert not any(word in said for word in ("rating", "Rule sets", "partner", "Nemesis"))


def test_names_format_nothing_in_text_mode() -> None:
    about = replace(ALICE, name="*A*", partner=render.Companion("_B_", 1, 1), nemesis=render.Companion("`C`", 1, 1))
    said = render.statistics_text("[Club]", about, WORDS)
    assert all(escaped in said for escaped in ("\\*A\\*", "\\_B\\_", "\\`C\\`", "\\[Club\\]"))


def test_every_word_is_translatable() -> None:
    about = render.Statistics(
        "", (replace(PAIRS, title="1", since="2", until="3"),), tuple((str(n), n, n) for n in range(1, 9)),
        render.Companion("", 1, 1), render.Companion("", 1, 1),
    )  # fmt: skip
    for said in (render.statistics_alt("", about, Brackets()), render.statistics_text("", about, Brackets())):
        assert not any(letter.isalpha() for letter in untranslated(said))
