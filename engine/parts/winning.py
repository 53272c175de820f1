"""When a match is won: functions called after a deal, which return the winning seats, or none."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import RuleSet
from engine.options import Value
from engine.parts.scoring import lowest
from engine.position import Position


def at_target(position: Position) -> tuple[int, ...]:
    """The team with the highest total wins once it has reached option ``target``; on a tie, the match goes on.

    Source: the rule book, "Reaching the target".
    """
    return reached(position, int(position.options["target"]))


def reached(position: Position, target: int) -> tuple[int, ...]:
    """The team with the highest total wins once it has reached ``target``; on a tie, the match goes on."""
    best = max(position.totals)
    if best < target or position.totals.count(best) > 1:
        return ()
    return position.teams[position.totals.index(best)]


def one_deal(position: Position) -> tuple[int, ...]:
    """The winners of the only deal win."""
    return position.results[-1].winners


def most_points(position: Position) -> tuple[int, ...]:
    """The seats with the highest total win."""
    return lowest(position, range(position.seats), lambda position, seat: (-position.totals[seat],))


def fewest_points(position: Position, among: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The seats with the lowest total win, out of ``among`` or of all seats."""
    seats = range(position.seats) if among is None else among
    return lowest(position, seats, lambda position, seat: (position.totals[seat],))


def fewest_after_all_deals(position: Position) -> tuple[int, ...]:
    """The seats with the lowest total win after as many deals as option ``deals`` says; ties share the win."""
    return fewest_points(position) if len(position.results) == int(position.options["deals"]) else ()


def is_single_deal(rules: RuleSet, options: Mapping[str, Value]) -> bool:
    """Whether a match is one deal, by the rules or by its options."""
    chosen = {each.id: options.get(each.id) for each in rules.options if each.matters(options)}
    return rules.scoring.winners is one_deal or chosen.get("target") == "one-deal" or chosen.get("deals") == 1
