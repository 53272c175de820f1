"""Pausing and resuming a match. A pause stops the clock and all play, and keeps the time that was left."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Paused, Resumed
from engine.live.model.table import Pause
from engine.live.tables.deadlines import deadline
from engine.live.tables.situation import Change, Situation


def pause(at: Situation, user_id: int, *, manager: bool = False) -> Change:
    """Stop the clock and all play; for the host, or a manager of the channel.

    A host with whom others play may do so until the deal's pauses add up to the time that a pause is the host's.
    """
    at.require_started()
    at.require_host(user_id, manager=manager)
    at.require_running()
    header = at.header
    others = any(not person.gone and person.user_id != user_id for person in header.people)
    if others and not manager and header.paused_for >= at.pace.pause:
        raise TableError(Code.PAUSES_USED_UP)
    left = None if header.deadline is None else max(0.0, header.deadline - at.now)
    if left is not None and at.publication.pending_since is not None:
        # time before the publication is not charged
        left += at.now - at.publication.pending_since
    header = replace(header, pause=Pause(left, at.now), deadline=None, last_activity_at=at.now)
    return Change(header=header, news=(Paused(),))


def resume(at: Situation, user_id: int, *, manager: bool = False) -> Change:
    """Resume the match with the time that was left; for the host, or a manager of the channel.

    Once the pauses of the deal add up to some time, everybody who plays may resume it: a host can't keep others from a
    match by pauses.
    """
    state, header = at.require_started(), at.header
    at.require_has_host()
    pause = header.pause
    if pause is None:
        raise TableError(Code.NOT_PAUSED)
    if not manager and user_id != header.host_id:
        at.require_active(user_id)
        until = pause.since + at.pace.pause - header.paused_for
        if at.now < until:
            raise TableError(Code.PAUSE_OF_HOST, host=header.host_id, until=math.ceil(until))
    header = replace(header, pause=None, paused_for=header.paused_for + at.now - pause.since, last_activity_at=at.now)
    # people may have come or left meanwhile
    ends_at = deadline(at, state, header)
    if ends_at is not None and pause.left is not None and not at.bots_turn:
        ends_at = at.now + pause.left
    return Change(header=replace(header, deadline=ends_at), news=(Resumed(),))
