"""The standings, computed from results alone: exact numbers, and the criterion that broke each tie."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from engine.cups import knock_out
from engine.cups.lots import Purpose, lot
from engine.cups.model import Cup, Format, ascending
from engine.cups.presence import people
from engine.cups.results import HALF, Game, Kind, Tally, less_is_better, rounds_away, tallies
from engine.cups.round_robin import struck


class Broke(StrEnum):
    """The criterion that puts an entrant behind the one above."""

    WINS = "wins"
    BUCHHOLZ = "buchholz"
    DIFFERENCE = "difference"
    POINTS = "points"
    DIRECT = "direct"
    DIRECT_POINTS = "direct-points"
    LOT = "lot"
    ROUND = "round"
    THIRD_PLACE = "third-place"


class Row(NamedTuple):
    """An entrant in the standings.

    Attributes:
        entrant: its id.
        place: from 1; level entrants share it, and the next place is left out; None for one that is struck.
        wins: the win points.
        buchholz: the wins of its opponents; 0 outside the Swiss.
        difference: points for less points against.
        points: points for.
        broke: what put it behind the one above; None for the first, and for one that is level with it.

    """

    entrant: int
    place: int | None
    wins: Fraction
    buchholz: Fraction
    difference: Fraction
    points: Fraction
    broke: Broke | None = None


@dataclass(frozen=True, slots=True)
class _Figures:
    """The values that the standings compare: the tallies, and the Buchholz of each entrant in a Swiss."""

    tallies: Mapping[int, Tally]
    buchholz: Mapping[int, Fraction]
    less_is_better: bool

    def row(self, entrant: int, place: int | None, broke: Broke | None) -> Row:
        """Return an entrant's row."""
        tally = self.tallies[entrant]
        buchholz = self.buchholz.get(entrant, Fraction(0))
        return Row(entrant, place, tally.halves * HALF, buchholz, tally.difference, tally.points, broke)


Measure = Callable[[Sequence[int]], Mapping[int, Fraction | int]]
"""A criterion: of entrants that are level, the value of each; empty if it does not apply to them."""


def standings(cup: Cup) -> tuple[Row, ...]:
    """Return the standings, the best first; computers have no place.

    A bye counts as soon as it is paired, a table as soon as it has a result. What only the lot decides is level until
    the cup has ended.
    """
    figures = _figures(cup)
    if cup.settings.format is Format.KNOCK_OUT:
        return _knock_out(cup, figures)
    out = struck(cup)
    groups = _ordered(cup, figures, (each.id for each in people(cup) if each.id not in out))
    if cup.ended:
        groups = [part for group in groups for part in _by_lot(cup, group)]
    rows: list[Row] = []
    for broke, level in groups:
        place = len(rows) + 1
        rows.extend(
            figures.row(entrant, place, None if index else broke) for index, entrant in enumerate(sorted(level))
        )
    rows.extend(figures.row(entrant, None, None) for entrant in sorted(out))
    return tuple(rows)


def places(cup: Cup, among: Iterable[int]) -> dict[int, int]:
    """Return the place of each of some entrants among themselves, without the lot: level ones share it."""
    result: dict[int, int] = {}
    for _, level in _ordered(cup, _figures(cup), among):
        result |= dict.fromkeys(level, len(result) + 1)
    return result


def _figures(cup: Cup) -> _Figures:
    tallied = tallies(cup)
    buchholz = _buchholz(cup, tallied) if cup.settings.format is Format.SWISS else {}
    return _Figures(tallied, buchholz, less_is_better(cup))


def _buchholz(cup: Cup, tallied: Mapping[int, Tally]) -> dict[int, Fraction]:
    """Return the sum of the wins of each entrant's opponents."""
    parts = _buchholz_parts(cup, tallied)
    return {entrant: sum((worth for _, worth in games), Fraction(0)) for entrant, games in parts.items()}


def buchholz_parts(cup: Cup, entrant: int) -> Sequence[tuple[Game, Fraction]]:
    """Return the worth of each game of an entrant for its Buchholz."""
    return _buchholz_parts(cup, tallies(cup))[entrant]


def _buchholz_parts(cup: Cup, tallied: Mapping[int, Tally]) -> dict[int, list[tuple[Game, Fraction]]]:
    """Return the worth of each game for the Buchholz of its entrant.

    A bye and a win over an absent side stand for an opponent with one's own wins. An opponent has half a win for each
    round in which it was not in the cup.
    """
    away = rounds_away(cup)
    worth = {entrant: (tally.halves + away[entrant]) * HALF for entrant, tally in tallied.items()}

    def of(game: Game, tally: Tally) -> Fraction:
        if game.kind is Kind.MATCH:
            return sum((worth[each] for each in game.opponents), Fraction(0)) / len(game.opponents)
        return Fraction(0) if game.kind is Kind.MISSED else tally.halves * HALF

    return {entrant: [(game, of(game, tally)) for game in tally.games] for entrant, tally in tallied.items()}


# ------------------------------------------------------------------ Swiss and round robin

_Group = tuple[Broke | None, Sequence[int]]
"""Entrants that are level, and what put them behind those above."""


def _ordered(cup: Cup, figures: _Figures, entrants: Iterable[int]) -> list[_Group]:
    """Return entrants in groups that are level, the best first."""
    field = sorted(entrants)
    if not field:
        return []
    groups: list[_Group] = [(None, field)]
    for broke, measure in _criteria(cup, figures, field):
        groups = [part for group in groups for part in _split(group, broke, measure)]
    return groups


def _criteria(cup: Cup, figures: _Figures, field: Sequence[int]) -> list[tuple[Broke, Measure]]:
    tallied = figures.tallies
    wins = (Broke.WINS, _each(lambda entrant: tallied[entrant].halves))
    difference = (Broke.DIFFERENCE, _each(lambda entrant: tallied[entrant].difference))
    points = (Broke.POINTS, _each(lambda entrant: tallied[entrant].points))
    if cup.settings.format is Format.ROUND_ROBIN:
        criteria = [wins, *_direct_in_round_robin(tallied, field), difference, points]
    else:
        buchholz = (Broke.BUCHHOLZ, _each(lambda entrant: figures.buchholz[entrant]))
        criteria = [wins, buchholz, difference, points, (Broke.DIRECT, _direct_in_swiss(tallied))]
    # the fewest points would be best, but a bye or an absence has none
    without = {Broke.POINTS, Broke.DIRECT_POINTS} if figures.less_is_better else set[Broke]()
    return [(broke, measure) for broke, measure in criteria if broke not in without]


def _won(game: Game) -> int:
    return game.halves


def _direct_in_swiss(tallied: Mapping[int, Tally]) -> Measure:
    """Return the wins among those that are level, if each of them met each other in a match."""

    def values(level: Sequence[int]) -> Mapping[int, int]:
        return _direct(tallied, level, level, _won, {Kind.MATCH})

    return values


def _direct_in_round_robin(tallied: Mapping[int, Tally], field: Sequence[int]) -> list[tuple[Broke, Measure]]:
    """Return the two criteria of direct encounters; both are about all that have the same wins."""
    kinds = {Kind.MATCH, Kind.UNOPPOSED, Kind.MISSED}

    def measure(value: Callable[[Game], int]) -> Measure:
        def values(level: Sequence[int]) -> Mapping[int, int]:
            halves = tallied[level[0]].halves
            tied = [each for each in field if tallied[each].halves == halves]
            return _direct(tallied, level, tied, value, kinds)

        return values

    return [(Broke.DIRECT, measure(_won)), (Broke.DIRECT_POINTS, measure(lambda game: game.points))]


def _direct(
    tallied: Mapping[int, Tally],
    level: Sequence[int],
    tied: Sequence[int],
    value: Callable[[Game], int],
    kinds: Collection[Kind],
) -> dict[int, int]:
    """Return the sum of a value over each level entrant's meetings with the tied; none unless all of them met."""
    games = {entrant: [each for each in tallied[entrant].games if each.kind in kinds] for entrant in tied}
    met = {ascending(entrant, other) for entrant in tied for game in games[entrant] for other in game.opponents}
    if any(ascending(first, second) not in met for first, second in combinations(tied, 2)):
        return {}
    among = set(tied)
    return {
        entrant: sum(value(game) * len(among.intersection(game.opponents)) for game in games[entrant])
        for entrant in level
    }


def _each(value: Callable[[int], Fraction | int]) -> Measure:
    return lambda level: {entrant: value(entrant) for entrant in level}


def _split(group: _Group, broke: Broke, measure: Measure) -> list[_Group]:
    """Return a group in parts, by a criterion, the best first."""
    above, level = group
    if len(level) == 1:
        return [group]
    values = measure(level)
    if not values:
        return [group]
    by_value = sorted(level, key=lambda entrant: values[entrant], reverse=True)
    parts = [tuple(part) for _, part in groupby(by_value, key=lambda entrant: values[entrant])]
    return [(broke if index else above, part) for index, part in enumerate(parts)]


def _by_lot(cup: Cup, group: _Group) -> list[_Group]:
    return _split(group, Broke.LOT, _each(lambda entrant: -lot(cup.seed, Purpose.STANDINGS, entrant)))


# ------------------------------------------------------------------ knock-out


def _knock_out(cup: Cup, figures: _Figures) -> tuple[Row, ...]:
    placed = knock_out.places(cup) if cup.begun else dict.fromkeys((each.id for each in people(cup)), 1)
    seeds = {entrant: seed for seed, entrant in enumerate(cup.order)}
    ordered = sorted(placed, key=lambda entrant: (placed[entrant], seeds.get(entrant, entrant)))
    rows: list[Row] = []
    for index, entrant in enumerate(ordered):
        place = placed[entrant]
        above = placed[ordered[index - 1]] if index else place
        third = above == 3 and place == 4
        broke = None if place == above else Broke.THIRD_PLACE if third else Broke.ROUND
        rows.append(figures.row(entrant, place, broke))
    return tuple(rows)
