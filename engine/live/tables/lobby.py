"""A table before its match: seats, options, computers and the start."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from engine.bots.level import Level
from engine.live.model.computers import new_computer
from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.seating import arranged, host_among, may_name_opener, named_opener, next_opener
from engine.live.model.table import Person, Status
from engine.live.tables.base import TableBase
from engine.live.tables.replay import start_of
from engine.options import accepted, complete
from engine.rules import find


class Lobby(TableBase):
    """The actions of people at a table before its match."""

    def max_players(self) -> int:
        """Return the maximum number of players under the present options."""
        return self.header.seats[-1]

    def min_players(self) -> int:
        """Return the minimum number of players under the present options."""
        return self.header.seats[0]

    async def join(self, person: Person) -> None:
        """Seat a person, in a rematch on their seat of the last match."""
        async with self._lock:
            self._require_lobby()
            if self.seat_of(person.user) is not None:
                raise TableError(Code.ALREADY_SEATED)
            self._require_room()
            invited = tuple(user for user in self.header.invited if user != person.user)
            people = arranged((*self.people, person), self.header.seating)
            await self._save(people=people, invited=invited)

    async def add_computer(self, user: int, level: Level) -> None:
        """Seat a computer with a name of its own; for the host."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            self._require_room()
            await self._save(people=arranged((*self.people, new_computer(self.people, level)), self.header.seating))

    def _require_room(self) -> None:
        if len(self.people) >= self.max_players():
            raise TableError(Code.FULL, most=self.max_players())

    async def leave(self, user: int) -> None:
        """Free the seat of a user in the lobby. The next person becomes host; the last person closes the table."""
        async with self._lock:
            self._require_lobby()
            await self._free(self.require_seat(user))

    async def unseat(self, user: int, other: int) -> None:
        """Free the seat of another person or a computer in the lobby; for the host."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            if user == other:
                raise TableError(Code.SELF_REMOVAL)
            seat = self.seat_of(other)
            if seat is None:
                raise TableError(Code.NOT_HERE)
            await self._free(seat)

    async def _free(self, seat: int) -> None:
        user = self.people[seat].user
        people = tuple(person for at, person in enumerate(self.people) if at != seat)
        if all(person.computer for person in people):
            await self._close(Closed("empty", user))
            return
        host = host_among(people, self.header.host)
        words = tuple(each for each in self.header.words if each[0] != user)
        named = None if self.header.named == user else self.header.named
        await self._save(people=arranged(people, self.header.seating), host=host, words=words, named=named)

    async def configure(
        self,
        user: int,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        time_control: TimeControl | None = None,
    ) -> None:
        """Change rule set, options or clock; for the host. Options that a new rule set lacks are dropped."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            chosen = find(rules or self.header.rules)
            values = {**accepted(chosen.options, self.header.options), **(options or {})}
            if len(self.people) > chosen.seats[-1]:
                raise TableError(Code.TOO_MANY, most=chosen.seats[-1])
            full = complete(chosen.id, chosen.options, values)
            if time_control is None or self.header.untimed:
                time_control = self.header.time_control
            header = replace(self.header, rules=chosen.id, options=full)
            named = header.named if may_name_opener(header) else None
            await self._save(rules=chosen.id, options=full, time_control=time_control, named=named)

    async def allow_hints(self, user: int, allowed: bool) -> None:
        """Choose whether players may ask for hints; for the host."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            await self._save(hints=allowed)

    async def set_auto(self, user: int, auto: Auto) -> None:
        """Choose what the bot does for players who are left no choice; for the host."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            await self._save(auto=auto)

    async def name_opener(self, user: int, opener: int | None) -> None:
        """Name the player who opens the first deal, or with None leave it to the lot; for the host.

        Raises:
            TableError: the user is not the host, the player has no seat, the lot does not decide, or a word has been
                added to the deal, whose promise says who opens it.

        """
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            if not may_name_opener(self.header) or (opener is not None and self.seat_of(opener) is None):
                raise TableError(Code.STALE)
            if self.header.words:
                raise TableError(Code.WORDS_ADDED)
            await self._save(named=opener)

    async def choose_partner(self, user: int, partner: int) -> None:
        """Seat a partner opposite the host, on seat 2 from seat 0; for the host. The table needs three people."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            mine, other = self.require_seat(user), self.seat_of(partner)
            if other is None or other == mine:
                raise TableError(Code.NOT_SEATED)
            if len(self.people) < 3:
                # with two people the partner would sit on seat 1, beside the host
                raise TableError(Code.TOO_FEW, least=3)
            rest = [person for seat, person in enumerate(self.people) if seat not in (mine, other)]
            people = [self.people[mine], *rest[:1], self.people[other], *rest[1:]]
            # the seating of the last match no longer applies
            await self._save(people=tuple(people), seating=())

    async def swap_seats(self, user: int, seat: int | None = None) -> None:
        """Let a user change places with the player on another seat, by default the next one."""
        async with self._lock:
            self._require_lobby()
            mine, people = self.require_seat(user), list(self.people)
            other = (mine + 1) % len(people) if seat is None else seat
            if other >= len(people):
                raise TableError(Code.STALE)
            people[mine], people[other] = people[other], people[mine]
            await self._save(people=tuple(people), seating=())

    async def shuffle_seats(self, user: int) -> None:
        """Seat everyone at random; for the host."""
        async with self._lock:
            self._require_lobby()
            self._require_host(user)
            await self._save(people=tuple(random.sample(self.people, len(self.people))), seating=())

    async def cancel(self, user: int, *, manager: bool = False) -> None:
        """Close the lobby; for the host, or a manager of the channel."""
        async with self._lock:
            self._require_lobby()
            if not manager:
                self._require_host(user)
            await self._close(Closed("cancelled", user))

    async def start(self, user: int) -> None:
        """Begin the match; for the host, and for everyone with a seat once the table is full."""
        async with self._lock:
            self._require_lobby()
            self.require_seat(user)
            if len(self.people) < self.max_players():
                self._require_host(user)
            if len(self.people) < self.min_players():
                least = self.min_players()
                raise TableError(Code.PAIRS_NEED_FOUR if least == self.max_players() else Code.TOO_FEW, least=least)
            header, state = self.header, start_of(self.header)
            # with more players than when somebody was named the lot may have nothing to decide
            named = named_opener(header) if state.rules.draws_opener(state) else None
            deal = self._deal(state, named)
            opener = next_opener(header.starters, header.opener)
            if named is None and deal.first is not None and opener is not None:
                # chance chose the opener of the last match; in a rematch the opening passes on
                deal = deal._replace(first=opener)
            await self._apply(deal, user, replace(header, status=Status.PLAYING, invited=(), named=None))
