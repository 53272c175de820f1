"""A match at one moment, and the rule set that it is played by."""

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
    """Give a seat's play of each tile that an end takes; plays are made once, since making them is what costs."""
    return {tile: Play(seat, tile, end) for tile in rules.fits[shown]}


def layout_ends(state: State) -> Mapping[str, int]:
    """Give all ends of the table; of a cross those that grow now."""
    layout = state.layout
    return layout.open_ends if type(layout) is Cross else layout.ends


def fitting_plays(state: State) -> tuple[Move, ...]:
    """Give every tile of the hand at every open end that it may touch."""
    seat = state.turn
    assert seat is not None, "somebody is in turn"
    rules = state.rules
    ends = rules.open_ends(state)
    if len(ends) == 2:
        # most tables have two, and this is asked at every move that is thought of
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
        """Whether the seat in turn has already done something in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    def next_seat(self, seat: int) -> int:
        """Give the seat whose turn follows that of ``seat``; those out of the match are skipped."""
        following = seat + 1 if seat + 1 < self.seats else 0
        while following in self.eliminated:
            following = following + 1 if following + 1 < self.seats else 0
        return following

    def team_of(self, seat: int) -> int:
        """Give the index of the side that ``seat`` plays for."""
        return seat if len(self.teams) == self.seats else seat % 2


def state_from_fields(fields: list[Any]) -> State:
    """Give the state with these fields, one for each attribute in order.

    ``State._make`` without its check of their number, which a match would ask for at every move.
    """
    return tuple.__new__(State, fields)  # pyright: ignore[reportUnknownMemberType]


class Opening(NamedTuple):
    """Who begins a deal and with what.

    Attributes:
        seat: the opener.
        tiles: the tiles of the opener's hand that may open, ascending; none: nobody can open yet; None: the deal
            begins like any other turn.
        must: the one tile that has to open, where the rules name one.

    """

    seat: int
    tiles: tuple[Tile, ...] | None = None
    must_open_with: Tile | None = None


class DealScore(NamedTuple):
    """What the end of a deal brings, beside what was scored in mid-deal.

    Attributes:
        winners: the seats that won the deal, ascending.
        points: what each side gets, in the order of the sides.
        counted: the seats whose pips make up the points, ascending.
        opener: who made the first play, where that may be another than who began; else None.

    """

    winners: tuple[int, ...]
    points: tuple[int, ...]
    counted: tuple[int, ...] = ()
    opener: int | None = None


Opener = Callable[["State", tuple[tuple[Tile, ...], ...]], Opening]
"""Names the opener from the state before the deal (or before a draw, while nobody can open) and the hands."""

Laying = Callable[["State"], Layout]
"""The table when a deal begins, with what the rules themselves lay on it."""

Aside = Callable[["State"], tuple[Tile, ...]]
"""The tiles of the set that are not shuffled for the next deal."""

DrawsOpener = Callable[["State"], bool]
"""Whether luck chooses the seat that begins the next deal."""

Ends = Callable[["State"], Mapping[str, int]]
"""The ends where the seat in turn may lay a tile, with the half each shows."""

Plays = Callable[["State"], "tuple[Move, ...]"]
"""What the seat in turn may lay or turn up: tiles ascending, each at the ends in the layout's order."""

OtherMoves = Callable[["State", bool], "tuple[Move, ...]"]
"""What the seat in turn may do instead of playing, knowing whether it could play."""

Count = Callable[[Layout], tuple[int, ...]]
"""The numbers on a table whose sum decides about points in mid-deal, once a tile lies there."""

Gain = Callable[["State", "State"], int]
"""The points that a play scores at once, from the states before and after it."""

GoesOn = Callable[["State"], bool]
"""Whether the seat that has just acted stays in turn; it is still the one in turn in the state given."""

OnPass = Callable[["State"], Layout]
"""The table after a pass of the seat in turn."""

Ended = Callable[["State"], "str | None"]
"""Why the deal is over after the last action, or None."""

ScoreDeal = Callable[["State", str], DealScore]
"""What a deal that ended for a reason brings."""

Winners = Callable[["State"], tuple[int, ...]]
"""The seats that have won the match, or none while it goes on. Asked when a deal has ended."""

Eliminated = Callable[["State"], tuple[int, ...]]
"""The seats that are out of the match, ascending. Asked when a deal has ended."""

Objection = Callable[["State", "Play"], "IllegalMove | None"]
"""Why a tile that fits its end may not be laid there now."""


def _nothing(_state: State) -> tuple[()]:
    return ()


def never(_state: State) -> bool:
    """Say no, whatever the state."""
    return False


def _no_objection(_state: State, _play: Play) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet:
    """A game of dominoes, described. What is left out is what most of them do.

    Attributes:
        id: its name in records and commands.
        name: its name for people; translatable.
        summary: its rules on one screen, a sentence or two a line; translatable.
        source: the document and number that it comes from; translatable.
        top: the most pips a half has: 6, 9 or 12.
        hand_sizes: how many tiles each player is dealt, by the number of seats; its keys are the seat counts allowed.
        options: the house rules that it offers.
        clockwise: whether turns go round clockwise.
        layout: the table when a deal begins.
        aside: the tiles that are not shuffled.
        draws_opener: whether luck chooses who begins a deal.
        opener: who begins a deal.
        touching: what touches what: for each number that an end can show, the tiles that may be laid there, each
            with the half that touches.
        matadors: what the tiles are called that go on any end, one of them and all, where there are such; translatable.
        across: the tiles that lie across the line.
        ends: where the seat in turn may lay a tile.
        plays: what the seat in turn may lay.
        instead: what it may do instead.
        count, gain: points in mid-deal; None where there are none.
        goes_on: whether a play leaves its player in turn; None: never.
        draws_on: whether a draw does; None: never.
        on_pass: what a pass does to the table; None: nothing.
        ended: when a deal is over.
        settle: what a deal's end is worth.
        winners: when the match is won.
        eliminated: who is out of the match.
        shows_hands: whether all see all hands.
        objection: why a fitting tile may not be laid; None: there is no reason.
        points_against: whether points are bad, so that the fewest win.
        scoreless: whether a deal is only won and brings no points; the match is then that deal.
        blocked_to: what a blocked deal is won by in the first place: the fewest pips or tiles, or the most pips.
        goal: the points that win the match, where no option names them; else None.
        marks: the running totals that score.

    """

    id: str
    name: str
    summary: tuple[str, ...]
    source: str
    max_pips: int = 6
    hand_sizes: Mapping[int, int]
    options: tuple[Option, ...] = ()
    clockwise: bool = True
    initial_layout: Laying
    set_aside: Aside = _nothing
    draws_opener: DrawsOpener = never
    opener: Opener
    fits: tuple[Fits, ...] = EQUAL_HALVES
    matadors: tuple[str, str] = (N_("a matador"), N_("matadors"))
    crosswise: frozenset[Tile] = DOUBLES
    open_ends: Ends = layout_ends
    plays: Plays = fitting_plays
    other_moves: OtherMoves
    addends: Count | None = None
    move_points: Gain | None = None
    keeps_turn: GoesOn | None = None
    draw_keeps_turn: GoesOn | None = None
    after_pass: OnPass | None = None
    end_reason: Ended
    score_deal: ScoreDeal
    winners: Winners
    eliminated: Eliminated = _nothing
    open_hands: DrawsOpener = never
    veto: Objection = _no_objection
    points_against: bool = False
    scoreless: bool = False
    blocked_winner: Literal["pips", "tiles", "most pips"] = "pips"
    target: int | None = None
    scoring_totals: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        """The numbers of players that can sit down."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    def option(self, name: str) -> Option | None:
        """Give the option called ``name``, or None."""
        return next((option for option in self.options if option.id == name), None)
