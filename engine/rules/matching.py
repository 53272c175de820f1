"""What touches what."""

from __future__ import annotations

from engine.tiles import Tile


def equal_halves(tile: Tile, shown: int) -> int | None:
    """Touch by an equal half, as in all rule sets but Matador and Mata (documents 000, 001, 002, 004)."""
    return shown if shown == tile.high or shown == tile.low else None
