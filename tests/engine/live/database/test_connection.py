"""Writers at the same time share a commit, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from engine.live.database.connection import Connection, Statement
from engine.live.database.errors import ConstraintError, DatabaseError
from engine.live.database.session import Session
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import Conflict, StorageError
from tests.engine.live.stores import FragileStore
from tests.engine.live.traces import rows


class Mine(Exception):
    """A fault that a statement of these tests must not come to."""


@pytest.fixture
def database(store: FragileStore) -> Connection:
    """A database in memory."""
    return store.connection


@pytest.fixture
def disk(kept: FragileStore) -> Connection:
    """A database on the disk."""
    return kept.connection


@pytest_asyncio.fixture
async def opened(file: Path) -> AsyncGenerator[DatabaseStore]:
    """A store on the disk that a test closes."""
    yield await DatabaseStore.open(file)


def note(name: str, value: str = "x") -> Statement:
    return Statement("INSERT INTO notes VALUES (?, ?)", (name, value))


def begin_six(database: Connection) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(database.write(note(f"n{at}"))) for at in range(6)]


async def notes(database: Connection) -> list[str]:
    return [row[0] for row in await database.rows("SELECT name FROM notes ORDER BY name")]


async def came_of(*writing: object) -> list[object]:
    """Return the results of writing at once: None, or an exception."""
    return await asyncio.gather(*writing, return_exceptions=True)


def kinds(results: Sequence[object]) -> list[type]:
    return [type(result) for result in results]


@pytest.mark.sqlite
async def test_writers_that_wait_share_a_commit(database: Connection) -> None:
    seen: list[str] = []
    await database.driver.connection.set_trace_callback(seen.append)
    await asyncio.gather(*(database.write(note(f"n{at}")) for at in range(50)))
    assert len(await notes(database)) == 50
    assert seen.count("COMMIT") <= 2


async def test_a_fault_of_one_writer_is_not_the_others(database: Connection) -> None:
    await database.write(note("taken"))
    wrong = {
        10: (ConstraintError, [note("before"), note("taken")]),
        20: (Mine, [note("before"), Statement("DELETE FROM notes WHERE name = 'nobody'", (), Mine)]),
        30: (DatabaseError, [note("before"), Statement("SELEKT 1")]),
        40: (DatabaseError, [note("before"), Statement("SELECT ?", ())]),
    }
    steps = [wrong[at][1] if at in wrong else [note(f"n{at:02}")] for at in range(50)]
    results = await came_of(*(database.write(*each) for each in steps))
    assert kinds(results) == [wrong[at][0] if at in wrong else type(None) for at in range(50)]
    assert await notes(database) == [*(f"n{at:02}" for at in range(50) if at not in wrong), "taken"]


async def test_writes_are_done_in_their_order_and_the_first_of_two_wins(database: Connection) -> None:
    for _ in range(20):
        await database.write(Statement("DELETE FROM notes"))
        results = await came_of(*(database.write(note("same", str(at))) for at in range(5)))
        assert [result is None for result in results] == [True, False, False, False, False]
        assert await database.rows("SELECT value FROM notes") == [("0",)]


def count_up(session: Session) -> None:
    """Note one more than is noted."""
    (last,) = session.execute("SELECT max(CAST(value AS INTEGER)) FROM notes").fetchone()
    session.execute("INSERT INTO notes VALUES (?, ?)", (f"n{last + 1:02}", str(last + 1)))


async def test_a_function_among_the_steps_finds_all_that_was_written_before_it(database: Connection) -> None:
    await database.write(note("n00", "0"))
    await asyncio.gather(*(database.write(count_up, count_up) for _ in range(20)))
    assert await notes(database) == [f"n{at:02}" for at in range(41)]


async def test_a_function_that_raises_undoes_the_steps_of_its_caller_and_nothing_else(database: Connection) -> None:
    def wrong(session: Session) -> None:
        count_up(session)
        raise Mine

    await database.write(note("n00", "0"))
    results = await came_of(
        database.write(count_up),
        database.write(note("before", "0"), wrong),
        database.write(count_up, note("after", "0")),
    )
    assert kinds(results) == [type(None), Mine, type(None)]
    assert await notes(database) == ["after", "n00", "n01", "n02"]


@pytest.mark.sqlite
async def test_a_file_that_fails_refuses_all_who_shared_the_commit_and_keeps_nothing(disk: Connection) -> None:
    await disk.write(note("first"))
    ((pages,),) = await disk.rows("PRAGMA page_count")
    await disk.rows(f"PRAGMA max_page_count={pages}")
    first, *others = await came_of(*(disk.write(note(f"n{at}", "x" * (100_000 if at == 2 else 5))) for at in range(5)))
    assert kinds(others) == [StorageError] * 4
    # the first may have been alone in its commit
    assert await notes(disk) == ["first", *(["n0"] if first is None else [])]
    await disk.rows("PRAGMA max_page_count=1073741823")
    await disk.write(note("later"))


async def test_a_writer_who_went_away_before_their_turn_has_nothing_written(database: Connection) -> None:
    writing = begin_six(database)
    await asyncio.sleep(0)
    for at in (3, 4):
        writing[at].cancel()
    results = await came_of(*writing)
    assert kinds(results) == [*[type(None)] * 3, *[asyncio.CancelledError] * 2, type(None)]
    assert await notes(database) == ["n0", "n1", "n2", "n5"]
    # and another is not held up
    await database.write(note("later"))


async def test_writing_that_is_cancelled_before_its_first_step_holds_neither_writers_nor_the_end(
    database: Connection,
) -> None:
    before = asyncio.all_tasks()
    writing = begin_six(database)
    while len(started := asyncio.all_tasks() - before - {*writing}) == 0:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0)
    started.pop().cancel()
    await asyncio.sleep(0)
    await asyncio.wait_for(database.close(), 60)
    assert kinds(await came_of(*writing)) == [asyncio.CancelledError] * 6


@pytest.mark.parametrize("moments", range(8))
async def test_the_others_get_their_answer_when_one_goes_away_at_any_moment(moments: int, database: Connection) -> None:
    writing = begin_six(database)
    for _ in range(moments):
        await asyncio.sleep(0)
    writing[moments % 6].cancel()
    results = await came_of(*writing)
    assert [at for at, result in enumerate(results) if result is not None] in ([], [moments % 6])
    assert {f"n{at}" for at in range(6) if at != moments % 6} <= set(await notes(database))


async def test_closing_waits_for_what_is_being_written(opened: DatabaseStore, file: Path) -> None:
    writing = begin_six(opened.connection)
    await asyncio.sleep(0)
    await opened.close()
    await asyncio.gather(*writing)
    assert rows(file, "SELECT count(*) FROM notes") == [(6,)]


@pytest.mark.sqlite
async def test_reading_sees_everything_as_it_was_at_one_moment(disk: Connection, file: Path) -> None:
    await disk.write(note("a"))

    def read(session: Session) -> tuple[int, int]:
        first = session.execute("SELECT count(*) FROM notes").fetchone()[0]
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("INSERT INTO notes VALUES ('b', 'x')")
        return first, session.execute("SELECT count(*) FROM notes").fetchone()[0]

    assert await disk.read(read) == (1, 1)
    assert await notes(disk) == ["a", "b"]


async def test_a_reader_that_fails_leaves_no_transaction_open(database: Connection) -> None:
    def wrong(_session: Session) -> None:
        raise Conflict

    with pytest.raises(Conflict):
        await database.read(wrong)
    await database.write(note("a"))
    assert await notes(database) == ["a"]


async def test_a_database_that_is_being_closed_refuses_later_requests(opened: DatabaseStore, file: Path) -> None:
    database = opened.connection
    before = asyncio.create_task(database.write(note("before")))
    await asyncio.sleep(0)
    closing_it = asyncio.create_task(opened.close())
    await before
    for _ in range(10):
        # it is let go of in a thread, which takes longer than this
        await asyncio.sleep(0)
    said = await came_of(database.write(note("late")), database.rows("SELECT 1"), database.read(lambda _: None))
    assert kinds(said) == [StorageError] * 3
    assert {str(each) for each in said} == {"the database is closed"}
    await closing_it
    with pytest.raises(StorageError, match="closed"):
        await database.write(note("too late"))
    again = await DatabaseStore.open(file)
    assert await notes(again.connection) == ["before"]
    await again.close()
