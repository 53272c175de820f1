"""Presence during a match: leaving, coming back, being removed, a new player on a free seat, and the host.

Players who left, or whose seat the bot keeps, come back when they like. Removed players come back if the host agrees.
Until then, somebody new may take the seat of a player who left or was removed, if the host agrees.
"""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, NewHost, News, TimedOut
from engine.live.model.seating import news_between, turns_had, with_missed, with_presence, with_replacement
from engine.live.model.table import Header, Person, Presence
from engine.live.tables.deadlines import deadline
from engine.live.tables.situation import NOTHING, Change, Situation, closed, edited
from engine.parts.winning import is_single_deal

MAX_MISSES = 2
"""The number of missed turns in a row after which the bot keeps the seat; without a clock it is one."""


def is_first_round(at: Situation) -> bool:
    """Whether somebody has not had a turn in the match yet."""
    state = at.require_started()
    return not state.results and not turns_had(state)


def is_settled(at: Situation) -> bool:
    """Whether so much has been played that nobody ends the match alone.

    That is a deal, or, where the match is one deal, two turns of everybody.
    """
    state = at.state
    if state is None:
        return False
    return bool(state.results) or (turns_had(state) > 1 and is_single_deal(state.rules, state.options))


def leave(at: Situation, user_id: int) -> Change:
    """Leave the match for good. The bot plays on for the seat; after the last person the table closes, but a cup's."""
    at.require_started()
    return _departed(at, at.require_not_gone(user_id), Presence.LEFT, user_id)


def require_removable(at: Situation, user_id: int, other_id: int) -> int:
    """Return the seat of another person whom the host may remove from the match.

    Raises:
        TableError: the user is not the host, or the other person is not playing.

    """
    at.require_started()
    at.require_host(user_id)
    if user_id == other_id:
        raise TableError(Code.SELF_REMOVAL)
    seat = at.header.seat_of(other_id)
    if seat is None or at.people[seat].gone:
        raise TableError(Code.NOT_HERE)
    return seat


def remove(at: Situation, user_id: int, other_id: int) -> Change:
    """Remove another person from the match; for the host. The bot plays on for the seat."""
    return _departed(at, require_removable(at, user_id, other_id), Presence.REMOVED, user_id)


def _departed(at: Situation, seat: int, presence: Presence, user_id: int) -> Change:
    state = at.require_started()
    header = with_presence(at.header, seat, presence, early=is_first_round(at))
    if is_settled(at) and all(person.gone for person in header.people):
        # a host who leaves last does not end the match for the players whom they have removed
        for other, person in enumerate(header.people):
            if person.presence is Presence.REMOVED:
                header = with_presence(header, other, Presence.KEPT)
    if header.cup is None and all(person.gone for person in header.people):
        return closed(at, Closed("empty", user_id))
    # the departure of another player gives the player in turn no more time
    if state.turn == seat or header.asleep:
        header = replace(header, deadline=deadline(at, state, header))
    return _attended(at, header)


def come_back(at: Situation, user_id: int) -> Change:
    """Return a seat that the bot plays to its player. If the seat is in turn, its time starts again.

    Raises:
        TableError: the player is at the table, or has been removed.

    """
    at.require_started()
    seat = at.require_seat(user_id)
    match at.people[seat].presence:
        case Presence.HERE:
            raise TableError(Code.NOT_KEPT)
        case Presence.REMOVED:
            raise TableError(Code.REMOVED)
        case Presence.KEPT | Presence.LEFT:
            return _occupied(at, with_presence(at.header, seat, Presence.HERE), seat)


def _occupied(at: Situation, header: Header, seat: int) -> Change:
    """Return a change after which a person plays a seat again. If the seat is in turn, its time starts again."""
    state = at.require_started()
    if at.header.asleep or state.turn == seat:
        header = replace(header, deadline=deadline(at, state, header), reminded=False)
        # in a pause the time starts again when the pause is over
        header = replace(header, pause=header.pause and replace(header.pause, left=None))
    # should the seat be free again, its candidates ask again
    candidates = {key: person for key, person in at.requests.candidates.items() if key[1] != seat}
    return replace(_attended(at, header), requests=replace(at.requests, candidates=candidates))


def _attended(at: Situation, header: Header) -> Change:
    """Return a change to a header with other people present, and the news of arrivals and departures."""
    news = news_between(at.header.attendance, header.attendance, header.substitutions)
    return Change(header=replace(header, last_activity_at=at.now), news=news)


def ask_back(at: Situation, user_id: int) -> Change:
    """Note that a removed player would like to come back; nothing changes if they have asked before."""
    if user_id in at.requests.returning:
        return NOTHING
    return Change(requests=replace(at.requests, returning=at.requests.returning | {user_id}), reported=False)


def readmit(at: Situation, user_id: int, seat: int) -> Change:
    """Let a removed player come back; for the host. A player who has asked is back at once."""
    at.require_started()
    at.require_host(user_id)
    if seat >= len(at.people) or at.people[seat].presence is not Presence.REMOVED:
        raise TableError(Code.SEAT_TAKEN)
    other_id = at.people[seat].user_id
    if other_id not in at.requests.returning:
        return Change(header=with_presence(at.header, seat, Presence.KEPT))
    back = _occupied(at, with_presence(at.header, seat, Presence.HERE), seat)
    requests = back.requests or at.requests
    return replace(back, requests=replace(requests, returning=requests.returning - {other_id}))


# ---------------------------------------------------------------------- a new player on a free seat


def free_seats(at: Situation) -> tuple[int, ...]:
    """Return the seats whose players left or were removed, which somebody new may take.

    Raises:
        TableError: the table is a cup's.

    """
    at.require_has_host()
    return at.header.free_seats if at.playing else ()


def require_may_take(at: Situation, user_id: int, seat: int) -> None:
    """Check that a new player may ask for a seat.

    Raises:
        TableError: the user has or had a seat in this match, or the seat is not free.

    """
    at.require_started()
    at.require_has_host()
    if at.header.seat_of(user_id) is not None:
        at.require_active(user_id)
        raise TableError(Code.ALREADY_SEATED)
    # a player who has seen a hand of this match must not see another
    at.require_not_replaced(user_id)
    if seat not in free_seats(at):
        raise TableError(Code.SEAT_TAKEN)


def ask_for_seat(at: Situation, person: Person, seat: int) -> Change:
    """Note that a new player would like to take a free seat; nothing changes if they have asked before.

    Raises:
        TableError: the person may not take it.

    """
    require_may_take(at, person.user_id, seat)
    if (person.user_id, seat) in at.requests.candidates:
        return NOTHING
    candidates = {**at.requests.candidates, (person.user_id, seat): person}
    return Change(requests=replace(at.requests, candidates=candidates), reported=False)


def give_seat(at: Situation, user_id: int, seat: int, candidate_id: int) -> Change:
    """Seat a new player who has asked for a free seat; for the host.

    Raises:
        TableError: the user is not the host, the seat is not free, or the candidate has not asked since the start of
            the bot.

    """
    at.require_started()
    at.require_host(user_id)
    if seat not in free_seats(at):
        raise TableError(Code.SEAT_TAKEN)
    person = at.requests.candidates.get((candidate_id, seat))
    if person is None or at.header.seat_of(candidate_id) is not None:
        raise TableError(Code.ASK_AGAIN)
    return _occupied(at, with_replacement(at.header, seat, person, at.ply), seat)


# ---------------------------------------------------------------------- the host, names, and missed turns


def hand_over(at: Situation, user_id: int, other_id: int, *, manager: bool = False) -> Change:
    """Make another person at the table the host; for the host, or a manager of the channel."""
    at.require_open()
    at.require_host(user_id, manager=manager)
    seat = at.header.seat_of(other_id)
    if seat is None or at.people[seat].away:
        raise TableError(Code.NOT_HERE)
    if other_id == at.header.host_id:
        raise TableError(Code.NOT_YOURSELF)
    return replace(edited(at, host_id=other_id), news=(NewHost(seat),) if at.playing else ())


def is_known(header: Header, person: Person) -> bool:
    """Whether a table has the present name and locale of a person, or needs none as they have no seat."""
    seat = header.seat_of(person.user_id)
    known = person if seat is None else header.people[seat]
    return (known.name, known.locale) == (person.name, person.locale)


def refresh_person(at: Situation, person: Person) -> Change:
    """Use the present name and locale of a person. That is no activity, and nobody is told."""
    header = at.header
    if is_known(header, person):
        return NOTHING
    people = tuple(
        replace(each, name=person.name, locale=person.locale) if each.user_id == person.user_id else each
        for each in header.people
    )
    # nobody else reads the table in somebody's direct messages
    locale = person.locale if header.delivery.alone else header.locale
    return Change(header=replace(header, people=people, locale=locale), reported=False)


def after_timeout(at: Situation, seat: int) -> tuple[Header, tuple[News, ...], tuple[News, ...]]:
    """Return the header after the time of a seat ran out, and the news before and after the bot's move."""
    header, person = at.header, at.people[seat]
    if person.computer:
        return header, (), ()
    if person.away:
        return header, (TimedOut(seat),), ()
    if person.missed + 1 < MAX_MISSES and header.turn_limit(at.pace) is not None:
        return with_missed(header, person.user_id, missed=person.missed + 1), (TimedOut(seat),), ()
    kept = with_presence(header, seat, Presence.KEPT, early=is_first_round(at))
    return kept, (TimedOut(seat),), news_between(header.attendance, kept.attendance)
