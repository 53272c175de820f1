"""Waiting for a player without a clock: a nudge, and after an hour a move by the bot."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.table import Person
from engine.live.tables.situation import Change, Situation


def may_play_for(at: Situation) -> bool:
    """Whether the player in turn has taken so long that others may let the bot play for them."""
    return at.now >= at.turn_began_at + at.pace.offered_after


def nudge(at: Situation, user_id: int, ply: int) -> Change:
    """Note that another player nudges the player in turn.

    Raises:
        TableError: the user does not play here, is in turn, or the turn is over; nobody waits for a person; or somebody
            was nudged shortly before.

    """
    require_waiting(at, user_id, ply)
    again_at = at.requests.nudged_at + at.pace.nudge
    if at.now < again_at:
        raise TableError(Code.NUDGED, until=int(again_at))
    return Change(requests=replace(at.requests, nudged_at=at.now), reported=False)


def play_for(at: Situation, user_id: int, ply: int) -> Change:
    """Let the bot play for the player in turn, from now on until that player is back; for another player.

    Raises:
        TableError: as for :func:`nudge`, or the player in turn has not taken long enough.

    """
    require_waiting(at, user_id, ply)
    if not may_play_for(at):
        raise TableError(Code.TOO_EARLY, until=int(at.turn_began_at + at.pace.offered_after))
    # the turn ends like one whose time is over
    return Change(header=replace(at.header, deadline=at.now))


def require_waiting(at: Situation, user_id: int, ply: int) -> Person:
    """Return the player in turn; raise :class:`TableError` unless a user waits for them."""
    at.require_started()
    seat = at.require_active(user_id)
    at.require_running()
    if not at.header.delivery.has_nudge or ply != at.ply or at.turn is None:
        raise TableError(Code.STALE)
    if at.turn == seat or at.bots_turn:
        raise TableError(Code.NOT_WAITING)
    return at.people[at.turn]
