"""Everyone against everyone: the circle method, and the entrants that are struck."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cups.actions import Paired
from engine.cups.model import Cup, Format
from engine.cups.presence import in_field, people, present

Pairing = tuple[tuple[int, int | None], ...]
"""Who meets whom in a round; None is a bye."""


def circle(order: tuple[int, ...], number: int) -> Pairing:
    """Return the pairs of a round by the circle method: the first stays, the others move on by one.

    Args:
        order: the entrants.
        number: the number of the round, from 1; after everyone met everyone it begins anew, with sides changed.

    >>> circle((1, 2, 3), 1), circle((1, 2, 3), 2)
    (((2, 3), (1, None)), ((2, 1), (3, None)))
    """
    places: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    cycle, turn = divmod(number - 1, len(places) - 1)
    moved = places[:1] + places[1:][turn:] + places[1:][:turn]
    half = len(places) // 2
    pairs = [_sides(*pair, (turn + cycle) % 2 == 1) for pair in zip(moved[:half], reversed(moved[half:]), strict=True)]
    return tuple(sorted(pairs, key=lambda pair: pair[1] is None))


def _sides(first: int | None, second: int | None, changed: bool) -> tuple[int, int | None]:
    if first is None or second is None:
        someone = second if first is None else first
        assert someone is not None, "one place of the circle is empty"
        return someone, None
    return (second, first) if changed else (first, second)


def rounds_of(entrants: int, twice: bool) -> int:
    """Return the number of rounds in which a number of sides meet each other."""
    return (entrants + entrants % 2 - 1) * (2 if twice else 1)


def opponent_in(cup: Cup, number: int, entrant: int) -> int | None:
    """Return the entrant's opponent of a round, gone or not; None if the circle has a bye for it."""
    for first, second in circle(cup.order, number):
        if entrant == first:
            return second
        if entrant == second:
            return first
    return None


def struck(cup: Cup) -> frozenset[int]:
    """Return the entrants that were gone before half of their matches; none of those counts."""
    if cup.settings.format is not Format.ROUND_ROBIN or not cup.begun:
        return frozenset()
    there = set(present(cup))
    total = (len(cup.order) - 1) * (2 if cup.settings.twice else 1)
    gone = (each.id for each in people(cup) if each.id not in there)
    return frozenset(each for each in gone if 2 * _matches(cup, each) < total)


def _matches(cup: Cup, entrant: int) -> int:
    """Return the number of tables that an entrant had so far, absences included."""
    return sum(entrant in table.entrants for each in cup.rounds for table in each.tables)


def pair(cup: Cup) -> Paired:
    """Return the next round; the opponent of an entrant that is gone has a bye, or is idle if that one is struck."""
    number = len(cup.rounds) + 1
    there = in_field(cup)
    out = struck(cup)
    tables: list[tuple[int, int]] = []
    byes: list[int] = []
    for first, second in circle(cup.order, number):
        if second is None or not {first, second} <= there:
            byes.extend(_with_bye(first, second, there, out))
        else:
            tables.append((first, second))
    numbered = tuple((at, (first,), (second,)) for at, (first, second) in enumerate(tables, 1))
    return Paired(number, numbered, tuple(byes))


def _with_bye(first: int, second: int | None, there: set[int], out: frozenset[int]) -> Iterator[int]:
    """Yield the one of two who is there, unless the other is struck; a computer has no bye."""
    for entrant, other in ((first, second), (second, first)):
        if entrant is not None and entrant > 0 and entrant in there and other not in out:
            yield entrant


def idle(cup: Cup, paired: Paired) -> tuple[int, ...]:
    """Return the entrants of a round without a table or a bye."""
    busy = {*paired.byes, *paired.seated}
    return tuple(each for each in present(cup) if each not in busy)
