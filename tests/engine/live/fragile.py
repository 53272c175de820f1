"""A store that can be told to fail."""

from __future__ import annotations

from collections.abc import Sequence

from engine.live.model.table import Header, LogEntry, Score
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

    async def remember(self, name: str, value: str) -> None:
        self._fail()
        await super().set_meta(name, value)

    def _fail(self) -> None:
        if self.fails is not None:
            raise self.fails
