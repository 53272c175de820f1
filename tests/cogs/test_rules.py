"""Tests of the pages of rules: the parts from the rule set, and their room."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

import render
from cogs.core.frame import MAX_MAIN_TEXT, MAX_MESSAGE_TEXT
from cogs.rules.pages import rules_page
from engine.rules import RULE_SETS
from render.i18n import languages, translations
from render.text.length import length
from tests.support import pseudo

WORDS = NullTranslations()

SHORT = 2_800
"""The maximum length of a page: that of the game with the most house rules, in the wordiest language."""


@pytest.mark.parametrize(
    ("rules", "players", "tiles"),
    [
        ("express",
         "2 to 4 players · four alone or in two pairs, partners facing each other · turns go counter-clockwise",
         "28, from 0-0 to 6-6; each player takes 7"),
        ("mexican-train", "2 to 8 players · turns go clockwise",
         "91, from 0-0 to 12-12; each player takes 16 (2–3 players), 15 (4 players), 14 (5 players), 12 (6 players), "
         "10 (7 players), 9 (8 players)"),
        ("mexican-train-nine", "2 to 4 players · turns go clockwise",
         "55, from 0-0 to 9-9; each player takes 15 (2 players), 13 (3 players), 10 (4 players)"),
        ("parejas", "4 players · two pairs, partners facing each other · turns go counter-clockwise",
         "28, from 0-0 to 6-6; each player takes 7"),
        ("fives", "2 to 4 players · four alone or in two pairs, partners facing each other · turns go clockwise",
         "28, from 0-0 to 6-6; each player takes 7 (2 players), 5 (3–4 players)"),
        ("memory", "2 to 6 players · turns go clockwise", "28, from 0-0 to 6-6"),
    ],
)  # fmt: skip
def test_a_page_begins_with_players_the_way_round_and_the_tiles_of_each(rules: str, players: str, tiles: str) -> None:
    lines = rules_page(rules, WORDS).splitlines()
    assert lines[1] == f"*{players}*"
    assert lines[3] == f"**Tiles**: {tiles}"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("express", "Whoever opens stays the opener until the deal ends and wins its ties"),
        ("mexican-train", "A player drawn by lot begins the first deal, then the next player each time."),
        ("mexican-train", "**Boneyard used up**: Your marker is set at once."),
        ("mexican-train", "with a double, too: no second tile is owed then."),
        ("mexican-train", "A double whose tiles all lie on the table binds nobody."),
        ("dominicano", "**A tie**: The blocker wins."),
        ("bergen", "The last two tiles stay in the boneyard."),
    ],
)
def test_a_page_settles_what_people_argue_about(rules: str, said: str) -> None:
    assert said in rules_page(rules, WORDS)


def test_french_calls_the_opening_by_its_name() -> None:
    page = rules_page("express", translations("fr"))
    assert "Qui ouvre a la main jusqu'à la fin de la manche" in page
    assert "on joue dans le sens antihoraire" in page


@pytest.mark.parametrize("language", ["en", *languages()])
def test_a_page_is_short_enough_to_be_read_whole_beside_its_example(language: str) -> None:
    t = translations(language)
    assert {rules for rules in RULE_SETS if length(rules_page(rules, t)) > SHORT} == set()


@pytest.mark.long
def test_a_page_a_third_longer_still_fits_a_message() -> None:
    t = pseudo.translations()
    for rules in RULE_SETS:
        page = length(rules_page(rules, t))
        assert page <= MAX_MAIN_TEXT
        assert page + length(render.example_alt(rules, WORDS)) <= MAX_MESSAGE_TEXT
