"""When a match is won. Each is asked when a deal has ended."""

from __future__ import annotations

from engine.game import State


def at_target(state: State) -> tuple[int, ...]:
    """Give the seats of the side that reached option ``target``; the higher total first, level: nobody yet.

    Source: the rule book, "Reaching the target".
    """
    return reached(state, int(state.options["target"]))


def reached(state: State, target: int) -> tuple[int, ...]:
    """Give the seats of the side whose total reached ``target``; the higher total first, level: nobody yet."""
    best = max(state.totals)
    if best < target or state.totals.count(best) > 1:
        return ()
    return state.sides[state.totals.index(best)]


def one_deal(state: State) -> tuple[int, ...]:
    """Give the match to the winners of its one deal."""
    return state.results[-1].winners


def most_points(state: State) -> tuple[int, ...]:
    """Give the match to the highest total; level: shared."""
    best = max(state.totals)
    return tuple(seat for seat in range(state.seats) if state.totals[seat] == best)


def fewest_points(state: State, among: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """Give the match to the lowest total, of ``among`` or of all seats; level: shared."""
    seats = range(state.seats) if among is None else among
    least = min(state.totals[seat] for seat in seats)
    return tuple(seat for seat in seats if state.totals[seat] == least)
