"""Tiles face down in numbered positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.layouts.placed import Placed
from engine.tiles import Tile


class Grid(NamedTuple):
    """Tiles face down in numbered positions, of which some have been taken.

    Attributes:
        lying: position, from 1, to the tile that lies there; in what a player may see, None for one face down.
        up: the positions turned up last, one or two, in the order in which they were turned; a missed pair stays
            there until the next one is turned, so that all can see it.

    """

    lying: Mapping[int, Tile | None]
    up: tuple[int, ...] = ()

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Nothing is laid in a row here."""
        return ()

    @property
    def ends(self) -> Mapping[str, int]:
        """A grid has no ends."""
        return {}

    @property
    def turned(self) -> int | None:
        """The position of the first tile of a pair, while the second is still to be turned."""
        return self.up[0] if len(self.up) == 1 else None

    def turn(self, position: int) -> Grid:
        """Give the grid with the tile at ``position`` turned up, as first or as second of a pair."""
        return Grid(self.lying, (position,) if self.turned is None else (*self.up, position))

    def take(self) -> Grid:
        """Give the grid without the tiles turned up."""
        return Grid({at: tile for at, tile in self.lying.items() if at not in self.up})

    def seen(self) -> Grid:
        """Give the grid as everybody sees it: only what is turned up shows its pips."""
        return Grid({at: tile if at in self.up else None for at, tile in self.lying.items()}, self.up)
