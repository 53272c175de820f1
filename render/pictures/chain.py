"""Draws the tiles on a table that have been laid out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.layouts import Branches, Cross, Line, Trains
from engine.layouts.cross import ARMS
from engine.view import View
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.tags import APART, tags
from render.pictures import signs
from render.pixels import text, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.frame import RAIL, WIDTH
from render.pixels.text import Style
from render.pixels.theme import Theme
from render.words.sentences import end_name
from render.words.takes import asks

_PLAIN: Final = NullTranslations()
TAG: Final = 32
"""The height of the name of an end, in pixels."""
TAG_ROOM: Final = TAG + APART
"""How far it may reach beyond the end, in pixels."""
_NUMBER: Final = Style(26, 700)


def draw_chain(
    canvas: Canvas,
    view: View,
    chain: Chain,
    half: int,
    badges: bool = True,
    names: Sequence[str] = (),
    words: NullTranslations = _PLAIN,
) -> None:
    """Draw tiles where they lie, mark the last one, and light the open ends.

    Args:
        canvas: the picture; the felt below the chain has to be bare.
        view: whose ends are open.
        chain: the tiles, where they lie on the canvas.
        half: the side of a half in pixels.
        badges: whether to light the ends and mark the last tile.
        names: each seat's name as it is drawn, for the signs of trains.
        words: the translations to write in.

    """
    theme = canvas.theme
    signs.draw(canvas, view, chain, names, words)
    for spot in chain.spots:
        canvas.shade(tiles.tile_shadow(half, spot.upright), spot.box.x, spot.box.y)
    marked = _marked(theme, view, chain) if badges else {}
    for spot in chain.spots:
        colour = marked.get(spot)
        if colour is not None:
            canvas.paste(tiles.halo(theme, half, spot.upright, colour, 6), spot.box.x, spot.box.y)
    for spot in chain.spots:
        # over the frame, so that it covers nobody's pips
        back = {"back": marked[spot]} if spot in marked else {}
        face = tiles.face(theme, spot.first, spot.second, half, spot.upright, top=view.top, **back)
        canvas.paste(face, spot.box.x, spot.box.y)
    if not badges:
        return
    for end, box in chain.ends.items():
        _badge(canvas, view, end, box)
    _tags(canvas, view, chain, words)


def _marked(theme: Theme, view: View, chain: Chain) -> dict[Spot, tuple[int, int, int]]:
    """Give the tiles with a frame: the last one that was laid, and a double that has to be covered."""
    layout = view.layout
    found: dict[Spot, tuple[int, int, int]] = {}
    last = chain.spots[-1] if chain.spots else None
    if last is not None and not (isinstance(layout, Trains) and not layout.placed):
        found[last] = theme.last
    if isinstance(layout, Trains) and layout.open_double is not None:
        double = next(spot for spot in reversed(chain.spots) if spot.placed.end == layout.open_double)
        found[double] = theme.lit
    return found


def _shown(view: View, end: str) -> bool:
    """Tell whether an end is marked: of the arms that a cross has not begun, only where the next tile may go."""
    return end in view.open_ends or not isinstance(view.layout, Cross) or bool(view.layout.arm(end))


def _badge(canvas: Canvas, view: View, end: str, box: Box) -> None:
    """Show what an end takes, lit where the seat in turn may lay a tile."""
    if not _shown(view, end):
        return
    theme, lit = canvas.theme, end in view.open_ends
    x, y = box.centre
    asked = asks(view, view.ends[end])
    digit = Style(max(round(box.w * (0.68 if len(asked) == 1 else 0.58)), 26), 700)
    canvas.paste(tiles.badge(theme, box.w, lit=lit), x, y)
    colours = (theme.ink, theme.lit) if lit else (theme.faint, theme.panel)
    canvas.write(asked, (x, y + round(digit.size * 0.36)), digit, colours, "m")


def _names(view: View, chain: Chain, words: NullTranslations) -> dict[str, str]:
    """Give what each end is called on a table where that does not show: left and right once a line bends, numbers."""
    if isinstance(view.layout, Line):
        return {end: end_name(end, words) for end in chain.ends}
    if isinstance(view.layout, Cross | Branches):
        return {end: str(ARMS.index(end) + 1 if end in ARMS else end[1:]) for end in chain.ends if _shown(view, end)}
    return {}


def _tags(canvas: Canvas, view: View, chain: Chain, words: NullTranslations) -> None:
    """Write each end's name beside it."""
    theme = canvas.theme
    called = _names(view, chain, words)
    sizes = {end: (max(text.width(name, _NUMBER) + 18, TAG), TAG) for end, name in called.items()}
    for end, box in tags(chain, sizes, RAIL + 6, WIDTH - RAIL - 6).items():
        canvas.paste(_tag(theme, box.w), box.x, box.y)
        canvas.write(called[end], (box.centre[0], box.centre[1] + 9), _NUMBER, (theme.text, theme.panel), "m")


@lru_cache(maxsize=32)
def _tag(theme: Theme, width: int) -> Sprite:
    """Give the ground of an end's name, ``width`` pixels wide."""
    brush = Brush(width, TAG)
    brush.rounded((0, 0, width, TAG), TAG / 2, theme.line)
    brush.rounded((2, 2, width - 2, TAG - 2), TAG / 2 - 2, theme.panel)
    return brush.sprite(theme.table, theme.ground)
