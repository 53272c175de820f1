"""The measures that all pictures share, in pixels of a picture 1000 wide."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 1000
"""The width of every picture."""
HEADER: Final = 46
"""The height of the rim's upper side, which bears a line of text."""
RAIL: Final = 14
"""The thickness of its other sides."""
REACH: Final = WIDTH // 2 - RAIL - 12
"""How far to the left and right of a picture's middle tiles may lie: so much the rim leaves."""
MAX_HEIGHT: Final = 1100
"""How high the picture of a table may be where no hands lie open."""

MIN_HALF: Final = 32
"""The side of the smallest half that is drawn.

Phones show a picture 400 pixels wide, so that 1000 of its pixels become 400. There a pip has to be 3 pixels wide, which
is 7.5 of the picture's, and a digit 6 high, which is 15. A pip takes a quarter of a half and a digit's capitals half of
one: 32 gives pips of 8 and digits of 16. Whatever finds no room at that size is folded, never shrunk.
"""
MIN_END: Final = 44
"""The side of the smallest open end: it has to be seen before the tiles."""
