"""Events paired with their moves, which tell more of the table than an event alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Flip
from engine.events import BidMade, Dealt, Drew, Flipped, Passed, Played, TrumpNamed
from engine.layouts import Placed
from engine.live.model.news import News
from engine.view import View

_MOVES = {Played, Drew, Passed, Flipped, BidMade, TrumpNamed}


class EventMove(NamedTuple):
    """An event and its move.

    Attributes:
        move_index: the index of its move in ``view.history``; None for anything but a move of the deal in view.
        placed: the tile it played, as placed; None for other events.

    """

    event: News
    move_index: int | None = None
    placed: Placed | None = None


def with_moves(news: Sequence[News], view: View) -> list[EventMove]:
    """Pair each event with its move, from the latest backwards; events of an earlier deal have no move any more."""
    laid = list(view.layout.placed)
    at = len(view.history)
    pairs: list[EventMove] = []
    for event in reversed(news):
        if isinstance(event, Dealt):
            at = 0
        if type(event) not in _MOVES or not at:
            pairs.append(EventMove(event))
            continue
        at -= 1
        # the news may include tiles that this view does not hold yet
        placed = laid.pop() if laid and isinstance(event, Played) else None
        pairs.append(EventMove(event, at, placed))
    return pairs[::-1]


def first_of_pair(view: View, index: int) -> int | None:
    """Return the position flipped by the move before move ``index``, which flipped the second tile of a pair."""
    before = view.history[index - 1] if index else None
    return before.position if isinstance(before, Flip) else None
