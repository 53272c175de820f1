"""A grid of tiles, face down in numbered positions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, NamedTuple

from engine.layouts.form import Form
from engine.tiles import Tile


class _Fields(NamedTuple):
    tiles: Mapping[int, Tile | None]
    face_up: tuple[int, ...] = ()


class Grid(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Tiles face down in numbered positions, some of them taken.

    Attributes:
        tiles: the tile at each position, from 1; in a player's view, None for a tile face down.
        face_up: the last one or two positions flipped, in order. A missed pair stays face up until the next flip,
            for all to see.

    """

    __slots__ = ()
    has_ends: ClassVar = False
    is_face_down: ClassVar = True

    @property
    def first_flipped(self) -> int | None:
        """The position of the first flipped tile of a pair, until the second is flipped; else None."""
        return self.face_up[0] if len(self.face_up) == 1 else None

    def tile_at(self, position: int) -> Tile | None:
        """Return the tile at a position; None if it is taken, or face down in a player's view."""
        return self.tiles.get(position)

    def facts(self) -> Mapping[str, Any]:
        """Return every tile by its position."""
        return {"table": {str(at): str(tile) for at, tile in self.tiles.items()}}

    @property
    def positions(self) -> Collection[int]:
        """The positions that still hold a tile."""
        return self.tiles.keys()

    def flipped_back(self) -> Grid:
        """Return the grid with every tile face down, as players see it."""
        return Grid(dict.fromkeys(self.tiles))

    def flip(self, position: int) -> Grid:
        """Return the grid with the tile at ``position`` face up, as the first or second of a pair."""
        return Grid(self.tiles, (position,) if self.first_flipped is None else (*self.face_up, position))

    def remove_pair(self) -> Grid:
        """Return the grid without the tiles that are face up."""
        return Grid({at: tile for at, tile in self.tiles.items() if at not in self.face_up})

    def public(self) -> Grid:
        """Return the grid as players see it: only tiles that are face up show their pips."""
        return Grid({at: tile if at in self.face_up else None for at, tile in self.tiles.items()}, self.face_up)
