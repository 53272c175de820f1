"""Knock-out: the bracket, who goes on, the match for third place, and the places.

A round's tables bear their place in the bracket as their number. In the last round number 1 is the final, and number 2
the match for third place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.cups.actions import Paired
from engine.cups.errors import CupError, Refusal
from engine.cups.model import Cup, Round, Table, ascending
from engine.cups.presence import in_field

FINAL, THIRD_PLACE = 1, 2

Apart = frozenset[tuple[int, int]]
"""The ids of two entrants each, ascending, that may not meet."""


class Meeting(NamedTuple):
    """The entrants of a place in the bracket: two, each None if nobody came so far."""

    first: int | None
    second: int | None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Those of the two that there are."""
        return tuple(each for each in self if each is not None)


def size_of(entrants: int) -> int:
    """Return the size of the bracket for so many: the next power of two."""
    return 1 << (entrants - 1).bit_length()


def positions(size: int) -> list[int]:
    """Return the seeds, from 1, in the order of the bracket.

    >>> positions(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, total - seed)]
    return seeds


def bracket(cup: Cup) -> tuple[int | None, ...]:
    """Return the entrants in the order of the first round; None is an empty place.

    The lower seed of two that may not meet changes places with the nearest seed that removes the clash; of two equally
    near ones with the lower. If there is none, the two meet.
    """
    size = size_of(len(cup.order))
    seeds: list[int | None] = [*cup.order, *[None] * (size - len(cup.order))]
    apart = cup.kept_apart
    for high in range(size // 2):
        if _clash(apart, seeds, high):
            _part(apart, seeds, size - 1 - high, len(cup.order))
    return tuple(seeds[position - 1] for position in positions(size))


def _clash(apart: Apart, seeds: Sequence[int | None], at: int) -> bool:
    first, second = seeds[at], seeds[len(seeds) - 1 - at]
    return first is not None and second is not None and ascending(first, second) in apart


def _part(apart: Apart, seeds: list[int | None], low: int, entrants: int) -> None:
    """Let a seed change places with the nearest one that leaves no clash at the tables of both."""
    for other in sorted(range(entrants), key=lambda seed: (abs(seed - low), -seed)):
        seeds[low], seeds[other] = seeds[other], seeds[low]
        if not _clash(apart, seeds, low) and not _clash(apart, seeds, other):
            return
        seeds[low], seeds[other] = seeds[other], seeds[low]


def meeting(cup: Cup, number: int, table: int) -> Meeting:
    """Return the entrants of a table of a round; the rounds before have their results."""
    if number == cup.planned and table == THIRD_PLACE:
        return Meeting(_loser(cup, number - 1, 1), _loser(cup, number - 1, 2))
    if number == 1:
        return Meeting(*cup.bracket[2 * table - 2 : 2 * table])
    return Meeting(winner(cup, number - 1, 2 * table - 1), winner(cup, number - 1, 2 * table))


def winner(cup: Cup, number: int, table: int) -> int | None:
    """Return the entrant that goes on from a place of a round: the winner, or the one with a bye; None for nobody."""
    seat = cup.table_at(number, table)
    if seat is not None:
        side = winning_side(cup, seat)
        return None if side is None else seat.sides[side][0]
    byes = cup.rounds[number - 1].byes
    return next((each for each in meeting(cup, number, table).entrants if each in byes), None)


def winning_side(cup: Cup, table: Table) -> int | None:
    """Return the side that goes on; the higher seed if the match was level, None if nobody came or it goes on."""
    result = table.result
    if result is None or len(result.absent) == 2:
        return None
    if result.winner is not None:
        return result.winner
    return min((0, 1), key=lambda side: cup.order.index(table.sides[side][0]))


def _loser(cup: Cup, number: int, table: int) -> int | None:
    """Return the loser of a match; None if there was none, or if both were absent."""
    seat = cup.table_at(number, table)
    side = None if seat is None else winning_side(cup, seat)
    return None if seat is None or side is None else seat.sides[1 - side][0]


def tables_of(cup: Cup, number: int) -> range:
    """Return the numbers of the places of a round."""
    last = number == cup.planned
    return range(1, (THIRD_PLACE if last else len(cup.bracket) >> number) + 1)


def pair(cup: Cup) -> Paired:
    """Return the next round: the entrants that go on meet; one without an opponent has a bye."""
    number = len(cup.rounds) + 1
    there = in_field(cup)
    tables: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    byes: list[int] = []
    for table in tables_of(cup, number):
        entrants = [each for each in meeting(cup, number, table).entrants if each in there]
        if len(entrants) == 2:
            tables.append((table, (entrants[0],), (entrants[1],)))
        else:
            byes.extend(_people(entrants))
    return Paired(number, tuple(tables), tuple(byes))


def _people(entrants: Iterable[int]) -> Iterator[int]:
    """Yield those that are no computers: these have no bye, and don't go on without a match."""
    return (each for each in entrants if each > 0)


# ------------------------------------------------------------------ corrections


def redrawn(cup: Cup, before: Cup, corrected: Table) -> Cup:
    """Return the cup with the right entrants at the tables that a corrected result feeds.

    Args:
        cup: the cup with the corrected result.
        before: the cup without it.
        corrected: the table.

    Raises:
        CupError: the next match of either side has begun, or two would meet in a round that is over.

    """
    changed = {corrected.number}
    for number in range(corrected.round + 1, len(cup.rounds) + 1):
        fed = {table for table in tables_of(cup, number) if changed & set(_feeders(cup, number, table))}
        changed = {table for table in fed if _begun(before, number, table)}
        if changed:
            raise CupError(Refusal.TOO_LATE, round=number, table=min(changed))
        cup = _drawn_again(cup, before, number, fed)
        changed = fed
    return cup


def _feeders(cup: Cup, number: int, table: int) -> tuple[int, int]:
    """Return the tables of the round before from which a table gets its entrants."""
    return (1, 2) if number == cup.planned else (2 * table - 1, 2 * table)


def _begun(cup: Cup, number: int, table: int) -> bool:
    seat = cup.table_at(number, table)
    return seat is not None and seat.begun


def _drawn_again(cup: Cup, before: Cup, number: int, fed: set[int]) -> Cup:
    """Return the cup with tables of a round drawn anew, but for those at which the same entrants could meet before."""
    meetings = {table: (meeting(cup, number, table), meeting(before, number, table)) for table in fed}
    moved = {table: now.entrants + then.entrants for table, (now, then) in meetings.items() if now != then}
    each, there = cup.rounds[number - 1], in_field(cup)
    tables = [seat for seat in each.tables if seat.number not in moved]
    byes = [entrant for entrant in each.byes if not any(entrant in entrants for entrants in moved.values())]
    for table in moved:
        entrants = [entrant for entrant in meetings[table][0].entrants if entrant in there]
        if len(entrants) == 2:
            if number < len(cup.rounds):
                # their round is over; who had a bye there goes on already
                raise CupError(Refusal.TOO_LATE, round=number, table=table)
            tables.append(Table(number, table, ((entrants[0],), (entrants[1],))))
        else:
            byes.extend(_people(entrants))
    drawn = replace(each, tables=tuple(sorted(tables, key=lambda seat: seat.number)), byes=tuple(byes))
    return cup.with_round(drawn)


# ------------------------------------------------------------------ places


def places(cup: Cup) -> dict[int, int]:
    """Return the place of each entrant that is no computer; those that can still win share the first.

    Losers of one round share a place. Computers in front of an entrant leave no gap.
    """
    placed = dict.fromkeys(cup.order, 1)
    for each in cup.rounds:
        for table in tables_of(cup, each.number):
            placed.update(_placed_at(cup, each, table))
    computers = [place for entrant, place in placed.items() if entrant < 0]
    return {
        entrant: place - sum(other < place for other in computers) for entrant, place in placed.items() if entrant > 0
    }


def _placed_at(cup: Cup, each: Round, table: int) -> Iterator[tuple[int, int]]:
    """Yield the places that are decided at a place of the bracket."""
    seat = cup.table_at(each.number, table)
    if seat is not None and seat.result is None:
        return
    entrants = meeting(cup, each.number, table).entrants
    best = winner(cup, each.number, table)
    if each.number == cup.planned and table == THIRD_PLACE:
        # all losers of semi-finals share the third place so far
        if best is not None:
            yield from ((entrant, 4) for entrant in _semi_finalists(cup) if entrant != best)
        return
    place = (len(cup.bracket) >> each.number) + 1
    yield from ((entrant, place) for entrant in entrants if entrant != best)


def _semi_finalists(cup: Cup) -> Iterator[int]:
    """Yield those who were in a semi-final and not in the final."""
    finalists = meeting(cup, cup.planned, FINAL).entrants
    for table in (1, 2):
        entrants = meeting(cup, cup.planned - 1, table).entrants
        yield from (entrant for entrant in entrants if entrant not in finalists)
