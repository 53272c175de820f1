"""Cups of simulated people who stay away, leave, come late and delete their data, on a Discord that refuses places."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.cups import Corrected, CupError, Format, How, Settings, Sides, Table
from engine.live.cups import course, organizing, presence, signing
from engine.live.cups.course import Job, OpenPlace
from engine.live.cups.cups import Cups
from engine.live.cups.errors import CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson, Situation, Way
from engine.live.database.connection import Connection
from engine.live.model.deleted_users import is_deleted, new_deleted_id
from engine.live.privacy.cup_data import leave_cup
from tests.engine.live.cups.evening import ORGANIZER, Evening, person

BY = ORGANIZER.user_id
TICK_SECONDS = 20.0
WINDOW_SECONDS = 300.0


@dataclass(kw_only=True)
class Unrest(Evening):
    """An evening on which anything happens to one cup.

    Attributes:
        connection: the connection of the store.
        absent: the share of people who don't come to a table.
        unrest: how likely something happens in a tick.
        threads: how many threads Discord lets the bot open in five minutes.
        happened: the names of what has happened.

    """

    connection: Connection
    absent: float = 0.3
    unrest: float = 0.03
    threads: int = 10
    happened: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__post_init__()
        self.next_id, self.salt = 5_000, self.random.random()
        self.opened_at: list[float] = []
        self.comes = self._comes
        self.refuses = self._refuses
        # the other process, which acts for some people
        self.others = self._process()

    def _process(self) -> Cups:
        return Cups(self.store, clock=lambda: self.now)

    def _comes(self, user_id: int, table: Table) -> bool:
        # whoever stays away from a table does so at each tick
        return random.Random(f"{user_id} {table.round} {self.salt}").random() >= self.absent

    def _refuses(self, job: Job) -> bool:
        if isinstance(job, OpenPlace):
            self.opened_at = [each for each in self.opened_at if each > self.now - WINDOW_SECONDS]
            if len(self.opened_at) >= self.threads:
                return True
            self.opened_at.append(self.now)
        return self.random.random() < self.unrest

    async def play(self, cup: LiveCup, limit: int = 5_000) -> Situation:
        """Let a cup be played to its end, whatever happens; return it then."""
        for _ in range(limit):
            if cup.id not in {each.id for each in self.cups.open}:
                return await self.cups.look(cup.id)
            self.now += TICK_SECONDS
            cup = self.cups.find(cup.id)
            await self.tick(cup)
            await self._next_places(cup)
            if self.random.random() < self.unrest:
                await self._something(cup)
        at = self.cups.find(cup.id).situation
        raise AssertionError(f"the cup did not end: {at.phase}, {at.header}, {[live for _, live in at.waiting]}")

    async def _next_places(self, cup: LiveCup) -> None:
        """Try the next place of tables that wait too long for one."""
        for _, live in cup.situation.waiting:
            waits = live.paired_at if live.tried_at is None else live.tried_at
            if not live.channel_id and live.way is not Way.DIRECT and self.now > waits + cup.header.graces.place:
                await cup.do(course.refused, live)

    async def _something(self, cup: LiveCup) -> None:
        events: list[Callable[[LiveCup], Coroutine[Any, Any, None]]] = [
            self._leave,
            self._leave,
            self._enter_late,
            self.offered,
            self._stand_by,
            self._take_out,
            self._take_back,
            self._replace,
            self._correct,
            self._correct,
            self._pause,
            self._resume,
            self._keep_apart,
            self._button,
            self._delete,
            self._restart,
            self._downtime,
            self._shift,
            self._jump,
        ]
        event = self.random.choice(events)
        self.happened.append(event.__name__)
        if self.random.random() < 0.3:
            await self.others.load()
            with suppress(CupDeclined):
                cup = self.others.find(cup.id)
        # what is refused has changed nothing
        with suppress(CupDeclined, CupError):
            await event(cup)

    # ------------------------------------------------------------------ people

    def _somebody(self, at: Situation) -> int:
        members = [each for entrant in at.cup.entrants.values() for each in entrant.members]
        return self.random.choice([each for each in members if not is_deleted(each)] or [BY])

    def _entrant(self, at: Situation) -> int:
        return self.random.choice([each for each in at.cup.entrants if each > 0] or [1])

    def _new(self) -> CupPerson:
        self.next_id += 1
        return person(self.next_id)

    async def _leave(self, cup: LiveCup) -> None:
        await cup.do(signing.withdraw, self._somebody(cup.situation))

    async def _enter_late(self, cup: LiveCup) -> None:
        pairs = cup.header.settings.sides is Sides.PAIRS
        await cup.do(signing.sign_up, *(self._new() for _ in range(2 if pairs else 1)))

    async def offered(self, cup: LiveCup) -> None:
        """Let somebody offer to substitute."""
        await cup.do(signing.offer, self._new())

    async def _stand_by(self, cup: LiveCup) -> None:
        for each in cup.situation.cup.substitutes:
            await cup.do(presence.stand_by, cup.situation.people[each])

    async def _delete(self, cup: LiveCup) -> None:
        user_id = self._somebody(cup.situation)
        if user_id != BY:
            await self.connection.write(partial(leave_cup, cup_id=cup.id, user_id=user_id, former=new_deleted_id()))

    # ------------------------------------------------------------------ the organizer

    async def _take_out(self, cup: LiveCup) -> None:
        await cup.do(organizing.take_out, BY, self._entrant(cup.situation), manager=False)

    async def _take_back(self, cup: LiveCup) -> None:
        await cup.do(organizing.take_back, BY, self._entrant(cup.situation), manager=False)

    async def _replace(self, cup: LiveCup) -> None:
        await cup.do(organizing.replace_person, BY, self._somebody(cup.situation), self._new(), manager=False)

    async def _correct(self, cup: LiveCup) -> None:
        at = cup.situation
        known = [table for each in at.cup.rounds for table in each.tables if table.result is not None]
        if not known:
            return
        table = self.random.choice(known)
        if self.random.random() < 0.3:
            sides = self.random.choice([(0,), (1,), (0, 1)])
            action = Corrected(table.round, table.number, None, (0, 0), How.ABSENT, "not there", sides)
        else:
            winner = self.random.choice((0, 1))
            points = (100, 40) if winner == 0 else (40, 100)
            action = Corrected(table.round, table.number, winner, points, How.PLAYED, "typed wrong")
        await cup.do(organizing.correct, BY, action, manager=False)

    async def _pause(self, cup: LiveCup) -> None:
        await cup.do(organizing.pause, BY, manager=False)
        if self.random.random() < 0.9:
            await self._idle(self.random.randrange(1, 60))
            cup = self.cups.find(cup.id)
            await cup.do(organizing.resume, BY, manager=False)

    async def _resume(self, cup: LiveCup) -> None:
        await cup.do(organizing.resume, BY, manager=False)

    async def _keep_apart(self, cup: LiveCup) -> None:
        at = cup.situation
        one, other = at.people[self._somebody(at)], at.people[self._somebody(at)]
        await cup.do(organizing.keep_apart, BY, one, other, manager=False)

    async def _button(self, cup: LiveCup) -> None:
        if self.random.random() < 0.5:
            await cup.do(organizing.set_automatic, BY, self.random.random() < 0.5, manager=False)
        else:
            await cup.do(organizing.next_round_now, BY, manager=False)

    # ------------------------------------------------------------------ the bot, and time

    async def _idle(self, ticks: int) -> None:
        for _ in range(ticks):
            self.now += TICK_SECONDS
            for cup in self.cups.open:
                await self.tick(cup)

    async def _restart(self, cup: LiveCup) -> None:
        del cup
        self.restart()
        self.others = self._process()
        await self.cups.load()

    async def _downtime(self, cup: LiveCup) -> None:
        """Let the bot be dead for an hour; the matches stand still, too."""
        seconds = self.random.choice((40.0, 600.0, 3_600.0))
        self._clock_by(seconds)
        await self._restart(cup)

    async def _shift(self, cup: LiveCup) -> None:
        seconds = self.random.choice((-7_200.0, -60.0, 90.0, 3_600.0, 86_400.0))
        self._clock_by(seconds)
        await self.cups.shift(self.cups.find(cup.id), seconds)

    async def _jump(self, cup: LiveCup) -> None:
        """Set the clock while nobody looks."""
        del cup
        self._clock_by(self.random.choice((-86_400.0, -3_600.0, -100.0, -10.0, 10.0, 100.0, 86_400.0)))

    def _clock_by(self, seconds: float) -> None:
        self.now += seconds
        self.opened_at = [each + seconds for each in self.opened_at]
        # the tables' clocks are the hub's: they follow
        self.matches = {key: when + seconds for key, when in self.matches.items()}


SIZES = {Format.SWISS: (4, 64), Format.ROUND_ROBIN: (4, 16), Format.KNOCK_OUT: (4, 64)}


def some_settings(source: random.Random, form: Format, sides: Sides) -> Settings:
    """Return the settings of a cup of a kind."""
    swiss = form is Format.SWISS
    return Settings(
        form,
        sides,
        "no-boneyard" if sides is Sides.ALONE else "parejas",
        rounds=source.choice((None, 2, 4)) if swiss else None,
        twice=form is Format.ROUND_ROBIN and source.random() < 0.2,
        late_entry=swiss and source.random() < 0.5,
        fill=source.random() < 0.3,
    )


def some_size(source: random.Random, form: Format, sides: Sides, most: int) -> int:
    """Return how many enter: people or pairs, of at most so many people."""
    least, largest = SIZES[form]
    least, most = (8, most) if sides is Sides.PARTNERS_CHANGE else (least, most // (2 if sides is Sides.PAIRS else 1))
    return source.randint(least, max(least, min(largest, most)))
