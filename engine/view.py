"""The part of a match that one seat, or the public, may see. Pictures, messages and bots get views, never states."""

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
    """A match as one seat sees it, or the public.

    Attributes:
        rules: the rule set's id.
        options: the value of every option.
        seats: the number of players.
        teams: the seats of each team, in the order of ``totals``.
        clockwise: whether turns go clockwise.
        max_pips: the most pips on a half in this set.
        seat: the viewer; None for the public.
        deal: the number of the deal in play or just ended, from 1; 0 before the first.
        opener: the seat that begins or began the deal.
        must_open_with: the tile with which the viewer has to open now; else None.
        turn: the seat in turn, or None.
        layout: the tiles on the table; in a grid, None for a tile face down.
        open_ends: the ends where the seat in turn may lay a tile, with the half shown by each.
        hand: the viewer's tiles, ascending; empty for the public.
        open_hands: the tiles of every seat, if they are public (open hands, tiles taken); else empty.
        hand_sizes: how many tiles each seat holds.
        boneyard_size: how many tiles are in the boneyard.
        history: the moves of the current deal.
        passed: the numbers on which each seat has passed in the current deal, ascending.
        drawn: the tiles that the viewer drew in its current turn, or else in its last one.
        legal: the viewer's legal moves; empty unless the viewer is in turn.
        default_move: the draw or pass of the seat in turn if it can't play, which is public; else None.
        totals: the points of each team, those of the current deal included.
        results: the deals that have ended, with the hands laid open at their ends.
        winners: the seats that won the match, ascending; empty until it ends.
        eliminated: the seats out of the match, ascending.

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
    def own_seat(self) -> int:
        """The seat whose view this is; the public has none."""
        assert self.seat is not None, "the public does not play"
        return self.seat

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
        """Whether the seat in turn has already moved in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    def team_of(self, seat: int) -> int:
        """Return the index of the team of ``seat``."""
        return next(n for n, side in enumerate(self.teams) if seat in side)
