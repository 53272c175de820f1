"""A tile on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.tiles import Tile

START: Final = "start"
"""The end for a deal's opening tile."""


class Placed(NamedTuple):
    """A tile on the table.

    Attributes:
        end: the name of the end where it was laid.
        inward: the half that touches its neighbour; for an opening tile, and for a matador with both halves as ends,
            the higher half.
        outward: the half opposite ``inward``.
        seat: the player; None for a tile laid by the rules.
        crosswise: whether the tile lies across the line.
        opens: the name of a second end opened by this tile, or empty.

    """

    tile: Tile
    end: str
    inward: int
    outward: int
    seat: int | None
    crosswise: bool = False
    opens: str = ""
