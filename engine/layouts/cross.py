"""A cross: four arms around a double."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import START, Placed, in_middle
from engine.tiles import Tile

ARMS: Final = ("arm1", "arm2", "arm3", "arm4")


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}
    opened: int = 0


class Cross(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A double, the spinner, and up to four arms from its sides.

    Attributes:
        placed: the tiles, in order of play, the spinner first.
        ends: the half shown by each arm, by an empty arm the spinner's; empty before the spinner.
        opened: how many arms have a tile; arms are opened in the order of their numbers.

    """

    __slots__ = ()

    @staticmethod
    def around(spinner: Tile) -> Cross:
        """Return a cross with a spinner laid by the rules."""
        return Cross((in_middle(spinner),), _all_show(spinner))

    def place(self, play: Play, touching: int, crosswise: bool) -> Cross:
        """Return the cross with a tile added by its half ``touching``; the spinner goes to ``start``."""
        seat, tile, end, _ = play
        if end == START:
            return Cross((Placed(tile, end, tile.high, tile.low, seat, crosswise),), _all_show(tile))
        opened = self.opened + (end not in ARMS[: self.opened])
        outward = tile.pips - touching
        placed = (*self.placed, Placed(tile, end, touching, outward, seat, crosswise))
        return Cross(placed, {**self.ends, end: outward}, opened)

    @property
    def next_arm(self) -> str | None:
        """The arm to open next, or None if all four are open."""
        return ARMS[self.opened] if self.opened < len(ARMS) and self.placed else None

    @property
    def open_ends(self) -> Mapping[str, int]:
        """The ends that can take a tile: the open arms and the next one (game record, "Ends")."""
        if self.opened >= len(ARMS) - 1:
            return self.ends
        return {arm: self.ends[arm] for arm in ARMS[: self.opened + 1] if arm in self.ends}

    def showing(self, number: int) -> Cross:
        """Return the cross as though all arms were open and showed ``number``."""
        return super().showing(number)._replace(opened=len(ARMS))

    @property
    def new_ends(self) -> Collection[str]:
        """The arms without a tile."""
        return ARMS[self.opened :]

    def arm(self, name: str) -> tuple[Placed, ...]:
        """Return an arm's tiles, from the spinner outward."""
        return tuple(each for each in self.placed if each.end == name)


def _all_show(spinner: Tile) -> Mapping[str, int]:
    return dict.fromkeys(ARMS, spinner.high)
