"""The state of a match, and the rule set that it follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeVar, cast

from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.errors import IllegalMove
from engine.events import Bonus, Result
from engine.i18n import N_
from engine.layouts import START, Grid, Layout, Line, Tricks
from engine.options import Option, Value
from engine.position import Position
from engine.tiles import DOUBLES, EQUAL_HALVES, Fits, Tile, pips

L = TypeVar("L", bound=Layout)


@cache
def _plays_at(rules: RuleSet, seat: int, end: str, number: int) -> Mapping[Tile, Play]:
    """Return a seat's play of each tile that fits an end. Cached: making plays is the costly part of finding them."""
    return {tile: Play(seat, tile, end) for tile in rules.fits[number]}


def layout_ends(state: State) -> Mapping[str, int]:
    """Return the ends of the table that can take a tile."""
    return state.layout.open_ends


def fitting_plays(state: State) -> tuple[Move, ...]:
    """Return a play of each tile in hand at each open end that it fits."""
    seat, rules = state.mover, state.rules
    ends = rules.open_ends(state)
    if len(ends) == 2:
        # the common case, and bots spend most of their time here
        (one, shows), (two, also) = ends.items()
        at_one, at_two = _plays_at(rules, seat, one, shows), _plays_at(rules, seat, two, also)
        moves: list[Move] = []
        for tile in state.hands[seat]:
            if tile in at_one:
                moves.append(at_one[tile])
            if tile in at_two:
                moves.append(at_two[tile])
        return tuple(moves)
    takers = [_plays_at(rules, seat, end, number) for end, number in ends.items()]
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
        opening: the opener and its tiles, until the opening tile lies; None if the deal begins like any other turn.
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
    def mover(self) -> int:
        """The seat in turn, in the middle of a deal."""
        assert self.turn is not None, "a seat is in turn"
        return self.turn

    @property
    def mid_turn(self) -> bool:
        """Whether the seat in turn has already moved in this turn."""
        return bool(self.history) and self.history[-1].seat == self.turn

    @property
    def max_pips(self) -> int:
        """The most pips on a half in this set."""
        return self.rules.max_pips

    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""
        return len(self.boneyard)

    @property
    def last_seat(self) -> int:
        """The seat that acted last."""
        return self.history[-1].seat

    @property
    def last_tile(self) -> Tile | None:
        """The tile that it played, or None if it did not play."""
        last = self.history[-1]
        return last.tile if type(last) is Play else None

    @property
    def first_player(self) -> int | None:
        """The seat that made the first play of the deal, or None."""
        return next((move.seat for move in self.history if isinstance(move, Play)), None)

    @property
    def tiles_laid(self) -> int:
        """How many tiles were played in this deal."""
        return sum(type(move) is Play for move in self.history)

    @property
    def passes(self) -> int:
        """How many seats have passed since the last play."""
        since = takewhile(lambda move: type(move) is Pass, reversed(self.history))
        return sum(1 for _ in since)

    @property
    def can_play(self) -> bool:
        """Whether the seat in turn can play."""
        return bool(self.rules.plays(self))

    @property
    def must_pass(self) -> bool:
        """Whether the seat in turn can only pass."""
        return bool(self.legal) and type(self.legal[0]) is Pass

    @property
    def numbers(self) -> Collection[int]:
        """The numbers shown by all ends."""
        return self.layout.ends.values()

    @property
    def open_numbers(self) -> Collection[int]:
        """The numbers shown by the ends where the seat in turn may lay a tile."""
        return self.rules.open_ends(self).values()

    def tiles_held(self, seat: int) -> int:
        """Return how many tiles a seat holds."""
        return len(self.hands[seat])

    def pips_held(self, seat: int) -> int:
        """Return the sum of the pips on the tiles that a seat holds."""
        return pips(self.hands[seat])

    def count_held(self, seat: int, tiles: Set[Tile]) -> int:
        """Return how many of ``tiles`` a seat holds."""
        return sum(each in tiles for each in self.hands[seat])

    def nothing_fits(self, numbers: Collection[int]) -> bool:
        """Return whether no tile in any hand fits an end that shows one of ``numbers``."""
        takers = [self.rules.fits[number].keys() for number in set(numbers)]
        return all(takes.isdisjoint(hand) for hand in self.hands for takes in takers)

    def all_laid(self, tiles: Set[Tile]) -> bool:
        """Return whether all of ``tiles`` lie on the table."""
        return tiles <= {each.tile for each in self.layout.placed}

    def laid(self, play: Play) -> Layout:
        """Return the table after a legal play."""
        number = 0 if play.end == START else self.rules.open_ends(self)[play.end]
        return self.rules.lay(self.layout, play, number)

    def table_after(self, move: Move) -> Layout:
        """Return the table after a legal move of the seat in turn."""
        match move:
            case Play():
                return self.laid(move)
            case Pass():
                return self.layout if self.rules.after_pass is None else self.rules.after_pass(self)
            case Flip():
                return Grid.of(self.layout).flip(move.position)
            case Bid():
                return Tricks.of(self.layout).with_bid(move.seat, move.points)
            case Trump():
                return Tricks.of(self.layout).with_trump(move.trump)
            case Draw():
                return self.layout

    def with_move(self, move: Move) -> State:
        """Return the state with a move on the table and in the history; all else is as before."""
        return self._replace(layout=self.table_after(move), history=(*self.history, move))

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
        winning_seat: the seat that won the deal for its team, if the rules name one; else None.
        bonuses: the winners' points beside the pips, in the order of their account.

    """

    winners: tuple[int, ...]
    points: tuple[int, ...]
    counted: tuple[int, ...] = ()
    opener: int | None = None
    winning_seat: int | None = None
    bonuses: tuple[Bonus, ...] = ()


Opener = Callable[[Position, tuple[tuple[Tile, ...], ...]], Opening]
"""The opener, by the position before the deal (or before a draw, while no seat can open) and the hands."""

OtherMoves = Callable[["State", bool], "tuple[Move, ...]"]
"""The moves besides plays that the seat in turn has, by whether it can play."""

ScoreDeal = Callable[[Position, str], DealScore]
"""The score of a deal, by the reason for its end."""

PassBonus = Callable[[Position], "Bonus | None"]
"""The bonus of another seat for the last action, a pass, by the position after it; None for nothing."""

Measure = Literal["pair", "hand", "next"]
"""The pips that decide a blocked deal: those of a team, those of a seat, or the blocker's and the next seat's."""

Condition = Callable[[Position], bool]
"""A question about a position."""


class Family(Enum):
    """The kinds of games, in the order offered to players, with their names; translatable."""

    CLASSIC = N_("Classic games")
    PAIRS = N_("In two pairs")
    ENDS = N_("Points for the ends")
    SUMS = N_("Sums")
    TRAINS = N_("Trains and feet")
    OTHER = N_("Other games")


class Topic(Enum):
    """The questions that a page of rules answers, in its order, with their headings; translatable."""

    OPENING = N_("Opening")
    BIDDING = N_("Bidding")
    TURN = N_("Your turn")
    DOUBLES = N_("Doubles")
    UNABLE = N_("No tile fits")
    EMPTY = N_("Boneyard used up")
    POINTS = N_("Points")
    END = N_("End of a deal")
    BLOCKED = N_("Blocked")
    TIE = N_("A tie")
    VOID = N_("A void deal")
    MATCH = N_("The match")


Page = Mapping[Topic, tuple[str, ...]]
"""The rules by topic, one or two sentences to a text; translatable."""


def _empty_line(_position: Position) -> Line:
    return Line()


def _nothing(_position: Position) -> tuple[()]:
    return ()


def never(_position: Position) -> bool:
    """Return False."""
    return False


def _no_veto(_state: State, _play: Play) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class About:
    """A game's names and its page of rules. All texts are translatable.

    Attributes:
        name: the name for players.
        aliases: other names that players know the game by, separated by commas.
        tagline: the special trait of the game, in half a line.
        aim: what players do, for people who have never played; empty if the tagline says it.
        family: the kind of game.
        page: the rules by topic; numbers of players, tiles and the direction of turns are beside it.
        source: the document and number of the rules.
        lot_in_source: whether the source itself has the opener drawn by lot; where it does not, the host may name who
            opens the first deal.
        matadors: the name, singular and plural, of the tiles that fit any end.
        points_names: players' names for a move, by the points that it scores.

    """

    name: str
    aliases: str = ""
    tagline: str
    family: Family
    page: Page
    source: str
    aim: str = N_("Lay a tile that matches an open end. Whoever is out of tiles first wins the deal.")
    lot_in_source: bool = False
    matadors: tuple[str, str] = (N_("a matador"), N_("matadors"))
    points_names: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scoring:
    """The points of a game, from a move to the match. The defaults are what most games do.

    Attributes:
        addends: the numbers on the table whose sum decides about points in mid-deal, once a tile lies there.
        total_points: the points for their sum by itself; None if no sum of theirs scores.
        move_points: the points scored by a move, by the positions before and after it; None if moves never score.
        points_by_total: whether these depend on the total of the player, and not on the table alone.
        scoring_totals: the running totals that score.
        pass_bonus: the bonus of another seat for a pass; None if passes never score.
        score_deal: the score of a deal that has ended.
        blocked_criterion: the first criterion for the winner of a blocked deal: the fewest pips, the fewest tiles or
            the most pips; or that nobody wins it.
        blocked_measure: the hands compared, if no option ``blocked`` names them.
        opener_wins_ties: whether a tied blocked deal goes to the opener, whatever an option ``tie`` says.
        points_against: whether points are bad, and the fewest win.
        scoreless: whether deals score no points, and the match is a single deal.
        target: the points that win the match, if no option sets them; else None.
        winners: the seats that have won the match, or none while it goes on; called after each deal.
        eliminated: the seats out of the match, ascending; called after each deal.

    """

    addends: Callable[[Layout], tuple[int, ...]] | None = None
    total_points: Callable[[int], int] | None = None
    move_points: Callable[[Position, Position], int] | None = None
    points_by_total: bool = False
    scoring_totals: tuple[int, ...] = ()
    pass_bonus: PassBonus | None = None
    score_deal: ScoreDeal
    blocked_criterion: Literal["pips", "tiles", "most pips", "nobody"] = "pips"
    blocked_measure: Measure = "pair"
    opener_wins_ties: bool = False
    points_against: bool = False
    scoreless: bool = False
    target: int | None = None
    winners: Callable[[Position], tuple[int, ...]]
    eliminated: Callable[[Position], tuple[int, ...]] = _nothing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleSet:
    """A game of dominoes, as values and functions of a state. The defaults are what most games do.

    Attributes:
        id: the name in records and commands.
        about: the names and the page of rules.
        max_pips: the most pips on a half: 6, 9 or 12.
        hand_sizes: how many tiles each player is dealt, by the number of seats; its keys are the allowed seat counts.
        hand_size: the same by the options and the number of seats, if options change it; None: as ``hand_sizes``.
        options: the house rules offered.
        clockwise: whether turns go clockwise.
        initial_layout: the table at the start of a deal, with the tiles that the rules lay.
        set_aside: the tiles that are not shuffled for the next deal: laid on the table, or out of the set.
        draws_opener: whether the opener of the next deal is drawn by lot.
        opener: the seat that opens a deal, and the tiles with which it may.
        fits: for each number shown by an end, the tiles that fit, each with the half that touches.
        crosswise: the tiles laid across the line.
        open_ends: the ends where the seat in turn may lay a tile, with the half shown by each.
        plays: the plays, flips, bids and trumps of the seat in turn: tiles ascending, each at the ends in the layout's
            order.
        other_moves: the draws and passes of the seat in turn.
        next_turn: the seat in turn after a move, by the state after it; None: the next seat.
        keeps_turn: whether the seat that has just played stays in turn; None: never.
        draw_keeps_turn: whether the seat that has just drawn stays in turn; None: never.
        after_pass: the table after a pass of the seat in turn; None if a pass doesn't change it.
        open_hands: whether all hands are public.
        veto: why a tile that fits its end may not be laid there now, or None.
        is_void: whether a deal ends before any move, by the state after the tiles were dealt; None: never.
        end_reason: why the deal is over after the last action (see :class:`engine.events.Result`), or None.
        scoring: the points of moves, deals and the match.

    """

    id: str
    about: About
    max_pips: int = 6
    hand_sizes: Mapping[int, int]
    hand_size: Callable[[Mapping[str, Value], int], int] | None = None
    options: tuple[Option, ...] = ()
    clockwise: bool = True
    initial_layout: Callable[[Position], Layout] = _empty_line
    set_aside: Callable[[Position], tuple[Tile, ...]] = _nothing
    draws_opener: Condition = never
    opener: Opener
    fits: tuple[Fits, ...] = EQUAL_HALVES
    crosswise: frozenset[Tile] = DOUBLES
    open_ends: Callable[[State], Mapping[str, int]] = layout_ends
    plays: Callable[[State], tuple[Move, ...]] = fitting_plays
    other_moves: OtherMoves
    next_turn: Callable[[State], int] | None = None
    keeps_turn: Condition | None = None
    draw_keeps_turn: Condition | None = None
    after_pass: Callable[[State], Layout] | None = None
    open_hands: Condition = never
    veto: Callable[[State, Play], IllegalMove | None] = _no_veto
    is_void: Condition | None = None
    end_reason: Callable[[Position], str | None]
    scoring: Scoring

    @property
    def seats(self) -> range:
        """The numbers of seats from the fewest to the most."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    def tiles_each(self, options: Mapping[str, Value], seats: int) -> int:
        """Return how many tiles each player is dealt."""
        return self.hand_sizes[seats] if self.hand_size is None else self.hand_size(options, seats)

    def lay(self, layout: L, play: Play, number: int = 0) -> L:
        """Return the table after a play.

        Args:
            layout: the table; no tile is laid in a grid.
            play: the play.
            number: the pips that its end shows; without a meaning for the first tile.

        """
        tile = play.tile
        touching = tile.high if play.end == START else self.fits[number][tile]
        table: Any = layout
        return table.place(play, touching, tile in self.crosswise)

    def measure(self, options: Mapping[str, Value]) -> Measure:
        """Return the pips that decide a blocked deal."""
        return cast("Measure", options.get("blocked", self.scoring.blocked_measure))

    def ties_go_to_opener(self, options: Mapping[str, Value]) -> bool:
        """Whether the opener wins a tied blocked deal."""
        tie = self.option("tie")
        return self.scoring.opener_wins_ties or (
            tie is not None and options["tie"] == "opener" and tie.matters(options)
        )

    def option(self, name: str) -> Option | None:
        """Return the option called ``name``, or None."""
        return next((option for option in self.options if option.id == name), None)
