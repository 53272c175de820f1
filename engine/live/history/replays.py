"""Replays a table's log: ended deals, with all hands open once the match is over, and the first opener."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import match
from engine.actions import Deal, Draw, parse
from engine.game import State
from engine.live.model.errors import Code, TableError
from engine.live.model.table import SavedTable
from engine.view import View


def replay_views(kept: SavedTable, deal: int) -> tuple[View, ...]:
    """Return the channel's views of a deal: after the tiles were dealt, and after each action up to the deal's end.

    Args:
        kept: the table; its match may still be played.
        deal: the deal's number, from 1.

    Raises:
        TableError: there is no such deal, it has not ended, or the log can't be replayed.

    """
    views = tuple(match.view(state, None) for state in states_of(kept, deal))
    if not views or len(views[-1].results) < deal:
        raise TableError(Code.DEAL_NOT_ENDED)
    return views


def open_replay_views(kept: SavedTable, deal: int) -> tuple[View, ...]:
    """Return the views of a deal as :func:`replay_views` does, with all hands open; the match has to be over.

    In every view, ``open_hands`` holds the hands and ``drawn`` the tile that was just drawn. If the match was ended
    early, the last deal stops there.

    Args:
        kept: the table.
        deal: the deal's number, from 1.

    Raises:
        TableError: the match is not over, never began, or has no such deal, or the log can't be replayed.

    """
    require_over(kept)
    views = tuple(_opened(state) for state in states_of(kept, deal))
    if not views:
        raise TableError(Code.STALE)
    return views


def require_over(kept: SavedTable) -> None:
    """Require that a match is over: then none of its tiles is secret.

    Raises:
        TableError: the match is still being played, or never began.

    """
    if not kept.header.status.over:
        raise TableError(Code.STARTED if kept.log else Code.NOT_STARTED)
    if not kept.log:
        raise TableError(Code.NOT_STARTED)


def deal_count(kept: SavedTable) -> int:
    """Return the number of deals dealt at a table."""
    return sum(isinstance(parse(entry.action), Deal) for entry in kept.log)


def states_of(kept: SavedTable, deal: int) -> Iterator[State]:
    """Replay a match up to the end of a deal, or of the log; yield only the states of that deal.

    Raises:
        TableError: the log can't be replayed.

    """
    header = kept.header
    if not kept.log or deal < 1:
        return
    state = match.new(header.rules, len(header.people), header.options)
    for entry in kept.log:
        try:
            state, _ = match.apply(state, parse(entry.action))
        except ValueError:
            # the rule's own reason would answer a question that nobody asked
            raise TableError(Code.UNREADABLE) from None
        if state.deal == deal:
            yield state
        if len(state.results) == deal:
            return


def _opened(state: State) -> View:
    drawn = state.drawn[state.history[-1].seat][-1:] if state.history and isinstance(state.history[-1], Draw) else ()
    return replace(match.view(state, None), open_hands=state.hands, drawn=drawn)


def first_opener(kept: SavedTable) -> int | None:
    """Return the user id of the player who opened a match's first deal; None before the opening.

    The opener is the player drawn with the deal, if there is one, else the first player to act.
    """
    for entry in kept.log:
        action = parse(entry.action)
        seat = action.first if isinstance(action, Deal) else action.seat
        if seat is not None:
            return kept.header.people[seat].user_id
    return None
