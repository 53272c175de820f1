"""What events alone do not tell: each held beside the move it came from, and the table before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Draw, Flip, Move, Pass, Play
from engine.events import Dealt, Drew, Flipped, Passed, Played
from engine.layouts import Placed, Trains
from engine.live.model.news import News
from engine.view import View

_MOVES = {Played: Play, Drew: Draw, Passed: Pass, Flipped: Flip}


class Moment(NamedTuple):
    """An event and what it did to the table.

    Attributes:
        event: what happened.
        at: the number of its move in ``view.history``; None for anything but a move of the deal in view.
        placed: the tile that it laid, as it lies; else None.
        before: the trains before it; None where there are none.
        after: the trains after it.

    """

    event: News
    at: int | None = None
    placed: Placed | None = None
    before: Trains | None = None
    after: Trains | None = None


def moments(news: Sequence[News], view: View) -> list[Moment]:
    """Hold each event beside its move, from the latest back; events of an earlier deal have none any more."""
    tables = _tables(view)
    laid = list(view.layout.placed)
    at = len(view.history)
    found: list[Moment] = []
    for event in reversed(news):
        if isinstance(event, Dealt):
            at = 0
        if type(event) not in _MOVES or not at:
            found.append(Moment(event))
            continue
        at -= 1
        # of two writers one may have told of tiles that the other one's table does not hold yet
        placed = laid.pop() if laid and isinstance(event, Played) else None
        found.append(Moment(event, at, placed, *(tables[at : at + 2] or (None, None))))
    return found[::-1]


def _tables(view: View) -> list[Trains]:
    """Give the trains before each move of the deal in view, and after the last; empty for any other layout."""
    layout = view.layout
    if not isinstance(layout, Trains):
        return []
    trains = Trains.start(layout.station, view.seats, layout.max_pips)
    tables = [trains]
    for move in view.history:
        trains = _after(trains, move)
        tables.append(trains)
    return tables


def _after(trains: Trains, move: Move) -> Trains:
    match move:
        case Play(_, tile, end):
            return trains.place(move, trains.ends[end], crosswise=tile.double)
        case Pass(seat):
            return trains.add_marker(seat)
        case _:
            return trains


def first_of_pair(view: View, at: int) -> int | None:
    """Give the position turned up by the move before move ``at``, which turned up the second of a pair."""
    before = view.history[at - 1] if at else None
    return before.position if isinstance(before, Flip) else None
