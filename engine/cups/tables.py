"""Rounds and their tables: pairing, beginning, results, absences, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from engine.cups import knock_out, round_robin
from engine.cups.actions import Absent, Corrected, Finished, Paired, StoodIn, TableBegan
from engine.cups.errors import CupError, Refusal
from engine.cups.model import Cup, Format, How, Phase, Result, Round, Table, ascending
from engine.cups.presence import fillers, phase, present


def pair(cup: Cup, action: Paired) -> Cup:
    """Add a round."""
    now = phase(cup)
    if now is not Phase.PAIRING:
        raise CupError(Refusal.ROUND_RUNNING if now is Phase.PLAYING else Refusal.ROUNDS_OVER)
    if cup.paused:
        raise CupError(Refusal.PAUSED)
    if action.round != len(cup.rounds) + 1:
        raise CupError(Refusal.STALE, round=action.round)
    idle: tuple[int, ...] = ()
    if cup.settings.format is Format.SWISS:
        _require_everyone_once(cup, action)
    else:
        _require_settled(cup, action)
    if cup.settings.format is Format.ROUND_ROBIN:
        idle = round_robin.idle(cup, action)
    cup = cup.with_computers(each for each in action.seated if each < 0)
    tables = tuple(Table(action.round, number, (first, second)) for number, first, second in action.tables)
    return replace(cup, rounds=(*cup.rounds, Round(action.round, tables, action.byes, idle)))


def _require_settled(cup: Cup, action: Paired) -> None:
    settled = round_robin.pair(cup) if cup.settings.format is Format.ROUND_ROBIN else knock_out.pair(cup)
    if action != settled:
        raise CupError(Refusal.STALE, round=action.round)


def _require_everyone_once(cup: Cup, action: Paired) -> None:
    """Raise ``CupError`` unless each entrant there is at one table or has a bye, and none meets a forbidden one."""
    everyone = sorted((*action.seated, *action.byes))
    people = [each for each in everyone if each > 0]
    size = 2 if cup.partners_change else 1
    sizes = {len(side) for _, *sides in action.tables for side in sides} - {size}
    numbers = [number for number, _, _ in action.tables]
    once = len(everyone) == len({*everyone})
    sound = once and not sizes and numbers == list(range(1, len(numbers) + 1)) and all(each > 0 for each in action.byes)
    # a computer is idle if everybody that it could meet is kept apart
    if not sound or people != list(present(cup)) or not {*everyone} - {*people} <= {*fillers(cup)}:
        raise CupError(Refusal.STALE, round=action.round)
    apart = cup.kept_apart
    for number, first, second in action.tables:
        if any(ascending(*each) in apart for each in combinations(first + second, 2)):
            raise CupError(Refusal.KEPT_APART, table=number)


def begin(cup: Cup, action: TableBegan) -> Cup:
    """Note that a table was shown."""
    if cup.paused:
        raise CupError(Refusal.PAUSED)
    return _changed(cup, action.round, action.table, lambda table: replace(table, begun=True))


def finish(cup: Cup, action: Finished) -> Cup:
    """Note a table's result."""
    result = Result(action.winner, action.points, action.how, left=action.left)

    def with_result(table: Table) -> Table:
        _require_sound(table, result)
        return replace(table, begun=True, result=result)

    return _changed(cup, action.round, action.table, with_result)


def note_absence(cup: Cup, action: Absent) -> Cup:
    """Note that of one side, or both, nobody came."""
    result = _absence(action.sides)
    return _changed(cup, action.round, action.table, lambda table: replace(table, begun=True, result=result))


def note_stand_in(cup: Cup, action: StoodIn) -> Cup:
    """Note the stand-in of a person who had not come."""

    def with_stand_in(table: Table) -> Table:
        members = {person for each in table.entrants for person in cup.entrants[each].members}
        if action.person not in members or action.by in members:
            raise CupError(Refusal.BAD_ACTION, person=action.person, by=action.by)
        others = tuple(each for each in table.stand_ins if each[0] != action.person)
        return replace(table, stand_ins=(*others, (action.person, action.by)))

    return _changed(cup, action.round, action.table, with_stand_in)


def correct(cup: Cup, action: Corrected) -> Cup:
    """Change a result. In a knock-out the tables that it feeds are drawn again, if none of them has begun."""
    if not action.reason:
        raise CupError(Refusal.BAD_ACTION, reason="")
    table = _table(cup, action.round, action.table)
    if table.result is None:
        raise CupError(Refusal.NO_RESULT, round=action.round, table=action.table)
    absence = _absence(action.absent) if action.how is How.ABSENT else None
    result = absence or Result(action.winner, action.points, action.how, left=action.left)
    if absence is None:
        _require_sound(table, result)
    corrected = replace(table, result=result._replace(correction=action.reason))
    after = _with_table(cup, corrected)
    return knock_out.redrawn(after, cup, corrected) if cup.settings.format is Format.KNOCK_OUT else after


def _absence(sides: tuple[int, ...]) -> Result:
    """Return the result of a table to which sides did not come."""
    if sides not in ((0,), (1,), (0, 1)):
        raise CupError(Refusal.BAD_ACTION, sides=list(sides))
    winner = None if len(sides) == 2 else 1 - sides[0]
    return Result(winner, (0, 0), How.ABSENT, sides)


def _require_sound(table: Table, result: Result) -> None:
    """Raise ``CupError`` if a result of a match that was played contradicts itself."""
    sound = (
        result.winner in (0, 1, None)
        and result.how is not How.ABSENT
        and (result.how is How.COMPUTER) == bool(result.left)
        and set(result.left) <= set(table.entrants)
    )
    if not sound:
        raise CupError(Refusal.BAD_ACTION, winner=result.winner, how=str(result.how), left=list(result.left))


def _table(cup: Cup, number: int, table_number: int) -> Table:
    table = cup.table_at(number, table_number)
    if table is None:
        raise CupError(Refusal.NO_SUCH_TABLE, round=number, table=table_number)
    return table


def _changed(cup: Cup, number: int, table_number: int, change: Callable[[Table], Table]) -> Cup:
    """Return a cup with a table changed that has no result yet."""
    table = _table(cup, number, table_number)
    if table.result is not None:
        raise CupError(Refusal.RESULT_KNOWN, round=number, table=table_number)
    return _with_table(cup, change(table))


def _with_table(cup: Cup, table: Table) -> Cup:
    old = cup.rounds[table.round - 1]
    return cup.with_round(replace(old, tables=tuple(table if each.key == table.key else each for each in old.tables)))
