"""Names the moments of each transaction after what is written in it, for a bot that dies at one of them.

``begin``
    before anything that it writes is sent.
``commit``
    all is sent but the commit, and answered.
``sent``
    with a server: the commit is sent, its answer is not read.
``committed``
    the commit is confirmed.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Generator, Sequence
from typing import Any, ClassVar

import psycopg
from psycopg.waiting import Wait

from engine.live.database import postgres_session
from engine.live.database.postgres_session import PostgresSession
from engine.live.database.session import Statement
from engine.live.hub import Hub

WRITING = {
    "INSERT INTO log": "append",
    "INSERT INTO tables": "create",
    "UPDATE tables SET post =": "post",
    "UPDATE tables": "save",
    "INSERT INTO hand_messages": "hand_message",
    "DELETE FROM processes WHERE until": "join",
    "INSERT INTO processes": "renew",
}
"""The names of transactions, by the beginning of their first statement; those of a start on a file are ``load``."""


class Moments:
    """The moments of the transactions of one connection. One transaction may be several callers'."""

    at: ClassVar[Callable[[str], None]]
    loading: ClassVar[bool] = False

    def __init__(self) -> None:
        self._written: list[str] = []
        self._first = False

    def statement(self, sql: str) -> None:
        """Note a statement that is about to be run."""
        word = sql.split(None, 1)[0]
        if word in ("BEGIN", "SAVEPOINT"):
            self._first = True
            self._written = self._written if word == "SAVEPOINT" else []
        elif word in ("INSERT", "UPDATE", "DELETE") and self._first:
            self._first = False
            what = next((name for start, name in WRITING.items() if sql.lstrip().startswith(start)), "other")
            self._written.append("load" if self.loading else what)
            self._at(self._written[-1], "begin")

    def tell(self, moment: str) -> None:
        """Pass a moment of the transaction."""
        for what in self._written:
            self._at(what, moment)

    @classmethod
    def _at(cls, what: str, moment: str) -> None:
        cls.at(f"{what}:{moment}")


class WatchedConnection(sqlite3.Connection):
    """A connection to a file."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._moments = Moments()

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql != "COMMIT":
            self._moments.statement(sql)
            return super().execute(sql, parameters)
        self._moments.tell("commit")
        cursor = super().execute(sql, parameters)
        self._moments.tell("committed")
        return cursor


class WatchedSession(PostgresSession):
    """A connection to a server."""

    def __init__(self, connection: psycopg.Connection) -> None:
        super().__init__(connection)
        self._moments = Moments()

    def execute(self, sql: str, parameters: Any = (), /) -> psycopg.Cursor:
        self._moments.statement(sql)
        return super().execute(sql, parameters)

    def begin(self, *statements: str) -> None:
        self._moments.statement(statements[0])
        super().begin(*statements)

    def write_together(self, callers: Sequence[Sequence[Statement]], *first: str) -> bool:
        self._moments.statement(first[0])
        for each in filter(None, callers):
            # as where each one is asked in turn
            self._moments.statement("SAVEPOINT")
            self._moments.statement(each[0].sql)
        return super().write_together(callers, *first)

    def commit(self) -> None:
        self._moments.tell("commit")
        connection: Any = self._connection
        wait = connection.wait
        connection.wait = lambda steps, *how: wait(self._sending(steps), *how)
        try:
            super().commit()
        finally:
            del connection.wait
        self._moments.tell("committed")

    def _sending(self, steps: Generator[Wait, Any, Any]) -> Generator[Wait, Any, Any]:
        """Run psycopg's steps of a statement: it waits for reading alone once all is sent."""
        wanted, sent = next(steps), False
        try:
            while True:
                if wanted == Wait.R and not sent:
                    sent = True
                    self._moments.tell("sent")
                wanted = steps.send((yield wanted))
        except StopIteration as end:
            return end.value


def watch_writing(at: Callable[[str], None]) -> None:
    """Have every connection to a database be watched, whichever library opens it."""
    Moments.at = at  # type: ignore[method-assign]
    sqlite3.connect = functools.partial(sqlite3.connect, factory=WatchedConnection)
    postgres_session.PostgresSession = WatchedSession  # type: ignore[misc]
    load = Hub.load

    async def loading(hub: Hub) -> Any:
        Moments.loading = True
        try:
            return await load(hub)
        finally:
            Moments.loading = False

    Hub.load = loading  # type: ignore[method-assign]
