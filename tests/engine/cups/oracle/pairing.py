"""Pairings of a Swiss cup: all of them are tried, and the least is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tests.engine.cups.oracle.results import Round, byes, meetings, wins
from tests.engine.cups.oracle.standings import swiss

Pair = tuple[int, ...]
"""Two sides, or one that has a bye."""


class Cost(NamedTuple):
    byes: int = 0
    unfair_byes: int = 0
    repeats: int = 0
    wins: int = 0
    """Squares of differences, in quarters of a win."""
    ranks: int = 0


class Now(NamedTuple):
    """What the next pairing is made from."""

    sides: tuple[int, ...]
    """Those to be paired."""
    forbidden: frozenset[frozenset[int]]
    fillers: frozenset[int]
    rounds: tuple[Round, ...]
    wins: Mapping[int, Fraction]
    ranks: Mapping[int, int]
    byes: Mapping[int, int]


def now(
    sides: Sequence[int],
    rounds: Sequence[Round],
    forbidden: frozenset[frozenset[int]] = frozenset(),
    fillers: frozenset[int] = frozenset(),
    less_is_better: bool = False,
) -> Now:
    standings = swiss(rounds, sides, less_is_better)
    return Now(
        tuple(sides),
        forbidden,
        fillers,
        tuple(rounds),
        {name: wins(rounds, name) for name in sides},
        {name: standings[name].place for name in sides},
        {name: byes(rounds, name) for name in sides},
    )


def squared(wins: Fraction, others: Fraction) -> int:
    return int(4 * (wins - others) ** 2)


def pair_cost(field: Now, pair: Pair) -> Cost:
    if len(pair) == 1:
        (name,) = pair
        fewest = min(field.byes[other] for other in field.sides if other not in field.fillers)
        lowest = min(field.wins.values())
        return Cost(
            1,
            int(field.byes[name] > fewest),
            0,
            squared(field.wins[name], lowest),
            len(field.sides) + 1 - field.ranks[name],
        )
    one, other = pair
    return Cost(
        repeats=len(meetings(field.rounds, one, other)),
        wins=squared(field.wins[one], field.wins[other]),
        ranks=abs(field.ranks[one] - field.ranks[other]),
    )


def cost(field: Now, pairing: Sequence[Pair]) -> Cost:
    return summed([pair_cost(field, pair) for pair in pairing])


def summed(costs: Sequence[Cost]) -> Cost:
    return Cost(
        sum(each.byes for each in costs),
        sum(each.unfair_byes for each in costs),
        sum(each.repeats for each in costs),
        sum(each.wins for each in costs),
        sum(each.ranks for each in costs),
    )


def legal(field: Now, pair: Pair) -> bool:
    """Whether a table or a bye is allowed at all; a computer has no bye."""
    if len(pair) == 1:
        return pair[0] not in field.fillers
    return frozenset(pair) not in field.forbidden


def pairings(sides: tuple[int, ...], empty: int) -> Iterator[tuple[Pair, ...]]:
    """Every way to pair the sides with just so many byes."""
    if not sides:
        yield ()
        return
    first, rest = sides[0], sides[1:]
    if empty:
        for others in pairings(rest, empty - 1):
            yield ((first,), *others)
    if len(rest) > empty:
        for at, other in enumerate(rest):
            for others in pairings(rest[:at] + rest[at + 1 :], empty):
                yield ((first, other), *others)


def legal_pairings(field: Now) -> list[tuple[Pair, ...]]:
    """The legal pairings with the fewest byes."""
    pairs = [*combinations(field.sides, 1), *combinations(field.sides, 2)]
    allowed = {pair for pair in pairs if legal(field, pair)}
    for empty in range(len(field.sides) % 2, len(field.sides) + 1, 2):
        if found := [each for each in pairings(field.sides, empty) if allowed.issuperset(each)]:
            return found
    return []


def least(field: Now) -> Cost | None:
    """The least cost of all legal pairings after round 1; none if there is no legal one."""
    pairs = [*combinations(field.sides, 1), *combinations(field.sides, 2)]
    costs = {pair: pair_cost(field, pair) for pair in pairs if legal(field, pair)}
    return min((summed([costs[pair] for pair in each]) for each in legal_pairings(field)), default=None)


def exchanges(field: Now, pairing: Sequence[Pair]) -> Iterator[tuple[Pair, ...]]:
    """What costs less after two tables, or a table and a bye, have changed sides: for fields too large to try all."""
    for one, other in combinations(pairing, 2):
        before = cost(field, (one, other))
        for new in pairings(one + other, (len(one) + len(other)) % 2):
            if all(legal(field, pair) for pair in new) and cost(field, new) < before:
                yield (one, other, *new)


def seeding(sides: Sequence[int], ratings: Mapping[int, int], lot: Mapping[int, int]) -> list[int]:
    """The order of round 1; `lot` and `ratings` have what is known, and the least in the lot is first."""
    if 2 * sum(name in ratings for name in sides) < len(sides):
        return sorted(sides, key=lambda name: lot[name])
    return sorted(sides, key=lambda name: (name not in ratings, -ratings.get(name, 0), lot[name]))


def first_round(order: Sequence[int]) -> list[Pair]:
    half = len(order) // 2
    tables: list[Pair] = [(order[at], order[at + half]) for at in range(half)]
    return tables + ([(order[-1],)] if len(order) % 2 else [])


def distance(order: Sequence[int], pairing: Sequence[Pair]) -> int:
    """How far the differences of rank are from half the field, summed over the tables of round 1."""
    half = len(order) // 2
    return sum(abs(abs(order.index(pair[0]) - order.index(pair[1])) - half) for pair in pairing if len(pair) == 2)
