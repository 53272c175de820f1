"""What one seat, or the channel, may see. Everything drawn, sent or thought about starts from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.actions import Move
from engine.events import Result
from engine.layout import Line
from engine.rules.options import Value
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class View:
    """A match as one seat sees it, or as the channel does.

    Attributes:
        rules: the rule set's id.
        options: every option's value.
        seats: how many play.
        sides: the seats of each side, in the order of ``totals``.
        clockwise: whether turns go round clockwise.
        top: the most pips a half has in this set.
        seat: whose view this is; None for the channel.
        deal: the number of the deal in play or just ended, from 1; 0 before the first.
        opener: who opens or opened this deal.
        must: the tile with which the viewer has to open now; else None.
        turn: whose turn it is, or None.
        layout: the tiles on the table.
        hand: the viewer's tiles, ascending; empty for the channel.
        counts: how many tiles each seat holds.
        boneyard: how many tiles were not dealt.
        history: what the players did in this deal.
        passed: the numbers on which each seat has passed in this deal, ascending.
        legal: what the viewer may do now; empty unless it is the viewer's turn.
        totals: points so far, one number a side.
        results: the deals that have ended, with the hands that were then laid open.
        winners: the seats that won the match, ascending; empty while it goes on.

    """

    rules: str
    options: Mapping[str, Value]
    seats: int
    sides: tuple[tuple[int, ...], ...]
    clockwise: bool
    top: int
    seat: int | None
    deal: int
    opener: int
    must: Tile | None
    turn: int | None
    layout: Line
    hand: tuple[Tile, ...]
    counts: tuple[int, ...]
    boneyard: int
    history: tuple[Move, ...]
    passed: tuple[tuple[int, ...], ...]
    legal: tuple[Move, ...]
    totals: tuple[int, ...]
    results: tuple[Result, ...]
    winners: tuple[int, ...]

    @property
    def ends(self) -> Mapping[str, int]:
        """The name of each open end, with the half it shows."""
        return self.layout.ends

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return bool(self.winners)

    @property
    def between_deals(self) -> bool:
        """Whether a deal has ended, with its hands laid open, and the next has not begun."""
        return self.turn is None and bool(self.results)

    def side_of(self, seat: int) -> int:
        """Give the index of the side that ``seat`` plays for."""
        return next(n for n, side in enumerate(self.sides) if seat in side)
