"""Tests of the leaderboard, in a picture and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
from render.pictures.leaderboard_rows import CARD, LEFT
from render.pixels.frame import LEADERBOARD_HEADER
from render.text import figures
from tests.render.comparing import difference, opened
from tests.render.games import WORDS
from tests.render.standings import ROWS, WITHOUT_A_WIN
from tests.render.text.test_alt import Brackets

ABOUT = ("In pairs", "November 2026", "Mata")
_Y = LEADERBOARD_HEADER + 14 + CARD // 2
PLACE = (LEFT + 44 - 26, _Y - 26, LEFT + 44 + 26, _Y + 26)
"""Where the place of the first row is drawn."""


def test_a_rating_is_whole_and_has_a_question_mark_while_it_is_provisional() -> None:
    assert figures.rating(1043.6) == "1044"
    assert figures.rating(999.6, provisional=True) == "1000?"
    assert figures.rating(-2.5) == "−2"
    assert figures.rating(-0.04) == "0"


def test_each_row_is_told_with_all_that_is_drawn_of_it() -> None:
    said = render.leaderboard_text("Club", ROWS[:4], WORDS, about=ABOUT).split("\n")
    assert said == [
        "**Leaderboard**: Club",
        "In pairs · November 2026 · Mata",
        "",
        "1\\. Chloé: 19 of 41 matches won, 46%, rating 1281, 3,640 points for and 2,910 against, 3 won in a row,"
        " 6 at best, best comeback 45 points.",
        "2\\. Alice (you): 14 of 38 matches won, 37%, rating 1190, 3,105 points for and 3,002 against, 0 won in a row,"
        " 4 at best.",
        "3\\. Maximiliane-Charlotte von und z…: 9 of 129 matches won, 7%, rating 1374, place shared, 12,345 points"
        " for and 98,765 against, 12 won in a row, 21 at best, best comeback 145 points.",
        "3\\. \u2068محمد علي\u2069: 9 of 33 matches won, 27%, provisional rating 1048, place shared, 2,415 points"
        " for and 2,400 against, 1 won in a row, 2 at best, best comeback 12 points.",
    ]
    alt = render.leaderboard_alt("Club", ROWS[:2], WORDS, about=ABOUT)
    assert alt.startswith("Leaderboard: Club · In pairs · November 2026 · Mata. 1. Chloé: 19 of 41 matches won, 46%,")
    assert alt.endswith("0 won in a row, 4 at best.")


def test_a_person_without_a_name_is_a_player() -> None:
    nameless = ROWS[5]
    assert "6. a player: 4 of 9 matches won" in render.leaderboard_alt("Club", [nameless], WORDS)
    assert "6\\. a player: 4 of 9" in render.leaderboard_text("Club", [nameless], WORDS)
    named = replace(nameless, name="Player")
    assert render.leaderboard("Club", [nameless], WORDS) != render.leaderboard("Club", [named], WORDS)


def test_equal_places_are_told_as_equal_and_who_has_no_place_is_told_without_one() -> None:
    ben, dia = "Ben: 0 of 1 match won, 0%, provisional rating 968, place shared.", "Dia: 0 of 1 match won, 0%."
    assert render.leaderboard_text("", WITHOUT_A_WIN, WORDS).split("\n")[3:] == [
        f"2\\. {ben}",
        f"2\\. {ben.replace('Ben', 'Cem')}",
        dia,
    ]
    said = render.leaderboard_alt("", WITHOUT_A_WIN, WORDS)
    assert said.endswith(f" 2. {ben} 2. {ben.replace('Ben', 'Cem')} {dia}")
    you = replace(WITHOUT_A_WIN[3], you=True)
    assert "Dia (you): 0 of 1 match won" in render.leaderboard_alt("", [you], WORDS)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_nobody_without_a_win_has_a_medal(rank: int) -> None:
    won, lost = (render.LeaderboardRow(rank, "Ana", 1, wins, 0) for wins in (1, 0))
    medal = opened(render.leaderboard("", [won], WORDS)).crop(PLACE)
    bare = opened(render.leaderboard("", [lost], WORDS)).crop(PLACE)
    panel = replace(lost, rank=0)
    around = opened(render.leaderboard("", [panel], WORDS)).crop(PLACE)
    assert (won.medal, lost.medal, panel.medal) == (rank, 0, 0)
    # the corners of a disc's square are free: a point inside it shows the metal
    assert medal.getpixel((6, 26)) != around.getpixel((6, 26)) == bare.getpixel((6, 26))


def test_an_alt_text_tells_everybody_and_of_the_first_all_there_is_room_for() -> None:
    said = render.leaderboard_alt("Club", ROWS, WORDS, about=ABOUT)
    assert len(said.encode("utf-16-le")) <= 2048
    assert all(f" {row.rank}. " in said for row in ROWS)
    assert "3,640 points for" in said
    assert "110. Zoë Łukasiewicz: 0 of 300 matches won, 0%, rating 913." in said


@pytest.mark.parametrize(
    "change",
    [
        *({"wins": 10}, {"points": 11}, {"against": 11}, {"streak": 5}, {"best_streak": 7}, {"comeback": 44}),
        *({"rating": 3.3}, {"rating": None}, {"provisional": True}, {"shared": True}),
    ],
    ids=str,
)
def test_every_figure_is_drawn_and_told(change: dict[str, int | float | None]) -> None:
    row = ROWS[0]
    other = replace(row, **change)  # type: ignore[arg-type]
    assert difference(render.leaderboard("", [row], WORDS), render.leaderboard("", [other], WORDS)).h < CARD
    assert render.leaderboard_alt("", [row], WORDS) != render.leaderboard_alt("", [other], WORDS)
    assert render.leaderboard_text("", [row], WORDS) != render.leaderboard_text("", [other], WORDS)


def test_the_boards_subject_is_drawn_above_the_rows() -> None:
    bare, told = (opened(render.leaderboard("Club", ROWS[:1], WORDS, about=about)) for about in ((), ABOUT))
    assert told.height > bare.height
    long = render.leaderboard("Club", ROWS[:1], WORDS, about=("W" * 90, "M" * 90, "Q" * 90))
    assert opened(long).size == told.size


def test_an_empty_board_says_what_was_asked_for() -> None:
    empty = "No match in pairs has been finished this month."
    assert empty in render.leaderboard_alt("Club", [], WORDS, empty=empty)
    assert empty in render.leaderboard_text("Club", [], WORDS, empty=empty)
    assert render.leaderboard("Club", [], WORDS, empty=empty) != render.leaderboard("Club", [], WORDS)


def test_nothing_of_a_row_leaves_its_card() -> None:
    first, second = ROWS[7], ROWS[0]
    both = render.leaderboard("", [first, second], WORDS)
    for name in ("W" * 40, "محمد علي", "陳大文", "Z" + "\u0351\u036b" * 30, ""):
        found = difference(both, render.leaderboard("", [replace(first, name=name), second], WORDS))
        if found is not None:
            assert found.bottom <= 102 + CARD


def test_a_long_name_leaves_room_for_the_word_that_it_is_the_readers() -> None:
    long, short = (render.leaderboard("", [replace(ROWS[7], name=name, you=True)], WORDS) for name in ("W" * 40, "W"))
    assert difference(long, short).right <= LEFT + 470


def test_the_pictures_words_are_translated() -> None:
    assert render.leaderboard("", [ROWS[5]], Brackets()) != render.leaderboard("", [ROWS[5]], WORDS)
