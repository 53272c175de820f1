"""A grid of tiles, face down in numbered positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.layouts.placed import Placed
from engine.tiles import Tile


class Grid(NamedTuple):
    """Tiles face down in numbered positions, some of them taken.

    Attributes:
        tiles: the tile at each position, from 1; in a player's view, None for a tile face down.
        face_up: the last one or two positions flipped, in order. A missed pair stays face up until the next flip,
            for all to see.

    """

    tiles: Mapping[int, Tile | None]
    face_up: tuple[int, ...] = ()

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Always empty: no tile is laid in a row."""
        return ()

    @property
    def ends(self) -> Mapping[str, int]:
        """Always empty: a grid has no ends."""
        return {}

    @property
    def first_flipped(self) -> int | None:
        """The position of the first flipped tile of a pair, until the second is flipped; else None."""
        return self.face_up[0] if len(self.face_up) == 1 else None

    def flip(self, position: int) -> Grid:
        """Return the grid with the tile at ``position`` face up, as the first or second of a pair."""
        return Grid(self.tiles, (position,) if self.first_flipped is None else (*self.face_up, position))

    def remove_pair(self) -> Grid:
        """Return the grid without the tiles that are face up."""
        return Grid({at: tile for at, tile in self.tiles.items() if at not in self.face_up})

    def public(self) -> Grid:
        """Return the grid as players see it: only tiles that are face up show their pips."""
        return Grid({at: tile if at in self.face_up else None for at, tile in self.tiles.items()}, self.face_up)
