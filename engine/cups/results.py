"""The games of each entrant, read from the rounds; standings and pairings follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from engine.cups.model import Cup, Format, Result, Table, ascending
from engine.cups.round_robin import opponent_in, struck
from engine.rules import find

HALF: Final = Fraction(1, 2)

_HALVES: Final = {True: 2, None: 1, False: 0}
"""The win points of a match, in halves: won, level and lost."""


class Kind(StrEnum):
    """The kinds of a round for an entrant."""

    MATCH = "match"
    UNOPPOSED = "unopposed"
    BYE = "bye"
    MISSED = "missed"


class Game(NamedTuple):
    """A round of an entrant that has a result.

    Attributes:
        round: the number of the round.
        kind: the kind; *unopposed* is a win over an absent side.
        halves: the win points, in halves.
        points: the points of the own side; 0 if there was no match.
        against: those of the other side.
        opponents: the entrants of the other side, in a match, unopposed or missed.

    """

    round: int
    kind: Kind
    halves: int
    points: int = 0
    against: int = 0
    opponents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums over an entrant's games.

    Attributes:
        games: the games in order.
        halves: the win points, in halves.
        byes: the rounds that count as byes: wins over absent sides, too.
        difference: points for less points against, turned round where less is better; byes at the average.
        points: points for; byes at the average.

    """

    games: tuple[Game, ...]
    halves: int
    byes: int
    difference: Fraction
    points: Fraction


def tallies(cup: Cup) -> dict[int, Tally]:
    """Return the tally of each entrant, computers included."""
    games: dict[int, list[Game]] = {each: [] for each in cup.entrants}
    for entrant, game in _games(cup):
        games[entrant].append(game)
    sign = -1 if less_is_better(cup) else 1
    return {entrant: _tally(tuple(played), sign) for entrant, played in games.items()}


def less_is_better(cup: Cup) -> bool:
    """Whether points are bad in the cup's rule set."""
    return find(cup.settings.rules).scoring.points_against


def _tally(games: tuple[Game, ...], sign: int) -> Tally:
    matches = [each for each in games if each.kind is Kind.MATCH]
    byes = sum(each.kind in (Kind.BYE, Kind.UNOPPOSED) for each in games)
    # the average of the matches stands for each bye
    weight = Fraction(len(matches) + byes, len(matches)) if matches else Fraction(0)
    difference = sign * sum(each.points - each.against for each in matches)
    points = sum(each.points for each in matches)
    return Tally(games, sum(each.halves for each in games), byes, weight * difference, weight * points)


def _games(cup: Cup) -> Iterator[tuple[int, Game]]:
    out = struck(cup)
    for each in cup.rounds:
        for table in each.tables:
            if table.result is not None and not out.intersection(table.entrants):
                yield from _games_at(table, table.result)
        for entrant in each.byes + each.idle:
            # of a round robin it is decided anew whether the opponent that is gone is struck
            if entrant not in out and _opponent(cup, each.number, entrant) not in out:
                yield entrant, Game(each.number, Kind.BYE, 2)


def _opponent(cup: Cup, number: int, entrant: int) -> int | None:
    return opponent_in(cup, number, entrant) if cup.settings.format is Format.ROUND_ROBIN else None


def _games_at(table: Table, result: Result) -> Iterator[tuple[int, Game]]:
    for side, entrants in enumerate(table.sides):
        others = table.sides[1 - side]
        if side in result.absent:
            game = Game(table.round, Kind.MISSED, 0, opponents=others)
        elif result.absent:
            game = Game(table.round, Kind.UNOPPOSED, 2, opponents=others)
        else:
            won = None if result.winner is None else result.winner == side
            points, against = result.points[side], result.points[1 - side]
            game = Game(table.round, Kind.MATCH, _HALVES[won], points, against, others)
        for entrant in entrants:
            yield entrant, game


def rounds_away(cup: Cup) -> Mapping[int, int]:
    """Return the number of rounds that each entrant was not in the cup: before it came, and after it had left."""
    there = Counter(entrant for each in cup.rounds for entrant in each.there)
    return {entrant: len(cup.rounds) - there[entrant] for entrant in cup.entrants}


def meetings(cup: Cup) -> Counter[tuple[int, int]]:
    """Return the number of meetings of two entrants, ascending, as opponents; one with an absence is none."""
    return Counter(
        ascending(first, second) for table in _met(cup) for first in table.sides[0] for second in table.sides[1]
    )


def partnerships(cup: Cup) -> Counter[tuple[int, int]]:
    """Return the number of partnerships of two entrants, ascending; a table with an absence was not played."""
    return Counter(ascending(*side) for table in _met(cup) for side in table.sides if len(side) == 2)


def _met(cup: Cup) -> Iterator[Table]:
    for each in cup.rounds:
        for table in each.tables:
            if table.result is not None and not table.result.absent:
                yield table
