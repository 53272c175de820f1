"""A match at one moment, with everything hidden in it. Nothing that is shown or sent starts from here: see the view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.actions import Move
from engine.events import Result
from engine.layouts import Layout
from engine.rules.options import Value
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.rules.ruleset import Opening, RuleSet


@cache
def sides_of(seats: int, pairs: bool) -> tuple[tuple[int, ...], ...]:
    """Give the seats of each side: every seat alone, or 0+2 against 1+3."""
    return ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(seats))


class State(NamedTuple):
    """A match between two actions.

    Attributes:
        rules: what is played.
        options: every option's value.
        seats: how many play.
        sides: the seats of each side, in the order of ``totals``.
        layout: the tiles on the table.
        totals: points so far, those of the deal in play included, one number a side.
        scored: points scored in mid-deal, one number a side.
        results: the deals that have ended.
        winners: the seats that won the match, ascending; empty while it goes on.
        gone: the seats that are out of the match, ascending.
        hands: each seat's tiles, ascending; where tiles are taken, not held, those taken.
        boneyard: the tiles not dealt, the next to be drawn first.
        opener: who begins or began this deal.
        opening: what may open, until the opening tile lies; None where play begins like any other turn.
        turn: whose turn it is; None before the first deal, between deals and at the end.
        history: what the players did in this deal.
        luck: the seat that luck chose to begin this deal, if any.
        passed: the numbers on which each seat has passed in this deal, ascending.
        drawn: the tiles that each seat drew in its turn in play, or in its last one.
        moves: what the seat in turn may do; None where that has not been worked out yet.

    """

    rules: RuleSet
    options: Mapping[str, Value]
    seats: int
    sides: tuple[tuple[int, ...], ...]
    layout: Layout
    totals: tuple[int, ...]
    scored: tuple[int, ...]
    results: tuple[Result, ...] = ()
    winners: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] = ()
    opener: int = 0
    opening: Opening | None = None
    turn: int | None = None
    history: tuple[Move, ...] = ()
    luck: int | None = None
    passed: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[tuple[Tile, ...], ...] = ()
    moves: tuple[Move, ...] | None = None

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

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the match, ascending."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def midway(self) -> bool:
        """Whether the seat in turn has already done something in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    def after(self, seat: int) -> int:
        """Give the seat whose turn follows that of ``seat``; those out of the match are skipped."""
        following = seat + 1 if seat + 1 < self.seats else 0
        while following in self.gone:
            following = following + 1 if following + 1 < self.seats else 0
        return following

    def side_of(self, seat: int) -> int:
        """Give the index of the side that ``seat`` plays for."""
        return seat if len(self.sides) == self.seats else seat % 2


def made_of(fields: list[Any]) -> State:
    """Give the state with these fields, one for each attribute in order.

    ``State._make`` without its check of their number, which a match would ask for at every move.
    """
    return tuple.__new__(State, fields)  # pyright: ignore[reportUnknownMemberType]
