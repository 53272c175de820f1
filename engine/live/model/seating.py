"""Seats, presence and the host: pure functions on the people of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from engine import match
from engine.actions import Move
from engine.game import State
from engine.legal import only_move
from engine.live.model.news import CameBack, Kept, NewHost, News, Paused, Removed, Resumed, TookSeat, WentAway
from engine.live.model.pace import Auto
from engine.live.model.ranks import comeback, points_against, points_of, ranks
from engine.live.model.table import Attendance, Header, Person, Presence, Score, Substitution
from engine.options import accepted
from engine.rules import find


def with_missed(header: Header, user_id: int, *, missed: int) -> Header:
    """Return the header with the number of turns in a row that ``user_id`` has missed."""
    if all(each.user_id != user_id or each.missed == missed for each in header.people):
        return header
    people = [replace(each, missed=missed) if each.user_id == user_id else each for each in header.people]
    return replace(header, people=tuple(people))


def turns_had(state: State) -> int:
    """Return how many turns every seat has had in the present deal, or at the end of one in the last."""
    turns = Counter(seat for seat, _ in groupby(move.seat for move in state.history))
    return min(turns[seat] for seat in state.active_seats)


def with_presence(header: Header, seat: int, presence: Presence, *, early: bool = False) -> Header:
    """Return the header with the new presence of a seat. An absent host is replaced if anyone is present.

    Args:
        header: the table.
        seat: the seat.
        presence: its new presence.
        early: whether a player who goes now is gone before everybody has had a turn.

    """

    def changed(person: Person) -> Person:
        # who was gone before may leave for good later
        gone = person.early if person.away else early
        return replace(person, presence=presence, missed=0, early=gone and presence is not Presence.HERE)

    people = tuple(changed(each) if at == seat else each for at, each in enumerate(header.people))
    # a table without the powers of a host may have its place by them
    host_id = host_among(people, header.host_id, seat) if header.has_host else header.host_id
    return replace(header, people=people, host_id=host_id)


def with_replacement(header: Header, seat: int, person: Person, ply: int) -> Header:
    """Return the header with a new player on a seat whose player has left; ``ply`` is the present one."""
    left = header.people[seat]
    people = tuple(person if at == seat else each for at, each in enumerate(header.people))
    return replace(
        header,
        people=people,
        host_id=host_among(people, header.host_id, seat),
        words=tuple(each for each in header.words if each[0] != left.user_id),
        substitutions=(
            *header.substitutions,
            Substitution(seat, left.user_id, left.name, ply, left.presence, left.early),
        ),
    )


_CHANGES = {
    Presence.HERE: CameBack,
    Presence.KEPT: Kept,
    Presence.LEFT: WentAway,
    Presence.REMOVED: Removed,
}


def news_between(before: Attendance, after: Attendance, replaced: Sequence[Substitution] = ()) -> tuple[News, ...]:
    """Return the news of arrivals and departures, of a new host, and of a pause that began or ended.

    Args:
        before: who played before.
        after: who plays now.
        replaced: the players whose seats others took, up to now.

    """
    taken = {each.seat: each.name for each in replaced[before.replaced :]}
    news: list[News] = [TookSeat(seat, left) for seat, left in taken.items()]
    for seat, (was, now) in enumerate(zip(before.presence, after.presence, strict=False)):
        if seat in taken:
            was = Presence.HERE
        # the bot still plays for a removed player who may come back
        if was is not now and (now is not Presence.KEPT or was is Presence.HERE):
            news.append(_CHANGES[now](seat))
    if after.host not in (before.host, None):
        news.append(NewHost(after.host))
    if after.paused is not before.paused:
        news.append(Paused() if after.paused else Resumed())
    return tuple(news)


def host_among(people: Sequence[Person], host_id: int, seat: int = 0) -> int:
    """Return the host: ``host_id`` if present, else the first person present from ``seat`` on.

    If all are absent, the same rule applies to the people who may come back.
    """
    around = (*people[seat:], *people[:seat])
    for group in ([each for each in around if not each.away], [each for each in around if not each.gone]):
        user_ids = [each.user_id for each in group]
        if user_ids:
            return host_id if host_id in user_ids else user_ids[0]
    return host_id


USUAL_SEATS = 4
"""The number of players at a usual table of dominoes."""


def usual_seats(seats: Sequence[int]) -> int:
    """Return four, or the nearest number of players that the rules allow."""
    return min(max(USUAL_SEATS, seats[0]), seats[-1])


def missing_seats(header: Header) -> int:
    """Return the number of players that a lobby lacks for a match of :func:`usual_seats`."""
    return max(usual_seats(header.seats) - len(header.people), 0)


def arranged(people: Sequence[Person], seating: Sequence[int]) -> tuple[Person, ...]:
    """Seat people by :attr:`Header.seating`. Newcomers take the free seats between others first, then new seats."""
    return tuple(person for person in _seats(people, seating) if person is not None)


def seats_in_pairs(people: Sequence[Person], seating: Sequence[int]) -> tuple[Person | None, ...]:
    """Return the player of each of the four seats of a lobby in pairs; None for a free seat. Partners sit opposite."""
    seats = _seats(people, seating)
    while len(seats) > USUAL_SEATS and None in seats:
        seats.remove(None)
    return (*seats, *[None] * (USUAL_SEATS - len(seats)))


def without_gaps(seats: Sequence[Person | None]) -> tuple[tuple[Person, ...], tuple[int, ...]]:
    """Return the people of seats of which some are free, and the :attr:`Header.seating` that keeps those free."""
    people = tuple(person for person in seats if person is not None)
    gaps = None in seats[: len(people)]
    return people, tuple(0 if person is None else person.user_id for person in seats) if gaps else ()


def _seats(people: Sequence[Person], seating: Sequence[int]) -> list[Person | None]:
    """Return the players seat by seat; None for a free seat that newcomers take before they take new ones."""
    slots: list[Person | None] = [next((each for each in people if each.user_id == user), None) for user in seating]
    for person in people:
        if person.user_id in seating:
            continue
        if None in slots:
            slots[slots.index(None)] = person
        else:
            slots.append(person)
    return slots


def next_opener(users: Sequence[int], opener: int | None) -> int | None:
    """Return the seat after that of the last match's opener; None if the opener is no longer among the users."""
    return None if opener is None or opener not in users else (users.index(opener) + 1) % len(users)


def may_name_opener(header: Header) -> bool:
    """Whether the host of a lobby may name who opens the first deal.

    The lot would decide it, with the people seated or those who may still join, and the source leaves it to the
    players.
    """
    rules = find(header.rules)
    if rules.about.lot_in_source:
        return False
    options = accepted(rules.options, header.options)
    counts = [seats for seats in header.seats if seats >= len(header.people)]
    return any(rules.draws_opener(match.new(rules.id, seats, options)) for seats in counts)


def named_opener(header: Header) -> int | None:
    """Return the seat that the host named to open the first deal; None for none."""
    return next((seat for seat, person in enumerate(header.people) if person.user_id == header.named), None)


def move_by_bot(header: Header, state: State) -> Move | None:
    """Return the move that the bot makes for a person in turn without a choice; None if there is none."""
    return None if header.auto is Auto.NOTHING else only_move(state, public=header.auto is Auto.TURNS)


def moves_at_once(state: State, people: Sequence[Person]) -> bool:
    """Whether the bot, being in turn, moves without a pause.

    There is no pause after another seat that the bot plays for, nor when everyone present is eliminated. A grid has a
    pause even after another such seat: flipped tiles are flipped back, and people have to see them before.
    """
    if all(person.away or seat in state.eliminated for seat, person in enumerate(people)):
        return True
    if state.layout.is_face_down:
        return False
    last = state.history[-1].seat if state.history else state.turn
    return last is not None and last != state.turn and people[last].away


def shows_miss(state: State) -> bool:
    """Whether two tiles are face up only to be seen before they are flipped back."""
    return len(state.layout.face_up) == 2


def scores_of(state: State, people: Sequence[Person]) -> tuple[Score, ...]:
    """Return the score of each seat in a finished match. A seat that the bot played at the end does not win."""
    ranked = ranks(state)

    def score(seat: int, person: Person) -> Score:
        side = state.team_of(seat)
        won = seat in state.winners and not person.away
        return Score(
            person,
            points_of(state, side),
            won,
            ranked[side],
            points_against(state, side),
            comeback(state, side) if won else 0,
        )

    return tuple(score(seat, person) for seat, person in enumerate(people))
