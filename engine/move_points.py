"""The points that a play would score, computed from the player's view alone."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Play
from engine.game import State, state_from_fields
from engine.rules import find
from engine.view import View

_LAYOUT = State._fields.index("layout")


def points_by_move(view: View) -> Mapping[int, int]:
    """Return the points that plays would score at once, by their index in ``view.legal``.

    Plays that score no points are left out. Points for the end of the deal don't count.
    """
    rules = find(view.rules)
    layout = view.layout
    if rules.scoring.move_points is None or layout.is_face_down:
        return {}
    nothing = (0,) * len(view.teams)
    now = State(rules, view.options, view.seats, view.teams, layout, view.totals, nothing, turn=view.turn)
    plays = ((index, move) for index, move in enumerate(view.legal) if isinstance(move, Play))
    points = {index: points_for(now, move) for index, move in plays}
    return {index: scored for index, scored in points.items() if scored}


def points_for(state: State, play: Play) -> int:
    """Return the points that a legal play would score at once; only for rules with ``move_points``."""
    rules = state.rules
    assert rules.scoring.move_points is not None, "plays score"
    fields = [*state]
    fields[_LAYOUT] = state.laid(play)
    return rules.scoring.move_points(state, state_from_fields(fields))
