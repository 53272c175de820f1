"""What a function that reads and writes uses: an open transaction of either database, one statement after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""
        ...

    @property
    def description(self) -> Any:
        """The columns of the rows, each with its name first; None without rows."""
        ...

    def fetchone(self) -> Any:
        """Return the next row; None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Session(Protocol):
    """Runs statements, which are written as SQLite reads them: with the placeholders ``?`` or ``:name``.

    A connection of :mod:`sqlite3` is one.
    """

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor:
        """Run a statement that writes once for each of the parameters."""
        ...
