"""A server on which cups are played by simulated people, without Discord and without tiles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from engine.cups import Phase, Settings, Table
from engine.live.cups import course, organizing, presence, signing
from engine.live.cups.course import (
    Archive,
    BeginMatch,
    CallOff,
    CallSubstitutes,
    CallTime,
    Job,
    Note,
    NoteStart,
    OpenPlace,
    ShowTable,
    Tell,
)
from engine.live.cups.cups import Cups
from engine.live.cups.errors import CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson, Outcome, Post, Situation
from engine.live.cups.seats import members_of, seats_of
from engine.live.cups.store import CupStore
from engine.live.cups.tempo import Tempo

GUILD_ID, CHANNEL_ID = 7 << 22, 70
ORGANIZER = CupPerson(1, "Olga", "en-US")


def person(user_id: int) -> CupPerson:
    """Return a person."""
    return CupPerson(user_id, f"Person {user_id}", "en-US")


def everybody(user_id: int, table: Table) -> bool:
    """Let everybody come to every table."""
    del user_id, table
    return True


@dataclass
class Evening:
    """Cups, the time, and what Discord and the matches do.

    Attributes:
        store: keeps the cups.
        now: the time.
        comes: whether a person comes to a table.
        refuses: whether Discord refuses a job for a table.
        random: draws the outcomes of matches.
        mentioned: how often each person was mentioned at each table.
        told: how often each message was sent.

    """

    store: CupStore
    now: float = 1_000_000.0
    comes: Callable[[int, Table], bool] = everybody
    refuses: Callable[[Job], bool] = lambda job: False
    random: random.Random = field(default_factory=lambda: random.Random(1))
    mentioned: Counter[tuple[int, int, int]] = field(default_factory=Counter[tuple[int, int, int]])
    told: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        self.matches: dict[tuple[int, int], float] = {}
        self.called_off = set[tuple[int, int]]()
        self.archived: list[tuple[int, int]] = []
        self.restart()

    def restart(self) -> None:
        """Begin with another process, which has read nothing yet."""
        self.cups = Cups(self.store, clock=lambda: self.now)

    async def opened(self, settings: Settings, tempo: Tempo = Tempo.TONIGHT, *, automatic: bool = True) -> LiveCup:
        """Return a cup whose sign-up is open for ten minutes."""
        return await self.cups.create(
            ORGANIZER,
            guild_id=GUILD_ID,
            channel_id=CHANNEL_ID,
            name="Friday's cup",
            locale="en-US",
            settings=settings,
            tempo=tempo,
            starts_at=self.now + 600,
            automatic=automatic,
        )

    async def signed_up(self, cup: LiveCup, entrants: int) -> None:
        """Let people 101, 102 … enter, with fixed pairs 101 and 102, 103 and 104 …."""
        size = 2 if cup.header.settings.sides == "pairs" else 1
        for first in range(101, 101 + size * entrants, size):
            await cup.do(signing.sign_up, *(person(first + each) for each in range(size)))

    async def begun(self, settings: Settings, entrants: int, tempo: Tempo = Tempo.TONIGHT) -> LiveCup:
        """Return a cup whose first round is shown, and to which nobody has come yet."""
        cup = await self.opened(settings, tempo)
        await self.signed_up(cup, entrants)
        await cup.do(organizing.begin_now, ORGANIZER.user_id, manager=False)
        await self.cups.advance(cup, {})
        for job in [*course.jobs(cup.situation)]:
            await self.done(cup, job)
        for job in [*course.jobs(cup.situation)]:
            await self.done(cup, job)
        return cup

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, in steps of a tick."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(self.now + 20, until)
            for cup in self.cups.open:
                await self.tick(cup)

    async def until(self, cup: LiveCup, phase: Phase) -> None:
        """Let time pass until a cup is in a phase."""
        for _ in range(5_000):
            if cup.situation.phase is phase:
                return
            await self.pass_time(20)
        raise AssertionError(f"the cup is still in its phase {cup.situation.phase}")

    async def play(self, cup: LiveCup, limit: int = 5_000) -> Situation:
        """Let a cup be played to its end; return it then."""
        for _ in range(limit):
            if cup.id not in {each.id for each in self.cups.open}:
                return await self.cups.look(cup.id)
            self.now += 20
            await self.tick(self.cups.find(cup.id))
        raise AssertionError(f"the cup did not end: {self.cups.find(cup.id).situation.phase}")

    async def tick(self, cup: LiveCup) -> None:
        """Let a second of the cup's life happen: its own doing, Discord's, and its people's."""
        await self.cups.advance(cup, self.outcomes(cup.situation))
        for job in [*course.jobs(cup.situation)]:
            if not self.refuses(job):
                await self.done(cup, job)
        for table, live in cup.situation.waiting:
            if live.message_id and not live.match_id:
                await self._come(cup, table)
        await self.cups.advance(cup, self.outcomes(cup.situation))

    async def _come(self, cup: LiveCup, table: Table) -> None:
        for user_id in members_of(cup.situation.cup, table):
            if self.comes(user_id, table):
                # the last one may have settled the table
                with suppress(CupDeclined):
                    await cup.do(presence.arrive, cup.situation.people[user_id], table.round, table.number)

    async def done(self, cup: LiveCup, job: Job) -> None:
        """Do a job on Discord."""
        at = cup.situation
        match job:
            case OpenPlace():
                await cup.do(course.trying, at.tables[job])
                await cup.do(course.opened, at.tables[job], 1_000 * job.round + job.number)
            case ShowTable():
                table = next(each for each in at.cup.rounds[-1].tables if each.number == job.number)
                self.mentioned.update((job.round, job.number, each) for each in members_of(at.cup, table))
                await cup.do(course.shown, at.tables[job], 5_000 + job.number)
            case BeginMatch():
                self.matches[job] = self.now + self.random.uniform(60, 5_000)
                await cup.do(course.match_begun, at.tables[job])
            case CallTime():
                self.matches[job] = min(self.matches[job], self.now + 60)
                await cup.do(course.time_called, at.tables[job])
            case CallOff():
                self.called_off.add(job)
                await cup.do(course.time_called, at.tables[job])
            case Archive():
                self.archived.append(job)
                await cup.do(course.archived, at.tables[job])
            case CallSubstitutes():
                await cup.do(course.substitutes_called)
            case Tell():
                self.told[job.key] += 1
                await cup.do(course.posted, job.key, Post(CHANNEL_ID, 900))
            case Note():
                await cup.do(course.noted_action, job.ply)
            case NoteStart():
                self.told["start"] += 1
                await cup.do(course.noted_start, job.moved_at)

    def outcomes(self, at: Situation) -> dict[tuple[int, int], Outcome]:
        """Return how the matches ended that are over."""
        over: dict[tuple[int, int], Outcome] = {}
        for table, live in at.waiting:
            if live.begun and self.now >= self.matches.get(live.key, float("inf")):
                points = (self.random.randrange(100), self.random.randrange(100))
                winner = None if points[0] == points[1] else int(points[1] > points[0])
                people = [seat for seat, each in enumerate(seats_of(at.cup, table)) if each.user_id]
                left = tuple(each for each in people if self.random.random() < 0.1)
                over[live.key] = Outcome(winner, points, by_time=live.called, left=left)
        return over
