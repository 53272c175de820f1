"""Tables to draw: the longest line of the double-six set, and the fullest station."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from engine import match
from engine.actions import Play
from engine.layouts import Trains
from engine.tiles import full_set, tile
from engine.view import View
from tests.render.games import any_deal, longest


def lines() -> Sequence[View]:
    """Return tables of 28 tiles that differ in turn, scores, and numbers of tiles left."""
    whole = longest()
    return [
        replace(
            whole, turn=turn, totals=(72 + 5 * turn, 85 - 5 * turn), hand_sizes=tuple((turn + n) % 4 for n in range(4))
        )
        for turn in range(4)
    ]


def trains() -> View:
    """Return the table of a Mexican train of eight players with nine trains of maximal length."""
    view = match.view(any_deal("mexican-train", 8, 1)[-1], None)
    return replace(view, layout=_filled(), turn=3)


def _filled() -> Trains:
    """Play tiles on nine trains in turn, while any fits: the whole set."""
    layout = Trains.start(tile(12, 12), 8, 12)
    rest = [each for each in full_set(12) if each != layout.station]
    stuck = 0
    for end in cycle(layout.ends):
        number = layout.ends[end]
        fitting = [each for each in rest if number in each]
        if fitting:
            # doubles first, then the number of which most tiles are left: no train ends early
            laid = max(fitting, key=lambda each: (each.double, sum(each.pips - number in other for other in rest)))
            rest.remove(laid)
            layout = layout.place(Play(0, laid, end), number, crosswise=laid.double)
        stuck = 0 if fitting else stuck + 1
        if stuck == len(layout.ends):
            break
    return layout
