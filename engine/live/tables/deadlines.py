"""When the bot acts by itself, and the limits of all times of a table."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.game import State
from engine.live.model.seating import moves_at_once, shows_miss
from engine.live.model.table import Header
from engine.live.tables.situation import NOTHING, Change, Situation


def deadline(at: Situation, state: State, header: Header) -> float | None:
    """Return when the bot next acts by itself, in a state and with a header that the table may soon have.

    None at the end, in a pause, while the match is asleep, and where a person may take any time.
    """
    if state.finished or header.pause is not None or header.asleep:
        return None
    pace = at.pace
    if state.turn is not None and header.people[state.turn].away:
        return at.now + _pause_before_bot(at, state, header)
    if header.untimed:
        return None
    return at.now + (pace.deal if state.turn is None else header.absence_limit(pace))


def _pause_before_bot(at: Situation, state: State, header: Header) -> float:
    # where only answers are shown, a computer moves before the answer to the press before it
    at_once = not header.delivery.by_token or moves_at_once(state, header.people)
    pause = 0.0 if at_once else random.uniform(*at.pace.computer)
    return max(pause, at.pace.reveal_pause) if shows_miss(state) else pause


def add_time(at: Situation, seconds: float) -> Change:
    """Postpone deadlines by lost seconds that no player is charged for."""
    if seconds <= 0 or at.header.status.over:
        return NOTHING
    # a player may have acted since the time was lost: no deadline is later than that of a new turn
    return Change(header=within_limits(at, at.header.shifted(seconds)), reported=False)


def within_limits(at: Situation, header: Header) -> Header:
    """Return a header without times that are further away than the longest wait for them."""
    vote, pause = header.vote, header.pause
    if header.deadline is not None:
        header = replace(header, deadline=min(header.deadline, at.now + _longest_wait(at, header)))
    if pause is not None:
        header = replace(header, pause=replace(pause, since=min(pause.since, at.now)))
    if vote is not None:
        latest = at.now + at.pace.for_vote(header.time_control)
        header = replace(header, vote=replace(vote, until=min(vote.until, latest)))
    return replace(header, last_activity_at=min(header.last_activity_at, at.now))


def _longest_wait(at: Situation, header: Header) -> float:
    """Return the maximum number of seconds before the bot acts by itself."""
    if at.state is None:
        return header.lobby_wait(at.pace)
    if at.turn is None:
        return at.pace.deal
    if header.people[at.turn].away:
        return max(at.pace.computer[1], at.pace.reveal_pause)
    return header.absence_limit(at.pace)
