"""The double in the middle of the table, which changes from deal to deal."""

from __future__ import annotations

from engine.position import Position
from engine.tiles import Tile, tile


def station_of(position: Position) -> Tile:
    """Return the next deal's station: the highest double in the first deal, then one lower each time, down to 0-0."""
    number = max(position.max_pips - len(position.results), 0)
    return tile(number, number)


def station_aside(position: Position) -> tuple[Tile, ...]:
    """The station is not shuffled: it lies in the middle before the deal."""
    return (station_of(position),)
