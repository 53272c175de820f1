"""A pile that takes any tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import Placed

PILE: Final = "pile"


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    total: int = 0


class Pile(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A pile of tiles and the sum of their pips.

    Attributes:
        placed: the tiles, in order of play.
        total: the sum of their pips.

    """

    __slots__ = ()
    has_ends: ClassVar = False

    @property
    def ends(self) -> Mapping[str, int]:
        """The pile as the only end, with the running total (game record, "Replaying")."""
        return {PILE: self.total}

    def place(self, play: Play, touching: int, crosswise: bool) -> Pile:
        """Return the pile with a tile added."""
        seat, tile, end, _ = play
        placed = (*self.placed, Placed(tile, end, touching, tile.pips - touching, seat, crosswise))
        return Pile(placed, self.total + tile.pips)
