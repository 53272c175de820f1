"""What a play would bring, worked out from what its player sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Play
from engine.layouts import START, Grid
from engine.rules.catalogue import find
from engine.state import State
from engine.view import View


def gains(view: View) -> Mapping[int, int]:
    """Give the points that each play would score at once, by its number in ``view.legal``; those that score none are
    left out, as are those for leaving the hand.
    """
    rules = find(view.rules)
    layout = view.layout
    if rules.gain is None or isinstance(layout, Grid):
        return {}
    nothing = (0,) * len(view.sides)
    now = State(rules, view.options, view.seats, view.sides, layout, view.totals, nothing)
    found: dict[int, int] = {}
    for index, move in enumerate(view.legal):
        if isinstance(move, Play):
            tile, end = move.tile, move.end
            touching = tile.high if end == START else rules.touching[view.open_ends[end]][tile]
            after = now._replace(layout=layout.place(move, touching, across=tile in rules.across))
            gained = rules.gain(now, after)
            if gained:
                found[index] = gained
    return found
