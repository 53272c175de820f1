"""All cups that are not done, and their time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine import cups
from engine.cups import Settings
from engine.dealing import Seed
from engine.live.cups import course
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, CupHeader, CupPerson, Outcome, Situation
from engine.live.cups.pairing import paired
from engine.live.cups.store import CupStore
from engine.live.cups.tempo import GRACES, Tempo
from engine.live.database.shards import Shards
from engine.live.model.errors import Conflict
from engine.live.model.ids import new_id

MAX_GAP_SECONDS = 30.0
"""The most seconds between two ticks of a cup before its time has stood still between them."""

SEEN_SECONDS = 60.0
"""How often a cup notes that the bot is there."""

MAX_OPEN = 10
"""The most cups of a server that are not over."""

MAX_STEPS = 1000
"""The most changes that a cup makes by itself in one tick: more than one for each table and person."""


class Cups:
    """Opens cups, finds them, and lets their time pass.

    Args:
        store: keeps the cups.
        clock: returns the time in seconds since 1970.
        changed: called after each change of a cup; must return at once.

    """

    def __init__(
        self, store: CupStore, *, clock: Callable[[], float], changed: Callable[[LiveCup], None] = lambda cup: None
    ) -> None:
        self.store = store
        self._clock = clock
        self._changed = changed
        self._by_id: dict[str, LiveCup] = {}
        self._ticked_at: dict[str, float] = {}

    @property
    def open(self) -> tuple[LiveCup, ...]:
        """The cups of this process that are not over, or whose end has not been told."""
        return tuple(self._by_id.values())

    async def load(self, shards: Shards | None = None) -> None:
        """Read the open cups of some shards, or of all."""
        for at in await self.store.open_cups(shards, self._clock()):
            if at.header.id not in self._by_id:
                self._add(at)

    def drop(self, belongs: Callable[[int], bool]) -> None:
        """Forget the cups of servers that another process keeps from now on, by the ids of the servers."""
        for cup in self.open:
            if belongs(cup.header.guild_id):
                self._forget(cup)

    async def create(
        self,
        organizer: CupPerson,
        *,
        guild_id: int,
        channel_id: int,
        name: str,
        locale: str,
        settings: Settings,
        tempo: Tempo,
        round_seconds: float | None = None,
        starts_at: float | None = None,
        automatic: bool = True,
        as_text: bool = False,
    ) -> LiveCup:
        """Open the sign-up of a cup.

        Raises:
            CupError: the settings don't go together.
            CupDeclined: the server has too many cups that are not over.

        """
        if sum(each.header.guild_id == guild_id for each in self.open) >= MAX_OPEN:
            raise CupDeclined(Code.TOO_MANY, most=MAX_OPEN)
        seed, now = Seed.new(), self._clock()
        header = CupHeader(
            id=new_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            organizer_id=organizer.user_id,
            name=name,
            locale=locale,
            settings=settings,
            seed=seed,
            tempo=tempo,
            round_seconds=round_seconds or GRACES[tempo].round,
            automatic=automatic,
            as_text=as_text,
            opened_at=now,
            starts_at=starts_at,
            waits_since=now if starts_at is None else None,
            organizer_at=now,
            seen_at=now,
        )
        people = {organizer.user_id: organizer}
        at = Situation(header=header, cup=cups.new(settings, seed), people=people, now=now)
        while True:
            try:
                await self.store.create(at)
                break
            except Conflict:
                at = replace(at, header=replace(at.header, id=new_id()))
        return self._add(at)

    def find(self, cup_id: str) -> LiveCup:
        """Return a cup that is not over.

        Raises:
            CupDeclined: there is none with that id.

        """
        if cup_id not in self._by_id:
            raise CupDeclined(Code.NO_CUP)
        return self._by_id[cup_id]

    async def look(self, cup_id: str) -> Situation:
        """Return a cup to be looked at, over or not.

        Raises:
            CupDeclined: there is none with that id.

        """
        known = self._by_id.get(cup_id)
        at = known.situation if known is not None else await self.store.find(cup_id, self._clock())
        if at is None:
            raise CupDeclined(Code.NO_CUP)
        return at

    def of_guild(self, guild_id: int) -> list[LiveCup]:
        """Return the cups of a server that are not over, the oldest first."""
        return [each for each in self.open if each.header.guild_id == guild_id]

    async def shift(self, cup: LiveCup, seconds: float) -> None:
        """Move all waits of a cup by the seconds by which the clock was set; raise as :meth:`advance` does."""
        await cup.do(course.shifted, seconds)
        if cup.id in self._ticked_at:
            self._ticked_at[cup.id] += seconds

    async def advance(self, cup: LiveCup, outcomes: Mapping[tuple[int, int], Outcome]) -> None:
        """Let a cup make its due changes, up to now. Call about once a second while its people can reach it.

        Args:
            cup: the cup.
            outcomes: the ends of matches that are over, by the numbers of round and table.

        Raises:
            StorageError: it could not be stored.
            CupDeclined: others wrote all the time, so the next call goes on; or it is stored no more.

        """
        try:
            await self._wake(cup)
            for _ in range(MAX_STEPS):
                if not await self._step(cup, outcomes):
                    break
        except CupDeclined as declined:
            if declined.code is Code.NO_CUP:
                self._forget(cup)
            raise
        self._ticked_at[cup.id] = self._clock()
        if course.is_done(cup.situation):
            self._forget(cup)

    async def _step(self, cup: LiveCup, outcomes: Mapping[tuple[int, int], Outcome]) -> bool:
        at = cup.situation
        if at.phase is cups.Phase.SIGN_UP and course.next_change(at) is not None:
            await cup.rate()
        if course.needs_pairing(at):
            task = await asyncio.to_thread(cups.pairing_task, at.cup)
            return bool(await cup.do(course.paired, await paired(task)))
        return bool(await cup.do(lambda now: course.next_change(now, outcomes) or Change()))

    async def _wake(self, cup: LiveCup) -> None:
        """Give back the time since the last tick, if the bot was away, and note that it is there."""
        now, ticked_at = self._clock(), self._ticked_at.get(cup.id, cup.header.seen_at)
        gap = now - ticked_at
        if gap > MAX_GAP_SECONDS + (SEEN_SECONDS if cup.id not in self._ticked_at else 0):
            await cup.do(course.awake, gap)
        elif gap < -MAX_GAP_SECONDS:
            # the clock was set back while nobody looked
            await cup.do(course.shifted, gap)
        elif now >= cup.header.seen_at + SEEN_SECONDS:
            await cup.do(lambda at: Change().with_fields(seen_at=at.now))

    def _add(self, at: Situation) -> LiveCup:
        cup = self._by_id[at.header.id] = LiveCup(at, self.store, self._clock, self._changed)
        return cup

    def _forget(self, cup: LiveCup) -> None:
        self._by_id.pop(cup.id, None)
        self._ticked_at.pop(cup.id, None)
