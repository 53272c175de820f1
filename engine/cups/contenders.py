"""The field of a round: the facts of each entrant that its pairing needs, without a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.cups.lots import Purpose, lot
from engine.cups.model import Cup
from engine.cups.presence import fillers, present
from engine.cups.results import meetings, partnerships, tallies
from engine.cups.seeding import seeded
from engine.cups.standings import places


class Contender(NamedTuple):
    """An entrant that is to be paired.

    Attributes:
        id: its id.
        place: its place among the contenders; before the first round all differ, later level ones share it.
        halves: its win points, in halves.
        byes: the rounds that count as byes.
        lot: the number that decides between pairings of equal cost.

    """

    id: int
    place: int
    halves: int
    byes: int
    lot: int


class Field(NamedTuple):
    """The contenders of a round, and what happened between them. It can be pickled.

    Attributes:
        round: the number of the round, from 1.
        contenders: the contenders by place, then by lot.
        meetings: how many times two ids, ascending, met as opponents.
        partnerships: how many times two ids, ascending, were partners.
        forbidden: two ids each, ascending, that may not sit at one table.
        search_lot: the number from which a search draws.

    """

    round: int
    contenders: tuple[Contender, ...]
    meetings: Mapping[tuple[int, int], int]
    partnerships: Mapping[tuple[int, int], int]
    forbidden: frozenset[tuple[int, int]]
    search_lot: int


def field_of(cup: Cup, search_lot: int = 0) -> Field:
    """Return the field of the next round, with the computers that fill it."""
    entrants = (*present(cup), *fillers(cup))
    cup = cup.with_computers(fillers(cup))
    number = len(cup.rounds) + 1
    place = _first_places(cup, entrants) if number == 1 else places(cup, entrants)
    tallied = tallies(cup)
    contenders = (
        Contender(
            each,
            place[each],
            tallied[each].halves,
            tallied[each].byes,
            lot(cup.seed, Purpose.PAIRING, each),
        )
        for each in entrants
    )
    return Field(
        number,
        tuple(sorted(contenders, key=lambda each: (each.place, each.lot))),
        dict(meetings(cup)),
        dict(partnerships(cup)),
        cup.kept_apart,
        search_lot,
    )


def _first_places(cup: Cup, entrants: tuple[int, ...]) -> dict[int, int]:
    return {entrant: place for place, entrant in enumerate(seeded(cup, entrants), 1)}
