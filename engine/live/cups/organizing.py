"""The decisions of the organizer, and the people who may make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cups import (
    Action,
    Allowed,
    Cancelled,
    Corrected,
    Forbade,
    Paused,
    Phase,
    Replaced,
    StoodIn,
    TakenBack,
    TakenOut,
    present,
    standings,
)
from engine.live.cups.course import begin, resumed, waits_for_round
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.model import Change, CupPerson, LiveTable, Situation, after
from engine.live.cups.seats import members_of, seats_of
from engine.live.model.deleted_users import is_deleted

MAX_AHEAD_SECONDS = 60 * 86_400
"""How far ahead a start may be."""


def is_organizer(at: Situation, user_id: int, *, manager: bool) -> bool:
    """Whether a user may act as the organizer: the organizer, and managers of the server's events.

    Where the organizer is gone for long, the highest of those in the cup may, too.
    """
    if manager or user_id == at.header.organizer_id:
        return True
    gone = is_deleted(at.header.organizer_id) or at.now >= at.header.organizer_at + at.header.graces.organizer
    return gone and user_id in _highest(at)


def _highest(at: Situation) -> tuple[int, ...]:
    """Return the people of the highest entrant present: by the standings or, before the first round, by sign-up."""
    order = [row.entrant for row in standings(at.cup)] if at.cup.rounds else [*at.cup.entrants]
    there = {*present(at.cup)}
    members = (at.cup.entrants[each].members for each in order if each in there)
    people = (tuple(person for person in each if not is_deleted(person)) for each in members)
    return next((each for each in people if each), ())


def _organized(at: Situation, user_id: int, *actions: Action, manager: bool) -> Change:
    """Return a change by the organizer, or by somebody in their place; raise CupDeclined for all others."""
    if not is_organizer(at, user_id, manager=manager):
        raise CupDeclined(Code.NOT_ORGANIZER, organizer=at.header.organizer_id)
    change = Change(actions=tuple((each, user_id) for each in actions))
    return change.with_fields(organizer_at=at.now) if user_id == at.header.organizer_id else change


def begin_now(at: Situation, user_id: int, *, manager: bool) -> Change:
    """End the sign-up, and begin.

    Raises:
        CupDeclined: the user is no organizer.
        CupError: the cup has begun, or has too few entrants.

    """
    return begin(at, user_id).with_fields(**_organized(at, user_id, manager=manager).fields)


def next_round_now(at: Situation, user_id: int, *, manager: bool) -> Change:
    """Begin the next round; everybody may do so once the organizer's time is over.

    Raises:
        CupDeclined: the user may not, or no round waits.

    """
    if not waits_for_round(at) or at.header.waits_since is None:
        raise CupDeclined(Code.NOT_WAITING)
    everybody = at.now >= at.header.waits_since + at.header.graces.button
    return _organized(at, user_id, manager=manager or everybody).with_fields(next_at=at.now)


def move_start(at: Situation, user_id: int, starts_at: float | None, *, manager: bool) -> Change:
    """Set the end of the sign-up; None leaves it to the organizer. The bot tells the channel of a new time.

    Raises:
        CupDeclined: the user is no organizer, the cup has begun, or the time is past or too far ahead.

    """
    change = _organized(at, user_id, manager=manager)
    if at.phase is not Phase.SIGN_UP:
        raise CupDeclined(Code.STALE)
    if starts_at is not None and not at.now < starts_at <= at.now + MAX_AHEAD_SECONDS:
        raise CupDeclined(Code.PAST)
    waits_since = at.now if starts_at is None else None
    moved_at = at.header.moved_at if starts_at == at.header.starts_at else at.now
    return change.with_fields(starts_at=starts_at, waits_since=waits_since, moved_at=moved_at)


def set_automatic(at: Situation, user_id: int, automatic: bool, *, manager: bool) -> Change:
    """Let the next round begin by itself, or by a button; raise CupDeclined unless the user is an organizer."""
    changed = _organized(at, user_id, manager=manager).with_fields(automatic=automatic)
    if at.phase is not Phase.PAIRING or at.header.waits_since is None:
        return changed
    return changed.with_fields(next_at=at.now + at.header.graces.between if automatic else None)


def hand_over(at: Situation, user_id: int, other: CupPerson, *, manager: bool) -> Change:
    """Make another person the organizer; raise CupDeclined unless the user is one."""
    change = _organized(at, user_id, manager=manager)
    return replace(change, people=(other,)).with_fields(organizer_id=other.user_id, organizer_at=at.now)


def take_out(at: Situation, user_id: int, entrant_id: int, *, manager: bool) -> Change:
    """Take an entrant out; raise CupDeclined unless the user is an organizer, CupError if it is not in."""
    return _organized(at, user_id, TakenOut(entrant_id), manager=manager)


def take_back(at: Situation, user_id: int, entrant_id: int, *, manager: bool) -> Change:
    """Take an entrant that is out back in; raise as :func:`take_out`."""
    return _organized(at, user_id, TakenBack(entrant_id), manager=manager)


def replace_person(at: Situation, user_id: int, person_id: int, by: CupPerson, *, manager: bool) -> Change:
    """Give a person's place to somebody else for the rest of the cup; raise as :func:`take_out`.

    The players at a table that plays stay there; nobody who sits there for another person may get a place.
    """
    change = _organized(at, user_id, Replaced(person_id, by.user_id), manager=manager)
    seated = {seat.user_id for table, live in at.waiting if live.match_id for seat in seats_of(at.cup, table)}
    if by.user_id in seated:
        raise CupDeclined(Code.AT_TABLE, person=by.user_id)
    actions = [*change.actions]
    tables: list[LiveTable] = []
    for table, live in at.waiting:
        if person_id not in members_of(at.cup, table):
            continue
        if live.match_id:
            stood_in = StoodIn(*live.key, by.user_id, dict(table.stand_ins).get(person_id, person_id))
            actions.append((stood_in, user_id))
        elif live.until is not None:
            # who has just heard of it has the whole grace
            tables.append(replace(live, until=max(live.until, at.now + at.header.graces.here)))
    return replace(change, actions=tuple(actions), people=(by,), tables=tuple(tables))


def keep_apart(at: Situation, user_id: int, first: CupPerson, second: CupPerson, *, manager: bool) -> Change:
    """Keep two people from one table from the next round on; raise as :func:`take_out`."""
    change = _organized(at, user_id, Forbade(first.user_id, second.user_id), manager=manager)
    return replace(change, people=(first, second))


def let_meet(at: Situation, user_id: int, first_id: int, second_id: int, *, manager: bool) -> Change:
    """Let two people meet again; raise as :func:`take_out`."""
    return _organized(at, user_id, Allowed(first_id, second_id), manager=manager)


def correct(at: Situation, user_id: int, correction: Corrected, *, manager: bool) -> Change:
    """Correct a result; raise as :func:`take_out`. Tables of a knock-out that are drawn again wait for their people.

    The message at the table is corrected, too: its thread is archived once more.
    """
    change = _organized(at, user_id, correction, manager=manager)
    redrawn = _drawn(after(at, change)).items() - _drawn(at).items()
    tables = {key: _fresh(at, key) for key, _ in sorted(redrawn)}
    live = at.tables.get((correction.round, correction.table))
    if live is not None and live.archived:
        tables.setdefault(live.key, replace(live, archived=False))
    return replace(change, tables=tuple(tables.values()))


def _drawn(at: Situation) -> Mapping[tuple[int, int], Sequence[tuple[int, ...]]]:
    """Return the sides of the tables of the last round, by their numbers."""
    return {each.key: each.sides for last in at.cup.rounds[-1:] for each in last.tables}


def _fresh(at: Situation, key: tuple[int, int]) -> LiveTable:
    """Return a table with new people; a table that had others keeps its place, and shows a new message."""
    old = at.tables.get(key, LiveTable(*key, at.now))
    return LiveTable(*key, at.now, way=old.way, tried_at=old.tried_at, channel_id=old.channel_id)


def pause(at: Situation, user_id: int, *, manager: bool) -> Change:
    """Let no round and no table begin; raise as :func:`take_out`. Matches go on."""
    return _organized(at, user_id, Paused(), manager=manager).with_fields(paused_at=at.now)


def resume(at: Situation, user_id: int, *, manager: bool) -> Change:
    """Go on after a pause; raise as :func:`take_out`."""
    return resumed(at, user_id).with_fields(**_organized(at, user_id, manager=manager).fields)


def cancel(at: Situation, user_id: int, reason: str, *, manager: bool) -> Change:
    """Call the cup off; raise as :func:`take_out`. Its matches end with it."""
    return _organized(at, user_id, Cancelled(reason), manager=manager)
