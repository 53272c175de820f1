"""Votes to end a match early. More than half of the people present win a vote, and half of them defeat it.

Once a deal has been played, a match of several people is ended by two votes at least: a player who is losing can't end
it alone while the others are away.
"""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.table import Presence, Vote
from engine.live.tables.presence import is_settled
from engine.live.tables.situation import Change, Situation, closed


def needs_vote(at: Situation) -> bool:
    """Whether nobody can end the match alone: a deal has been played, and two or more people have not left.

    A removed player has not left: by a removal, a host could otherwise end a match that they are losing.
    """
    there = sum(not each.gone or each.presence is Presence.REMOVED for each in at.people)
    return there > 1 and is_settled(at)


def ends_at_once(at: Situation, user_id: int) -> bool:
    """Whether the vote of a user alone would end the match."""
    return at.playing and at.header.has_host and is_won(at, Vote(0, 0, yes=(user_id,)))


def call_vote(at: Situation, user_id: int) -> Change:
    """Start a vote to end the match. The caller votes yes; if only the caller is present, the match ends."""
    at.require_started()
    at.require_has_host()
    at.require_active(user_id)
    old = at.header.vote
    if old is not None and at.now < old.until and not _is_decided(at, old):
        raise TableError(Code.VOTE_RUNNING)
    until = at.now + at.pace.for_vote(at.header.time_control)
    return _cast(at, Vote(1 if old is None else old.number + 1, until, yes=(user_id,)))


def vote(at: Situation, user_id: int, number: int, yes: bool) -> Change:
    """Cast or change a vote. More than half of the people present end the match."""
    at.require_started()
    at.require_has_host()
    at.require_active(user_id)
    running = at.header.vote
    if running is None or running.number != number or at.now >= running.until or _is_decided(at, running):
        raise TableError(Code.VOTE_OVER)
    votes = {
        True: tuple(each for each in running.yes if each != user_id),
        False: tuple(each for each in running.no if each != user_id),
    }
    votes[yes] += (user_id,)
    return _cast(at, replace(running, yes=votes[True], no=votes[False]))


def _cast(at: Situation, vote: Vote) -> Change:
    if is_lost(at, vote):
        # over for good, whoever leaves or comes now
        vote = replace(vote, until=at.now)
    header = replace(at.header, vote=vote, last_activity_at=at.now)
    # one write: a stored vote that is won has ended the match
    return closed(at, Closed("voted"), header) if is_won(at, vote) else Change(header=header, reported=False)


def is_won(at: Situation, vote: Vote) -> bool:
    """Whether more than half of the people present want to end the match."""
    there = _present(at)
    yes = len(there.intersection(vote.yes))
    return 2 * yes > len(there) and yes > needs_vote(at)


def is_lost(at: Situation, vote: Vote) -> bool:
    """Whether at least half of the people present want to play on."""
    there = _present(at)
    return 2 * len(there.intersection(vote.no)) >= len(there)


def _is_decided(at: Situation, vote: Vote) -> bool:
    return is_won(at, vote) or is_lost(at, vote)


def _present(at: Situation) -> set[int]:
    return {person.user_id for person in at.people if not person.away}
