"""What a rule set is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.layout import Line
from engine.rules.options import Option
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.actions import Pass
    from engine.events import Result
    from engine.state import State


class Opening(NamedTuple):
    """Who opens a deal and with what.

    Attributes:
        seat: the opener.
        tiles: the tiles of the opener's hand that may open, ascending.
        must: the one tile that has to open, where the rules name one.

    """

    seat: int
    tiles: tuple[Tile, ...]
    must: Tile | None = None


Opener = Callable[["State", tuple[tuple[Tile, ...], ...]], Opening]
"""Names the opener from the state before the deal and the hands just dealt."""

Fits = Callable[[Tile, int], int | None]
"""The half by which a tile may touch an end that shows a number, or None."""

Unable = Callable[["State", int], "tuple[Pass, ...]"]
"""What a seat may do when no tile of its hand fits."""

Settle = Callable[["State", str], "Result"]
"""The result of a deal that ended for a reason (``out``, ``blocked``)."""

Winners = Callable[["State"], tuple[int, ...]]
"""The seats that have won the match, or none while it goes on."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game of dominoes, described.

    Attributes:
        id: its name in records and commands.
        name: its name for people; translatable.
        summary: its rules on one screen, a sentence or two a line; translatable.
        source: the document and number that it comes from.
        top: the most pips a half has: 6, 9 or 12.
        hand_sizes: how many tiles each player is dealt, by the number of seats; its keys are the seat counts allowed.
        options: the house rules that it offers.
        clockwise: whether turns go round clockwise.
        layout: the empty table.
        fits: what touches what.
        opener: who opens a deal.
        unable: what one does when no tile fits.
        settle: what a deal's end is worth.
        winners: when the match is won.

    """

    id: str
    name: str
    summary: tuple[str, ...]
    source: str
    top: int
    hand_sizes: Mapping[int, int]
    options: tuple[Option, ...]
    clockwise: bool
    layout: Line
    fits: Fits
    opener: Opener
    unable: Unable
    settle: Settle
    winners: Winners

    @property
    def seats(self) -> range:
        """The numbers of players that can sit down."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    def option(self, name: str) -> Option | None:
        """Give the option called ``name``, or None."""
        return next((option for option in self.options if option.id == name), None)
