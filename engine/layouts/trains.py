"""The Mexican train's table: an engine and the trains that start from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.actions import Play
from engine.layouts.placed import Placed
from engine.tiles import Tile

MEXICAN: Final = "mexican"
"""The end of the train that is everybody's."""


@cache
def train_of(seat: int) -> str:
    """Give the end of a seat's own train."""
    return f"train{seat}"


class Trains(NamedTuple):
    """An engine in the middle, one train for each seat and one for all.

    Attributes:
        engine: the double in the middle.
        top: the most pips a half has in this set.
        placed: the tiles on the trains in the order in which they were laid, without the engine.
        ends: each train to the half that its last tile shows, the engine's half where it has none.
        markers: the seats whose train bears a marker, ascending.
        open_double: the end whose last tile is a double not yet covered that can still be covered, or None.

    """

    engine: Tile
    top: int
    placed: tuple[Placed, ...]
    ends: Mapping[str, int]
    markers: tuple[int, ...] = ()
    open_double: str | None = None

    @staticmethod
    def start(engine: Tile, seats: int, top: int) -> Trains:
        """Give the table of a deal for ``seats`` players before the first tile."""
        return Trains(engine, top, (), {**{train_of(seat): engine.high for seat in range(seats)}, MEXICAN: engine.high})

    def place(self, play: Play, touching: int, across: bool) -> Trains:
        """Give the table with a tile laid by its half ``touching``; on one's own train it takes the marker off."""
        seat, tile, end, _ = play
        outward = tile.pips - touching
        placed = (*self.placed, Placed(tile, end, touching, outward, seat, across))
        ends = {**self.ends, end: outward}
        markers = self.markers
        if seat in markers and end == train_of(seat):
            markers = tuple(each for each in markers if each != seat)
        pending = end if tile.double else None if end == self.open_double else self.open_double
        after = Trains(self.engine, self.top, placed, ends, markers, pending)
        if pending is not None and not after._coverable(ends[pending]):
            return after._replace(open_double=None)
        return after

    def _coverable(self, number: int) -> bool:
        """Tell whether a tile with ``number`` is not on the table yet (document 001: 13 tiles of each number)."""
        return sum(number in each.tile for each in self.placed) <= self.top

    def mark(self, seat: int) -> Trains:
        """Give the table with a marker on the train of ``seat``."""
        return self if seat in self.markers else self._replace(markers=tuple(sorted((*self.markers, seat))))

    def open_to(self, seat: int) -> Mapping[str, int]:
        """Give the ends where ``seat`` may lay a tile, an open double left aside (document 001, "Les différents
        trains"): its own train, those with a marker, and the Mexican train.
        """
        own = train_of(seat)
        open_trains = {own, MEXICAN, *(train_of(each) for each in self.markers)}
        return {end: shown for end, shown in self.ends.items() if end in open_trains}

    def train(self, name: str) -> tuple[Placed, ...]:
        """Give a train's tiles from the engine outward."""
        return tuple(each for each in self.placed if each.end == name)
