"""When a deal is over."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Pass
from engine.game import State


def out(state: State) -> bool:
    """Tell whether the seat that acted last holds no tile any more."""
    return not state.hands[state.history[-1].seat]


def nothing_fits(state: State, ends: Mapping[str, int]) -> bool:
    """Tell whether no tile in any hand fits any of ``ends``."""
    touching = state.rules.touching
    takers = [touching[shown].keys() for shown in set(ends.values())]
    return all(takes.isdisjoint(hand) for hand in state.hands for takes in takers)


def out_or_blocked(state: State) -> str | None:
    """End a deal when someone is out, or blocked: no tile in any hand fits any end, and nobody may draw.

    Source: the rule book, "Blocked": the engine sees it by itself.
    """
    if not state.hands[state.history[-1].seat]:
        return "out"
    moves = state.moves
    # whoever is in turn may pass only where it can neither play nor draw
    if moves and type(moves[0]) is Pass and nothing_fits(state, state.rules.ends(state)):
        return "blocked"
    return None
