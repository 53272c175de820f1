"""Tests of a player's result: the screen for the player, and the card."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest

from cogs.challenges.result import Result, card, card_key, result_lines
from engine.live.challenges.standing import Square
from render.i18n import languages, translations

T = NullTranslations()


def squares(text: str) -> list[Square]:
    return [Square(each) for each in text]


WHOLE = Result("Dominoes 329", (12, -4, 10), (8, 7, 10), squares("🟩🟨🟩"), played=24, percentage=71, streak=5)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (WHOLE, "Dominoes 329 · +18 (expert +25) · 71% of 24 · 🟩🟨🟩 · 5 days"),
        (Result("Dominoes 1", (12, -4, 10)), "Dominoes 1 · +18"),
        (Result("Dominoes 1", (-1,), (0,), squares("⬜"), streak=1), "Dominoes 1 · −1 (expert +0) · ⬜"),
        (Result("Dominoes 1", (0,), played=4, streak=2), "Dominoes 1 · +0 · 2 days"),
        (Result("Dominoes 1", (5,), played=1234, percentage=0), "Dominoes 1 · +5 · 0% of 1,234"),
    ],
)
def test_a_card_has_the_parts_that_are_known(result: Result, text: str) -> None:
    assert card(result, T) == text


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("", ""),
        ("🟩", "Deal by deal: at least as good as the expert."),
        ("🟩🟨⬜", "Deal by deal: at least as good as the expert, ahead, not ahead."),
    ],
)
def test_squares_are_also_said_in_words(shown: str, text: str) -> None:
    assert card_key(squares(shown), T) == text


@pytest.mark.parametrize("language", languages())
def test_a_card_has_the_numbers_of_its_language(language: str) -> None:
    t = translations(language)
    text = card(WHOLE, t)
    assert "+18" in text
    assert ("71 %" if language in ("de", "fr", "es-ES") else "71%") in text.replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        (
            WHOLE,
            [
                "Your result: **+18 (expert +25)**",
                "🟩 Deal 1: +12 (expert +8)",
                "🟨 Deal 2: −4 (expert +7)",
                "🟩 Deal 3: +10 (expert +10)",
                "-# Points: yours less those of the best other side.",
                "Better than 71% of the field so far, 24 people.",
                "5 days in a row",
            ],
        ),
        (
            Result("", (3, 4), played=1),
            [
                "Your result: **+7**",
                "- Deal 1: +3",
                "- Deal 2: +4",
                "-# Points: yours less those of the best other side. The expert is still playing; its result comes "
                "in a few minutes.",
                "You are the first to finish.",
            ],
        ),
        (
            Result("", (3,), played=9, percentage=50, cut=True, over=True),
            [
                "Your result: **+3**",
                "-# Points: yours less those of the best other side.",
                "Better than 50% of the field of 9 people.",
                "The time ran out first, so a normal computer played the rest in your place.",
            ],
        ),
    ],
)
def test_a_result_has_a_line_for_each_thing_that_is_known(result: Any, lines: list[str]) -> None:
    assert result_lines(result, T) == lines
