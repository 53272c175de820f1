"""Stores that misbehave as told: one fails, one takes now shorter, now longer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

from engine.live.database_store import DatabaseStore
from engine.live.model.errors import ChannelTaken, Conflict, StorageError
from engine.live.model.table import Header, LogEntry, SavedTable, SentMessage, Status


def _unless_it_fails(write: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @wraps(write)
    async def written(store: FragileStore, *arguments: Any, **named: Any) -> None:
        if store.fails is not None:
            raise store.fails
        await write(store, *arguments, **named)
        if store.doubts is not None:
            raise store.doubts

    return written


class FragileStore(DatabaseStore):
    """The real store; while ``fails`` is set, each write of a table or of a small fact raises it.

    While ``doubts`` is set, it is raised after the write: the answer to a commit was lost.
    """

    fails: Exception | None = None
    doubts: Exception | None = None
    create = _unless_it_fails(DatabaseStore.create)
    save = _unless_it_fails(DatabaseStore.save)
    append = _unless_it_fails(DatabaseStore.append)
    save_post = _unless_it_fails(DatabaseStore.save_post)
    set_meta = _unless_it_fails(DatabaseStore.set_meta)

    @contextmanager
    def failing(self, error: Exception | None = None) -> Iterator[None]:
        """Let nothing be written meanwhile."""
        self.fails = error or StorageError("full")
        yield
        self.fails = None

    @contextmanager
    def in_doubt(self) -> Iterator[None]:
        """Let everything be written meanwhile, and seem not to be."""
        self.doubts = StorageError("lost")
        yield
        self.doubts = None


@asynccontextmanager
async def open_store(file: Path | str) -> AsyncGenerator[FragileStore]:
    """Open a store, and close it in the end: its thread would keep the process alive."""
    store = await FragileStore.open(file)
    try:
        yield store
    finally:
        await store.close()


LIVE = (Status.LOBBY, Status.PLAYING)


def _taking_some_turns(do: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    @wraps(do)
    async def done(store: UnsteadyStore, *arguments: Any, **named: Any) -> Any:
        await store.breathe()
        result = do(store, *arguments, **named)
        await store.breathe()
        return result

    return done


class UnsteadyStore(FragileStore):
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

    @_taking_some_turns
    def create(self, header: Header, entries: Sequence[LogEntry] = ()) -> None:
        self._claim(header)
        self.headers[header.id] = header
        self.logs[header.id] = [*entries]

    @_taking_some_turns
    def save(self, header: Header) -> None:
        self._require_newest(header)
        self._claim(header)
        self._keep(header)

    @_taking_some_turns
    def append(
        self, header: Header, entries: Sequence[LogEntry], *_: object, people: bool = True, post: bool = False
    ) -> None:
        log = self.logs[header.id]
        if [entry.ply for entry in entries] != [len(log) + at for at in range(len(entries))]:
            raise Conflict
        self._require_newest(header)
        log += entries
        self._keep(header if people else replace(header, people=self.headers[header.id].people))
        if post:
            self.headers[header.id] = replace(self.headers[header.id], post=header.post)

    @_taking_some_turns
    def save_post(self, header: Header, post: SentMessage | None) -> None:
        self.headers[header.id] = replace(self.headers[header.id], post=post)

    @_taking_some_turns
    def find(self, table_id: str) -> SavedTable | None:
        return SavedTable(self.headers[table_id], tuple(self.logs[table_id])) if table_id in self.headers else None

    def _require_newest(self, header: Header) -> None:
        if self.headers[header.id].revision != header.revision:
            raise Conflict

    def _claim(self, header: Header) -> None:
        for other in self.headers.values():
            if other.id != header.id and other.channel_id == header.channel_id and other.status in LIVE:
                raise ChannelTaken

    def _keep(self, header: Header) -> None:
        post = self.headers[header.id].post
        self.headers[header.id] = replace(header, post=post, revision=header.revision + 1)


async def race(source: random.Random, *runners: Callable[[], Awaitable[object]]) -> list[object]:
    """Let everything begin at once, in any order; return the result or the exception of each."""

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
