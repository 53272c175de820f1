"""What everybody has seen of a grid."""

from engine.tiles import Tile

TurnedUp = tuple[tuple[int, Tile], ...]
"""Positions and tiles in the order in which they were turned up, see :func:`engine.match.turned_up`."""
