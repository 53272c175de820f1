"""What one seat, or the public, may see of a match. Pictures, messages and bots are given views, never states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.actions import Draw, Move, Pass
from engine.events import Result
from engine.layouts import Layout
from engine.options import Value
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
        opener: who begins or began this deal.
        must: the tile with which the viewer has to open now; else None.
        turn: whose turn it is, or None.
        layout: the tiles on the table; in a grid, those face down are None.
        open_ends: the ends where the seat in turn may lay a tile, with the half that each shows.
        hand: the viewer's tiles, ascending; empty for the channel.
        shown: every seat's tiles where all may see them (open hands; tiles taken); else empty.
        counts: how many tiles each seat holds.
        boneyard: how many tiles were not dealt.
        history: what the players did in this deal.
        passed: the numbers on which each seat has passed in this deal, ascending.
        drawn: the tiles that the viewer drew in its turn in play, or in its last one.
        legal: what the viewer may do now; empty unless it is the viewer's turn.
        fallback: what the seat in turn would do if it could not play, as everybody knows: draw or pass; else None.
        totals: points so far, those of the deal in play included, one number a side.
        results: the deals that have ended, with the hands that were then laid open.
        winners: the seats that won the match, ascending; empty while it goes on.
        gone: the seats that are out of the match, ascending.

    """

    rules: str
    options: Mapping[str, Value]
    seats: int
    teams: tuple[tuple[int, ...], ...]
    clockwise: bool
    max_pips: int
    seat: int | None
    deal: int
    opener: int
    must_open_with: Tile | None
    turn: int | None
    layout: Layout
    open_ends: Mapping[str, int]
    hand: tuple[Tile, ...]
    open_hands: tuple[tuple[Tile, ...], ...]
    hand_sizes: tuple[int, ...]
    boneyard_size: int
    history: tuple[Move, ...]
    passed: tuple[tuple[int, ...], ...]
    drawn: tuple[Tile, ...]
    legal: tuple[Move, ...]
    default_move: Draw | Pass | None
    totals: tuple[int, ...]
    results: tuple[Result, ...]
    winners: tuple[int, ...]
    eliminated: tuple[int, ...]

    @property
    def ends(self) -> Mapping[str, int]:
        """The half shown at every end of the table, open to the seat in turn or not."""
        return self.layout.ends

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return bool(self.winners)

    @property
    def between_deals(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        return self.turn is None and bool(self.results)

    @property
    def mid_turn(self) -> bool:
        """Whether the seat in turn has already done something in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    def team_of(self, seat: int) -> int:
        """Give the index of the side that ``seat`` plays for."""
        return next(n for n, side in enumerate(self.teams) if seat in side)
