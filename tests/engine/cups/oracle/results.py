"""What happened at the tables, and what each side has of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

Side = tuple[int, ...]
"""One id; with changing partners, the two who sit together in this round."""

HALF = Fraction(1, 2)


class Table(NamedTuple):
    """One match of a round; a table with an absence has no points and, if only one side was absent, a winner."""

    one: Side
    other: Side
    winner: int | None = None
    """0 for `one`, 1 for `other`, none if they are level or both are absent."""
    points: tuple[int, int] = (0, 0)
    absent: frozenset[int] = frozenset()

    @property
    def people(self) -> Side:
        return self.one + self.other


class Round(NamedTuple):
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    """Everyone against everyone: who would have met a side all of whose matches are struck."""


class Line(NamedTuple):
    """One side's part of one round."""

    kind: Literal["played", "absent", "given", "bye", "away"]
    """`given`: the opponent was absent; `away`: the side was not in the cup."""
    wins: Fraction = Fraction(0)
    points: int = 0
    against: int = 0
    opponents: Side = ()
    partners: Side = ()


def line(played: Round, name: int) -> Line:
    if name in played.byes:
        return Line("bye", Fraction(1))
    for table in played.tables:
        for own, theirs, seat in ((table.one, table.other, 0), (table.other, table.one, 1)):
            if name not in own:
                continue
            partners = tuple(each for each in own if each != name)
            if seat in table.absent:
                return Line("absent", opponents=theirs, partners=partners)
            if table.absent:
                return Line("given", Fraction(1), opponents=theirs, partners=partners)
            wins = HALF if table.winner is None else Fraction(table.winner == seat)
            return Line("played", wins, table.points[seat], table.points[1 - seat], theirs, partners)
    return Line("away")


def lines(rounds: Sequence[Round], name: int) -> list[Line]:
    return [line(each, name) for each in rounds]


def wins(rounds: Sequence[Round], name: int) -> Fraction:
    return sum((each.wins for each in lines(rounds, name)), Fraction(0))


def points_for(rounds: Sequence[Round], name: int) -> Fraction:
    """Points of the rounds played, and their average for each bye and each win over an absent side."""
    return with_averages(rounds, name, [each.points for each in lines(rounds, name) if each.kind == "played"])


def difference(rounds: Sequence[Round], name: int, less_is_better: bool) -> Fraction:
    sign = -1 if less_is_better else 1
    played = [sign * (each.points - each.against) for each in lines(rounds, name) if each.kind == "played"]
    return with_averages(rounds, name, played)


def with_averages(rounds: Sequence[Round], name: int, played: Sequence[int]) -> Fraction:
    average = Fraction(sum(played), len(played)) if played else Fraction(0)
    return sum(played) + average * byes(rounds, name)


def buchholz(rounds: Sequence[Round], name: int) -> Fraction:
    total = Fraction(0)
    for each in lines(rounds, name):
        if each.kind == "played":
            total += sum((as_opponent(rounds, other) for other in each.opponents), Fraction(0)) / len(each.opponents)
        elif each.kind in ("bye", "given"):
            total += wins(rounds, name)
    return total


def as_opponent(rounds: Sequence[Round], name: int) -> Fraction:
    return wins(rounds, name) + HALF * sum(each.kind == "away" for each in lines(rounds, name))


def meetings(rounds: Sequence[Round], name: int, other: int) -> list[Line]:
    """The rounds that `name` played against `other`; a table with an absence is none."""
    return [each for each in lines(rounds, name) if each.kind == "played" and other in each.opponents]


def byes(rounds: Sequence[Round], name: int) -> int:
    """Byes, and wins over absent sides, which count as such for who is next to have one."""
    return sum(each.kind in ("bye", "given") for each in lines(rounds, name))
