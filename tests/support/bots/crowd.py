"""Scripted people with a bot that may die at any moment."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import islice
from typing import Any, TypeVar

import aiohttp

from playground.changes import InteractionChange, MessageChange
from playground.server import Playground
from tests.support.bots.mortal_bot import Order
from tests.support.bots.nursery import Life, Nursery
from tests.support.people import HANG_SECONDS, Message, Person
from tests.support.playground import AwakePlayground

T = TypeVar("T")
QUIET_LOOKS, LOOK_SECONDS = 3, 0.005
"""The number of looks, and the seconds between them, at which no request may be under way at the end."""

PLAYABLE = frozenset({"hand", "pass", "flip", "next", "join", "start"})
"""The verbs of the buttons to play with."""

PAGE = 50
"""The number of messages that are read at a time."""


class Gone(Exception):
    """The bot died while a person waited for it."""


class Crowd:
    """The people and their bot. Seeing takes no requests."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession, rows: Sequence[dict[str, Any]]) -> None:
        self.playground = playground
        self.world = playground.world
        self.people = {row["username"]: Person(session, playground.url, row, "table") for row in rows}
        self.channel = int(self.world.messages.channels(int(rows[0]["id"]))[0]["id"])
        self.life: Life | None = None
        self._changed = asyncio.Event()
        self._viewer = int(rows[0]["id"])
        self.world.listeners.append(self._note)
        playground.gateway.listeners.append(self._changed.set)

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def wake(self) -> None:
        """Have those who wait look again."""
        self._changed.set()

    def _note(self, change: object) -> None:
        if isinstance(change, MessageChange | InteractionChange):
            self._changed.set()

    # ------------------------------------------------------------------ lives

    @asynccontextmanager
    async def with_bot(self, nursery: Nursery, order: Order, *, doomed: bool) -> AsyncGenerator[Life]:
        """Have a bot for as long as a block lasts, or until it dies in it, as one that is doomed has to."""
        life = self.life = Life(nursery, order, self.wake)
        try:
            yield life
        except Gone:
            assert doomed
            assert life.point == order.point
        finally:
            life.kill()
            status = life.bury()
            await self.alone()
        assert status == -signal.SIGKILL, "it has ended without a kill"

    # ------------------------------------------------------------------ waiting

    async def until(self, found: Callable[[], T | None], what: str, seconds: float = HANG_SECONDS) -> T:
        """Wait for something to be there.

        Raises:
            Gone: it isn't, and the bot has died.
            AssertionError: it isn't for a long time, with the bot alive.

        """
        until = time.monotonic() + seconds
        while True:
            self._changed.clear()
            there = found()
            if there:
                return there
            if self.life is None or self.life.dead:
                raise Gone
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), max(0, until - time.monotonic()))
            assert time.monotonic() < until, f"waited in vain for {what}; {self._scene()}"

    def _scene(self) -> str:
        """Describe what the channel shows, to find out what went wrong."""
        shown = [*islice(self._board(), 4), *self.left_behind()]
        return "\n".join(f"{each.id}: {each.text!r} {each.pictures} {each.buttons}" for each in shown)

    async def alone(self) -> None:
        """Wait until Discord has noticed that the bot is gone, and has done what it had asked for last."""
        async with asyncio.timeout(HANG_SECONDS):
            while self.playground.gateway.connected or (self.life is not None and not self.life.dead):
                self._changed.clear()
                await self._changed.wait()
            quiet = 0
            while quiet < QUIET_LOOKS:
                await asyncio.sleep(LOOK_SECONDS)
                quiet = 0 if self.playground.rest.under_way else quiet + 1

    # ------------------------------------------------------------------ seeing

    def _board(self) -> Iterator[Message]:
        """Return the messages in the table's channel that are no mere answers, newest first."""
        before: int | None = None
        while found := self.world.messages.page(self._viewer, self.channel, before=before, limit=PAGE):
            for message in map(Message, reversed(found)):
                before = message.id
                if not message.ephemeral:
                    yield message

    def left_behind(self) -> list[Message]:
        """Return the messages above the newest in the table's channel that still have buttons to play with."""
        above = [*self._board()][1:]
        return [
            each for each in above if PLAYABLE.intersection(str(b["custom_id"]).split(":")[1] for b in each.buttons)
        ]


@asynccontextmanager
async def crowd() -> AsyncGenerator[Crowd]:
    """Have a playground without rate limits and the people in it, who need no bot to be there."""
    async with AwakePlayground(port=0, data=None, rate_limits=False) as playground, aiohttp.ClientSession() as session:
        async with session.get(f"{playground.url}/people") as response:
            overview = await response.json()
        yield Crowd(playground, session, overview["people"])
        assert not playground.journal.problems
