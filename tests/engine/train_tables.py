"""Positions that the tests of the Mexican train begin with."""

from __future__ import annotations

from engine.game import State
from engine.layouts import Trains
from engine.options import Value
from tests.engine.games import late


def table(
    *hands: str,
    chain: tuple[str, ...] = (),
    boneyard: str = "7-6 8-6 9-6",
    markers: tuple[int, ...] = (),
    turn: int = 0,
    opener: int = 0,
    rules: str = "mexican-train",
    totals: tuple[int, ...] | None = None,
    **options: Value,
) -> State:
    """Write out a position in the first deal, with 12-12 (or 9-9) as the engine.

    Args:
        hands: what each seat still holds.
        chain: what lies on the trains, each as ``TILE END``, in the order in which it was laid.
        boneyard: the tiles left to draw, in that order; nothing of it fits twelve, five or a low number.
        markers: the seats whose train bears one.
        turn: whose turn it is.
        opener: who began the deal.
        rules: the rule set.
        totals: the points so far.
        options: the house rules.

    """
    state = late(hands, chain, rules=rules, turn=turn, opener=opener, totals=totals, boneyard=boneyard)
    assert isinstance(state.layout, Trains)
    options = {**state.options, **options}
    return state._replace(layout=state.layout._replace(markers=markers), options=options)
