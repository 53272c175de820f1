"""Tests of the whole set as a triangle, on a table and on paper."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

import render
from engine.tiles import full_set
from render.geometry.boxes import Box
from render.geometry.triangle import triangle
from render.i18n import languages, translations
from render.pixels import tiles
from tests.render.games import WORDS
from tests.render.watching import Watched

sets = pytest.mark.parametrize("top", render.TILE_SETS)
LEGIBLE = 7.5
"""The least width of a pip in pixels, in a picture of 1000, so that it has 3 where a phone shows 400."""


@sets
@pytest.mark.parametrize("width", [400, 941, 3208])
def test_every_tile_lies_once_beside_the_others(top: int, width: int) -> None:
    laid = triangle(top, width)
    assert sorted(laid.boxes) == sorted(full_set(top))
    assert not any(one.overlaps(other) for one, other in combinations(laid.boxes.values(), 2))
    whole = Box(0, 0, laid.width, laid.height)
    assert all(box.joined(whole) == whole for box in laid.boxes.values())
    assert laid.width <= width


@sets
def test_rows_share_their_lower_half_and_columns_their_higher_one(top: int) -> None:
    boxes = triangle(top, 1000).boxes
    for (one, here), (other, there) in combinations(boxes.items(), 2):
        assert (one.low == other.low) == (here.y == there.y)
        assert (one.high == other.high) == (here.x == there.x)
        assert (one.low < other.low) == (here.y < there.y)
        assert (one.high < other.high) == (here.x < there.x)


@pytest.mark.sampled(1)
@sets
@pytest.mark.parametrize("language", ["en", *languages()])
def test_words_keep_off_the_tiles_and_the_edge(top: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for draw in (render.tile_set, render.tile_set_sheet):
        with monkeypatch.context() as context:
            watched = Watched(context)
            picture = Image.open(BytesIO(draw(top, translations(language))))
        assert len(watched.lying) == len(full_set(top))
        assert len(watched.texts) == 4
        assert not any(words.overlaps(face) for words in watched.texts for face in watched.lying)
        assert not any(one.overlaps(other) for one, other in combinations(watched.texts, 2))
        whole = Box(0, 0, *picture.size)
        assert all(each.joined(whole) == whole for each in (*watched.texts, *watched.lying))


@sets
def test_pips_and_digits_are_legible_on_a_phone(top: int, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    render.tile_set(top, WORDS)
    half = watched.lying[0].h
    if top > tiles.MAX_PIPS_SMALL:
        assert half * 0.7 >= 22
    else:
        assert 2 * tiles.PIP_RADIUS * half >= LEGIBLE


@sets
@pytest.mark.parametrize("theme", render.THEMES.values(), ids=lambda theme: theme.id)
def test_a_picture_of_a_set_is_as_wide_as_the_others_and_of_the_theme(top: int, theme: render.Theme) -> None:
    picture = Image.open(BytesIO(render.tile_set(top, WORDS, theme)))
    assert picture.width == 1000
    assert picture.height <= 620
    assert picture.convert("RGB").getpixel((60, 400)) == theme.ground


@pytest.mark.sampled(1)
@sets
def test_a_sheet_is_black_on_white_and_as_large_as_paper(top: int) -> None:
    sheet = Image.open(BytesIO(render.tile_set_sheet(top, WORDS)))
    assert [round(pixels / dpi * 25.4) for pixels, dpi in zip(sheet.size, sheet.info["dpi"], strict=True)] == [297, 210]
    colours = sheet.convert("RGB").getcolors(256)
    assert all(red == green == blue for _, (red, green, blue) in colours)
    most, background = max(colours)
    assert background == (255, 255, 255)
    assert most > 0.8 * sheet.width * sheet.height


def test_there_are_no_other_sets() -> None:
    for top in (0, 5, 7, 15):
        for draw in (render.tile_set, render.tile_set_sheet, render.tile_set_alt):
            with pytest.raises(ValueError, match=f"there is no double-{top} set"):
                draw(top, WORDS)
