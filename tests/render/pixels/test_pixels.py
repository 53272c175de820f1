"""Tests of brushes, palettes and frames."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from render.pixels import frame, tiles
from render.pixels.brush import Brush, stretch
from render.pixels.canvas import Canvas, draw_png
from render.pixels.frame import HEADER, LEADERBOARD_HEADER, RAIL, WIDTH
from render.pixels.theme import DEFAULT, THEMES, Theme

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def _panel(width: int, height: int) -> Image.Image:
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, DEFAULT.line)
    brush.rounded((2, 2, width - 2, height - 2), 12, DEFAULT.panel)
    brush.disc(10, 10, 4, DEFAULT.highlight)
    return brush.sprite(DEFAULT.table_palette, DEFAULT.ground).indices


def test_a_large_drawing_is_made_piece_by_piece_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    brush = Brush(120, 90)
    brush.rounded((0.5, 0.3, 119.1, 88.7), 17.3, DEFAULT.line, DEFAULT.highlight, 1.7)
    brush.polygon([(10.3, 5.7), (70.1, 45.2), (33.3, 80.9)], DEFAULT.panel)
    brush.disc(80.2, 40.6, 30.3, DEFAULT.tile, DEFAULT.ink, 2.2)
    brush.arc((20.4, 10.2, 90.8, 85.1), -50, 170, DEFAULT.back, 3.3)
    monkeypatch.setattr("render.pixels.brush._MAX_PIXELS_AT_ONCE", 120 * 90)
    whole = brush.reduced()
    for rows in (1, 7, 32):
        monkeypatch.setattr("render.pixels.brush._MAX_PIXELS_AT_ONCE", 120 * rows)
        assert brush.reduced().tobytes() == whole.tobytes()


def test_a_stretched_panel_is_as_if_it_had_been_drawn_as_large() -> None:
    large = stretch(_panel(41, 47), (20, 25), (300, 180))
    assert large.size == (300, 180)
    assert ImageChops.difference(large, _panel(300, 180)).getbbox() is None


def test_an_image_that_is_large_enough_stays_as_it_is_when_it_is_stretched() -> None:
    panel = _panel(41, 47)
    assert stretch(panel, (20, 25), panel.size).tobytes() == panel.tobytes()


@every_theme
def test_a_flat_ground_is_drawn_in_the_very_colour_that_the_theme_gives_it(theme: Theme) -> None:
    grounds = (theme.ground, theme.panel, theme.frame, theme.tile, theme.highlight, *theme.sides)
    for colour in grounds:
        drawn = theme.table_palette.indices(Image.new("RGB", (5, 5), colour))
        assert {theme.table_palette.colours[index] for index in drawn.tobytes()} == {colour}


@every_theme
@pytest.mark.parametrize("height", [300, 651, 1200])
def test_the_table_within_the_frame_is_bare(theme: Theme, height: int) -> None:
    for picture, head in (
        (frame.begin_table(theme, height), HEADER),
        (frame.begin_leaderboard(theme, height), LEADERBOARD_HEADER),
    ):
        assert picture.image.size == (WIDTH, height)
        inner = picture.image.crop((RAIL + 2, head + 2, WIDTH - RAIL - 2, height - RAIL - 2))
        corner = 18
        assert inner.crop((corner, 0, inner.width - corner, inner.height)).getextrema() == (0, 0)
        assert inner.crop((0, corner, inner.width, inner.height - corner)).getextrema() == (0, 0)
        for edge in ((0, 0, 1, height), (WIDTH - 1, 0, WIDTH, height), (0, height - 1, WIDTH, height)):
            darkest, brightest = picture.image.crop(edge).getextrema()
            assert darkest == brightest


def _empty() -> Canvas:
    return Canvas(DEFAULT, Image.new("L", (8, 8)))


def test_one_thread_draws_at_a_time() -> None:
    drawing: list[int] = []
    together: list[int] = []

    def draw() -> Canvas:
        drawing.append(1)
        time.sleep(0.001)
        together.append(len(drawing))
        drawing.pop()
        return _empty()

    with ThreadPoolExecutor(4) as pool:
        for waiting in [pool.submit(draw_png, draw) for _ in range(20)]:
            waiting.result()
    assert together == [1] * 20


def test_a_thread_packs_while_another_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    packing, drawn = threading.Event(), threading.Event()

    def png(_: Canvas) -> bytes:
        packing.set()
        assert drawn.wait(20), "the other thread waits for this one"
        return b""

    def draw_meanwhile() -> Canvas:
        assert packing.wait(20)
        drawn.set()
        return _empty()

    monkeypatch.setattr(Canvas, "png", png)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(draw_png, _empty)
        assert packing.wait(20)
        second = pool.submit(draw_png, draw_meanwhile)
        assert first.result() == second.result() == b""


def test_a_picture_that_fails_keeps_no_other_waiting() -> None:
    def fail() -> Canvas:
        raise ValueError("no such picture")

    with pytest.raises(ValueError, match="no such picture"):
        draw_png(fail)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(draw_png, _empty).result(20)


@pytest.mark.parametrize("top", [6, 9])
def test_a_slanted_tile_is_drawn_in_a_square_around_its_middle(top: int) -> None:
    rises, falls = (tiles.draw_tile(DEFAULT, 5, 4, 32, upright=False, top=top, slant=slant) for slant in (1, -1))
    assert rises.size == falls.size == (68, 68)
    for drawn, corners in ((rises, ((8, 8), (59, 59))), (falls, ((8, 59), (59, 8)))):
        cover = drawn.getchannel("A")
        assert [cover.getpixel(at) for at in corners] == [0, 0]
        assert cover.getpixel((34, 34)) == 255
    ends = {1: ((22, 45), (45, 22)), -1: ((22, 22), (45, 45))}
    for slant, drawn in ((1, rises), (-1, falls)):
        assert all(drawn.getchannel("A").getpixel(at) == 255 for at in ends[slant])
    # the left half comes first
    other = tiles.draw_tile(DEFAULT, 4, 5, 32, upright=False, top=top, slant=1)
    assert other.tobytes() != rises.tobytes()
