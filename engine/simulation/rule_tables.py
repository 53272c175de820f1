"""A rule set's answers, asked for once and noted by numbers and bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar

from engine import layouts, match
from engine.actions import Draw, Move, Play
from engine.game import State
from engine.layouts import Layout
from engine.options import Value
from engine.tiles import Tile, bitmask, full_set

DRAW: Final = -1
"""The code of a draw."""

PASS: Final = -2
"""The code of a pass."""

START: Final = 31
"""The number of the end for an opening tile."""

MAX_NOTED = 1024
"""The most sets of tiles whose plays are noted, for each end and each number that it shows."""

MAX_NOTED_POINTS = 5_000
"""The most tables whose points are noted."""

CHUNK: Final = 11
"""The number of bits of a mask whose sum over tiles is looked up at once."""

N = TypeVar("N", int, float)


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    numbers: list[int] = []
    while mask:
        lowest = mask & -mask
        numbers.append(lowest.bit_length() - 1)
        mask ^= lowest
    return numbers


class Sums(Generic[N]):
    """Adds up a number for each tile of a bit mask.

    >>> Sums([1, 10, 100]).of(0b101)
    101
    """

    def __init__(self, values: Sequence[N]) -> None:
        self._chunks: list[list[N]] = []
        for first in range(0, len(values), CHUNK):
            sums: list[N] = [values[0] - values[0]]
            for value in values[first : first + CHUNK]:
                sums += [each + value for each in sums]
            self._chunks.append(sums)

    def of(self, mask: int) -> N:
        """Return the sum over the tiles of ``mask``."""
        total = self._chunks[0][mask & (1 << CHUNK) - 1]
        for sums in self._chunks[1:]:
            mask >>= CHUNK
            if not mask:
                break
            total += sums[mask & (1 << CHUNK) - 1]
        return total


class _Codes(dict[int, tuple[int, ...]]):
    """The plays of each set of tiles at an end that shows one number, noted once they are asked for.

    Args:
        end: the number of the end.
        outward: the halves of each tile that can face out there.

    """

    __slots__ = ("_end", "_outward")

    def __init__(self, end: int, outward: Sequence[tuple[int, ...]]) -> None:
        super().__init__()
        self._end, self._outward = end << 4, outward

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= MAX_NOTED:
            self.clear()
        end, outward = self._end, self._outward
        plays = self[mask] = tuple([tile << 9 | end | half for tile in bits(mask) for half in outward[tile]])
        return plays


@cache
def _codes(end: int, outward: tuple[tuple[int, ...], ...]) -> _Codes:
    """Return the plays at an end: rule sets and numbers of players with the same halves share them."""
    return _Codes(end, outward)


class RuleTables:
    """A rule set with its options, in numbers.

    A play is a code: the tile's order, in five bits the number of the end, and in four the half that faces out.

    Args:
        rules: the rule set's id.
        seats: the number of players.
        options: the value of every option.

    Attributes:
        rules: the rule set.
        scoring: whether plays score.
        keeps_turn: see :class:`engine.game.RuleSet`.
        open: whether every end is open: on a line, also one that forks.
        plain: whether no form of table notes anything else, either.
        forks: whether tiles add ends.
        tiles: the set.
        bits: the bit of each tile.
        fits: for each number shown, the tiles that fit.
        doubles: the doubles.
        codes: for each end, and each number that it shows, the plays of a set of tiles that fit.
        outward: for each number shown, and each tile, the halves that can face out.
        opens: the number of each tile at the end that it adds, or -1 if it adds none.
        starts: for each tile, the numbers shown by the ends after it has opened.
        draws_and_passes: the moves besides plays, by whether a seat can play, whether it has just drawn, and the
            boneyard's size.
        at_will: whether a seat that can play has any.
        pips: adds up pips.
        noted: further answers, noted by the simulation of a form.

    """

    def __init__(self, rules: str, seats: int, options: Mapping[str, Value]) -> None:
        self._blank = match.new(rules, seats, options)._replace(turn=0, legal=None)
        rule_set = self.rules = self._blank.rules
        self.scoring = rule_set.scoring.move_points is not None
        self.keeps_turn = rule_set.keeps_turn
        self.tiles = full_set(rule_set.max_pips)
        self.bits = [1 << each.order for each in self.tiles]
        self.fits = [
            bitmask(fitting) & (1 << len(self.tiles)) - 1 for fitting in rule_set.fits[: rule_set.max_pips + 1]
        ]
        self.doubles = bitmask(each for each in self.tiles if each.double)
        self.pips = _pips(rule_set.max_pips)
        self.noted: dict[Any, Any] = {}
        self.starts: list[list[int]] = []
        self.opens = [-1] * len(self.tiles)
        self._note_plays()
        sizes = range(len(self.tiles) + 1)
        self.draws_and_passes = [
            [[self._draws(able, drawn, size) for size in sizes] for drawn in (False, True)] for able in (False, True)
        ]
        self.at_will = any(each for row in self.draws_and_passes[True] for each in row)

    def probe(self, layout: Layout, hand: Iterable[Tile], seat: int = 0) -> State:
        """Return a state in which to ask the rules: a seat in turn with a table and a hand."""
        hands = tuple(tuple(hand) if each == seat else () for each in range(self._blank.seats))
        return self._blank._replace(layout=layout, hands=hands, turn=seat)

    def code(self, move: Move, layout: Layout) -> int:
        """Return the code of a move at a table."""
        if not isinstance(move, Play):
            return DRAW if isinstance(move, Draw) else PASS
        tile = move.tile.order
        if move.end == layouts.START:
            return tile << 9 | START << 4
        end = [*layout.ends].index(move.end)
        if not layout.has_ends:
            return tile << 9
        outward = self.outward[layout.ends[move.end]][tile][0] if move.facing is None else move.facing
        return tile << 9 | end << 4 | outward

    def _note_plays(self) -> None:
        rules = self.rules
        begun = rules.initial_layout(self._blank)
        if not begun.ends:
            empty = begun
            for tile in self.tiles:
                begun = rules.lay(empty, Play(0, tile, layouts.START))
                self.starts.append([*begun.ends.values()])
        self.open = begun.ends_stay_open
        self.plain = self.open and not self.scoring
        self.outward = [[self._facing(begun, tile, number) for tile in self.tiles] for number in range(len(self.fits))]
        self.forks = max(self.opens) >= 0
        self.codes = [[_codes(end, tuple(row)) for row in self.outward] for end in range(begun.max_ends)]

    def _facing(self, begun: Layout, tile: Tile, number: int) -> tuple[int, ...]:
        """Return the halves of a tile that can face out at an end that shows a number; note the end that it adds."""
        rules = self.rules
        if tile not in rules.fits[number]:
            return ()
        if not begun.has_ends:
            return (0,)
        layout = begun.showing(number)
        first, *_ = layout.ends
        facing: list[int] = []
        for play in rules.plays(self.probe(layout, (tile,))):
            if isinstance(play, Play) and play.end == first:
                ends = rules.lay(layout, play, number).ends
                facing.append(ends[first])
                for end in ends.keys() - layout.ends.keys():
                    self.opens[tile.order] = ends[end]
        return tuple(facing)

    def _draws(self, able: bool, drawn: bool, size: int) -> tuple[int, ...]:
        state = self._blank._replace(boneyard=self.tiles[:size], history=(Draw(0),) if drawn else ())
        return tuple(DRAW if isinstance(each, Draw) else PASS for each in self.rules.other_moves(state, able))


@cache
def _pips(max_pips: int) -> Sums[int]:
    return Sums([each.pips for each in full_set(max_pips)])


@lru_cache(maxsize=64)
def tables_for(rules: str, seats: int, options: tuple[tuple[str, Value], ...]) -> RuleTables:
    """Return the tables for a rule set, made once."""
    return RuleTables(rules, seats, dict(options))
