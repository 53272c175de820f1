"""When a match is won."""

from __future__ import annotations

from engine.state import State


def at_target(state: State) -> tuple[int, ...]:
    """Give the seats of the side that reached option ``target``; the higher total first, level: nobody yet.

    Source: the rule book, "Reaching the target".
    """
    best = max(state.totals)
    if best < int(state.options["target"]) or state.totals.count(best) > 1:
        return ()
    return state.sides[state.totals.index(best)]
