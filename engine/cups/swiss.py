"""Swiss: top half against bottom half at first, later the pairing of least cost."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from engine.cups.actions import Paired
from engine.cups.contenders import Contender, Field
from engine.cups.matching import Costs, least_cost
from engine.cups.model import ascending

MAX_ROUNDS: Final = 9
"""The most rounds that a Swiss has by default."""

_LOTS: Final = 2**32 - 5
"""A prime above which no lot of two contenders counts."""

Pair = tuple[Contender, Contender]


def default_rounds(entrants: int) -> int:
    """Return the number of rounds if the organizer chose none."""
    return min((entrants - 1).bit_length(), MAX_ROUNDS)


def pair(field: Field) -> Paired:
    """Return the round of least cost; of equal ones the lot chooses."""
    contenders = field.contenders
    if field.round == 1:
        halves = _top_against_bottom(contenders)
        if not any(_apart(field, *each) for each in halves):
            return _paired(field, halves)
    edges = {
        (a, b): pair_costs(field, contenders[a], contenders[b])
        for a, b in combinations(range(len(contenders)), 2)
        if not _apart(field, contenders[a], contenders[b])
    }
    alone = [bye_costs(field, each) for each in contenders]
    matched = least_cost(len(contenders), edges, alone)
    return _paired(field, [(contenders[a], contenders[b]) for a, b in matched])


def pair_costs(field: Field, first: Contender, second: Contender) -> Costs:
    """Return the costs of a table, the most important first: of byes twice, repeats, wins and places, then the lot."""
    chance = first.lot * second.lot % _LOTS
    apart = abs(first.place - second.place)
    if field.round == 1:
        return 0, abs(apart - len(field.contenders) // 2), 0, chance
    repeats = field.meetings.get(ascending(first.id, second.id), 0)
    return 0, 0, repeats, (first.halves - second.halves) ** 2, apart, chance


def bye_costs(field: Field, contender: Contender) -> Costs:
    """Return the costs of a bye, in the same order."""
    below = len(field.contenders) + 1
    chance = contender.lot % _LOTS
    if field.round == 1:
        return 1, 0, below - contender.place, chance
    fewest = min(each.byes for each in field.contenders if each.id > 0)
    lowest = min(each.halves for each in field.contenders)
    unfair = int(contender.byes > fewest)
    return 1, unfair, 0, (contender.halves - lowest) ** 2, below - contender.place, chance


def _apart(field: Field, first: Contender, second: Contender) -> bool:
    return ascending(first.id, second.id) in field.forbidden


def _top_against_bottom(contenders: tuple[Contender, ...]) -> list[Pair]:
    half = len(contenders) // 2
    return list(zip(contenders[:half], contenders[half : 2 * half], strict=True))


def _paired(field: Field, pairs: list[Pair]) -> Paired:
    """Return the round with the best contenders at the first table."""
    order = {each.id: index for index, each in enumerate(field.contenders)}
    tables = sorted((min(order[a.id], order[b.id]), max(order[a.id], order[b.id])) for a, b in pairs)
    ids = [each.id for each in field.contenders]
    numbered = tuple((number, (ids[a],), (ids[b],)) for number, (a, b) in enumerate(tables, 1))
    seated = {each for table in tables for each in table}
    return Paired(field.round, numbered, tuple(each for index, each in enumerate(ids) if index not in seated))
