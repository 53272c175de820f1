"""The state of a match, and the rule set that it follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from engine.actions import Move, Play
from engine.errors import IllegalMove
from engine.events import Result
from engine.fitting import DOUBLES, EQUAL_HALVES, Fits
from engine.i18n import N_
from engine.layouts import Cross, Layout
from engine.options import Option, Value
from engine.tiles import Tile


@cache
def _plays_at(rules: RuleSet, seat: int, end: str, shown: int) -> Mapping[Tile, Play]:
    """Return a seat's play of each tile that fits an end. Cached: making plays is the costly part of finding them."""
    return {tile: Play(seat, tile, end) for tile in rules.fits[shown]}


def layout_ends(state: State) -> Mapping[str, int]:
    """Return all ends of the table; of a cross, those that can take a tile."""
    layout = state.layout
    return layout.open_ends if type(layout) is Cross else layout.ends


def fitting_plays(state: State) -> tuple[Move, ...]:
    """Return a play of each tile in hand at each open end that it fits."""
    seat = state.turn
    assert seat is not None, "a seat is in turn"
    rules = state.rules
    ends = rules.open_ends(state)
    if len(ends) == 2:
        # the common case, and bots spend most of their time here
        (one, shows), (two, also) = ends.items()
        at_one, at_two = _plays_at(rules, seat, one, shows), _plays_at(rules, seat, two, also)
        found: list[Move] = []
        for tile in state.hands[seat]:
            if tile in at_one:
                found.append(at_one[tile])
            if tile in at_two:
                found.append(at_two[tile])
        return tuple(found)
    takers = [_plays_at(rules, seat, end, shown) for end, shown in ends.items()]
    return tuple([plays[tile] for tile in state.hands[seat] for plays in takers if tile in plays])


@cache
def teams_of(seats: int, pairs: bool) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team: each seat alone, or in pairs 0+2 and 1+3."""
    return ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(seats))


class State(NamedTuple):
    """A match between two actions.

    Attributes:
        options: the value of every option.
        seats: the number of players.
        teams: the seats of each team, in the order of ``totals``.
        layout: the tiles on the table.
        totals: the points of each team, those of the current deal included.
        scored: the points of each team scored in the middle of the current deal.
        results: the deals that have ended.
        winners: the seats that won the match, ascending; empty until it ends.
        eliminated: the seats out of the match, ascending.
        hands: the tiles in each hand, ascending; in Memory, the tiles taken.
        boneyard: the tiles not dealt, the next to be drawn first.
        opener: the seat that begins or began the deal.
        opening: what may open, until the opening tile lies; None if the deal begins like any other turn.
        turn: the seat in turn; None before a deal and after the match.
        history: the moves of the current deal.
        drawn_opener: the seat drawn by lot to begin the deal; None if the rules name the opener.
        passed: the numbers on which each seat has passed in the current deal, ascending.
        drawn: the tiles that each seat drew in its current turn, or else in its last one.
        legal: the legal moves of the seat in turn; None if not computed yet.

    """

    rules: RuleSet
    options: Mapping[str, Value]
    seats: int
    teams: tuple[tuple[int, ...], ...]
    layout: Layout
    totals: tuple[int, ...]
    scored: tuple[int, ...]
    results: tuple[Result, ...] = ()
    winners: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] = ()
    opener: int = 0
    opening: Opening | None = None
    turn: int | None = None
    history: tuple[Move, ...] = ()
    drawn_opener: int | None = None
    passed: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[tuple[Tile, ...], ...] = ()
    legal: tuple[Move, ...] | None = None

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
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in the match, ascending."""
        return tuple(seat for seat in range(self.seats) if seat not in self.eliminated)

    @property
    def mid_turn(self) -> bool:
        """Whether the seat in turn has already moved in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    def next_seat(self, seat: int) -> int:
        """Return the seat after ``seat``, without seats out of the match."""
        following = seat + 1 if seat + 1 < self.seats else 0
        while following in self.eliminated:
            following = following + 1 if following + 1 < self.seats else 0
        return following

    def team_of(self, seat: int) -> int:
        """Return the index of the team of ``seat``."""
        return seat if len(self.teams) == self.seats else seat % 2


def state_from_fields(fields: list[Any]) -> State:
    """Return a state made of all its fields, in order: a faster ``State._make``, without its check."""
    return tuple.__new__(State, fields)  # pyright: ignore[reportUnknownMemberType]


class Opening(NamedTuple):
    """The seat that begins a deal, and the tiles for it.

    Attributes:
        tiles: the tiles in hand that may open, ascending; empty if no seat can open yet; None if the deal begins like
            any other turn.
        must_open_with: the one tile that has to open, if the rules name one.

    """

    seat: int
    tiles: tuple[Tile, ...] | None = None
    must_open_with: Tile | None = None


class DealScore(NamedTuple):
    """The points for the end of a deal, without those scored in mid-deal.

    Attributes:
        winners: the seats that won the deal, ascending.
        points: the points of each team.
        counted: the seats whose pips make up the points, ascending.
        opener: the seat that made the first play, if it may differ from the one that began; else None.

    """

    winners: tuple[int, ...]
    points: tuple[int, ...]
    counted: tuple[int, ...] = ()
    opener: int | None = None


Opener = Callable[["State", tuple[tuple[Tile, ...], ...]], Opening]
"""The opener, by the state before the deal (or before a draw, while no seat can open) and the hands."""

OtherMoves = Callable[["State", bool], "tuple[Move, ...]"]
"""The moves besides plays that the seat in turn has, by whether it can play."""

ScoreDeal = Callable[["State", str], DealScore]
"""The score of a deal, by the reason for its end."""

Condition = Callable[["State"], bool]
"""A question about a state."""


def _nothing(_state: State) -> tuple[()]:
    return ()


def never(_state: State) -> bool:
    """Return False."""
    return False


def _no_veto(_state: State, _play: Play) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet:
    """A game of dominoes, as values and functions of a state. The defaults are what most games do.

    Attributes:
        id: the name in records and commands.
        name: the name for players; translatable.
        aliases: other names that players know the game by, separated by commas; translatable.
        summary: the rules on one screen, one or two sentences per line; translatable.
        source: the document and number of the rules; translatable.
        max_pips: the most pips on a half: 6, 9 or 12.
        hand_sizes: how many tiles each player is dealt, by the number of seats; its keys are the allowed seat counts.
        options: the house rules offered.
        clockwise: whether turns go clockwise.
        initial_layout: the table at the start of a deal, with the tiles that the rules lay.
        set_aside: the tiles that are not shuffled for the next deal.
        draws_opener: whether the opener of the next deal is drawn by lot.
        opener: who opens a deal, and with which tiles.
        fits: for each number shown by an end, the tiles that fit, each with the half that touches.
        matadors: the name, singular and plural, of the tiles that fit any end; translatable.
        crosswise: the tiles laid across the line.
        open_ends: the ends where the seat in turn may lay a tile, with the half shown by each.
        plays: the plays and flips of the seat in turn: tiles ascending, each at the ends in the layout's order.
        other_moves: the draws and passes of the seat in turn.
        addends: the numbers on the table whose sum decides about points in mid-deal, once a tile lies there.
        move_points: the points scored by a move, by the states before and after it; None if moves never score.
        keeps_turn: whether the seat that has just played stays in turn; None: never.
        draw_keeps_turn: whether the seat that has just drawn stays in turn; None: never.
        after_pass: the table after a pass of the seat in turn; None if a pass doesn't change it.
        end_reason: why the deal is over after the last action (see :class:`engine.events.Result`), or None.
        score_deal: the score of a deal that has ended.
        winners: the seats that have won the match, or none while it goes on; called after each deal.
        eliminated: the seats out of the match, ascending; called after each deal.
        open_hands: whether all hands are public.
        veto: why a tile that fits its end may not be laid there now, or None.
        points_against: whether points are bad, and the fewest win.
        scoreless: whether deals score no points, and the match is a single deal.
        blocked_winner: what wins a blocked deal first of all: the fewest pips, the fewest tiles or the most pips.
        target: the points that win the match, if no option sets them; else None.
        scoring_totals: the running totals that score.

    """

    id: str
    name: str
    aliases: str = ""
    summary: tuple[str, ...]
    source: str
    max_pips: int = 6
    hand_sizes: Mapping[int, int]
    options: tuple[Option, ...] = ()
    clockwise: bool = True
    initial_layout: Callable[[State], Layout]
    set_aside: Callable[[State], tuple[Tile, ...]] = _nothing
    draws_opener: Condition = never
    opener: Opener
    fits: tuple[Fits, ...] = EQUAL_HALVES
    matadors: tuple[str, str] = (N_("a matador"), N_("matadors"))
    crosswise: frozenset[Tile] = DOUBLES
    open_ends: Callable[[State], Mapping[str, int]] = layout_ends
    plays: Callable[[State], tuple[Move, ...]] = fitting_plays
    other_moves: OtherMoves
    addends: Callable[[Layout], tuple[int, ...]] | None = None
    move_points: Callable[[State, State], int] | None = None
    keeps_turn: Condition | None = None
    draw_keeps_turn: Condition | None = None
    after_pass: Callable[[State], Layout] | None = None
    end_reason: Callable[[State], str | None]
    score_deal: ScoreDeal
    winners: Callable[[State], tuple[int, ...]]
    eliminated: Callable[[State], tuple[int, ...]] = _nothing
    open_hands: Condition = never
    veto: Callable[[State, Play], IllegalMove | None] = _no_veto
    points_against: bool = False
    scoreless: bool = False
    blocked_winner: Literal["pips", "tiles", "most pips"] = "pips"
    target: int | None = None
    scoring_totals: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        """The numbers of seats from the fewest to the most."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    def option(self, name: str) -> Option | None:
        """Return the option called ``name``, or None."""
        return next((option for option in self.options if option.id == name), None)
