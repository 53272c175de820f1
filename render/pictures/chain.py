"""Draws the tiles on a table that have been laid out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.layouts import Cross, Feet, Trains, Tricks
from engine.view import View
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.end_labels import LABEL_HEIGHT, end_labels
from render.geometry.forms import geometry_of
from render.pictures import markers
from render.pixels import tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, WIDTH
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.accepted_halves import accepts_label, end_points
from render.text.end_labels import live_ends
from render.text.sentences import end_name

_PLAIN: Final = NullTranslations()
FRAME: Final = 8
"""The pixels by which the frame of a tile reaches beyond it."""
_NUMBER: Final = Style(26, 700)


def draw_chain(
    canvas: Canvas,
    view: View,
    chain: Chain,
    half: int,
    badges: bool = True,
    names: Sequence[str] = (),
    t: NullTranslations = _PLAIN,
) -> None:
    """Draw tiles where they lie, mark the last one, and light the open ends.

    Args:
        canvas: the picture; the felt below the chain has to be bare.
        view: whose ends are open.
        chain: the tiles, where they lie on the canvas.
        half: the side of a half in pixels.
        badges: whether to light the ends and mark the last tile.
        names: each seat's name as it is drawn, for the signs of trains.
        t: the catalog of the reader's language.

    """
    theme = canvas.theme
    markers.draw_markers(canvas, view, chain, names, t, badges)
    for spot in chain.spots:
        canvas.shade(tiles.tile_shadow(half, spot.upright, spot.slant), spot.box.x, spot.box.y)
    marked = _marked(theme, view, chain) if badges else []
    # frames lie below their own trains, whose pips they must not cover, and above the other trains
    over = {spot.placed.end for spot, _, _ in marked} if isinstance(view.layout, Trains) else None
    _faces(canvas, view, [spot for spot in chain.spots if over is not None and spot.placed.end not in over], half)
    for spot, colour, thick in marked:
        canvas.paste(tiles.halo(theme, half, spot.upright, colour, thick, spot.slant), spot.box.x, spot.box.y)
    _faces(canvas, view, [spot for spot in chain.spots if over is None or spot.placed.end in over], half)
    if not badges:
        return
    for end, box in chain.ends.items():
        _badge(canvas, view, end, box)
    _draw_labels(canvas, view, chain, t)


def _faces(canvas: Canvas, view: View, spots: Sequence[Spot], half: int) -> None:
    for spot in spots:
        face = tiles.face(
            canvas.theme, spot.first, spot.second, half, spot.upright, top=view.max_pips, slant=spot.slant
        )
        canvas.paste(face, spot.box.x, spot.box.y)


def _marked(theme: Theme, view: View, chain: Chain) -> list[tuple[Spot, RGB, int]]:
    """Return the tiles with a frame, its colour and how far it reaches.

    They are a double to be covered, or the best of a trick, and the last tile.
    """
    layout, found = view.layout, list[tuple[Spot, RGB, int]]()
    last = chain.spots[-1] if chain.spots else None
    double = None
    if isinstance(layout, Trains) and layout.open_double is not None:
        double = next(spot for spot in reversed(chain.spots) if spot.placed.end == layout.open_double)
    elif isinstance(layout, Feet) and layout.waiting:
        double = next(spot for spot in reversed(chain.spots) if spot.placed.tile.double)
    elif isinstance(layout, Tricks) and layout.trick:
        # the tile that takes the trick so far
        best = layout.best(layout.trick)
        double = next(spot for spot in chain.spots if spot.placed == best)
    if double is not None:
        found.append((double, theme.highlight, 2 * FRAME if double == last else FRAME))
    if isinstance(layout, Trains | Feet) and not layout.placed:
        last = None
    if last is not None:
        found.append((last, theme.last, FRAME))
    return found


def _badge(canvas: Canvas, view: View, end: str, box: Box) -> None:
    """Show what an end takes, lit where the seat in turn may lay a tile."""
    theme, lit = canvas.theme, end in live_ends(view)
    x, y = box.centre
    asked = accepts_label(view, view.ends[end])
    digit = Style(max(round(box.w * (0.68 if len(asked) == 1 else 0.58)), 26), 700)
    canvas.paste(tiles.badge(theme, box.w, highlighted=lit), x, y)
    colours = (theme.ink, theme.highlight) if lit else (theme.faint, theme.panel)
    canvas.write(asked, (x, y + round(digit.size * 0.36)), digit, colours, "m")


def _end_names(view: View, chain: Chain, t: NullTranslations) -> dict[str, str]:
    """Return what ends are called, where no sign says it: left and right too, since a line bends."""
    if isinstance(view.layout, Cross):
        # of the arms that have not begun only the next one has a name yet
        named = [end for end in chain.ends if end in view.open_ends or view.layout.arm(end)]
    elif geometry_of(view).labels_ends:
        named = [*chain.ends]
    else:
        return {}
    counts = {end: end_points(view, end) for end in named}
    return {end: end_name(end, t) + ("" if n is None else f"  +{n}") for end, n in counts.items()}


def _draw_labels(canvas: Canvas, view: View, chain: Chain, t: NullTranslations) -> None:
    """Write each end's name beside it."""
    theme = canvas.theme
    called = _end_names(view, chain, t)
    sizes = {end: (max(text.width(name, _NUMBER) + 18, LABEL_HEIGHT), LABEL_HEIGHT) for end, name in called.items()}
    for end, box in end_labels(chain, sizes, RAIL + 14, WIDTH - RAIL - 14).items():
        canvas.paste(_label(theme, box.w), box.x, box.y)
        canvas.write(called[end], (box.centre[0], box.centre[1] + 9), _NUMBER, (theme.text, theme.panel), "m")


@lru_cache(maxsize=32)
def _label(theme: Theme, width: int) -> Sprite:
    """Return the ground of an end's name, ``width`` pixels wide."""
    brush = Brush(width, LABEL_HEIGHT)
    brush.rounded((0, 0, width, LABEL_HEIGHT), LABEL_HEIGHT / 2, theme.line)
    brush.rounded((2, 2, width - 2, LABEL_HEIGHT - 2), LABEL_HEIGHT / 2 - 2, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)
