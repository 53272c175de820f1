"""The pairing of the next round, in two steps: a small task, and the work, which another process may do."""

from __future__ import annotations

from typing import NamedTuple

from engine.cups import knock_out, partners, round_robin, swiss
from engine.cups.actions import Paired
from engine.cups.contenders import Field, field_of
from engine.cups.errors import CupError, Refusal
from engine.cups.lots import search_lot
from engine.cups.model import Cup, Format, Phase
from engine.cups.presence import phase


class Task(NamedTuple):
    """The facts from which a round is paired. It holds no seed and can be pickled.

    Attributes:
        field: the contenders; None if the round is settled.
        partners_change: whether a side is a pair for one round.
        settled: the round of a round robin or a knock-out.

    """

    field: Field | None = None
    partners_change: bool = False
    settled: Paired | None = None


def pairing_task(cup: Cup) -> Task:
    """Return the task of pairing the next round.

    Raises:
        CupError: no round is due.

    """
    now = phase(cup)
    if now is not Phase.PAIRING:
        raise CupError(Refusal.NOT_BEGUN if now is Phase.SIGN_UP else Refusal.ROUNDS_OVER, phase=str(now))
    if cup.settings.format is Format.ROUND_ROBIN:
        return Task(settled=round_robin.pair(cup))
    if cup.settings.format is Format.KNOCK_OUT:
        return Task(settled=knock_out.pair(cup))
    if cup.partners_change:
        return Task(field_of(cup, search_lot(cup.seed, len(cup.rounds) + 1)), partners_change=True)
    return Task(field_of(cup))


def solve(task: Task) -> Paired:
    """Return the pairing. It may take a second with 256 entrants."""
    if task.settled is not None:
        return task.settled
    assert task.field is not None, "a round that is not settled has a field"
    return partners.pair(task.field) if task.partners_change else swiss.pair(task.field)


def pair(cup: Cup) -> Paired:
    """Return the next round.

    Raises:
        CupError: no round is due.

    """
    return solve(pairing_task(cup))


def cost(task: Task, paired: Paired) -> tuple[int, ...]:
    """Return the costs of a round, the most important first, without the lot.

    Of a Swiss: byes, unfair byes, repeats, squared differences of wins in halves, differences of places; of its first
    round: byes, distance from half the field, height of byes. Where partners change: forbidden pairs at one table,
    repeated partners, repeated opponents, difference of the pairs' wins in halves, spread in halves. Else none.
    """
    if task.field is None:
        return ()
    if task.partners_change:
        return partners.costs_of(task.field, paired)
    by_id = {each.id: each for each in task.field.contenders}
    tables = [swiss.pair_costs(task.field, by_id[first[0]], by_id[second[0]]) for _, first, second in paired.tables]
    byes = [swiss.bye_costs(task.field, by_id[each]) for each in paired.byes]
    return tuple(sum(column) for column in zip(*tables, *byes, strict=True))[:-1]
