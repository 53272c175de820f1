"""Draws the tiles on a table that have been laid out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final

from engine.view import View
from render.geometry.boxes import Chain, Spot
from render.geometry.end_labels import LABEL_HEIGHT, end_labels
from render.pictures.forms import picture_of
from render.pictures.forms.form import FormPicture
from render.pixels import decorations, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, WIDTH
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.accepted_halves import accepts_label
from render.text.end_labels import end_label, live_ends
from render.text.sentences import end_name

_PLAIN: Final = NullTranslations()
FRAME: Final = 8
"""The pixels by which the frame of a tile reaches beyond it."""
_NUMBER: Final = Style(26, 700)
_MIN_DIGIT: Final = 26
"""The minimum size of a number on a badge, in pixels."""


def draw_chain(
    canvas: Canvas,
    view: View,
    chain: Chain,
    badges: bool = True,
    names: Sequence[str] = (),
    t: NullTranslations = _PLAIN,
) -> None:
    """Draw the tiles of a chain, frame the last one, and light the open ends.

    Args:
        canvas: the picture; the felt below the chain has to be bare.
        view: the match.
        chain: the tiles, in their places on the canvas.
        badges: whether to draw the ends and the frames of tiles.
        names: each seat's drawable name, for the signs of trains.
        t: the catalog of the reader's language.

    """
    form = picture_of(view, names, t)
    form.draw_signs(canvas, chain, labels=badges)
    _draw_folds(canvas, chain, form)
    framed = _framed_tiles(canvas.theme, view, chain) if badges else []
    _draw_tiles(canvas, view, chain, framed, form)
    if badges:
        live = live_ends(view)
        for end, box in chain.ends.items():
            draw_badge(canvas, accepts_label(view, view.ends[end]), box.centre, box.w, lit=end in live)
        _draw_labels(canvas, view, chain, form, t)


def _draw_tiles(
    canvas: Canvas, view: View, chain: Chain, framed: Sequence[tuple[Spot, RGB, int]], form: FormPicture[Any]
) -> None:
    """Draw tiles with their shadows and frames."""
    half = chain.half
    for spot in chain.spots:
        canvas.shade(tiles.tile_shadow(half, spot.upright, spot.slant), spot.box.x, spot.box.y)
    lower: list[Spot] = []
    upper = list(chain.spots)
    if form.has_close_rows:
        # frames lie below their own lines, whose pips they must not cover, and above the other lines
        ends = {spot.placed.end for spot, _, _ in framed}
        lower = [spot for spot in chain.spots if spot.placed.end not in ends]
        upper = [spot for spot in chain.spots if spot.placed.end in ends]
    _draw_faces(canvas, view, lower, half)
    for spot, colour, thick in framed:
        canvas.paste(tiles.halo(canvas.theme, half, spot.upright, colour, thick, spot.slant), spot.box.x, spot.box.y)
    _draw_faces(canvas, view, upper, half)


def _draw_folds(canvas: Canvas, chain: Chain, form: FormPicture[Any]) -> None:
    """Draw the boxes that stand for folded tiles."""
    theme = canvas.theme
    for box, count in chain.folds:
        canvas.paste(decorations.sign_panel(theme, box.w, box.h, theme.line), box.x, box.y)
        at, room = (box.centre[0], box.centre[1] + 10), box.w - 8
        canvas.write(form.fold_note(count), at, form.fold_style, (theme.text, theme.panel), "m", room=room)


def _draw_faces(canvas: Canvas, view: View, spots: Sequence[Spot], half: int) -> None:
    theme, top = canvas.theme, view.max_pips
    for spot in spots:
        face = tiles.face(theme, spot.first, spot.second, half, spot.upright, top=top, slant=spot.slant)
        canvas.paste(face, spot.box.x, spot.box.y)


def _framed_tiles(theme: Theme, view: View, chain: Chain) -> list[tuple[Spot, RGB, int]]:
    """Return the framed tiles, each frame's colour, and the pixels by which it reaches beyond its tile.

    They are the tile that players look at, such as a double to be covered, and the last tile that a player laid.
    """
    framed: list[tuple[Spot, RGB, int]] = []
    newest = chain.spots[-1] if chain.spots else None
    focus = view.layout.focus
    if focus is not None:
        spot = next(each for each in chain.spots if each.placed == focus)
        # the frames of a tile that is both lie around each other
        framed.append((spot, theme.highlight, 2 * FRAME if spot == newest else FRAME))
    if newest is not None and view.layout.placed:
        framed.append((newest, theme.last, FRAME))
    return framed


def draw_badge(
    canvas: Canvas,
    pips: str,
    at: tuple[int, int],
    size: int,
    *,
    lit: bool = True,
    towards: int = 0,
    back: RGB | None = None,
) -> None:
    """Draw a disc with the pips that an end accepts, around a point; ``towards`` and ``back`` as in a badge."""
    theme, (x, y) = canvas.theme, at
    digit = Style(max(round(size * (0.68 if len(pips) == 1 else 0.58)), _MIN_DIGIT), 700)
    canvas.paste(tiles.badge(theme, size, back, towards, highlighted=lit), x, y)
    colours = (theme.ink, theme.highlight) if lit else (theme.faint, theme.panel)
    canvas.write(pips, (x, y + round(digit.size * 0.36)), digit, colours, "m")


def _draw_labels(canvas: Canvas, view: View, chain: Chain, form: FormPicture[Any], t: NullTranslations) -> None:
    """Write each end's name beside it, left and right too, since a line bends."""
    theme = canvas.theme
    names = {end: end_label(view, end, end_name(end, t)) for end in form.named_ends(chain)}
    sizes = {end: (max(text.width(name, _NUMBER) + 18, LABEL_HEIGHT), LABEL_HEIGHT) for end, name in names.items()}
    for end, box in end_labels(chain, sizes, RAIL + 14, WIDTH - RAIL - 14).items():
        canvas.paste(_label(theme, box.w), box.x, box.y)
        canvas.write(names[end], (box.centre[0], box.centre[1] + 9), _NUMBER, (theme.text, theme.panel), "m")


@lru_cache(maxsize=32)
def _label(theme: Theme, width: int) -> Sprite:
    """Return the ground of an end's name, ``width`` pixels wide."""
    brush = Brush(width, LABEL_HEIGHT)
    brush.rounded((0, 0, width, LABEL_HEIGHT), LABEL_HEIGHT / 2, theme.line)
    brush.rounded((2, 2, width - 2, LABEL_HEIGHT - 2), LABEL_HEIGHT / 2 - 2, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)
