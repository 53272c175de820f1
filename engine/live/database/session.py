"""The open transaction of either database, for functions that read and write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from engine.live.database.health import cause_of


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

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor:
        """Run a statement that writes once for each of the parameters."""
        ...


class Statement(NamedTuple):
    """A statement that writes.

    Attributes:
        parameters: the values of the placeholders.
        otherwise_raise: raised if the statement changes any number of rows but one; None to allow any number.
        as_set: the statement has one form, ``INSERT … VALUES (?, …)`` or ``UPDATE … SET … WHERE …`` with ``?``, and may
            be run for many callers at once, in any order.

    """

    sql: str
    parameters: Any = ()
    otherwise_raise: type[Exception] | None = None
    as_set: bool = False


Step = Statement | Callable[[Session], object]
"""A statement, or a function that reads and writes; no other writer of the same servers comes in between."""


class Batch(NamedTuple):
    """The writes of one caller, all or none.

    Attributes:
        servers: the servers, or other owners, that no other writer may change meanwhile.
        everywhere: whether no other writer may change anything meanwhile.

    """

    steps: Sequence[Step]
    servers: frozenset[int] = frozenset()
    everywhere: bool = False


def run_steps(session: Session, steps: Sequence[Step]) -> Exception | None:
    """Write all steps of one caller or none. Return the caller's exception, or None; raise an error of the database."""
    session.execute("SAVEPOINT batch")
    try:
        for step in steps:
            if not isinstance(step, Statement):
                step(session)
                continue
            cursor = session.execute(step.sql, step.parameters)
            if step.otherwise_raise is not None and cursor.rowcount != 1:
                raise step.otherwise_raise
    except Exception as error:
        if cause_of(error) is not None or not session.in_transaction:
            raise
        session.execute("ROLLBACK TO batch")
        session.execute("RELEASE batch")
        return error
    session.execute("RELEASE batch")
    return None
