"""The bracket of a knock-out, and the places it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Slot = int | None
Result = Callable[[int, int, int], int | None]
"""The winner of a table in a round from 1; none if both are absent."""


def numbers(size: int) -> list[int]:
    """The seeds in the order of the bracket: 1-8, 4-5, 2-7, 3-6."""
    if size == 1:
        return [1]
    return [each for seed in numbers(size // 2) for each in (seed, size + 1 - seed)]


def bracket(seeds: Sequence[int], forbidden: frozenset[frozenset[int]] = frozenset()) -> list[Slot]:
    """Who is where in round 1; an empty place is a bye."""
    size = 1
    while size < len(seeds):
        size *= 2
    at = dict(enumerate(seeds, start=1))
    for seed in range(1, len(seeds) + 1):
        remove_clash(at, seed, size, forbidden)
    return [at.get(number) for number in numbers(size)]


def clash(at: Mapping[int, int], seed: int, size: int, forbidden: frozenset[frozenset[int]]) -> bool:
    opponent = size + 1 - seed
    return seed in at and opponent in at and frozenset((at[seed], at[opponent])) in forbidden


def remove_clash(at: dict[int, int], seed: int, size: int, forbidden: frozenset[frozenset[int]]) -> None:
    """Change the lower seed with the nearest one, of two as near the lower."""
    lower = size + 1 - seed
    if lower < seed or not clash(at, seed, size, forbidden):
        return
    for other in sorted(at, key=lambda each: (abs(each - lower), -each)):
        at[lower], at[other] = at[other], at[lower]
        if not clash(at, seed, size, forbidden) and not clash(at, other, size, forbidden):
            return
        at[lower], at[other] = at[other], at[lower]


class Played(NamedTuple):
    tables: list[list[tuple[int, int]]]
    """Of each round; the last of the last round may be for third place."""
    byes: list[list[int]]
    places: dict[int, int]
    lone_third: list[int]
    """A loser of a semi-final who has nobody to play for third place."""


def of_people(places: Mapping[int, int]) -> dict[int, int]:
    """The places of all but computers, which have none."""
    return {
        name: place - sum(other < 0 and at < place for other, at in places.items())
        for name, place in places.items()
        if name > 0
    }


def play(slots: Sequence[Slot], gone: Mapping[int, int], result: Result) -> Played:
    """Play a bracket: `gone` has the round from 1 in which a side is there no more."""
    tables: list[list[tuple[int, int]]] = []
    byes: list[list[int]] = []
    places: dict[int, int] = {}
    semi_final: dict[int, bool] = {}
    lone: list[int] = []
    number = 0
    while len(slots) > 1:
        number += 1
        final, semi = len(slots) == 2, len(slots) == 4
        tables.append([])
        byes.append([])
        following: list[Slot] = []
        for left, right in zip(slots[::2], slots[1::2], strict=True):
            pair = [name for name in (left, right) if name is not None]
            here = [name for name in pair if gone.get(name, number + 1) > number]
            winner: Slot = None
            both_absent = False
            if len(here) == 2:
                tables[-1].append((here[0], here[1]))
                winner = result(number, *here)
                both_absent = winner is None
            elif here and here[0] > 0:
                # a computer has no bye and does not go on
                byes[-1].append(here[0])
                winner = here[0]
            for loser in pair:
                if loser == winner:
                    continue
                places[loser] = len(slots) // 2 + 1
                if semi:
                    semi_final[loser] = loser in here and len(here) == 2 and not both_absent
            following.append(winner)
            if final and winner is not None:
                places[winner] = 1
        if final:
            lone = third_place(number, semi_final, gone, result, tables[-1], places)
        slots = following
    return Played(tables, byes, places, lone)


def third_place(
    number: int,
    losers: Mapping[int, bool],
    gone: Mapping[int, int],
    result: Result,
    tables: list[tuple[int, int]],
    places: dict[int, int],
) -> list[int]:
    """Play for third place if both losers are there; one who is there alone is third."""
    there = [name for name, played in losers.items() if played and gone.get(name, number + 1) > number]
    lone = there if len(there) == 1 else []
    if len(there) == 2:
        tables.append((there[0], there[1]))
        winner = result(number, *there)
        there = there if winner is None else [winner]
    if there:
        places.update((name, 3 if name in there else 4) for name in losers)
    return lone
