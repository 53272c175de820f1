"""Restores a table from its log: its state, and the news that its channel does not know."""

from __future__ import annotations

from typing import NamedTuple

from engine import match
from engine.actions import parse
from engine.game import State
from engine.live.model.news import Closed, LeftNoChoice, News, TimedOut
from engine.live.model.seating import move_by_bot, news_between
from engine.live.model.table import Header, SavedTable, Status, Told
from engine.options import complete
from engine.rules import find


class Replay(NamedTuple):
    """The result of a log.

    Attributes:
        state: the state; None for a lobby.
        turn_began_at: when the turn began or the deal ended, in seconds since 1970; 0 before the match.
        news: the news that were not told.
    """

    state: State | None
    turn_began_at: float
    news: tuple[News, ...]


def replay(kept: SavedTable, told: Told) -> Replay:
    """Replay the log of a table.

    Raises:
        Exception: the header or the log makes no sense.

    """
    header = kept.header
    # a lobby has no state that would show it
    complete(header.rules, find(header.rules).options, header.options)
    state, began_at, news = None, 0.0, list[News]()
    bots_turn = False
    for entry in kept.log:
        before = start_of(header) if state is None else state
        # the bot plays a turn to its end, from the point that its player had reached
        begins, bots_turn = not (before.mid_turn and bots_turn), entry.user_id is None
        state, events = match.apply(before, parse(entry.action))
        if not state.mid_turn:
            began_at = entry.at
        if entry.ply < told.ply:
            continue
        if begins and bots_turn:
            news += _reason(header, before)
        news += events
    return Replay(state, began_at, (*news, *_news_of_header(kept, told)))


def _reason(header: Header, state: State) -> tuple[News, ...]:
    """Return why the bot moves for the person in turn; nothing for a computer, or if nobody is in turn."""
    if state.turn is None or header.people[state.turn].computer:
        return ()
    alone = not header.people[state.turn].away and move_by_bot(header, state) is not None
    return (LeftNoChoice(state.turn) if alone else TimedOut(state.turn),)


def _news_of_header(kept: SavedTable, told: Told) -> tuple[News, ...]:
    """Return the news that are not in the log: arrivals, departures, and the end of the table."""
    header = kept.header
    news = () if told.attendance is None else news_between(told.attendance, header.attendance, header.substitutions)
    if header.status is not Status.CLOSED or told.status == Status.CLOSED:
        return news
    # how it closed is not stored
    how = "time" if header.is_called else "ended"
    return (*news, Closed(how if kept.log else "cancelled"))


def start_of(header: Header) -> State:
    """Return the state of a match before its first deal."""
    return match.new(header.rules, len(header.people), header.options)
