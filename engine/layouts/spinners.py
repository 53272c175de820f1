"""A line that spinners open to four sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import START, Placed


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}
    spinners_left: int = 1
    short_ends_count: bool = False
    free_sides: tuple[tuple[str, ...], ...] = ()
    empty: tuple[str, ...] = ()


class Spinners(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A line in which some doubles take a tile on each side: first on the two long ones, then on the short ones.

    Attributes:
        placed: the tiles, in order of play.
        ends: the half shown at each end, ``e1``, ``e2`` …; empty before the opening tile.
        spinners_left: how many more doubles become spinners.
        short_ends_count: whether short ends without a tile count for the outer total.
        free_sides: for each spinner with a long side free, the ends there.
        empty: the short ends without a tile.

    """

    __slots__ = ()

    def place(self, play: Play, touching: int, crosswise: bool) -> Spinners:
        """Return the table with a tile added (the second rule book, "American fives", "Ends").

        The opening tile shows its higher half at ``e1`` and its lower half at ``e2``. A tile keeps the name of its
        end. The tile that covers the second long side of a spinner opens the next two free numbers at its short ends.
        """
        seat, tile, end, _ = play
        spinner = tile.double and self.spinners_left > 0
        left = self.spinners_left - spinner
        if end == START:
            placed = (Placed(tile, end, tile.high, tile.low, seat, crosswise, spinner=spinner),)
            ends = {"e1": tile.high, "e2": tile.low}
            return self._replace(
                placed=placed, ends=ends, spinners_left=left, free_sides=(("e1", "e2"),) if spinner else ()
            )
        outward = tile.pips - touching
        ends = {**self.ends, end: outward}
        empty, opens = tuple([each for each in self.empty if each != end]), ""
        if (end,) in self.free_sides:
            # the second long side is covered
            opens, other = f"e{len(ends) + 1}", f"e{len(ends) + 2}"
            ends[opens] = ends[other] = touching
            empty = (*empty, opens, other)
        sides = self._sides_without(end)
        if spinner:
            sides = (*sides, (end,))
        placed = (*self.placed, Placed(tile, end, touching, outward, seat, crosswise, opens, spinner))
        return Spinners(placed, ends, left, self.short_ends_count, sides, empty)

    def _sides_without(self, end: str) -> tuple[tuple[str, ...], ...]:
        """Return the free long sides of each spinner after a play at ``end``, that of the spinner there last."""
        others = tuple([each for each in self.free_sides if end not in each])
        both = next((each for each in self.free_sides if end in each and len(each) > 1), None)
        return others if both is None else (*others, (both[both[0] == end],))

    @property
    def several(self) -> bool:
        """Whether more than one double may be a spinner."""
        return self.spinners_left + sum([each.spinner for each in self.placed]) > 1

    @property
    def new_ends(self) -> Collection[str]:
        """The short ends without a tile."""
        return self.empty

    @property
    def open_ends(self) -> Mapping[str, int]:
        """The ends that can take a tile: of the two short ends of a spinner, the lower is played on first."""
        if not self.empty:
            return self.ends
        closed = {short_end_after(end) for end in self.empty}
        return {end: number for end, number in self.ends.items() if end not in closed}


def short_end_after(end: str) -> str | None:
    """Return the short end that has to wait for a tile at this one; None if none does.

    >>> short_end_after("e3"), short_end_after("e4")
    ('e4', None)
    """
    number = int(end[1:])
    return f"e{number + 1}" if number % 2 else None
