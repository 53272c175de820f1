"""Tests of the standings and the bracket of a cup, in alt texts and in text mode."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import render
from engine.cups import Broke
from render import BracketMatch, BracketSide, Standings, StandingsRow
from render.i18n import languages, translations
from render.names import computer
from render.text import bracket as bracket_words
from render.text import standings as words
from render.text.length import MAX_ALT_TEXT, length
from render.text.plain.standings import pages
from render.text.sentences import sentence_name
from tests.render.cup_standings import NAMES, ROWS, STANDINGS, bracket, ended, match, row
from tests.render.games import WORDS


def plain(name: str) -> str:
    return sentence_name(name, WORDS)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (1, "1"), (Fraction(1, 2), "½"), (Fraction(5, 2), "2½"), (Fraction(21, 4), "5¼"), (Fraction(3, 4), "¾")],
)
def test_wins_are_told_in_halves_and_quarters(value: Fraction, text: str) -> None:
    assert words.quarters(Fraction(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(40, "+40"), (0, "0"), (-12, "−12"), (Fraction(-25, 2), "−12½"), (Fraction(1000, 3), "+333.3"), (1234, "+1,234")],
)
def test_a_difference_has_its_sign_and_an_average_its_fraction(value: Fraction, text: str) -> None:
    assert words.signed_decimal(Fraction(value), WORDS) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "2. Ben: 2½ wins, Buchholz 4, difference +240, points 960."),
        ({"shared": True}, "2. Ben: 2½ wins, Buchholz 4, difference +240, points 960, place shared."),
        ({"broke": Broke.WINS}, "2. Ben: 2½ wins, Buchholz 4, difference +240, points 960."),
        (
            {"broke": Broke.BUCHHOLZ, "buchholz": None},
            "2. Ben: 2½ wins, difference +240, points 960, behind on Buchholz.",
        ),
        ({"broke": Broke.LOT, "points": None}, "2. Ben: 2½ wins, Buchholz 4, difference +240, behind by lot."),
        ({"moved": 1, "out": True}, "2. Ben: 2½ wins, Buchholz 4, difference +240, points 960, up 1 place, out."),
        ({"moved": -3}, "2. Ben: 2½ wins, Buchholz 4, difference +240, points 960, down 3 places."),
        ({"place": 0}, "Ben: 2½ wins, Buchholz 4, difference +240, points 960."),
        ({"names": ("Ben", "Bea")}, "2. Ben and Bea: 2½ wins, Buchholz 4, difference +240, points 960."),
    ],
    ids=str,
)
def test_a_row_is_told_with_all_that_is_known_of_it(change: dict[str, object], text: str) -> None:
    each = replace(row(2, "Ben", 5, 16), **change)  # type: ignore[arg-type]
    assert words.sentence(each, words.phrases(each, WORDS), plain, WORDS) == text


@pytest.mark.parametrize(
    ("each", "text"),
    [
        (StandingsRow(3, ("Ana",)), "3. Ana."),
        (StandingsRow(3, ("Ana",), reached="out in the semi-finals"), "3. Ana: out in the semi-finals."),
        (
            StandingsRow(4, ("Ana",), reached="out in the semi-finals", broke=Broke.THIRD_PLACE, out=True),
            "4. Ana: out in the semi-finals.",
        ),
        (StandingsRow(1, (computer("Odile"),), Fraction(0)), "1. Odile (computer): 0 wins."),
    ],
)
def test_a_row_of_a_knock_out_tells_how_far_it_came(each: StandingsRow, text: str) -> None:
    assert words.sentence(each, words.phrases(each, WORDS), plain, WORDS) == text


def leading(*rows: StandingsRow, final: bool = False) -> str:
    return " ".join(words.news(Standings("", rows, final=final), plain, WORDS))


@pytest.mark.parametrize(
    ("rows", "final", "text"),
    [
        ([row(1, "Ana", 4, 0), row(2, "Ben", 2, 0)], False, "Ana leads with 2 wins."),
        ([row(1, "Ana", 1, 0), row(1, "Ben", 1, 0)], False, "Ana and Ben lead with ½ win."),
        ([row(1, name, 2, 0) for name in "ABCD"], False, "4 share the lead."),
        ([row(1, "Ana", 0, 0), row(1, "Ben", 0, 0)], False, ""),
        ([replace(row(1, "", 4, 0), names=("Ana", "Ben"))], False, "Ana and Ben lead with 2 wins."),
        ([row(1, "Ana", 4, 0)], True, "Ana wins the tournament with 2 wins."),
        ([StandingsRow(1, ("Ana",))], True, "Ana wins the tournament."),
        ([StandingsRow(1, ("Ana",)), StandingsRow(1, ("Ben",))], False, ""),
        ([StandingsRow(2, ("Ana",)), StandingsRow(2, ("Ben",))], True, ""),
        (
            [row(1, "Ana", 4, 0, moved=1), row(2, "Ben", 4, 0, moved=4)],
            False,
            "Ana and Ben are level with 2 wins each. Biggest climb: Ben, by 4 places to number 2.",
        ),
        ([row(1, "Ana", 4, 1), row(2, "Ben", 4, 0), row(3, "Cem", 2, 9)], True, "Ana wins the tournament with 2 wins."),
        ([row(at, name, 2, 9 - at) for at, name in enumerate("ABCD", 1)], False, "4 are level with 1 win each."),
        ([row(1, "Ana", 4, 0, moved=1)], False, "Ana leads with 2 wins."),
        ([], False, ""),
    ],
)
def test_what_is_new_is_who_leads_and_who_climbed_most(rows: list[StandingsRow], final: bool, text: str) -> None:
    assert leading(*rows, final=final) == text


@pytest.mark.parametrize(
    ("second", "text"),
    [
        ({}, ""),
        (
            {"broke": Broke.BUCHHOLZ},
            "Level on wins: first the wins of all one's opponents (Buchholz), then the difference.",
        ),
        (
            {"broke": Broke.DIRECT, "buchholz": None},
            "Level on wins: first the matches among those who are level, then the difference.",
        ),
        ({"broke": Broke.THIRD_PLACE, "wins": None}, ""),
    ],
    ids=str,
)
def test_what_decides_between_level_wins_is_told_where_something_had_to(second: dict[str, object], text: str) -> None:
    rows = (row(1, "Ana", 4, 1), replace(row(2, "Ben", 4, 0), **second))  # type: ignore[arg-type]
    rows = tuple(replace(each, buchholz=None) if "buchholz" in second else each for each in rows)
    assert words.tie_line(Standings("", rows), WORDS) == text


def test_an_alt_text_begins_with_what_is_new_and_tells_everybody() -> None:
    said = render.standings_alt(STANDINGS, WORDS)
    assert length(said) <= MAX_ALT_TEXT
    assert said.startswith(
        "Standings: The Domino Club's winter cup · After round 3 of 5 · Swiss. "
        "Chloé, Alice and Maximiliane-Charlotte von und z… are level with 3 wins each. "
        "Biggest climb: Łukasz 🌸, by 12 places to number 6. "
        "1. Chloé: 3 wins, Buchholz 6, difference +560, points 1,440."
    )
    assert all(f" {each.place}. " in said for each in ROWS)
    assert said.endswith("16. Jürgen: 0 wins.")


@pytest.mark.parametrize("language", languages())
def test_an_alt_text_has_room_for_everybody_in_each_language(language: str) -> None:
    long = [replace(each, names=("M" * 31 + str(at % 10), "N" * 32)) for at, each in enumerate(ROWS)]
    said = render.standings_alt(replace(STANDINGS, rows=tuple(long)), translations(language))
    assert length(said) <= MAX_ALT_TEXT
    assert all(f" {each.place}. " in said for each in ROWS)


def test_text_mode_has_a_line_for_each_row_and_escapes_names() -> None:
    text = render.standings_text(Standings("A *cup*", (row(1, "_Ana_", 2, 4), row(1, "محمد", 2, 4))), WORDS)
    assert text.split("\n") == [
        "**Standings**: A \\*cup\\*",
        "",
        "\\_Ana\\_ and \u2068محمد\u2069 lead with 1 win.",
        "",
        "1\\. \\_Ana\\_: 1 win, Buchholz 1, difference −240, points 240.",
        "1\\. \u2068محمد\u2069: 1 win, Buchholz 1, difference −240, points 240.",
    ]
    rows = render.standings_text(STANDINGS, WORDS, heading=False, news=False).split("\n")
    assert [each.split("\\.")[0] for each in rows] == [str(each.place) for each in ROWS]


def test_pages_hold_all_rows_and_only_the_first_names_the_leaders() -> None:
    split = list(pages(STANDINGS, 6))
    assert [len(each.rows) for each in split] == [6, 6, 4]
    assert tuple(each for page in split for each in page.rows) == ROWS
    assert [bool(words.news(each, plain, WORDS)) for each in split] == [True, False, False]
    assert [len(each.rows) for each in pages(Standings("", ()), 6)] == [0]


PAIR = BracketSide(("Ana", "Ben"), 100, won=True)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (match("Ana", "Ben"), "Ana against Ben"),
        (match("Ana", ""), "Ana against not known yet"),
        (match("", ""), ""),
        (match("Ana", "", empty=True), "Ana has a bye"),
        (match("", "", empty=True), ""),
        (match("Ana", "Ben", (100, 40)), "Ana beats Ben 100 to 40"),
        (match("Ana", "Ben", (40, 100), note="time was up"), "Ben beats Ana 100 to 40 (time was up)"),
        (BracketMatch((PAIR, BracketSide(("Cem", "Dia"), 5, won=False))), "Ana and Ben beat Cem and Dia 100 to 5"),
        (
            BracketMatch((BracketSide(("Ana",), won=True), BracketSide(("Ben",), won=False)), "Ben did not come"),
            "Ana beats Ben (Ben did not come)",
        ),
        (BracketMatch((BracketSide(("Ana",), 50), BracketSide(("Ben",), 50))), "Ana against Ben: level, 50 to 50"),
        (
            BracketMatch((BracketSide(("Ana",), won=False), BracketSide(("Ben",), won=False)), "neither came"),
            "Ana against Ben: nobody wins (neither came)",
        ),
    ],
)
def test_a_match_is_told_by_its_end(told: BracketMatch, text: str) -> None:
    assert bracket_words.match_text(told, plain, WORDS) == text


def test_a_bracket_is_told_from_its_last_round_back() -> None:
    said = render.bracket_alt(ended(), WORDS)
    assert said == (
        "Bracket: Pairs. Final: Cem and Carla beat Ana and Anton 100 to 70. "
        "Match for third place: Dia and Dominik beat Ben and Bea 101 to 98. "
        "Semi-finals: Ana and Anton beat Dia and Dominik 100 to 80. Cem and Carla beat Ben and Bea 100 to 90."
    )
    assert render.bracket_text(ended(), WORDS).split("\n")[:3] == [
        "**Bracket**: Pairs",
        "",
        "**Final**",
    ]


def test_a_running_bracket_leaves_out_rounds_of_which_nobody_is_known() -> None:
    said = render.bracket_alt(bracket(), WORDS)
    assert length(said) <= MAX_ALT_TEXT
    assert "Final:" not in said
    assert said.index("Semi-finals: Chloé against Alice.") < said.index("Quarter-finals: Chloé beats Ben 100 to 55.")
    assert "Alice beats Odile (computer) 100 to 90 (time was up)." in said
    assert said.endswith("Ben has a bye.")
    assert all(name in render.bracket_text(bracket(), WORDS) for name in NAMES[:2])
