"""Lays out the pile of tiles whose pips are added up: rows of them under their total."""

from __future__ import annotations

from engine.layouts import Pile
from render.geometry.boxes import Box, Chain
from render.geometry.snake import spot

TOTAL_HIGH = 150
"""The height of the room for the total, in pixels."""
_GAP = 8


def heap(pile: Pile, half: int, reach: int) -> Chain:
    """Lay out a pile.

    Args:
        pile: the tiles.
        half: the side of a half in pixels.
        reach: how far to the left and right of the middle it may reach, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0: room for the total, below it the tiles upright in rows.

    """
    step = half + _GAP
    columns = (2 * reach + _GAP) // step
    left = -(columns * step - _GAP) // 2
    spots = [
        spot(placed, Box(left + at % columns * step, TOTAL_HIGH + at // columns * (2 * half + _GAP), half, 2 * half), 1)
        for at, placed in enumerate(pile.placed)
    ]
    return Chain.of(half, spots, signs={name: Box(-reach, 0, 2 * reach, TOTAL_HIGH) for name in pile.ends})
