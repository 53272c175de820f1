"""The Mexican train's table: a double in the middle, the station, and the trains that leave it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import Placed
from engine.tiles import Tile

MEXICAN: Final = "mexican"
"""The end of the Mexican train, which is open to all."""


@cache
def train_of(seat: int) -> str:
    """Return the end of a seat's own train."""
    return f"train{seat}"


class _Fields(NamedTuple):
    station: Tile
    max_pips: int
    placed: tuple[Placed, ...]
    ends: Mapping[str, int]
    markers: tuple[int, ...] = ()
    open_double: str | None = None


class Trains(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A station, one train for each seat and one for all.

    Attributes:
        station: the double in the middle.
        max_pips: the most pips on a half in this set.
        placed: the tiles on the trains, in order of play, without the station.
        ends: the half shown by each train; by an empty train, the station's.
        markers: the seats with a marker on their train, ascending.
        open_double: the end with an uncovered double that can still be covered, or None.

    """

    __slots__ = ()
    has_own_ends: ClassVar = True

    @staticmethod
    def start(station: Tile, seats: int, max_pips: int) -> Trains:
        """Return the table for ``seats`` players before the first play."""
        return Trains(
            station, max_pips, (), {**{train_of(seat): station.high for seat in range(seats)}, MEXICAN: station.high}
        )

    def place(self, play: Play, touching: int, crosswise: bool) -> Trains:
        """Return the table with a tile added by its half ``touching``; a play on one's own train removes its marker."""
        seat, tile, end, _ = play
        outward = tile.pips - touching
        placed = (*self.placed, Placed(tile, end, touching, outward, seat, crosswise))
        ends = {**self.ends, end: outward}
        markers = self.markers
        if seat in markers and end == train_of(seat):
            markers = tuple(each for each in markers if each != seat)
        pending = self.open_double
        if tile.double:
            pending = end
        elif end == pending:
            # the double is covered
            pending = None
        after = Trains(self.station, self.max_pips, placed, ends, markers, pending)
        if pending is not None and not after._coverable(ends[pending]):
            return after._replace(open_double=None)
        return after

    def _coverable(self, number: int) -> bool:
        """Whether a tile with ``number`` is not on the table yet (document 001: 13 tiles of each number)."""
        return sum(number in each.tile for each in self.placed) <= self.max_pips

    def add_marker(self, seat: int) -> Trains:
        """Return the table with a marker on the train of ``seat``."""
        return self if seat in self.markers else self._replace(markers=tuple(sorted((*self.markers, seat))))

    def open_to(self, seat: int) -> Mapping[str, int]:
        """Return the ends where ``seat`` may lay a tile, an open double disregarded.

        These are its own train, the trains with a marker, and the Mexican train (document 001, "Les différents
        trains").
        """
        own = train_of(seat)
        open_trains = {own, MEXICAN, *(train_of(each) for each in self.markers)}
        return {end: number for end, number in self.ends.items() if end in open_trains}

    @property
    def focus(self) -> Placed | None:
        """The open double; None if there is none."""
        return None if self.open_double is None else self.train(self.open_double)[-1]

    def facts(self) -> Mapping[str, Any]:
        """Return the markers and the open double."""
        return {"markers": list(self.markers), "open_double": self.open_double}

    def train(self, name: str) -> tuple[Placed, ...]:
        """Return a train's tiles, from the station outward."""
        return tuple(each for each in self.placed if each.end == name)
