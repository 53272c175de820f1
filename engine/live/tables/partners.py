"""Partners in a lobby for two pairs: players choose their seats, and a person on a chosen seat has to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.seating import USUAL_SEATS, seats_in_pairs, without_gaps
from engine.live.model.table import Header, Person
from engine.live.tables.situation import NOTHING, Change, Situation, edited


def partner_seat(header: Header, partner_id: int) -> int:
    """Return the seat opposite a player; raise :class:`TableError` if they have no seat."""
    for seat, person in enumerate(seats_in_pairs(header.people, header.seating)):
        if person is not None and person.user_id == partner_id:
            return (seat + USUAL_SEATS // 2) % USUAL_SEATS
    raise TableError(Code.NOT_HERE)


def person_on(at: Situation, user_id: int, seat: int) -> Person | None:
    """Return the person whom a user has to ask for a seat; None if it is free or a computer's.

    Raises:
        TableError: the user has no seat or sits there already, or the lobby has no such seat or no pairs.

    """
    at.require_lobby()
    at.require_seat(user_id)
    seats = _seats(at)
    if seat >= len(seats):
        raise TableError(Code.STALE)
    person = seats[seat]
    if person is not None and person.user_id == user_id:
        raise TableError(Code.OWN_SEAT)
    return None if person is None or person.computer else person


def take_seat(at: Situation, user_id: int, seat: int) -> Change:
    """Move a user to a free seat or that of a computer; the computer takes the user's."""
    if person_on(at, user_id, seat) is not None:
        raise TableError(Code.SEAT_TAKEN)
    return _swapped(at, user_id, seat)


def ask(at: Situation, user_id: int, seat: int) -> Change:
    """Note that a user would like the seat of another person; nothing changes if they have asked before."""
    other = person_on(at, user_id, seat)
    if other is None:
        raise TableError(Code.STALE)
    if (user_id, other.user_id) in at.requests.swaps:
        return NOTHING
    return Change(
        requests=replace(at.requests, swaps=at.requests.swaps | {(user_id, other.user_id)}),
        reported=False,
    )


def agree(at: Situation, user_id: int, asking_id: int, seat: int) -> Change:
    """Let two people change seats; for the person on ``seat``.

    Raises:
        TableError: the request is for somebody else, the request is too old, or either of them sits elsewhere by now.

    """
    other = person_on(at, asking_id, seat)
    if other is None or other.user_id != user_id:
        raise TableError(Code.NOT_ASKED)
    if (asking_id, user_id) not in at.requests.swaps:
        raise TableError(Code.ASK_AGAIN)
    requests = replace(at.requests, swaps=at.requests.swaps - {(asking_id, user_id)})
    return replace(_swapped(at, asking_id, seat), requests=requests)


def _seats(at: Situation) -> Sequence[Person | None]:
    """Return the player of each seat; raise :class:`TableError` if the lobby has no pairs."""
    seats = seats_in_pairs(at.people, at.header.seating)
    if not at.header.options.get("pairs") or len(seats) > USUAL_SEATS:
        raise TableError(Code.STALE)
    return seats


def _swapped(at: Situation, user_id: int, seat: int) -> Change:
    """Return the lobby after a user and whoever sits on a seat have changed places."""
    seats = [*_seats(at)]
    own = next(each for each, person in enumerate(seats) if person is not None and person.user_id == user_id)
    seats[own], seats[seat] = seats[seat], seats[own]
    people, seating = without_gaps(seats)
    return edited(at, people=people, seating=seating)
