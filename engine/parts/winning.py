"""When a match is won: each function is called after a deal and returns the winning seats, or none."""

from __future__ import annotations

from engine.game import State


def at_target(state: State) -> tuple[int, ...]:
    """The team with the highest total wins once it has reached option ``target``; on a tie, the match goes on.

    Source: the rule book, "Reaching the target".
    """
    return reached(state, int(state.options["target"]))


def reached(state: State, target: int) -> tuple[int, ...]:
    """The team with the highest total wins once it has reached ``target``; on a tie, the match goes on."""
    best = max(state.totals)
    if best < target or state.totals.count(best) > 1:
        return ()
    return state.teams[state.totals.index(best)]


def one_deal(state: State) -> tuple[int, ...]:
    """The winners of the only deal win."""
    return state.results[-1].winners


def most_points(state: State) -> tuple[int, ...]:
    """The seats with the highest total win."""
    best = max(state.totals)
    return tuple(seat for seat in range(state.seats) if state.totals[seat] == best)


def fewest_points(state: State, among: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """The seats with the lowest total win, out of ``among`` or of all seats."""
    seats = range(state.seats) if among is None else among
    least = min(state.totals[seat] for seat in seats)
    return tuple(seat for seat in seats if state.totals[seat] == least)
