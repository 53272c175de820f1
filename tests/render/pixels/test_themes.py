"""Tests of the looks that a server may choose among."""

from __future__ import annotations

from itertools import combinations

import pytest

import render
from engine import match
from render.pixels.colours import RGB
from render.pixels.theme import DEFAULT, DIM, THEMES, Theme
from tests.render.comparing import contrast, opened
from tests.render.games import NAMES, WORDS, deal, finished

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
READABLE = 4.5
"""WCAG 2.2, 1.4.3 (AA): the contrast of text with its ground."""
SEEN = 3
"""WCAG 2.2, 1.4.11: the contrast of shapes that matter."""


def text_pairs(theme: Theme) -> list[tuple[RGB, RGB]]:
    """Return every colour of text, with each of its grounds."""
    grounds = {
        theme.text: (
            *(theme.ground, theme.panel, theme.frame, theme.back, theme.own_row),
            *(*theme.sides, *theme.player_colours),
        ),
        theme.faint: (theme.ground, theme.panel, theme.own_row),
        theme.highlight: (theme.ground, theme.panel, theme.frame, theme.own_row),
        theme.last: (theme.ground, theme.panel),
        theme.warning: (theme.panel,),
    }
    pairs = [(front, back) for front, backs in grounds.items() for back in backs]
    return pairs + [(theme.ink, back) for back in (theme.highlight, theme.last, theme.silver, theme.bronze)]


@every_theme
def test_text_stands_out_from_all_that_it_is_written_on(theme: Theme) -> None:
    for front, back in text_pairs(theme):
        assert contrast(front, back) >= READABLE, (front, back)


@every_theme
def test_pips_and_digits_stand_out_from_their_tile_like_text(theme: Theme) -> None:
    for pip in theme.pips[1:]:
        assert contrast(pip, theme.tile) >= READABLE, theme.pips.index(pip)


@every_theme
def test_lit_things_and_the_last_tile_stand_out_from_the_table(theme: Theme) -> None:
    for mark in (theme.highlight, theme.last, theme.warning):
        assert contrast(mark, theme.ground) >= SEEN
        assert contrast(mark, theme.panel) >= SEEN


@every_theme
def test_a_palette_holds_every_colour_that_is_drawn(theme: Theme) -> None:
    elsewhere = {
        theme.table_palette: (*theme.player_colours, theme.own_row, theme.silver, theme.bronze),
        theme.leaderboard_palette: (*theme.sides, theme.back, theme.warning, theme.last),
    }
    for palette, others in elsewhere.items():
        for colour in {colour for pair in text_pairs(theme) if not set(pair) & set(others) for colour in pair}:
            assert palette.colours[palette.index(colour)] == colour


def test_high_contrast_is_higher_than_any_other() -> None:
    least = {
        name: min(contrast(*pair) for pair in (*text_pairs(theme), *((pip, theme.tile) for pip in theme.pips[1:])))
        for name, theme in THEMES.items()
    }
    assert max(least, key=least.__getitem__) == "contrast"


@every_theme
def test_tiles_that_can_not_be_played_can_still_be_read(theme: Theme) -> None:
    assert 0 < DIM < 1
    for pip in theme.pips[1:]:
        assert contrast(theme.dimmed(pip), theme.dimmed(theme.tile)) >= 1.9


@pytest.mark.sampled(1)
@every_theme
def test_every_picture_takes_the_look(theme: Theme) -> None:
    states = deal(2, 3)
    view, own = match.view(states[5], None), match.view(states[5], states[5].turn)
    rows = [render.LeaderboardRow(1, "Ana", 3, 2, 120)]
    for picture in (
        render.table(view, NAMES, WORDS, theme),
        render.hand(own, NAMES, WORDS, theme),
        render.deal_end(match.view(finished(2, 4), None), NAMES, WORDS, theme),
        render.leaderboard("Club", rows, WORDS, theme),
        render.example("express", WORDS, theme),
    ):
        colours_seen = set(opened(picture).get_flattened_data())
        assert {theme.ground, theme.text} <= colours_seen
        assert theme is DEFAULT or DEFAULT.ground not in colours_seen


def test_no_two_looks_are_alike() -> None:
    pictures = [render.example("express", WORDS, theme) for theme in THEMES.values()]
    for one, other in combinations(pictures, 2):
        assert one != other


def test_a_picture_does_not_depend_on_which_look_was_drawn_before() -> None:
    alone = render.example("matador", WORDS, THEMES["dark"])
    for theme in THEMES.values():
        render.example("matador", WORDS, theme)
    assert render.example("matador", WORDS, THEMES["dark"]) == alone
