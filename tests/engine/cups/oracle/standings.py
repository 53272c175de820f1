"""Places, each tie-break counted from the results alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.engine.cups.oracle.results import Round, buchholz, difference, lines, meetings, points_for, wins

Key = tuple[Fraction, ...]


class Standing(NamedTuple):
    place: int
    """Level sides share it."""
    wins: Fraction
    buchholz: Fraction
    difference: Fraction
    points: Fraction
    direct: Key | None
    """None if nobody is level with the side when it would count, or if not all of them have met."""


def groups(keys: Mapping[int, Key]) -> list[list[int]]:
    """Sides with equal keys."""
    return [[name for name in keys if keys[name] == key] for key in set(keys.values())]


def places(keys: Mapping[int, Key]) -> dict[int, int]:
    return {name: 1 + sum(other > key for other in keys.values()) for name, key in keys.items()}


def swiss(rounds: Sequence[Round], field: Sequence[int], less_is_better: bool = False) -> dict[int, Standing]:
    """The standings of `field`; the results of everybody else count where they are opponents."""
    figures = {
        name: (
            wins(rounds, name),
            buchholz(rounds, name),
            difference(rounds, name, less_is_better),
            points_for(rounds, name),
        )
        for name in field
    }
    keys = {name: figure[:3] if less_is_better else figure for name, figure in figures.items()}
    direct: dict[int, Key | None] = dict.fromkeys(field)
    for tied in groups(keys):
        if len(tied) > 1 and all(meetings(rounds, one, other) for one, other in permutations(tied, 2)):
            for name in tied:
                met = [each for other in tied for each in meetings(rounds, name, other)]
                direct[name] = (sum((each.wins for each in met), Fraction(0)),)
    placed = places({name: keys[name] + (direct[name] or ()) for name in field})
    return {name: Standing(placed[name], *figures[name], direct[name]) for name in field}


def is_struck(rounds: Sequence[Round], name: int, matches: int) -> bool:
    """Whether a side that is gone went before half of its matches."""
    return 2 * sum(each.kind in ("played", "absent", "given") for each in lines(rounds, name)) < matches


def without(rounds: Sequence[Round], schedule: Sequence[Sequence[Sequence[int]]], struck: Sequence[int]) -> list[Round]:
    """The rounds without the matches of some sides; who was idle for the sake of a side that is back had a bye."""
    kept: list[Round] = []
    for each, pairs in zip(rounds, schedule, strict=False):
        tables = tuple(table for table in each.tables if not any(name in table.people for name in struck))
        without_opponent = [name for pair in pairs for name in pair if not any(other in struck for other in pair)]
        idle = [name for name in each.idle if name in without_opponent]
        kept.append(Round(tables, tuple(name for name in (*each.byes, *idle) if name not in struck)))
    return kept


def everyone(rounds: Sequence[Round], field: Sequence[int], less_is_better: bool = False) -> dict[int, Standing]:
    """The standings if everyone meets everyone; an absence is a meeting here, a win with no points."""
    figures = {
        name: (
            wins(rounds, name),
            difference(rounds, name, less_is_better),
            points_for(rounds, name),
        )
        for name in field
    }
    direct: dict[int, Key | None] = dict.fromkeys(field)
    for tied in groups({name: figures[name][:1] for name in field}):
        if len(tied) < 2:
            continue
        met = {
            name: [[each for each in lines(rounds, name) if other in each.opponents] for other in tied if other != name]
            for name in tied
        }
        if all(all(each) for each in met.values()):
            for name in tied:
                among = [each for line in met[name] for each in line]
                won = sum((each.wins for each in among), Fraction(0))
                points = Fraction(sum(each.points for each in among))
                direct[name] = (won,) if less_is_better else (won, points)
    keys = {
        name: figures[name][:1] + (direct[name] or ()) + figures[name][1 : 2 if less_is_better else 3] for name in field
    }
    placed = places(keys)
    return {
        name: Standing(placed[name], figures[name][0], Fraction(0), *figures[name][1:], direct[name]) for name in field
    }
