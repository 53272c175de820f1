"""A tree of chicken feet around a double: every double opens three ends, its toes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import Placed, in_middle
from engine.tiles import Tile


class _Fields(NamedTuple):
    station: Tile
    max_pips: int
    placed: tuple[Placed, ...]
    ends: Mapping[str, int]
    waiting: tuple[str, ...]


class Feet(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A double in the middle, the station, and the lines that leave it; each double in them is a chicken foot.

    Attributes:
        station: the double in the middle.
        max_pips: the most pips on a half in this set.
        placed: the tiles laid, in order of play, without the station.
        ends: the half shown at each end, ``e1``, ``e2`` …; around the station, the station's until a tile lies there.
        waiting: the ends of the open foot, or of the station, that must take a tile before any other, the lower first;
            empty if every end is open.

    """

    __slots__ = ()
    equal_ends_alike: ClassVar = True

    @staticmethod
    def start(station: Tile, arms: int, max_pips: int) -> Feet:
        """Return the table before the first play: the station with ``arms`` sides, which take the first plays."""
        ends = dict.fromkeys([f"e{number}" for number in range(1, arms + 1)], station.high)
        return Feet(station, max_pips, (), ends, tuple(ends))

    def place(self, play: Play, touching: int, crosswise: bool) -> Feet:
        """Return the table with a tile added by its half ``touching`` (the second rule book, "Chickenfoot", "Ends").

        A tile keeps the name of its end. A double opens the next two free numbers as well; these three are its toes.
        """
        seat, tile, end, _ = play
        outward = tile.pips - touching
        ends, opens = {**self.ends, end: outward}, ""
        waiting = tuple([each for each in self.waiting if each != end])
        if tile.double:
            opens, other = f"e{len(ends) + 1}", f"e{len(ends) + 2}"
            ends[opens] = ends[other] = outward
            waiting = (end, opens, other)
        placed = (*self.placed, Placed(tile, end, touching, outward, seat, crosswise, opens))
        after = Feet(self.station, self.max_pips, placed, ends, waiting)
        # a foot that no tile can complete any more binds nobody
        return after._replace(waiting=()) if waiting and after.is_used_up(waiting[0]) else after

    @property
    def last_double(self) -> Tile | None:
        """The double that was laid last; None if only the station lies."""
        return next((each.tile for each in reversed(self.placed) if each.tile.double), None)

    def is_used_up(self, end: str) -> bool:
        """Return whether all tiles with the number of ``end`` lie on the table."""
        number = self.ends[end]
        return (number in self.station) + sum(number in each.tile for each in self.placed) > self.max_pips

    @property
    def max_ends(self) -> int:
        """Two more for each double that is not in the middle."""
        return len(self.ends) + 2 * self.max_pips

    @property
    def new_ends(self) -> Collection[str]:
        """The toes, and the sides of the station, that must take a tile first."""
        return self.waiting

    @property
    def focus(self) -> Placed | None:
        """The double of the open foot, or the station while it must take tiles first; None if every end is open."""
        doubles = (each for each in reversed(self.placed) if each.tile.double)
        return next(doubles, in_middle(self.station)) if self.waiting else None

    @property
    def open_ends(self) -> Mapping[str, int]:
        """The ends that can take a tile: while a foot or the station is open, only its lowest free end."""
        if not self.waiting:
            return self.ends
        first = self.waiting[0]
        return {first: self.ends[first]}
