"""Who sits where, who is there, who is the host: questions about the people of a table, without the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import State
from engine.layouts import Grid
from engine.live.model.scoring import comeback, places, points_against, points_of
from engine.live.model.table import Header, Person, Presence, Score


def with_missed(people: Sequence[Person], user: int, *, missed: int) -> tuple[Person, ...]:
    """Give the people with the number of turns that one of them has missed in a row."""
    return tuple(
        replace(each, missed=missed) if each.user == user and each.missed != missed else each for each in people
    )


def with_presence(header: Header, seat: int, presence: Presence) -> Header:
    """Give a header in which someone has come or gone; a host who is not there is replaced, if anybody is."""
    people = tuple(
        replace(each, presence=presence, missed=0) if at == seat else each for at, each in enumerate(header.people)
    )
    return replace(header, people=people, host=host_among(people, header.host, seat))


def host_among(people: Sequence[Person], host: int, seat: int = 0) -> int:
    """Give who is host: the same as before if they are there, else the next after a seat who is.

    Where nobody is there the same goes for those who may come back.
    """
    around = (*people[seat:], *people[:seat])
    for group in ([each for each in around if not each.away], [each for each in around if not each.gone]):
        users = [each.user for each in group]
        if users:
            return host if host in users else users[0]
    return host


def arranged(people: Sequence[Person], seating: Sequence[int]) -> tuple[Person, ...]:
    """Seat people as they sat in the last match; newcomers take the seats of those who are missing, then new ones."""
    slots: list[Person | None] = [next((each for each in people if each.user == user), None) for user in seating]
    for person in people:
        if person.user in seating:
            continue
        if None in slots:
            slots[slots.index(None)] = person
        else:
            slots.append(person)
    return tuple(person for person in slots if person is not None)


def next_opener(people: Sequence[Person], opener: int | None) -> int | None:
    """Give the seat after that of whoever opened the last match; None where they are not there any more."""
    seat = next((seat for seat, person in enumerate(people) if person.user == opener), None)
    return None if seat is None else (seat + 1) % len(people)


def no_pause(state: State, people: Sequence[Person]) -> bool:
    """Tell whether the bot moves without a pause, being in turn.

    So it is in mid-run, that is after another seat that it plays for, and where nobody who is there is still in the
    match. Not in mid-run of a grid: what is turned up is turned back, and people have to see it as well.
    """
    if all(person.away or seat in state.eliminated for seat, person in enumerate(people)):
        return True
    if isinstance(state.layout, Grid):
        return False
    last = state.history[-1].seat if state.history else state.turn
    return last is not None and last != state.turn and people[last].away


def shows_miss(state: State) -> bool:
    """Tell whether two tiles lie face up only so that all may see them before they are turned back."""
    return isinstance(state.layout, Grid) and len(state.layout.face_up) == 2


def scores_of(state: State, people: Sequence[Person]) -> tuple[Score, ...]:
    """Give what each seat takes home from a finished match; nobody wins for whom the bot played at its end."""
    ranked = places(state)

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
