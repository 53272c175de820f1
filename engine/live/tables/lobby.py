"""A table before its match: seats, options, computers and the start."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.model.computers import new_computer, with_computers
from engine.live.model.errors import Code, TableError
from engine.live.model.ids import new_id
from engine.live.model.news import Closed
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.live.model.request import CupRequest, TableRequest
from engine.live.model.seating import (
    arranged,
    host_among,
    may_name_opener,
    missing_seats,
    named_opener,
    next_opener,
    seats_in_pairs,
    without_gaps,
)
from engine.live.model.table import Header, Person, Status
from engine.live.tables.playing import acted, new_deal
from engine.live.tables.replay import start_of
from engine.live.tables.situation import Change, Situation, closed, edited
from engine.options import accepted, complete
from engine.rules import find


def opened(request: TableRequest, now: float, pace: Timeouts) -> Header:
    """Return a new lobby where its host and any computers sit.

    Raises:
        IllegalMove: the rule set or an option does not exist.

    """
    header = Header(
        id=new_id(),
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        host_id=request.host.user_id,
        rules=request.rules,
        options=complete(request.rules, find(request.rules).options, request.options),
        people=arranged(with_computers((request.host,), request.computers), request.seating),
        status=Status.LOBBY,
        locale=request.locale,
        invited=request.invited,
        opened_at=now,
        deadline=None,
        as_text=request.as_text,
        time_control=request.time_control if request.delivery.timed else TimeControl.NONE,
        last_activity_at=now,
        seating=request.seating,
        opener=request.opener,
        hints=request.hints,
        auto=request.auto,
        one_picture=request.one_picture,
        delivery=request.delivery,
        seed=Seed.new(),
    )
    return replace(header, deadline=now + header.lobby_wait(pace))


def seated(request: CupRequest, now: float, pace: Timeouts) -> Header:
    """Return a table for a match of a cup, where everybody sits; errors as in :func:`opened`.

    Raises:
        TableError: the rule set is not for so many.

    """
    header = replace(opened(request, now, pace), id=request.table_id, people=request.people, cup=request.cup)
    if len(header.people) not in header.seats:
        raise TableError(Code.TOO_FEW, least=header.seats[0])
    return header


def join(at: Situation, person: Person) -> Change:
    """Seat a person, in a rematch on their seat of the last match."""
    at.require_lobby()
    if at.header.seat_of(person.user_id) is not None:
        raise TableError(Code.ALREADY_SEATED)
    _require_room(at)
    invited = tuple(each for each in at.header.invited if each != person.user_id)
    return edited(at, people=arranged((*at.people, person), at.header.seating), invited=invited)


def add_computer(at: Situation, user_id: int, level: Level) -> Change:
    """Seat a computer with a name of its own; for the host."""
    _require_host(at, user_id)
    _require_room(at)
    return edited(at, people=arranged((*at.people, new_computer(at.people, level)), at.header.seating))


def leave(at: Situation, user_id: int) -> Change:
    """Free the seat of a user. The next person becomes host; the last person closes the table."""
    at.require_lobby()
    return _without(at, at.require_seat(user_id))


def unseat(at: Situation, user_id: int, other_id: int) -> Change:
    """Free the seat of another person or a computer; for the host."""
    _require_host(at, user_id)
    if user_id == other_id:
        raise TableError(Code.SELF_REMOVAL)
    seat = at.header.seat_of(other_id)
    if seat is None:
        raise TableError(Code.NOT_HERE)
    return _without(at, seat)


def configure(
    at: Situation,
    user_id: int,
    rules: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    before: str | None = None,
    time_control: TimeControl | None = None,
    hints: bool | None = None,
    auto: Auto | None = None,
    one_picture: bool | None = None,
    opener_id: int | None = None,
) -> Change:
    """Change what the host chooses; None leaves it as it is. Options that a new rule set lacks are dropped.

    Args:
        at: the lobby.
        user_id: the host.
        rules: the rule set.
        options: some of its options.
        before: the rule set for which these were chosen.
        time_control: the clock; nothing changes where turns have none.
        hints: whether players may ask for hints.
        auto: what the bot does for players who are left no choice.
        one_picture: whether one message is edited at each move.
        opener_id: the player who opens the first deal; 0 leaves it to the lot.

    Raises:
        TableError: the user is not the host; the table has another rule set than ``before``; it has more players than
            the new one takes; or the opener can't be named, see :func:`_named`.
        IllegalMove: there is no such rule set or option, or it does not take that value.

    """
    _require_host(at, user_id)
    header = at.header
    if before not in (None, header.rules):
        raise TableError(Code.STALE)
    chosen = find(rules or header.rules)
    values = {**accepted(chosen.options, header.options), **(options or {})}
    if len(header.people) > chosen.seats[-1]:
        raise TableError(Code.TOO_MANY, most=chosen.seats[-1])
    given = {"time_control": time_control, "hints": hints, "auto": auto, "one_picture": one_picture}
    fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if header.untimed:
        fields.pop("time_control", None)
    fields |= {"rules": chosen.id, "options": complete(chosen.id, chosen.options, values)}
    named = header.named if opener_id is None else _named(at, opener_id)
    return edited(at, **fields, named=named if may_name_opener(replace(header, **fields)) else None)


def _named(at: Situation, opener_id: int) -> int | None:
    """Return the player whom the host names to open the first deal; None to leave it to the lot.

    Raises:
        TableError: the player has no seat, the lot does not decide, or a word has been added to the deal, whose promise
            names its opener.

    """
    header, named = at.header, opener_id or None
    if named == header.named:
        return named
    if not may_name_opener(header) or (named is not None and header.seat_of(named) is None):
        raise TableError(Code.STALE)
    if header.words:
        raise TableError(Code.WORDS_ADDED)
    return named


def shuffle_seats(at: Situation, user_id: int) -> Change:
    """Seat everyone at random; for the host."""
    _require_host(at, user_id)
    return edited(at, people=tuple(random.sample(at.people, len(at.people))), seating=())


def cancel(at: Situation, user_id: int, *, manager: bool = False) -> Change:
    """Close the lobby; for the host, or a manager of the channel."""
    _require_host(at, user_id, manager=manager)
    return closed(at, Closed("cancelled", user_id))


def play_with_computers(at: Situation, user_id: int) -> Change:
    """Seat a computer on each missing seat, and begin the match; for the host."""
    _require_host(at, user_id)
    people = at.people
    for _ in range(missing_seats(at.header)):
        people = arranged((*people, new_computer(people, Level.NORMAL)), at.header.seating)
    return start(replace(at, header=replace(at.header, people=people)), user_id)


def start(at: Situation, user_id: int) -> Change:
    """Begin the match; for the host, and for everyone with a seat once the table is full."""
    at.require_lobby()
    at.require_seat(user_id)
    header, count = at.header, len(at.people)
    fewest, most = header.seats[0], header.seats[-1]
    if count < most:
        at.require_host(user_id)
    if count < fewest:
        raise TableError(Code.PAIRS_NEED_FOUR if fewest == most else Code.TOO_FEW, least=fewest)
    return begin(at, user_id)


def begin(at: Situation, user_id: int | None = None) -> Change:
    """Begin the match with those who sit at the table; without a user, by the bot itself."""
    header = at.header
    state = start_of(header)
    # with more players than when somebody was named the lot may have nothing to decide
    named = named_opener(header) if state.rules.draws_opener(state) else None
    deal = new_deal(at, state, named)
    opener = next_opener(header.starters, header.opener)
    if named is None and deal.first is not None and opener is not None:
        # chance chose the opener of the last match; in a rematch the opening passes on
        deal = deal._replace(first=opener)
    return acted(at, deal, user_id, replace(header, status=Status.PLAYING, invited=(), named=None))


def _require_host(at: Situation, user_id: int, *, manager: bool = False) -> None:
    at.require_lobby()
    at.require_host(user_id, manager=manager)


def _require_room(at: Situation) -> None:
    if len(at.people) >= at.header.seats[-1]:
        raise TableError(Code.FULL, most=at.header.seats[-1])


def _without(at: Situation, seat: int) -> Change:
    """Return the lobby without the player of a seat."""
    user_id, header = at.people[seat].user_id, at.header
    people, seating = tuple(person for n, person in enumerate(at.people) if n != seat), header.seating
    if header.options.get("pairs"):
        # the others keep their partners
        seats = seats_in_pairs(at.people, header.seating)
        people, seating = without_gaps([None if each is at.people[seat] else each for each in seats])
    if all(person.computer for person in people):
        return closed(at, Closed("empty", user_id))
    return edited(
        at,
        people=arranged(people, seating),
        seating=seating,
        host_id=host_among(people, header.host_id),
        words=tuple(each for each in header.words if each[0] != user_id),
        named=None if header.named == user_id else header.named,
    )
