"""A process that forwards presses, without shards, tables or a database."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from engine.live.model.errors import Code, StorageError, TableError

HERE, THERE, GONE = "here2345", "there234", "gone2345"


class FakeLeases:
    """The leases of a process that has shard 0, beside another that has shard 1."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.address = ""
        self.asked = 0
        self.broken = False

    def now(self) -> float:
        return self.time

    async def shard_of_table(self, table: str) -> int | None:
        if self.broken:
            raise StorageError("it can't be reached")
        return {HERE: 0, THERE: 1}.get(table)

    async def address_of(self, shard: int) -> str:
        self.asked += 1
        return self.address if shard == 1 else ""


class FakeClient:
    """A client that plays one table."""

    def __init__(self) -> None:
        self.handled: list[Any] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._connection = SimpleNamespace(parsers={"INTERACTION_CREATE": self.handled.append})
        self.hub = self
        self.shards = {0}

    def find(self, table: str) -> Any:
        if table != HERE:
            raise TableError(Code.CLOSED)
        return SimpleNamespace(owned=True)

    def owns(self, shard: int) -> bool:
        return shard in self.shards

    def start_soon(self, task: Any) -> None:
        self.tasks.append(asyncio.ensure_future(task))

    async def get(self, payload: Any) -> None:
        """Get an interaction from Discord, and wait until all is done."""
        self._connection.parsers["INTERACTION_CREATE"](payload)
        await asyncio.gather(*self.tasks)


def press(table: str, **more: Any) -> dict[str, Any]:
    """Return a press of a control of a table, in direct messages."""
    return {"type": 3, "id": "1", "data": {"custom_id": f"b:act:{table}:4:0:1"}, **more}
