"""Cups in which partners change: what a set of tables costs, and the laws of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import NamedTuple

from tests.engine.cups.oracle.pairing import Now
from tests.engine.cups.oracle.results import Round, lines, meetings

Four = tuple[tuple[int, int], tuple[int, int]]
"""Two pairs at one table."""


class Cost(NamedTuple):
    partners: int = 0
    opponents: int = 0
    difference: Fraction = Fraction(0)
    spread: Fraction = Fraction(0)


def partnerships(rounds: Sequence[Round], name: int, other: int) -> int:
    """How often two played together; a table with an absence is none."""
    return sum(each.kind == "played" and other in each.partners for each in lines(rounds, name))


def table_cost(field: Now, table: Four) -> Cost:
    one, other = table
    sums = [sum((field.wins[name] for name in pair), Fraction(0)) for pair in table]
    all_wins = [field.wins[name] for name in one + other]
    return Cost(
        sum(partnerships(field.rounds, *pair) for pair in table),
        sum(len(meetings(field.rounds, here, there)) for here in one for there in other),
        abs(sums[0] - sums[1]),
        max(all_wins) - min(all_wins),
    )


def cost(field: Now, tables: Sequence[Four]) -> Cost:
    costs = [table_cost(field, table) for table in tables]
    return Cost(
        sum(each.partners for each in costs),
        sum(each.opponents for each in costs),
        sum((each.difference for each in costs), Fraction(0)),
        sum((each.spread for each in costs), Fraction(0)),
    )


def paired(field: Now, people: Sequence[int]) -> Four:
    """Pair four people in the best of three ways."""
    a, b, c, d = people
    ways: list[Four] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return min(ways, key=lambda way: table_cost(field, way))


def clashes(field: Now, people: Sequence[int]) -> bool:
    return any(frozenset(two) in field.forbidden for two in combinations(people, 2))


def improvements(field: Now, tables: Sequence[Four]) -> Iterator[str]:
    """What a search that stops when nothing improves would still have found."""
    for table in tables:
        if table_cost(field, paired(field, table[0] + table[1])) < table_cost(field, table):
            yield f"{table} paired otherwise"
    for left, right in pairwise(tables):
        here, there = left[0] + left[1], right[0] + right[1]
        for one, other in product(here, there):
            new = [*(set(here) - {one}), other], [*(set(there) - {other}), one]
            if any(clashes(field, people) for people in new):
                continue
            if cost(field, [paired(field, people) for people in new]) < cost(field, (left, right)):
                yield f"{one} and {other} changed"


def can_be_seated(people: Sequence[int], field: Now) -> bool:
    """Whether so many people, a multiple of four, can sit at tables without a forbidden pair."""
    if not people:
        return True
    first, rest = people[0], people[1:]
    return any(
        can_be_seated([name for name in rest if name not in others], field)
        for others in combinations(rest, 3)
        if not clashes(field, (first, *others))
    )


def fewest_byes(field: Now) -> int:
    """How many have no table, at least."""
    real = [name for name in field.sides if name not in field.fillers]
    for empty in range(len(field.sides) % 4, len(field.sides) + 1, 4):
        for resting in combinations(real, empty):
            if can_be_seated([name for name in field.sides if name not in resting], field):
                return empty
    return len(field.sides)


def order_of_byes(field: Now, name: int) -> tuple[int, int]:
    """The least has a bye first: fewest byes, then lowest."""
    return field.byes[name], -field.ranks[name]
