"""Byes where partners change, and tables that seat nobody with a person kept apart from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from engine.cups.contenders import Contender, Field
from engine.cups.model import ascending

SEATS: Final = 4
"""The seats of a table."""

MAX_SEATED: Final = 20_000
"""How many people, over all groups tried for so many byes, are seated before four more have one."""

MAX_STEPS: Final = 3_000
"""How many steps the search for tables of one group takes."""

People = list[Contender]


def fairest(field: Field) -> tuple[People, People]:
    """Return the entrants with a bye, and the others: the fewest byes first, then the lowest; computers have none."""
    order = _by_claim(field)
    left_over = len(order) % SEATS
    return order[:left_over], order[left_over:]


def apart(field: Field) -> tuple[People, list[People]]:
    """Return the entrants with a bye, and tables without a forbidden pair: the fewest byes, as fair as possible."""
    kept: set[int] = {each for pair in field.forbidden for each in pair}
    claims = [each for each in _by_claim(field) if each.id > 0]
    # whoever is kept apart from nobody makes room for nobody
    in_the_way = sorted(claims, key=lambda each: each.id not in kept)
    left_over = len(field.contenders) % SEATS
    for byes in range(left_over, len(claims) + 1, SEATS):
        for order in (claims, in_the_way):
            for bench in islice(_benches(order, byes), MAX_SEATED // len(order)):
                tables = _tables(field, [each for each in field.contenders if each not in bench])
                if tables is not None:
                    return bench, tables
    return claims, []


def _by_claim(field: Field) -> People:
    """Return the contenders in the order in which they have a claim to a bye."""
    return sorted(field.contenders, key=lambda each: (each.id < 0, each.byes, -each.place, each.lot))


def _benches(order: People, byes: int) -> Iterator[People]:
    """Yield groups of people, those first whose last one is early in an order."""
    if byes == 0:
        yield []
    else:
        for last in range(byes - 1, len(order)):
            for others in combinations(order[:last], byes - 1):
                yield [*others, order[last]]


def _tables(field: Field, seated: Sequence[Contender]) -> list[People] | None:
    """Return tables without a forbidden pair; None if none were found."""
    foes = {
        each.id: frozenset(other.id for other in seated if ascending(each.id, other.id) in field.forbidden)
        for each in seated
    }
    order = sorted(seated, key=lambda each: (-len(foes[each.id]), -each.halves, each.lot))
    tables: list[People] = [[] for _ in range(len(seated) // SEATS)]
    steps = 0

    def seat(at: int) -> bool:
        nonlocal steps
        steps += 1
        if at == len(order):
            return True
        for table in tables:
            if len(table) < SEATS and not foes[order[at].id].intersection(each.id for each in table):
                table.append(order[at])
                if seat(at + 1):
                    return True
                table.pop()
            # an empty table is like any other one
            if not table or steps > MAX_STEPS:
                break
        return False

    return tables if seat(0) else None
