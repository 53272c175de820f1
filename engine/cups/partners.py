"""Partners that change: each round makes pairs and tables at once, by a local search.

For 4n people there are whist tournaments of 4n - 1 rounds, but people come and go, so each round is searched for anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Final, NamedTuple

from engine.cups import benches
from engine.cups.actions import Paired
from engine.cups.benches import SEATS
from engine.cups.contenders import Contender, Field
from engine.cups.model import ascending

MAX_TRIES: Final = 40
"""How many times the search begins anew while people meet again."""

MAX_EVALUATIONS: Final = 60_000
"""After how many tables looked at it does not begin anew any more."""

NEAR: Final = 8
"""How far tables may be from each other that swap people in any case; neighbours are one table apart."""

_WAYS: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to make two pairs of four."""

Four = tuple[Contender, ...]
Costs = tuple[int, int, int, int, int]
"""Of tables: forbidden pairs, repeated partners, repeated opponents, difference of the pairs, spread."""

Sides = tuple[tuple[int, int], tuple[int, int]]


class Best(NamedTuple):
    """The best way to make two pairs of four people."""

    costs: Costs
    sides: Sides


def pair(field: Field) -> Paired:
    """Return a round in which no swap between neighbouring tables lowers the costs."""
    bench, seated = benches.fairest(field)
    search = _Search(field)
    tables = search.best(_fours(sorted(seated, key=lambda each: (-each.halves, each.lot))))
    if search.costs(tables)[0]:
        # people who are kept apart share a table
        bench, started = benches.apart(field)
        tables = search.best([tuple(table) for table in started])
    sides = [search.of(table).sides for table in tables]
    numbered = tuple((number, *pairs) for number, pairs in enumerate(sides, 1))
    return Paired(field.round, numbered, tuple(sorted(each.id for each in bench)))


def costs_of(field: Field, paired: Paired) -> Costs:
    """Return the costs of a round's tables."""
    by_id = {each.id: each for each in field.contenders}
    costs = [_costs(field, tuple(by_id[each] for each in first + second)) for _, first, second in paired.tables]
    return _sum(costs)


class _Search:
    """The search for the tables of one round."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._known: dict[frozenset[int], Best] = {}

    def of(self, table: Four) -> Best:
        """Return the best way to make two pairs of four people."""
        key = frozenset(each.id for each in table)
        best = self._known.get(key)
        if best is None:
            best = self._known[key] = min(self._ways(table))
        return best

    def _ways(self, table: Four) -> Iterator[Best]:
        four = sorted(table, key=lambda each: each.lot)
        for way in _WAYS:
            a, b, c, d = (four[at] for at in way)
            yield Best(_costs(self._field, (a, b, c, d)), ((a.id, b.id), (c.id, d.id)))

    def costs(self, tables: list[Four]) -> Costs:
        """Return the sum of the costs of tables."""
        return _sum([self.of(table).costs for table in tables])

    def best(self, start: list[Four]) -> list[Four]:
        """Return the best tables found: from a start, then, while people meet again, from random orders.

        If a start leaves people who are kept apart at one table, random orders are not tried.
        """
        people = [each for table in start for each in table]
        tables = self._improved(start)
        for attempt in range(MAX_TRIES):
            costs = self.costs(tables)
            if costs[0] or not _meets_again(costs) or len(self._known) > MAX_EVALUATIONS:
                break
            other = self._improved(_fours(sorted(people, key=self._shuffled(attempt))))
            tables = min(tables, other, key=self.costs)
        return tables

    def _shuffled(self, attempt: int) -> Callable[[Contender], bytes]:
        begin = f"{self._field.search_lot} {attempt}"
        return lambda each: hashlib.sha256(f"{begin} {each.id}".encode()).digest()

    def _improved(self, tables: list[Four]) -> list[Four]:
        """Return tables, with swaps between near tables until none lowers the costs.

        A table where people meet again also swaps with tables that are far.
        """
        tables = list(tables)
        pairs = list(combinations(range(len(tables)), 2))
        near = [each for each in pairs if each[1] - each[0] <= NEAR]
        self._swap(tables, [each for each in near if each[1] - each[0] == 1], _always)
        self._swap(tables, near, _always)
        if _meets_again(self.costs(tables)):
            self._swap(tables, pairs, _meets_again)
            self._swap(tables, near, _always)
        return tables

    def _swap(self, tables: list[Four], pairs: list[tuple[int, int]], worth: Callable[[Costs], bool]) -> None:
        """Make swaps between pairs of tables whose costs are worth it, until none lowers the costs."""
        improved = True
        while improved:
            improved = False
            for first, second in pairs:
                if worth(self.costs([tables[first], tables[second]])):
                    improved |= self._swap_two(tables, first, second)

    def _swap_two(self, tables: list[Four], first: int, second: int) -> bool:
        """Make the best swap between two tables; return whether one lowers the costs."""
        now = self.costs([tables[first], tables[second]])
        swaps = (_swapped(tables[first], tables[second], *seats) for seats in product(range(SEATS), repeat=2))
        best = min(swaps, key=lambda swap: self.costs([*swap]))
        if self.costs([*best]) >= now:
            return False
        tables[first], tables[second] = best
        return True


def _fours(people: list[Contender]) -> list[Four]:
    return [tuple(people[at : at + SEATS]) for at in range(0, len(people), SEATS)]


def _always(_: Costs) -> bool:
    return True


def _meets_again(costs: Costs) -> bool:
    """Whether people who are kept apart, or who met before, are at tables of these costs."""
    return any(costs[:3])


def _swapped(first: Four, second: Four, one: int, other: int) -> tuple[Four, Four]:
    return (
        (*first[:one], second[other], *first[one + 1 :]),
        (*second[:other], first[one], *second[other + 1 :]),
    )


def _costs(field: Field, four: Four) -> Costs:
    """Return the costs of a table at which the first two meet the last two."""
    a, b, c, d = four
    forbidden = sum(ascending(x.id, y.id) in field.forbidden for x, y in combinations(four, 2))
    partners = _times(field.partnerships, a, b) + _times(field.partnerships, c, d)
    opponents = sum(_times(field.meetings, x, y) for x, y in product((a, b), (c, d)))
    halves = [each.halves for each in four]
    difference = abs(a.halves + b.halves - c.halves - d.halves)
    return forbidden, partners, opponents, difference, max(halves) - min(halves)


def _times(counts: Mapping[tuple[int, int], int], first: Contender, second: Contender) -> int:
    return counts.get(ascending(first.id, second.id), 0)


def _sum(costs: list[Costs]) -> Costs:
    a, b, c, d, e = (sum(column) for column in zip(*costs, strict=True)) if costs else (0, 0, 0, 0, 0)
    return a, b, c, d, e
