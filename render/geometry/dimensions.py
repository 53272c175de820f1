"""Dimensions that all pictures share, in pixels of a picture 1000 pixels wide."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 1000
"""The width of every picture."""
HEADER: Final = 46
"""The height of the rim's upper side, which holds a line of text."""
RAIL: Final = 14
"""The thickness of the rim's other sides."""
REACH: Final = WIDTH // 2 - RAIL - 12
"""The maximum distance of tiles to the left and right of the middle, inside the rim."""

MIN_HALF: Final = 32
"""The side of the smallest half that is drawn.

Phones show a picture 400 pixels wide: 1000 of its pixels become 400. At that size a pip needs 3 pixels (7.5 of the
picture's), and a digit a height of 6 pixels (15). A pip takes a quarter of a half, a digit half of one: 32 gives pips
of 8 and digits of 16 pixels. Tiles that do not fit at that size are folded away, never shrunk.
"""
MAX_TABLE_HEIGHT: Final = 772
"""The maximum height of a table's middle (tiles and labels), in pixels; plates and rim take the rest."""
MIN_END: Final = 44
"""The side of the smallest open end: ends have to stand out from the tiles."""
