"""Presence during a match: leaving, being held, coming back, being removed, and the host."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.news import Closed, NewHost, News, TimedOut
from engine.live.model.seating import news_between, turns_had, with_missed, with_presence, with_replacement
from engine.live.model.table import Header, Person, Presence
from engine.live.tables.base import BaseServices, TableBase
from engine.parts.winning import is_single_deal

MAX_MISSES = 2
"""The number of missed turns in a row after which the bot holds the seat; without a clock it is one."""


class PresenceActions(TableBase):
    """Changes of presence during a match, and of the host.

    Players who left, or whose seat the bot holds, come back when they like. Removed players come back if the host
    agrees. Until then, somebody new may take the seat of a player who left or was removed, if the host agrees.
    """

    def __init__(self, header: Header, services: BaseServices) -> None:
        super().__init__(header, services)
        # the removed players who would like to come back
        self._asking: set[int] = set()
        # by user id and seat, the new players who would like to take that seat
        self._candidates: dict[tuple[int, int], Person] = {}

    @property
    def begins(self) -> bool:
        """Whether somebody has not had a turn in the match yet."""
        state = self._require_started()
        return not state.results and not turns_had(state)

    @property
    def _settled(self) -> bool:
        """Whether so much has been played that nobody ends the match alone.

        That is a deal, or, where the match is one deal, two turns of everybody.
        """
        state = self._state
        if state is None:
            return False
        return bool(state.results) or (turns_had(state) > 1 and is_single_deal(state.rules, state.options))

    async def leave_match(self, user: int) -> None:
        """Leave the match for good. The bot plays on for the seat; after the last person the table closes."""
        async with self._lock:
            self._require_started()
            seat = self.require_seat(user)
            if self.people[seat].gone:
                self.require_active(user)
            await self._depart(seat, Presence.LEFT, user)

    def require_removable(self, user: int, other: int) -> int:
        """Return the seat of another person whom the host may remove from the match.

        Raises:
            TableError: the user is not the host, or the other person is not playing.

        """
        self._require_started()
        self._require_host(user)
        if user == other:
            raise TableError(Code.SELF_REMOVAL)
        seat = self.seat_of(other)
        if seat is None or self.people[seat].gone:
            raise TableError(Code.NOT_HERE)
        return seat

    async def remove(self, user: int, other: int) -> None:
        """Remove another person from the match; for the host. The bot plays on for the seat."""
        async with self._lock:
            seat = self.require_removable(user, other)
            await self._depart(seat, Presence.REMOVED, user)

    async def _depart(self, seat: int, presence: Presence, user: int) -> None:
        header = with_presence(self.header, seat, presence, early=self.begins)
        if self._settled and all(person.gone for person in header.people):
            # a host who leaves last does not end the match for the players whom they have removed
            for at, person in enumerate(header.people):
                if person.presence is Presence.REMOVED:
                    header = with_presence(header, at, Presence.HELD)
        if all(person.gone for person in header.people):
            await self._close(Closed("empty", user))
            return
        # the departure of another player gives the player in turn no more time
        if self._require_started().turn == seat or header.all_away:
            header = replace(header, deadline=self._deadline(self._require_started(), header))
        await self._save_attendance(header)

    async def come_back(self, person: Person) -> None:
        """Return a seat that the bot plays to its player. If the seat is in turn, its time starts again.

        Raises:
            TableError: the player is at the table, or has been removed.

        """
        async with self._lock:
            self._require_started()
            seat = self.require_seat(person.user)
            match self.people[seat].presence:
                case Presence.HERE:
                    raise TableError(Code.NOT_HELD)
                case Presence.REMOVED:
                    raise TableError(Code.REMOVED)
                case Presence.HELD | Presence.LEFT:
                    await self._return_seat(seat)

    async def _return_seat(self, seat: int) -> None:
        await self._occupy(with_presence(self.header, seat, Presence.HERE), seat)

    async def _occupy(self, header: Header, seat: int) -> None:
        """Write a header in which a person plays a seat again. If the seat is in turn, its time starts again."""
        state, nobody = self._require_started(), self.header.all_away
        if nobody or state.turn == seat:
            header = replace(header, deadline=self._deadline(state, header), reminded=False)
            # in a pause the time starts again when the pause is over
            header = replace(header, pause=header.pause and replace(header.pause, left=None))
        await self._save_attendance(header)
        # should the seat be free again, who would like it asks again
        self._candidates = {key: person for key, person in self._candidates.items() if key[1] != seat}

    async def _save_attendance(self, header: Header) -> None:
        """Write a header with other people present, and report who came and went."""
        told = news_between(self.header.attendance, header.attendance, header.substitutions)
        await self._save_header(replace(header, last_activity_at=self._services.clock()))
        self._add_news(*told)

    def ask_back(self, user: int) -> bool:
        """Note that a removed player would like to come back; return whether that is new."""
        new = user not in self._asking
        self._asking.add(user)
        return new

    async def readmit(self, user: int, seat: int) -> None:
        """Let a removed player come back; for the host. A player who has asked is back at once."""
        async with self._lock:
            self._require_started()
            self._require_host(user)
            if seat >= len(self.people) or self.people[seat].presence is not Presence.REMOVED:
                raise TableError(Code.SEAT_TAKEN)
            other = self.people[seat].user
            if other in self._asking:
                await self._return_seat(seat)
            else:
                await self._save_header(with_presence(self.header, seat, Presence.HELD))
                self._notify_changed()
            self._asking.discard(other)

    # ------------------------------------------------------------------ somebody new

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats whose players left or were removed, which somebody new may take."""
        return self.header.free_seats if self.playing else ()

    def require_may_take(self, user: int, seat: int) -> None:
        """Check that a new player may ask for a seat.

        Raises:
            TableError: the user has or had a seat in this match, or the seat is not free.

        """
        self._require_started()
        if self.seat_of(user) is not None:
            self.require_active(user)
            raise TableError(Code.ALREADY_SEATED)
        # who has seen a hand of this match must not see another
        self.require_not_replaced(user)
        if seat not in self.free_seats:
            raise TableError(Code.SEAT_TAKEN)

    def ask_for_seat(self, person: Person, seat: int) -> bool:
        """Note that a new player would like to take a free seat; return whether that is new.

        Raises:
            TableError: the person may not take it.

        """
        self.require_may_take(person.user, seat)
        new = (person.user, seat) not in self._candidates
        self._candidates[person.user, seat] = person
        return new

    async def give_seat(self, user: int, seat: int, candidate: int) -> None:
        """Seat a new player who has asked for a free seat; for the host.

        Raises:
            TableError: the user is not the host, the seat is not free, or the candidate has not asked since the start
                of the bot.

        """
        async with self._lock:
            self._require_started()
            self._require_host(user)
            if seat not in self.free_seats:
                raise TableError(Code.SEAT_TAKEN)
            person = self._candidates.get((candidate, seat))
            if person is None or self.seat_of(candidate) is not None:
                raise TableError(Code.ASK_AGAIN)
            await self._occupy(with_replacement(self.header, seat, person, self.ply), seat)

    # ------------------------------------------------------------------ the host

    async def hand_over(self, user: int, other: int, *, manager: bool = False) -> None:
        """Make another person at the table the host; for the host, or a manager of the channel."""
        async with self._lock:
            self._require_open()
            if not manager:
                self._require_host(user)
            seat = self.seat_of(other)
            if seat is None or self.people[seat].away:
                raise TableError(Code.NOT_HERE)
            if other == self.header.host:
                raise TableError(Code.NOT_YOURSELF)
            await self._save(host=other)
            if self.playing:
                self._add_news(NewHost(seat))

    async def refresh_person(self, person: Person) -> None:
        """Store the present name and locale of a person. Ignore a StorageError: the person came for another reason."""
        seat = self.seat_of(person.user)
        if seat is None or replace(self.people[seat], name=person.name, locale=person.locale) == self.people[seat]:
            return
        async with self._lock:
            people = tuple(
                replace(each, name=person.name, locale=person.locale) if each.user == person.user else each
                for each in self.people
            )
            # nobody else reads the table in somebody's direct messages
            locale = person.locale if self.header.delivery.alone else self.header.locale
            with suppress(StorageError):
                await self._save(people=people, locale=locale, quiet=True)

    def _after_timeout(self, header: Header, seat: int) -> tuple[Header, tuple[News, ...], tuple[News, ...]]:
        """Return the header after the time of a seat ran out, and the news before and after the bot's move."""
        person = header.people[seat]
        if person.computer:
            return header, (), ()
        if person.away:
            return header, (TimedOut(seat),), ()
        if person.missed + 1 < MAX_MISSES and self._services.pace.for_turn(header.time_control) is not None:
            return with_missed(header, person.user, missed=person.missed + 1), (TimedOut(seat),), ()
        held = with_presence(header, seat, Presence.HELD, early=self.begins)
        return held, (TimedOut(seat),), news_between(header.attendance, held.attendance)
