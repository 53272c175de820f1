"""Stores that misbehave as told: one fails, one takes now shorter, now longer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from engine.live.model.errors import ChannelTaken, Conflict
from engine.live.model.table import Header, LogEntry, Post, SavedTable, Score, Status
from engine.live.sqlite import SQLiteStore


class FragileStore(SQLiteStore):
    """The real store; while ``fails`` is set, whatever is to be written raises it.

    Attributes:
        fails: what is raised.

    """

    fails: Exception | None = None

    async def create(self, header: Header) -> None:
        self._fail()
        await super().create(header)

    async def save(self, header: Header, ply: int) -> None:
        self._fail()
        await super().save(header, ply)

    async def append(
        self,
        header: Header,
        entries: Sequence[LogEntry],
        scores: Sequence[Score] = (),
        deals: int = 0,
        *,
        people: bool = True,
    ) -> None:
        self._fail()
        await super().append(header, entries, scores, deals, people=people)

    async def set_meta(self, name: str, value: str) -> None:
        self._fail()
        await super().set_meta(name, value)

    def _fail(self) -> None:
        if self.fails is not None:
            raise self.fails


@asynccontextmanager
async def open_store(file: Path | str) -> AsyncGenerator[FragileStore]:
    """Open a store, and close it in the end: its thread would keep the process alive."""
    store = await FragileStore.open(file)
    try:
        yield store
    finally:
        await store.close()


LIVE = (Status.LOBBY, Status.PLAYING)


class UnsteadyStore(SQLiteStore):
    """Keeps tables in memory as the real store does, without its thread; each call takes some turns of the loop.

    Only what tables themselves need is here.
    """

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.headers: dict[str, Header] = {}
        self.logs: dict[str, list[LogEntry]] = {}

    async def breathe(self) -> None:
        for _ in range(self.source.randrange(4)):
            await asyncio.sleep(0)

    async def create(self, header: Header) -> None:
        await self.breathe()
        self._claim(header)
        self.headers[header.id] = header
        self.logs[header.id] = []
        await self.breathe()

    async def save(self, header: Header, ply: int) -> None:
        await self.breathe()
        if len(self.logs[header.id]) != ply:
            raise Conflict
        self._claim(header)
        self._keep(header)
        await self.breathe()

    async def append(
        self,
        header: Header,
        entries: Sequence[LogEntry],
        scores: Sequence[Score] = (),
        deals: int = 0,
        *,
        people: bool = True,
    ) -> None:
        await self.breathe()
        log = self.logs[header.id]
        if [entry.ply for entry in entries] != [len(log) + at for at in range(len(entries))]:
            raise Conflict
        log += entries
        self._keep(header if people else replace(header, people=self.headers[header.id].people))
        await self.breathe()

    async def save_post(self, table_id: str, post: Post | None) -> None:
        await self.breathe()
        self.headers[table_id] = replace(self.headers[table_id], post=post)
        await self.breathe()

    async def find(self, table_id: str) -> SavedTable | None:
        await self.breathe()
        return SavedTable(self.headers[table_id], tuple(self.logs[table_id])) if table_id in self.headers else None

    def _claim(self, header: Header) -> None:
        for other in self.headers.values():
            if other.id != header.id and other.channel == header.channel and other.status in LIVE:
                raise ChannelTaken

    def _keep(self, header: Header) -> None:
        before = self.headers[header.id]
        self.headers[header.id] = replace(header, post=before.post if before.channel == header.channel else None)


async def race(source: random.Random, *runners: Callable[[], Awaitable[object]]) -> list[object]:
    """Let everything begin at once, in any order; return what came of each, or what it raised."""

    async def run(place: int) -> None:
        for _ in range(source.randrange(4)):
            await asyncio.sleep(0)
        try:
            results[place] = await runners[place]()
        except Exception as error:
            results[place] = error

    results: list[object] = [None] * len(runners)
    order = list(range(len(runners)))
    source.shuffle(order)
    await asyncio.gather(*(run(place) for place in order))
    return results
