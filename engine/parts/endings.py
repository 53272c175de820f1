"""When a deal ends."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Pass
from engine.game import State


def out(state: State) -> bool:
    """Whether the last seat to act has no tiles left."""
    return not state.hands[state.history[-1].seat]


def nothing_fits(state: State, ends: Mapping[str, int]) -> bool:
    """Whether no tile in any hand fits any of ``ends``."""
    touching = state.rules.fits
    takers = [touching[shown].keys() for shown in set(ends.values())]
    return all(takes.isdisjoint(hand) for hand in state.hands for takes in takers)


def out_or_blocked(state: State) -> str | None:
    """Return ``out`` if the last player is out, ``blocked`` if no tile in any hand fits and there is no drawing.

    Source: the rule book, "Blocked": the engine detects a block.
    """
    if not state.hands[state.history[-1].seat]:
        return "out"
    moves = state.legal
    # passing is legal only for a seat that can neither play nor draw
    if moves and type(moves[0]) is Pass and nothing_fits(state, state.rules.open_ends(state)):
        return "blocked"
    return None
