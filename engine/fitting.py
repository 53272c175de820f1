"""Which tiles fit an end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.tiles import MAX_PIPS, Tile, full_set, tile

Fits = Mapping[Tile, int]
"""The tiles that fit an end showing one number, each with the half that touches that end."""

DOUBLES: Final = frozenset(each for each in full_set(MAX_PIPS) if each.double)
"""The tiles laid crosswise in most rule sets."""

EQUAL_HALVES: Final[tuple[Fits, ...]] = tuple(
    {each: shown for each in full_set(MAX_PIPS) if shown in each} for shown in range(MAX_PIPS + 1)
)
"""Touching halves are equal: all rule sets but Matador and Mata (documents 000, 001, 002, 004)."""

MATADORS: Final = frozenset({tile(0, 0), tile(6, 1), tile(5, 2), tile(4, 3)})
"""The tiles that fit any end; no other tile fits a blank (documents 004 no. 9, 003 "Le jeu")."""

SUM_OF_SEVEN: Final[tuple[Fits, ...]] = tuple(
    {
        each: each.high if each in MATADORS else 7 - shown
        for each in full_set(6)
        if each in MATADORS or (shown > 0 and 7 - shown in each)
    }
    for shown in range(7)
)
"""Touching halves add up to seven, and matadors fit any end (documents 004 no. 9, 003 "Le jeu")."""
