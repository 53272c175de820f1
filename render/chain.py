"""Draws a line of play that has been laid out."""

from __future__ import annotations

from engine.view import View
from render import tiles
from render.boxes import Box, Chain
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
    marked = chain.spots[-1] if badges and chain.spots else None
    if marked is not None:
        canvas.paste(tiles.halo(half, marked.upright, SKY, 6), marked.box.x, marked.box.y)
    for spot in chain.spots:
        # over the frame, so that it covers nobody's pips
        back = {"back": SKY} if spot is marked else {}
        canvas.paste(tiles.face(spot.first, spot.second, half, spot.upright, **back), spot.box.x, spot.box.y)
    if not badges or not chain.spots:
        return
    size = half
    digit = Style(max(round(half * 0.68), 28), 700)
    for end, box in chain.ends.items():
        x, y = box.centre
        # a bent line has its left end anywhere, so the badge says which it is, as in the hand and on its buttons
        towards = {"left": -1, "right": 1}.get(end, 0)
        if any(_beside(spot.box, box, towards) for spot in chain.spots):
            x -= towards * (size // 4)
        canvas.paste(tiles.badge(size, towards=towards), x, y)
        canvas.write(str(view.ends[end]), (x, y + round(digit.size * 0.36)), digit, (INK, GOLD), "m")


def _beside(tile: Box, end: Box, towards: int) -> bool:
    """Tell whether a tile lies where the badge of an end would point."""
    level = tile.y < end.bottom and end.y < tile.bottom
    gap = end.x - tile.right if towards < 0 else tile.x - end.right
    return bool(towards) and level and 0 <= gap < end.w // 2
