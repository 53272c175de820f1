"""A tile on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.tiles import Tile

START: Final = "start"
"""The end that takes a deal's opening tile."""


class Placed(NamedTuple):
    """A tile on the table.

    Attributes:
        tile: the tile.
        end: the name of the end it was laid at.
        inward: the half that touches the tile it was laid against; for an opening tile, or a matador that leaves
            both its halves as ends, the higher half.
        outward: the half across from it.
        seat: who laid it; None where the rules did.
        across: whether it lies across the line.
        opens: the name of a second end that it opened, or empty.

    """

    tile: Tile
    end: str
    inward: int
    outward: int
    seat: int | None
    across: bool = False
    opens: str = ""
