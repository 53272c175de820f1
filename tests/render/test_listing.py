"""Tests of the texts and pictures for app directories: their limits, and what they say."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from engine.rules import RULE_SETS, find
from hosting.application import TAGS
from render.i18n import language_name, translations
from render.pixels.typography import text
from tests.render.test_gallery import HINT, TOLERATED, difference
from tests.test_docs import in_language
from tools import texts
from tools.gallery.__main__ import LISTING, LISTING_PAGE
from tools.gallery.listing import CAPTION, MARGIN, SHOWN, SIZE, described, listing

PAGE = LISTING_PAGE.read_text(encoding="utf-8")
LANGUAGES = ["en", *(texts.language_of(file) for file in texts.files())]
NAMED = (
    *("express", "mexican-train", "chickenfoot", "forty-two", "all-fives", "fives-and-threes"),
    *("dominicano", "cubano", "dupla", "six-love"),
)
"""The rule sets that the long texts name."""
IN_GAMES = ("mexican-train", "fives", "sebastopol", "matador", "forty-two", "memory")
"""The rule sets in the picture of games."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def sections() -> dict[str, str]:
    """Return the sections of the page by their languages."""
    found = re.split(r"\n## (.+) \(([\w-]+)\)\n", PAGE)[1:]
    assert found[::3] == [language_name(language) for language in found[1::3]]
    return dict(zip(found[1::3], found[2::3], strict=True))


def short_of(language: str) -> str:
    return re.search(r"\*\*Short\*\*\n\n> (.+)\n", sections()[language])[1]


def long_of(language: str) -> str:
    return re.search(r"\*\*Long\*\*\n\n```\n(.+?)\n```\n", sections()[language], re.DOTALL)[1]


def test_the_page_has_every_language_and_no_other() -> None:
    assert sorted(sections()) == sorted(LANGUAGES)


def test_tags_are_those_that_the_command_sets() -> None:
    tags = re.search(r"^Tags: (.+)$", PAGE, re.MULTILINE)[1]
    assert re.findall(r"`([^`]+)`", tags) == [*TAGS]


@every_language
def test_texts_keep_to_the_limits(language: str) -> None:
    # Source: the table of limits on the page.
    assert 10 <= len(short_of(language)) <= 140
    assert 300 <= len(long_of(language)) <= 2_000
    assert "|" not in short_of(language) + long_of(language)


@every_language
def test_texts_tell_the_number_of_rule_sets_and_name_some_as_players_know_them(language: str) -> None:
    t, long = translations(language), long_of(language)
    caption, alt = described(PAGE, language)["games"]
    for each in (short_of(language), long, caption):
        assert re.search(r"\d+", each)[0] == str(len(RULE_SETS))
    assert [rules for rules in NAMED if t.gettext(find(rules).about.name) not in long] == []
    assert [rules for rules in IN_GAMES if t.gettext(find(rules).about.name) not in alt] == []


@every_language
def test_commands_in_texts_are_those_that_readers_type(language: str) -> None:
    wanted = ("/domino play", "/domino settings privacy", "/domino play", "/domino help")
    assert re.findall(r"`([^`]+)`", long_of(language)) == [in_language(each, language) for each in wanted]


@every_language
def test_each_picture_has_a_caption_that_fits_and_an_alternative_text(language: str) -> None:
    shown = described(PAGE, language)
    assert [*shown] == [*SHOWN]
    for caption, alt in shown.values():
        assert text.width(caption, CAPTION) <= SIZE[0] - 2 * MARGIN
        assert 40 <= len(alt) <= 130


def test_the_stored_pictures_are_those_that_the_page_lists_and_small() -> None:
    assert sorted(each.stem for each in LISTING.iterdir()) == sorted(SHOWN)
    assert sum(each.stat().st_size for each in LISTING.iterdir()) < 500_000
    for file in LISTING.iterdir():
        with Image.open(file) as picture:
            assert picture.size == SIZE
    assert f"{SIZE[0]} × {SIZE[1]}" in PAGE


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_as_it_would_be_drawn_now(name: str) -> None:
    (now,) = [each for each in listing(described(PAGE, "en")) if each.file == f"{name}.png"]
    drawn = now.draw()
    assert Image.open(BytesIO(drawn)).size == SIZE
    assert difference((LISTING / f"{name}.png").read_bytes(), drawn) <= TOLERATED, HINT


def test_a_language_without_texts_is_told() -> None:
    with pytest.raises(LookupError, match="no texts in tlh"):
        described(PAGE, "tlh")
