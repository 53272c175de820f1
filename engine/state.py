"""A match at one moment, with everything hidden in it. Nothing that is shown or sent starts from here: see the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.actions import Move
from engine.events import Result
from engine.layout import Line
from engine.rules.options import Value
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.rules.ruleset import Opening, RuleSet


EMPTY = Line()
"""A table with no tile on it."""


@cache
def sides_of(seats: int, pairs: bool) -> tuple[tuple[int, ...], ...]:
    """Give the seats of each side: every seat alone, or 0+2 against 1+3."""
    return ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class State:
    """A match between two actions.

    Attributes:
        rules: what is played.
        options: every option's value.
        seats: how many play.
        sides: the seats of each side, in the order of ``totals``.
        totals: points so far, one number a side.
        results: the deals that have ended.
        winners: the seats that won the match, ascending; empty while it goes on.
        hands: each seat's tiles, ascending.
        boneyard: the tiles not dealt, the next to be drawn first.
        layout: the tiles on the table.
        opener: who opens or opened this deal.
        opening: what may open, until the opening tile lies.
        turn: whose turn it is; None before the first deal, between deals and at the end.
        history: what the players did in this deal.
        luck: the seat that luck chose to begin this deal, if any.

    """

    rules: RuleSet
    options: Mapping[str, Value]
    seats: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    results: tuple[Result, ...] = ()
    winners: tuple[int, ...] = ()
    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] = ()
    layout: Line = EMPTY
    opener: int = 0
    opening: Opening | None = None
    turn: int | None = None
    history: tuple[Move, ...] = ()
    luck: int | None = None

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return bool(self.winners)

    @property
    def deal(self) -> int:
        """The number of the deal in play or just ended, from 1; 0 before the first."""
        return len(self.results) + (self.turn is not None)

    @property
    def awaits_deal(self) -> bool:
        """Whether the next action is a deal."""
        return self.turn is None and not self.winners
