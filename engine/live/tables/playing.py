"""The actions of a match: playing, passing, flipping, the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import match
from engine.actions import Action, Deal, Flip, Move, Pass
from engine.dealing import fair_deal, random_deal
from engine.events import Event
from engine.game import State
from engine.legal import forced_move
from engine.live.model.errors import Code, TableError
from engine.live.model.news import News
from engine.live.model.seating import scores_of, with_missed
from engine.live.model.table import Header, LogEntry, Status
from engine.live.tables.cup_matches import after_deal
from engine.live.tables.deadlines import deadline
from engine.live.tables.replay import start_of
from engine.live.tables.situation import Change, Situation


def play(at: Situation, user_id: int, seat: int, ply: int, choice: int) -> Change:
    """Do a legal action of a seat: number ``choice`` of the view at this ``ply``."""
    state = _require_turn(at, user_id, ply, seat)
    moves = match.legal(state)
    if state.turn != seat or not 0 <= choice < len(moves):
        raise TableError(Code.STALE)
    return acted(at, moves[choice], user_id)


def pass_turn(at: Situation, user_id: int, ply: int) -> Change:
    """Draw or pass, as the rules require of a player without a legal play."""
    seat = at.require_seat(user_id)
    state = _require_turn(at, user_id, ply, seat)
    return acted(at, (match.view(state, None).default_move or Pass(seat))._replace(seat=seat), user_id)


def flip(at: Situation, user_id: int, ply: int, position: int) -> Change:
    """Flip the tile at a position of the grid."""
    seat = at.require_seat(user_id)
    _require_turn(at, user_id, ply, seat)
    return acted(at, Flip(seat, position), user_id)


def next_deal(at: Situation, user_id: int, deal: int) -> Change:
    """Deal again after the end of deal number ``deal``, without waiting for the deadline."""
    at.require_started()
    at.require_active(user_id)
    state = at.require_running()
    if not state.awaits_deal or state.deal != deal:
        raise TableError(Code.STALE)
    return acted(at, new_deal(at, state), user_id)


def _require_turn(at: Situation, user_id: int, ply: int, seat: int) -> State:
    """Return the state; raise :class:`TableError` unless the player of the seat acts, and at the present ply."""
    at.require_started()
    if at.require_active(user_id) != seat:
        raise TableError(Code.NOT_YOURS)
    state = at.require_running()
    if ply != at.ply:
        raise TableError(Code.STALE)
    return state


def new_deal(at: Situation, state: State, named: int | None = None) -> Deal:
    """Draw the next deal, which the seat ``named`` opens, if any."""
    if at.dealer is None and at.header.seed is not None:
        return fair_deal(state, at.header.seed, words_of(at.header), named)
    # a table older than seeds has none
    drawn = random_deal(state) if at.dealer is None else at.dealer(state)
    return drawn if named is None else drawn._replace(first=named, named=True)


def acted(
    at: Situation,
    action: Action,
    user_id: int | None,
    header: Header | None = None,
    *,
    rest: Sequence[Move] = (),
    before: Sequence[News] = (),
    after: Sequence[News] = (),
) -> Change:
    """Apply an action and its forced consequences. After a draw the seat draws or passes, if the rules force it.

    Args:
        at: the table.
        action: the action.
        user_id: the id of the user who acts; None for the bot.
        header: the header to change; None for the present one.
        rest: further moves of the same seat.
        before: news before that of the action.
        after: news after that of the action.

    Raises:
        IllegalMove: the rules do not allow the action.

    """
    header = header or at.header
    actions, reached, events = _played(at.state or start_of(header), action, rest)
    if user_id is not None:
        header = replace(with_missed(header, user_id, missed=0), last_activity_at=at.now)
    status = Status.FINISHED if reached.finished else Status.PLAYING
    words: tuple[str, ...] = ()
    if isinstance(action, Deal):
        words = words_of(header) if header.words else ()
        header = replace(header, words=(), paused_for=0.0)
    header = replace(header, status=status, reminded=False)
    header = replace(header, deadline=deadline(at, reached, header))
    # the time of a cup's round may be over
    header, at_end = (header, ()) if header.cup is None else after_deal(header, reached)
    return Change(
        header=header,
        state=reached,
        entries=tuple(LogEntry(at.ply + n, str(each), user_id, at.now, words) for n, each in enumerate(actions)),
        scores=scores_of(reached, header.people) if reached.finished else (),
        news=(*before, *events, *after, *at_end),
    )


def _played(state: State, action: Action, rest: Sequence[Move]) -> tuple[list[Action], State, tuple[Event, ...]]:
    """Return all actions of a turn from an action on, the state after them, and their events."""
    seat, actions, moves = state.turn, [action], list(rest)
    state, events = match.apply(state, action)
    while state.turn == seat and seat is not None:
        following = moves.pop(0) if moves else forced_move(state)
        if following is None:
            break
        state, more = match.apply(state, following)
        actions.append(following)
        events += more
    return actions, state, events


def words_of(header: Header) -> tuple[str, ...]:
    """Return the word of each seat for the next deal; empty for none."""
    by_user = dict(header.words)
    return tuple(by_user.get(person.user_id, "") for person in header.people)
