"""Draws a line of play that has been laid out."""

from __future__ import annotations

from engine.view import View
from render import tiles
from render.boxes import Chain
from render.canvas import Canvas
from render.colours import GOLD, INK, SKY
from render.text import Style


def draw_chain(canvas: Canvas, view: View, chain: Chain, half: int, badges: bool = True) -> None:
    """Draw tiles where they lie, mark the last one, and light the open ends.

    Args:
        canvas: the picture; the felt below the chain has to be bare.
        view: whose ends are open.
        chain: the tiles, where they lie on the canvas.
        half: the side of a half in pixels.
        badges: whether to light the ends and mark the last tile.

    """
    for spot in chain.spots:
        canvas.shade(tiles.tile_shadow(half, spot.upright), spot.box.x, spot.box.y)
    for spot in chain.spots:
        canvas.paste(tiles.face(spot.first, spot.second, half, spot.upright), spot.box.x, spot.box.y)
    if not badges or not chain.spots:
        return
    last = chain.spots[-1]
    canvas.paste(tiles.halo(half, last.upright, SKY, 6), last.box.x, last.box.y)
    canvas.paste(tiles.face(last.first, last.second, half, last.upright, back=SKY), last.box.x, last.box.y)
    size = half
    digit = Style(max(round(half * 0.68), 28), 700)
    for end, box in chain.ends.items():
        x, y = box.centre
        canvas.paste(tiles.badge(size), x, y)
        canvas.write(str(view.ends[end]), (x, y + round(digit.size * 0.36)), digit, (INK, GOLD), "m")
