"""A deal played on in place, on a line that may fork; the other forms of table build on it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence, Set
from typing import Self

from engine.actions import Draw, Play
from engine.events import Result
from engine.game import RuleSet, State
from engine.layouts import Layout
from engine.options import Value
from engine.simulation.rule_tables import DRAW, MAX_NOTED_POINTS, PASS, START, RuleTables, bits
from engine.tiles import Tile, bitmask
from engine.transitions import deal_result, hands_and_boneyard

_AT_START = START << 4


class Simulation:
    """A deal from some state on. Rule sets ask it as they ask a state: it is a :class:`engine.position.Position`.

    Args:
        tables: those of the rule set.
        state: the state to begin with, with a seat in turn.

    Attributes:
        held: the tiles in each hand, as bit masks.
        left: the tiles in hands and in the boneyard, as a bit mask.
        stock: the tiles in the boneyard, the next to be drawn last.
        ends: the number shown by each end.
        passes: how many seats have passed since the last play.
        tiles_laid: how many tiles were played in this deal.
        moves: the legal moves of the seat in turn, as codes (see :class:`RuleTables`).
        reason: why the deal has ended, or None.
        winners: the seats that won the match, once :meth:`settle` was called; empty while it goes on.
        score_changed: whether points, or another reason for the end of a deal, have changed since the last look.

    """

    __slots__ = (
        "active_seats",
        "drawn_opener",
        "eliminated",
        "ends",
        "first_player",
        "following",
        "held",
        "last_code",
        "last_seat",
        "left",
        "moves",
        "opener",
        "opening",
        "options",
        "passes",
        "reason",
        "results",
        "score_changed",
        "scored",
        "seats",
        "stock",
        "tables",
        "teams",
        "tiles_laid",
        "totals",
        "turn",
        "winners",
    )

    def __init__(self, tables: RuleTables, state: State) -> None:
        assert state.turn is not None, "a seat is in turn"
        self.tables = tables
        self.options: Mapping[str, Value] = state.options
        self.seats = state.seats
        self.teams = state.teams
        self.totals = [*state.totals]
        self.scored = [*state.scored]
        self.results: tuple[Result, ...] = state.results
        self.winners: tuple[int, ...] = ()
        self.drawn_opener = state.drawn_opener
        self._eliminate(state.eliminated)
        self.turn: int = state.turn
        self.opener = state.opener
        self.opening = None if state.opening is None or state.opening.tiles is None else bitmask(state.opening.tiles)
        self.first_player = state.first_player
        self.passes = state.passes
        self.tiles_laid = state.tiles_laid
        self.last_seat, self.last_code = state.turn, PASS
        if state.history:
            last = state.history[-1]
            self.last_seat = last.seat
            if isinstance(last, Play):
                self.last_code = last.tile.order << 9
            elif isinstance(last, Draw):
                self.last_code = DRAW
        self.ends = self._ends_of(state.layout)
        self.reason: str | None = None
        self.score_changed = True
        self.moves: tuple[int, ...] = ()
        self.hold([bitmask(hand) for hand in state.hands], [each.order for each in reversed(state.boneyard)])

    def _ends_of(self, layout: Layout) -> list[int]:
        """Note a table; return the number shown by each end."""
        return [*layout.ends.values()]

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = object.__new__(type(self))
        new.tables = self.tables
        new.options = self.options
        new.seats = self.seats
        new.teams = self.teams
        new.totals = self.totals[:]
        new.scored = self.scored[:]
        new.results = self.results
        new.winners = self.winners
        new.drawn_opener = self.drawn_opener
        new.eliminated = self.eliminated
        new.active_seats = self.active_seats
        new.following = self.following
        new.turn = self.turn
        new.opener = self.opener
        new.opening = self.opening
        new.tiles_laid = self.tiles_laid
        new.passes = self.passes
        new.first_player = self.first_player
        new.last_seat = self.last_seat
        new.last_code = self.last_code
        new.ends = self.ends[:]
        new.reason = self.reason
        new.score_changed = self.score_changed
        new.moves = self.moves
        new.held = self.held[:]
        new.left = self.left
        new.stock = self.stock[:]
        return new

    def hold(self, hands: Sequence[int], stock: Sequence[int]) -> None:
        """Take other tiles into the hands and the boneyard; the legal moves are not found yet."""
        self.held, self.stock = [*hands], [*stock]
        self.left = 0
        for each in self.held:
            self.left |= each
        for tile in self.stock:
            self.left |= self.tables.bits[tile]

    # ------------------------------------------------------------------ playing

    def play(self, code: int) -> None:
        """Make a legal move of the seat in turn."""
        tables, seat = self.tables, self.turn
        self.last_seat, self.last_code = seat, code
        if code >= 0:
            tile = code >> 9
            bit = tables.bits[tile]
            self.held[seat] ^= bit
            self.left ^= bit
            self.passes = 0
            self.tiles_laid += 1
            if self.first_player is None:
                self.first_player = seat
            if tables.scoring:
                self._score(code)
            if tables.plain and self.ends:
                # the most frequent case: the tile takes the place of an end, and may add one
                self.ends[code >> 4 & 31] = code & 15
                if tables.forks and tables.opens[tile] >= 0:
                    self.ends.append(tables.opens[tile])
            else:
                self._lay(code)
            if tables.keeps_turn is None or not tables.keeps_turn(self):
                self.turn = self.following[seat]
        elif code == DRAW:
            self.passes = 0
            self._draw()
        else:
            self._pass()
        self.look()

    def look(self) -> None:
        """Find the legal moves, and whether the deal has ended.

        A deal can only end when a hand is empty, when nobody can play, or by points.
        """
        tables, held = self.tables, self.held
        hand, fits, codes, ends = held[self.turn], tables.fits, tables.codes, self.ends
        if not tables.open or self.opening is not None:
            plays = (
                self._plays() if self.opening is None else tuple([tile << 9 | _AT_START for tile in bits(self.opening)])
            )
        elif len(ends) == 2:
            one, two = ends
            plays = codes[0][one][hand & fits[one]] + codes[1][two][hand & fits[two]]
        else:
            plays = ()
            for row, number in zip(codes, ends, strict=False):
                plays += row[number][hand & fits[number]]
        self.moves = plays
        if not plays or (tables.at_will and self.opening is None):
            drawn = self.last_code == DRAW and self.last_seat == self.turn
            self.moves = plays + tables.draws_and_passes[bool(plays)][drawn][len(self.stock)]
        if 0 in held or self.score_changed or (not plays and self.nothing_fits(self.open_numbers)):
            self.score_changed = False
            self.reason = tables.rules.end_reason(self)

    def _plays(self) -> tuple[int, ...]:
        """Return the plays of the seat in turn at the open ends."""
        return self._fitting(self.open_ends(), self.held[self.turn])

    def _fitting(self, where: Sequence[int], hand: int) -> tuple[int, ...]:
        """Return the plays of tiles in a hand at the ends with these numbers."""
        fits, codes, ends = self.tables.fits, self.tables.codes, self.ends
        plays: tuple[int, ...] = ()
        for end in where:
            number = ends[end]
            plays += codes[end][number][hand & fits[number]]
        return plays

    def _lay(self, code: int) -> None:
        """Lay an opening tile; other forms of table lay all tiles here."""
        self.ends = self.tables.starts[code >> 9][:]
        self.opening = None

    def _score(self, code: int) -> None:
        points = self.points(code)
        if points:
            self.add_points(self.turn, points)

    def add_points(self, seat: int, points: int) -> None:
        """Add points to those of a seat's team."""
        team = self.team_of(seat)
        self.scored[team] += points
        self.totals[team] += points
        self.score_changed = True

    def _draw(self) -> None:
        seat, rules = self.turn, self.tables.rules
        self.held[seat] |= self.tables.bits[self.stock.pop()]
        if self.opening is not None:
            opening = rules.opener(self, self.hands)
            self.opener = self.turn = opening.seat
            self.opening = bitmask(opening.tiles or ())
        elif rules.draw_keeps_turn is None or not rules.draw_keeps_turn(self):
            self.turn = self.following[seat]

    def _pass(self) -> None:
        self.turn = self.following[self.turn]
        self.passes += 1
        bonus = None if self.rules.scoring.pass_bonus is None else self.rules.scoring.pass_bonus(self)
        if bonus is not None:
            self.add_points(bonus.seat, bonus.points)

    def open_ends(self) -> Sequence[int]:
        """Return the numbers of the ends where the seat in turn may lay a tile."""
        return range(len(self.ends))

    def points(self, code: int) -> int:
        """Return the points that a play would score at once; only for rules with ``move_points``."""
        asked = self.copy()
        asked.last_code = code
        asked._lay(code)
        assert self.tables.rules.scoring.move_points is not None
        return self.tables.rules.scoring.move_points(self, asked)

    def most_points(self, codes: Sequence[int]) -> tuple[int, int]:
        """Return the first play that would score the most points at once, and these; 0 points if none scores."""
        best, max_points = codes[0], 0
        for code in codes:
            points = self.points(code) if code >= 0 else 0
            if points > max_points:
                best, max_points = code, points
        return best, max_points

    def _noted_points(self, code: int, key: Hashable) -> int:
        """Return the points of a play: the rules answer once for each ``key``."""
        noted = self.tables.noted
        points = noted.get(key)
        if points is None:
            if len(noted) > MAX_NOTED_POINTS:
                noted.clear()
            points = noted[key] = Simulation.points(self, code)
        return points

    def note(self, code: int) -> None:
        """Note the tile of a play, where points depend on the last tile at each end."""

    @property
    def opens_up(self) -> bool:
        """Whether any seat may lay a tile at every end, from some time on."""
        return self.tables.open

    @property
    def growing(self) -> bool:
        """Whether this time is still to come."""
        return False

    def team_of(self, seat: int) -> int:
        """Return the number of a seat's team: two pairs, or each seat for itself."""
        return seat if len(self.teams) == self.seats else seat % 2

    # ------------------------------------------------------------------ the end of a deal

    def settle(self) -> None:
        """Score the deal that has ended, and find the winners of the match."""
        rules, reason = self.tables.rules, self.reason
        assert reason is not None, "the deal has ended"
        result = deal_result(rules, self, reason, ())
        self.totals = [*result.totals]
        self.results = (*self.results, result)
        self.winners = rules.scoring.winners(self)
        if not self.winners:
            out = rules.scoring.eliminated(self)
            if out != self.eliminated:
                self._eliminate(out)

    def deal(self, stock: tuple[Tile, ...], first: int | None) -> None:
        """Begin the next deal; see :class:`engine.actions.Deal`."""
        rules = self.tables.rules
        hands, boneyard = hands_and_boneyard(rules, self, stock)
        self.drawn_opener = first
        self.scored = [0] * len(self.teams)
        self.first_player = None
        opening = rules.opener(self, hands)
        self.opener = self.turn = self.last_seat = opening.seat
        self.last_code = PASS
        self.opening = None if opening.tiles is None else bitmask(opening.tiles)
        self.ends = self._ends_of(rules.initial_layout(self))
        self.reason = None
        self.hold([bitmask(hand) for hand in hands], [each.order for each in reversed(boneyard)])
        self.tiles_laid = 0
        self.passes = 0
        self.look()
        if rules.is_void is not None and rules.is_void(self):
            self.reason = "void"

    def _eliminate(self, seats: tuple[int, ...]) -> None:
        self.eliminated = seats
        active = self.active_seats = tuple(seat for seat in range(self.seats) if seat not in seats)
        self.following = [min(active, key=lambda each: (each - seat - 1) % self.seats) for seat in range(self.seats)]

    # ------------------------------------------------------------------ questions of rule sets

    @property
    def layout(self) -> Layout:
        """The table, with no more than the outermost tiles."""
        raise NotImplementedError

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.tables.rules

    @property
    def max_pips(self) -> int:
        """The most pips on a half in this set."""
        return self.tables.rules.max_pips

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles in each hand, ascending."""
        tiles = self.tables.tiles
        return tuple([tuple([tiles[each] for each in bits(hand)]) for hand in self.held])

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles in the boneyard, the next to be drawn first."""
        return tuple([self.tables.tiles[each] for each in reversed(self.stock)])

    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""
        return len(self.stock)

    @property
    def last_tile(self) -> Tile | None:
        """The tile that was just played, or None."""
        return self.tables.tiles[self.last_code >> 9] if self.last_code >= 0 else None

    @property
    def can_play(self) -> bool:
        """Whether the seat in turn can play."""
        return bool(self._plays())

    @property
    def must_pass(self) -> bool:
        """Whether the seat in turn can only pass."""
        return bool(self.moves) and self.moves[0] == PASS

    @property
    def numbers(self) -> Collection[int]:
        """The numbers shown by all ends."""
        return self.ends

    @property
    def open_numbers(self) -> Collection[int]:
        """The numbers shown by the ends where the seat in turn may lay a tile."""
        return [self.ends[end] for end in self.open_ends()]

    def next_seat(self, seat: int) -> int:
        """Return the seat after ``seat``, without seats out of the match."""
        return self.following[seat]

    def tiles_held(self, seat: int) -> int:
        """Return how many tiles a seat holds."""
        return self.held[seat].bit_count()

    def pips_held(self, seat: int) -> int:
        """Return the sum of the pips on the tiles that a seat holds."""
        return self.tables.pips.of(self.held[seat])

    def count_held(self, seat: int, tiles: Set[Tile]) -> int:
        """Return how many of ``tiles`` a seat holds."""
        return (self.held[seat] & bitmask(tiles)).bit_count()

    def nothing_fits(self, numbers: Collection[int]) -> bool:
        """Return whether no tile in any hand fits an end that shows one of ``numbers``."""
        fitting = 0
        for number in numbers:
            fitting |= self.tables.fits[number]
        return all(not hand & fitting for hand in self.held)

    def all_laid(self, tiles: Set[Tile]) -> bool:
        """Return whether all of ``tiles`` lie on the table."""
        return not self.left & bitmask(tiles)
