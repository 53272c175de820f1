"""What a play would bring, worked out from what its player sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Play
from engine.game import State, made_of
from engine.layouts import START, Grid
from engine.rules import find
from engine.view import View

_LAYOUT = State._fields.index("layout")


def gains(view: View) -> Mapping[int, int]:
    """Give the points that each play would score at once, by its number in ``view.legal``; those that score none are
    left out, as are those for leaving the hand.
    """
    rules = find(view.rules)
    layout = view.layout
    if rules.gain is None or isinstance(layout, Grid):
        return {}
    nothing = (0,) * len(view.sides)
    now = State(rules, view.options, view.seats, view.sides, layout, view.totals, nothing, turn=view.turn)
    plays = ((index, move) for index, move in enumerate(view.legal) if isinstance(move, Play))
    found = {index: gain_of(now, move) for index, move in plays}
    return {index: gained for index, gained in found.items() if gained}


def gain_of(state: State, play: Play) -> int:
    """Give the points that a legal play would score at once; its rules have to give some for plays."""
    rules, layout = state.rules, state.layout
    assert rules.gain is not None, "plays score"
    assert not isinstance(layout, Grid), "tiles are laid here"
    tile = play.tile
    touching = tile.high if play.end == START else rules.touching[rules.ends(state)[play.end]][tile]
    fields = [*state]
    fields[_LAYOUT] = layout.place(play, touching, across=tile in rules.across)
    return rules.gain(state, made_of(fields))
