"""Draws the tiles on a table that have been laid out."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from engine.layouts import Branches, Cross, Trains
from engine.layouts.cross import ARMS
from engine.view import View
from render.geometry.boxes import Box, Chain, Spot
from render.pictures import signs
from render.pixels import tiles
from render.pixels.canvas import Canvas
from render.pixels.text import Style
from render.pixels.theme import Theme

_PLAIN: Final = NullTranslations()
_TAG: Final = 32
_APART: Final = 5
TAG_ROOM: Final = _TAG // 2 + _APART
"""How far the number of an end may reach beyond the end, in pixels."""
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
    numbers = tags(chain) if isinstance(view.layout, Cross | Branches) else {}
    for end, box in chain.ends.items():
        _badge(canvas, view, chain, end, box, numbers.get(end))


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


def _badge(canvas: Canvas, view: View, chain: Chain, end: str, box: Box, tag: Box | None) -> None:
    """Show the half that an end shows, lit where the seat in turn may lay a tile; and its number, if it has one."""
    theme = canvas.theme
    lit = end in view.open_ends
    if not lit and isinstance(view.layout, Cross) and not view.layout.arm(end):
        return
    x, y = box.centre
    # a bent line has its left end anywhere, so the badge says which it is, as in the hand and on its buttons
    towards = {"left": -1, "right": 1}.get(end, 0)
    if any(_beside(spot.box, box, towards) for spot in chain.spots):
        x -= towards * (box.w // 4)
    shown = str(view.ends[end])
    digit = Style(max(round(box.w * (0.68 if len(shown) == 1 else 0.58)), 26), 700)
    canvas.paste(tiles.badge(theme, box.w, towards=towards, lit=lit), x, y)
    colours = (theme.ink, theme.lit) if lit else (theme.faint, theme.panel)
    canvas.write(shown, (x, y + round(digit.size * 0.36)), digit, colours, "m")
    if tag is not None:
        x, y = tag.centre
        canvas.paste(tiles.badge(theme, _TAG, lit=False), x, y)
        number = ARMS.index(end) + 1 if end in ARMS else end[1:]
        canvas.write(str(number), (x, y + 9), _NUMBER, (theme.text, theme.panel), "m")


def tags(chain: Chain) -> dict[str, Box]:
    """Give the room for the number of each end: beside a corner of its box, where it covers nothing."""
    found: dict[str, Box] = {}
    for end, box in chain.ends.items():
        taken = [spot.box for spot in chain.spots] + [each for name, each in chain.ends.items() if name != end]
        taken += found.values()
        rows, columns = (box.y - _APART, box.bottom + _APART), (box.right + _APART, box.x - _APART)
        corners = [Box(x - _TAG // 2, y - _TAG // 2, _TAG, _TAG) for x in columns for y in rows]
        free = (each for each in corners if not any(each.overlaps(other) for other in taken))
        found[end] = next(free, corners[0])
    return found


def _beside(tile: Box, end: Box, towards: int) -> bool:
    """Tell whether a tile lies where the badge of an end would point."""
    level = tile.y < end.bottom and end.y < tile.bottom
    gap = end.x - tile.right if towards < 0 else tile.x - end.right
    return bool(towards) and level and 0 <= gap < end.w // 2
