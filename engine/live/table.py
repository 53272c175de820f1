"""One table: a lobby, then a match, with everything made durable before anyone hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import match
from engine.actions import Action, Flip, Luck, Move, Pass, parse
from engine.legal import forced
from engine.live.declined import Declined, Why
from engine.live.news import Closed, News, TimedOut, WentAway
from engine.live.store import Behind, Entry, Header, Kept, Person, Post, Score, Status, Store
from engine.luck import random_luck
from engine.players import absent
from engine.rules.catalogue import find
from engine.rules.options import Value, complete
from engine.state import State
from engine.view import View


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the bot waits, in seconds.

    Attributes:
        lobby: for a lobby to show life before it is closed.
        turn: for a player to act before the bot plays for them.
        deal: between a deal's end and the next deal.
        away: before the bot plays for someone who left.

    """

    lobby: float = 900
    turn: float = 120
    deal: float = 15
    away: float = 1.5


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a table needs from outside.

    Attributes:
        store: where it is kept.
        pace: how long it waits.
        clock: tells the time, in seconds since 1970.
        luck: shuffles a deal.
        changed: is told of each change, after it is durable; must return at once.

    """

    store: Store
    pace: Pace
    clock: Callable[[], float]
    changed: Callable[[Table], None]
    luck: Callable[[State], Luck] = random_luck


class Table:
    """A table in a channel.

    Every change happens under one lock: check, apply, write to the store, and only then swap the state and tell.
    Whatever is not allowed raises :class:`~engine.live.declined.Declined` or :class:`~engine.errors.Refused`, and
    then nothing has changed.

    Attributes:
        header: all about it but the game; replaced at each change.
        ply: how many actions its log holds; controls carry it, so that a stale one is known.
        news: what happened since the channel was last told; whoever tells it takes it away.

    """

    def __init__(self, header: Header, around: Surroundings) -> None:
        self.header = header
        self.ply = 0
        self.news: list[News] = []
        self._around = around
        self._state: State | None = None
        self._lock = asyncio.Lock()

    @classmethod
    def restore(cls, kept: Kept, around: Surroundings) -> Table:
        """Rebuild a table from its log; a log that the rules refuse raises :class:`~engine.errors.Refused`."""
        table = cls(kept.header, around)
        table._replay(kept)
        return table

    def _replay(self, kept: Kept) -> None:
        self.header = kept.header
        self.ply = len(kept.log)
        self._state = None
        self.news = []
        told = kept.header.post.ply if kept.header.post is not None else 0
        if kept.log:
            state = _start(kept.header)
            by_bot = False
            for entry in kept.log:
                # the bot plays a turn to its end, from wherever its player left it
                turn = None if state.midway and by_bot else state.turn
                by_bot = entry.user is None
                state, events = match.apply(state, parse(entry.action))
                if entry.ply >= told:
                    self.news += [TimedOut(turn)] if turn is not None and by_bot else []
                    self.news += events
            self._state = state
        if kept.header.status is Status.CLOSED:
            # how it closed is not in the log
            self.news.append(Closed("ended" if kept.log else "cancelled"))

    # ------------------------------------------------------------------ looking

    @property
    def id(self) -> str:
        """Its name in custom ids."""
        return self.header.id

    @property
    def playing(self) -> bool:
        """Whether its match has begun and not ended."""
        return self.header.status is Status.PLAYING

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits at it, in seat order."""
        return self.header.people

    def seat_of(self, user: int) -> int | None:
        """Give the seat of a user, or None."""
        return next((seat for seat, person in enumerate(self.people) if person.user == user), None)

    def own_seat(self, user: int) -> int:
        """Give the seat of a user; raise :class:`Declined` where they have none."""
        seat = self.seat_of(user)
        if seat is None:
            raise Declined(Why.JOIN_FIRST if self.header.status is Status.LOBBY else Why.NOT_SEATED)
        return seat

    def view(self, seat: int | None) -> View:
        """Give what a seat sees, or with None what the channel sees.

        Raises:
            Declined: the match has not begun.

        """
        if self._state is None:
            raise Declined(Why.NOT_STARTED)
        return match.view(self._state, seat)

    def record(self) -> State | None:
        """Give the match with everything hidden in it; only for a match that has ended.

        Raises:
            Declined: it is still being played.

        """
        if self.playing:
            raise Declined(Why.STARTED)
        return self._state

    # ------------------------------------------------------------------ the lobby

    async def join(self, person: Person) -> None:
        """Seat someone; the lobby's rule set says how many fit."""
        async with self._lock:
            self._in_lobby()
            if self.seat_of(person.user) is not None:
                raise Declined(Why.ALREADY_SEATED)
            if len(self.people) >= self.most():
                raise Declined(Why.FULL, most=self.most())
            invited = tuple(user for user in self.header.invited if user != person.user)
            await self._save(people=(*self.people, person), invited=invited)

    async def leave(self, user: int) -> None:
        """Free someone's seat in the lobby; the host's place goes to the next, the last to leave closes it."""
        async with self._lock:
            self._in_lobby()
            seat = self.own_seat(user)
            people = tuple(person for at, person in enumerate(self.people) if at != seat)
            if not people:
                await self._close(Closed("empty", user))
                return
            host = people[0].user if user == self.header.host else self.header.host
            await self._save(people=people, host=host)

    async def configure(self, user: int, rules: str | None = None, options: Mapping[str, object] | None = None) -> None:
        """Let the host change the rule set or some options; options that a new rule set lacks are dropped."""
        async with self._lock:
            self._in_lobby()
            self._host(user)
            chosen = find(rules or self.header.rules)
            kept = {name: value for name, value in self.header.options.items() if _offers(chosen.id, name, value)}
            values = {**kept, **(options or {})}
            if len(self.people) > chosen.seats[-1]:
                raise Declined(Why.TOO_MANY, most=chosen.seats[-1])
            await self._save(rules=chosen.id, options=complete(chosen.id, chosen.options, values))

    async def partner(self, user: int, partner: int) -> None:
        """Let the host choose who sits across from them: seat 2 from seat 0, so it takes three at the table."""
        async with self._lock:
            self._in_lobby()
            self._host(user)
            mine, other = self.own_seat(user), self.seat_of(partner)
            if other is None or other == mine:
                raise Declined(Why.NOT_SEATED)
            if len(self.people) < 3:
                # with two the other would sit at seat 1, beside the host
                raise Declined(Why.TOO_FEW, least=3)
            rest = [person for seat, person in enumerate(self.people) if seat not in (mine, other)]
            people = [self.people[mine], *rest[:1], self.people[other], *rest[1:]]
            await self._save(people=tuple(people))

    async def cancel(self, user: int, *, manager: bool = False) -> None:
        """Close the lobby; for its host, or a manager of the channel."""
        async with self._lock:
            self._in_lobby()
            if not manager:
                self._host(user)
            await self._close(Closed("cancelled", user))

    async def start(self, user: int) -> None:
        """Begin the match: the host at any time, anyone seated once the table is full."""
        async with self._lock:
            self._in_lobby()
            self.own_seat(user)
            if len(self.people) < self.most():
                self._host(user)
            if len(self.people) < self.least():
                least = self.least()
                raise Declined(Why.PAIRS_NEED_FOUR if least == self.most() else Why.TOO_FEW, least=least)
            state = _start(self.header)
            await self._do(state, self._around.luck(state), user, status=Status.PLAYING, invited=())

    def most(self) -> int:
        """Give the greatest number of players under the options chosen."""
        return self.header.seats[-1]

    def least(self) -> int:
        """Give the least number of players under the options chosen."""
        return self.header.seats[0]

    # ------------------------------------------------------------------ the match

    async def play(self, user: int, seat: int, ply: int, choice: int) -> None:
        """Do one of a seat's legal actions: number ``choice`` of the view that had this ``ply``."""
        async with self._lock:
            state = self._turn(user, ply, seat)
            moves = match.legal(state)
            if state.turn != seat or not 0 <= choice < len(moves):
                raise Declined(Why.STALE)
            await self._do(state, moves[choice], user)

    async def give_up_turn(self, user: int, ply: int) -> None:
        """Draw or pass, whichever one does who can't play; where the rules allow it."""
        async with self._lock:
            seat = self.own_seat(user)
            state = self._turn(user, ply, seat)
            await self._do(state, (match.view(state, None).fallback or Pass(seat))._replace(seat=seat), user)

    async def turn_up(self, user: int, ply: int, position: int) -> None:
        """Turn up the tile at a position of the grid."""
        async with self._lock:
            seat = self.own_seat(user)
            await self._do(self._turn(user, ply, seat), Flip(seat, position), user)

    async def next_deal(self, user: int, deal: int) -> None:
        """Deal again after deal number ``deal`` has ended, before its time."""
        async with self._lock:
            seat = self.own_seat(user)
            state = self._begun()
            if not state.awaits_deal or state.deal != deal or self.people[seat].away:
                raise Declined(Why.STALE)
            await self._do(state, self._around.luck(state), user)

    async def walk_away(self, user: int) -> None:
        """Leave in mid-match for good: the bot plays on; when nobody is left the table closes."""
        async with self._lock:
            state = self._begun()
            seat = self.own_seat(user)
            if self.people[seat].away:
                raise Declined(Why.LEFT)
            people = tuple(replace(each, away=True) if at == seat else each for at, each in enumerate(self.people))
            if all(person.away for person in people):
                await self._close(Closed("empty", user))
                return
            host = self.header.host
            if host == user:
                host = next(person.user for person in people if not person.away)
            header = replace(self.header, people=people, host=host)
            # another's leaving gives nobody more time
            deadline = self._deadline(state, header) if state.turn == seat else self.header.deadline
            await self._save(people=people, host=host, deadline=deadline)
            self._tell(WentAway(seat))

    async def end(self, user: int, *, manager: bool = False) -> None:
        """End the match before its time; for the host, or a manager of the channel. It counts for nobody."""
        async with self._lock:
            self._begun()
            if not manager:
                self._host(user)
            await self._close(Closed("ended", user))

    async def expire(self, now: float) -> None:
        """Do what is due: close the lobby, deal again, or play for whoever let the time run out."""
        async with self._lock:
            if self.header.deadline is None or now < self.header.deadline:
                return
            if self.header.status is Status.LOBBY:
                await self._close(Closed("idle"))
                return
            state = self._begun()
            if state.turn is None:
                await self._do(state, self._around.luck(state), None)
                return
            seat = state.turn
            await self._do(state, _for_absent(state), None, before=(TimedOut(seat),))

    async def grant(self, seconds: float) -> None:
        """Put the deadline off, for time that is charged to nobody."""
        async with self._lock:
            if self.header.deadline is not None and seconds > 0:
                await self._save(deadline=self.header.deadline + seconds, quiet=True)

    async def read_as_text(self, user: int, as_text: bool, *, manager: bool = False) -> None:
        """Choose whether the channel gets text in place of pictures; for the host, or a manager of the channel.

        Nobody is told: the next message about the table is the first to follow it.
        """
        async with self._lock:
            if not manager:
                self._host(user)
            await self._save(as_text=as_text, quiet=True)

    async def posted(self, post: Post) -> None:
        """Note which message shows the table now."""
        await self._around.store.post(self.id, post)
        self.header = replace(self.header, post=post)

    async def greet(self, person: Person) -> None:
        """Note someone's present name and language."""
        seat = self.seat_of(person.user)
        if seat is None or replace(self.people[seat], name=person.name, locale=person.locale) == self.people[seat]:
            return
        async with self._lock:
            people = tuple(
                replace(each, name=person.name, locale=person.locale) if each.user == person.user else each
                for each in self.people
            )
            await self._save(people=people, quiet=True)

    # ------------------------------------------------------------------ inside

    def _in_lobby(self) -> None:
        if self.header.status is Status.PLAYING:
            raise Declined(Why.STARTED)
        if self.header.status is not Status.LOBBY:
            raise Declined(Why.CLOSED)

    def _begun(self) -> State:
        if self.header.status in (Status.FINISHED, Status.CLOSED):
            raise Declined(Why.CLOSED)
        if self._state is None:
            raise Declined(Why.NOT_STARTED)
        return self._state

    def _host(self, user: int) -> None:
        if user != self.header.host:
            raise Declined(Why.NOT_HOST, host=self.header.host)

    def _turn(self, user: int, ply: int, seat: int) -> State:
        """Check that an action was meant for this ply, and comes from the player of the seat."""
        state = self._begun()
        own = self.own_seat(user)
        if own != seat:
            raise Declined(Why.NOT_YOURS)
        if self.people[own].away:
            raise Declined(Why.LEFT)
        if ply != self.ply:
            raise Declined(Why.STALE)
        return state

    def _deadline(self, state: State, header: Header) -> float | None:
        if state.finished:
            return None
        pace = self._around.pace
        if state.turn is None:
            return self._around.clock() + pace.deal
        return self._around.clock() + (pace.away if header.people[state.turn].away else pace.turn)

    async def _do(
        self,
        state: State,
        action: Action,
        user: int | None,
        *,
        before: Sequence[News] = (),
        status: Status = Status.PLAYING,
        invited: tuple[int, ...] = (),
    ) -> None:
        """Apply an action and what follows from it, write that, and only then let it be so.

        Who draws goes on drawing, or passes, where the rules leave no choice; for the absent the turn is played to its
        end. Raise Refused or Declined, and nothing is.
        """
        seat = state.turn
        after, events = match.apply(state, action)
        done = [action]
        while after.turn == seat and seat is not None:
            following = _for_absent(after) if user is None else forced(after)
            if following is None:
                break
            after, more = match.apply(after, following)
            done.append(following)
            events += more
        if after.finished:
            status = Status.FINISHED
        header = replace(self.header, status=status, invited=invited)
        header = replace(header, deadline=self._deadline(after, header))
        scores = _scores(after, header.people) if after.finished else ()
        now = self._around.clock()
        entries = tuple(Entry(self.ply + at, str(each), user, now) for at, each in enumerate(done))
        try:
            await self._around.store.append(header, entries, scores, len(after.results))
        except Behind:
            await self._catch_up()
            raise Declined(Why.STALE) from None
        self._become(header)
        self._state = after
        self.ply += len(done)
        self._tell(*before, *events)

    async def _save(self, *, quiet: bool = False, **changes: object) -> None:
        if self.header.status is Status.LOBBY and not quiet:
            changes.setdefault("deadline", self._around.clock() + self._around.pace.lobby)
        header = replace(self.header, **changes)  # type: ignore[arg-type]
        await self._keep(header)
        if not quiet:
            self._around.changed(self)

    async def _close(self, news: Closed) -> None:
        header = replace(self.header, status=Status.CLOSED, deadline=None)
        await self._keep(header)
        self._tell(news)

    async def _keep(self, header: Header) -> None:
        """Write a header without an action, and only then let it be so."""
        try:
            await self._around.store.save(header, self.ply)
        except Behind:
            await self._catch_up()
            raise Declined(Why.STALE) from None
        self._become(header)

    async def _catch_up(self) -> None:
        """Take over what somebody else wrote."""
        kept = await self._around.store.find(self.id)
        if kept is not None:
            self._replay(kept)
            self._around.changed(self)

    def _become(self, header: Header) -> None:
        """Take a header that is kept now. A post may have been noted while it was being written."""
        self.header = replace(header, post=self.header.post)

    def _tell(self, *news: News) -> None:
        self.news.extend(news)
        self._around.changed(self)


def _start(header: Header) -> State:
    return match.new(header.rules, len(header.people), header.options)


def _for_absent(state: State) -> Move:
    return absent.choose(match.view(state, state.turn))


def _offers(rules: str, name: str, value: Value) -> bool:
    option = find(rules).option(name)
    return option is not None and option.accepts(value)


def _scores(state: State, people: tuple[Person, ...]) -> tuple[Score, ...]:
    side_of = {seat: side for side, seats in enumerate(state.sides) for seat in seats}
    return tuple(
        Score(
            person,
            # only points that a match is played to are collected, not those against someone, nor tiles taken
            state.totals[side_of[seat]] if "target" in state.options or state.rules.goal is not None else 0,
            seat in state.winners and not person.away,
        )
        for seat, person in enumerate(people)
    )
