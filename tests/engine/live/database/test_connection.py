"""What several write at a time shares a commit, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.live.database.connection import Connection, Statement
from engine.live.model.errors import Conflict, StorageError
from engine.live.sqlite import SQLiteStore
from tests.engine.live.stores import FragileStore


class Mine(Exception):
    """What a statement of these tests must not come to."""


def inner(store: SQLiteStore) -> Connection:
    return store._connection  # pyright: ignore[reportPrivateUsage]


def note(name: str, value: str = "x") -> Statement:
    return Statement("INSERT INTO notes VALUES (?, ?)", (name, value))


async def notes(store: SQLiteStore) -> list[str]:
    return [row[0] for row in await inner(store).rows("SELECT name FROM notes ORDER BY name")]


async def watched(store: SQLiteStore) -> list[str]:
    """Return a list that every statement from now on is added to."""
    seen: list[str] = []
    await inner(store).inner.set_trace_callback(seen.append)
    return seen


async def test_those_who_wait_share_a_commit(store: FragileStore) -> None:
    seen = await watched(store)
    await asyncio.gather(*(inner(store).write(note(f"n{at}")) for at in range(50)))
    assert len(await notes(store)) == 50
    assert seen.count("COMMIT") <= 2


async def test_what_one_does_wrong_is_nobody_elses(store: FragileStore) -> None:
    await inner(store).write(note("taken"))
    wrong = {
        10: (sqlite3.IntegrityError, [note("before"), note("taken")]),
        20: (Mine, [note("before"), Statement("DELETE FROM notes WHERE name = 'nobody'", (), Mine)]),
        30: (sqlite3.OperationalError, [note("before"), Statement("SELEKT 1")]),
        40: (sqlite3.ProgrammingError, [note("before"), Statement("SELECT ?", ())]),
    }
    results = await asyncio.gather(
        *(inner(store).write(*(wrong[at][1] if at in wrong else [note(f"n{at:02}")])) for at in range(50)),
        return_exceptions=True,
    )
    assert {at: type(result) for at, result in enumerate(results) if result is not None} == {
        at: kind for at, (kind, _) in wrong.items()
    }
    assert await notes(store) == [*(f"n{at:02}" for at in range(50) if at not in wrong), "taken"]


async def test_what_one_writes_is_done_in_its_order_and_the_first_of_two_wins(store: FragileStore) -> None:
    for _ in range(20):
        await inner(store).write(Statement("DELETE FROM notes"))
        results = await asyncio.gather(
            *(inner(store).write(note("same", str(at))) for at in range(5)), return_exceptions=True
        )
        assert [result is None for result in results] == [True, False, False, False, False]
        assert await inner(store).rows("SELECT value FROM notes") == [("0",)]


def count_up(connection: sqlite3.Connection) -> None:
    """Note one more than is noted."""
    (last,) = connection.execute("SELECT max(CAST(value AS INTEGER)) FROM notes").fetchone()
    connection.execute("INSERT INTO notes VALUES (?, ?)", (f"n{last + 1:02}", str(last + 1)))


async def test_a_function_among_the_steps_finds_all_that_was_written_before_it(store: FragileStore) -> None:
    await inner(store).write(note("n00", "0"))
    await asyncio.gather(*(inner(store).write(count_up, count_up) for _ in range(20)))
    assert await notes(store) == [f"n{at:02}" for at in range(41)]


async def test_what_a_function_raises_undoes_what_its_caller_wrote_and_nothing_else(store: FragileStore) -> None:
    def wrong(connection: sqlite3.Connection) -> None:
        count_up(connection)
        raise Mine

    await inner(store).write(note("n00", "0"))
    results = await asyncio.gather(
        inner(store).write(count_up),
        inner(store).write(note("before"), wrong),
        inner(store).write(count_up, note("after", "0")),
        return_exceptions=True,
    )
    assert [type(each) for each in results] == [type(None), Mine, type(None)]
    assert await notes(store) == ["after", "n00", "n01", "n02"]


async def test_where_the_file_fails_all_who_shared_the_commit_are_refused_and_nothing_is_kept(
    kept: FragileStore,
) -> None:
    await inner(kept).write(note("first"))
    (pages,) = (await inner(kept).rows("PRAGMA page_count"))[0]
    await inner(kept).rows(f"PRAGMA max_page_count={pages}")
    results = await asyncio.gather(
        *(inner(kept).write(note(f"n{at}", "x" * (100_000 if at == 2 else 5))) for at in range(5)),
        return_exceptions=True,
    )
    # the first may have been alone in its commit
    assert all(isinstance(result, StorageError) for result in results[1:])
    assert await notes(kept) == ["first", *(["n0"] if results[0] is None else [])]
    await inner(kept).rows("PRAGMA max_page_count=1073741823")
    await inner(kept).write(note("later"))


async def test_one_who_went_away_before_their_turn_has_nothing_written(store: FragileStore) -> None:
    writing = [asyncio.create_task(inner(store).write(note(f"n{at}"))) for at in range(6)]
    await asyncio.sleep(0)
    for at in (3, 4):
        writing[at].cancel()
    results = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(result).__name__ for result in results] == ["NoneType"] * 3 + ["CancelledError"] * 2 + ["NoneType"]
    assert await notes(store) == ["n0", "n1", "n2", "n5"]
    # and another is not held up
    await inner(store).write(note("later"))


@pytest.mark.parametrize("moments", range(8))
async def test_whoever_goes_away_at_whatever_moment_the_others_get_their_answer(
    moments: int, store: FragileStore
) -> None:
    writing = [asyncio.create_task(inner(store).write(note(f"n{at}"))) for at in range(6)]
    for _ in range(moments):
        await asyncio.sleep(0)
    writing[moments % 6].cancel()
    results = await asyncio.gather(*writing, return_exceptions=True)
    assert [at for at, result in enumerate(results) if result is not None] in ([], [moments % 6])
    assert {f"n{at}" for at in range(6) if at != moments % 6} <= set(await notes(store))


async def test_closing_waits_for_what_is_being_written(file: Path) -> None:
    opened = await SQLiteStore.open(file)
    writing = [asyncio.create_task(inner(opened).write(note(f"n{at}"))) for at in range(5)]
    await asyncio.sleep(0)
    await opened.close()
    await asyncio.gather(*writing)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (5,)


async def test_reading_sees_everything_as_it_was_at_one_moment(kept: FragileStore, file: Path) -> None:
    await inner(kept).write(note("a"))

    def read(connection: sqlite3.Connection) -> tuple[int, int]:
        first = connection.execute("SELECT count(*) FROM notes").fetchone()[0]
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("INSERT INTO notes VALUES ('b', 'x')")
        return first, connection.execute("SELECT count(*) FROM notes").fetchone()[0]

    assert await inner(kept).read(read) == (1, 1)
    assert await notes(kept) == ["a", "b"]


async def test_a_reader_that_fails_leaves_no_transaction_open(store: FragileStore) -> None:
    def wrong(_connection: sqlite3.Connection) -> None:
        raise Conflict

    with pytest.raises(Conflict):
        await inner(store).read(wrong)
    await inner(store).write(note("a"))
    assert await notes(store) == ["a"]


async def test_whoever_comes_while_the_database_is_let_go_of_is_told_so_and_what_came_before_is_kept(
    tmp_path: Path,
) -> None:
    opened = await SQLiteStore.open(tmp_path / "kept.sqlite3")
    before = asyncio.create_task(inner(opened).write(note("before")))
    await asyncio.sleep(0)
    closing_it = asyncio.create_task(opened.close())
    await before
    for _ in range(10):
        # it is let go of in a thread, which takes longer than this
        await asyncio.sleep(0)
    late = [inner(opened).write(note("late")), inner(opened).rows("SELECT 1"), inner(opened).read(lambda _: None)]
    said = await asyncio.gather(*late, return_exceptions=True)
    assert [type(each) for each in said] == [StorageError] * 3
    assert {str(each) for each in said} == {"the database is closed"}
    await closing_it
    with pytest.raises(StorageError, match="closed"):
        await inner(opened).write(note("too late"))
    again = await SQLiteStore.open(tmp_path / "kept.sqlite3")
    assert await notes(again) == ["before"]
    await again.close()
