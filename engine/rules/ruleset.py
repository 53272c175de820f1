"""What a rule set is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.layouts import Layout
from engine.rules.matching import DOUBLES, EQUAL_HALVES, Touching
from engine.rules.moves import fitting, growing_ends
from engine.rules.options import Option
from engine.tiles import Tile
from engine.words import N_

if TYPE_CHECKING:
    from engine.actions import Move, Play
    from engine.errors import Refused
    from engine.state import State


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
    must: Tile | None = None


class Spoils(NamedTuple):
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

ByLuck = Callable[["State"], bool]
"""Whether luck chooses the seat that begins the next deal."""

Ends = Callable[["State"], Mapping[str, int]]
"""The ends where the seat in turn may lay a tile, with the half each shows."""

Plays = Callable[["State"], "tuple[Move, ...]"]
"""What the seat in turn may lay or turn up: tiles ascending, each at the ends in the layout's order."""

Instead = Callable[["State", bool], "tuple[Move, ...]"]
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

Settle = Callable[["State", str], Spoils]
"""What a deal that ended for a reason brings."""

Winners = Callable[["State"], tuple[int, ...]]
"""The seats that have won the match, or none while it goes on. Asked when a deal has ended."""

Eliminated = Callable[["State"], tuple[int, ...]]
"""The seats that are out of the match, ascending. Asked when a deal has ended."""

Objection = Callable[["State", "Play"], "Refused | None"]
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
        by_luck: whether luck chooses who begins a deal.
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
    top: int = 6
    hand_sizes: Mapping[int, int]
    options: tuple[Option, ...] = ()
    clockwise: bool = True
    layout: Laying
    aside: Aside = _nothing
    by_luck: ByLuck = never
    opener: Opener
    touching: tuple[Touching, ...] = EQUAL_HALVES
    matadors: tuple[str, str] = (N_("a matador"), N_("matadors"))
    across: frozenset[Tile] = DOUBLES
    ends: Ends = growing_ends
    plays: Plays = fitting
    instead: Instead
    count: Count | None = None
    gain: Gain | None = None
    goes_on: GoesOn | None = None
    draws_on: GoesOn | None = None
    on_pass: OnPass | None = None
    ended: Ended
    settle: Settle
    winners: Winners
    eliminated: Eliminated = _nothing
    shows_hands: ByLuck = never
    objection: Objection = _no_objection
    points_against: bool = False
    scoreless: bool = False
    blocked_to: Literal["pips", "tiles", "most pips"] = "pips"
    goal: int | None = None
    marks: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        """The numbers of players that can sit down."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    def option(self, name: str) -> Option | None:
        """Give the option called ``name``, or None."""
        return next((option for option in self.options if option.id == name), None)
