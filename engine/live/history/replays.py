"""What a table's log tells once more: deals that have ended, with all hands open once the match is over, who began."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import match
from engine.actions import Deal, Draw, parse
from engine.game import State
from engine.live.model.errors import Code, TableError
from engine.live.model.table import SavedTable, Status
from engine.view import View


def replay_views(kept: SavedTable, deal: int) -> tuple[View, ...]:
    """Give what the channel saw of a deal: when it was dealt, and after each action up to its end.

    Args:
        kept: the table; its match may be going on.
        deal: the deal's number, from 1.

    Raises:
        TableError: there is no such deal, or it has not ended.
        IllegalMove: the log holds what the rules refuse.

    """
    views = tuple(match.view(state, None) for state in _states(kept, deal))
    if not views or len(views[-1].results) < deal:
        raise TableError(Code.DEAL_NOT_ENDED)
    return views


def open_replay_views(kept: SavedTable, deal: int) -> tuple[View, ...]:
    """Give a deal of a match that is over as :func:`replay_views` does, with the hands of all seats open.

    ``shown`` holds them in every view, and ``drawn`` the tile that was just drawn. Of a match that was ended before
    its time, the last deal stops where that was.

    Args:
        kept: the table.
        deal: the deal's number, from 1.

    Raises:
        TableError: its match is not over, has never begun, or has no such deal.
        IllegalMove: the log holds what the rules refuse.

    """
    require_over(kept)
    views = tuple(_opened(state) for state in _states(kept, deal))
    if not views:
        raise TableError(Code.STALE)
    return views


def require_over(kept: SavedTable) -> None:
    """Make sure that a match is over, so that nothing of it is secret any more.

    Raises:
        TableError: it is still being played, or has never begun.

    """
    if kept.header.status not in (Status.FINISHED, Status.CLOSED):
        raise TableError(Code.STARTED if kept.log else Code.NOT_STARTED)
    if not kept.log:
        raise TableError(Code.NOT_STARTED)


def deal_count(kept: SavedTable) -> int:
    """Give how many deals were dealt at a table."""
    return sum(isinstance(parse(entry.action), Deal) for entry in kept.log)


def _states(kept: SavedTable, deal: int) -> Iterator[State]:
    """Play a match up to the end of a deal, or as far as it goes; give the states of that deal alone."""
    header = kept.header
    if not kept.log or deal < 1:
        return
    state = match.new(header.rules, len(header.people), header.options)
    for entry in kept.log:
        state, _ = match.apply(state, parse(entry.action))
        if state.deal == deal:
            yield state
        if len(state.results) == deal:
            return


def _opened(state: State) -> View:
    drawn = state.drawn[state.history[-1].seat][-1:] if state.history and isinstance(state.history[-1], Draw) else ()
    return replace(match.view(state, None), open_hands=state.hands, drawn=drawn)


def first_opener(kept: SavedTable) -> int | None:
    """Give who opened a match's first deal, by user id; None before anybody did.

    That is whom luck chose to begin, where it did, else whoever acted first: the rules know why it was they.
    """
    for entry in kept.log:
        action = parse(entry.action)
        seat = action.first if isinstance(action, Deal) else action.seat
        if seat is not None:
            return kept.header.people[seat].user
    return None
