"""PostgreSQL: its texts stay with it, and the bot survives its absence."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import bot
from engine.live.database import migrate, postgres
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection, Statement, Step, set_note
from engine.live.database.errors import Cause, ConstraintError, DatabaseError
from engine.live.database.health import cause_of
from engine.live.database.migrate import scripts
from engine.live.database.postgres import PostgresSession
from engine.live.database.session import Session
from engine.live.model.errors import ChannelTaken, Code, Conflict, StorageError
from engine.live.model.table import Delivery, LogEntry, Place, SentMessage
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, World, header
from tests.engine.live.playing import play_one, refused
from tests.engine.live.stores import FragileStore, open_store
from tests.engine.live.traces import rows
from tests.engine.live.versions import either_of_version, table
from tests.support.postgres import Cluster

pytestmark = pytest.mark.postgres

SOON = 2.0
"""Within how many seconds every call has to end; Discord waits for 3."""

BACK = 50
"""Within how many tenths of a second after the database everything has to be back."""


# ---------------------------------------------------------------------- the same database


async def test_both_databases_have_the_same_columns(store: FragileStore) -> None:
    found = await store.connection.rows(
        "SELECT table_name, column_name, is_nullable FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name != 'schema_version'"
    )
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in scripts():
            connection.executescript(script)
        expected = connection.execute(
            "SELECT t.name, c.name, CASE WHEN c.\"notnull\" OR c.pk THEN 'NO' ELSE 'YES' END"
            " FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'"
        ).fetchall()
    assert sorted(found) == sorted(expected)


async def test_moves_at_many_tables_take_a_few_statements_together(
    store: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [header(identity=f"t{number}", channel=number) for number in range(20)]
    await asyncio.gather(*map(store.create, kept))
    counts: list[int] = []
    pieces = PostgresSession._pieces

    def counted(session: PostgresSession, callers: Sequence[Sequence[Statement]]) -> Iterator[Any]:
        found = list(pieces(session, callers))
        counts.append(len(found))
        return iter(found)

    monkeypatch.setattr(PostgresSession, "_pieces", counted)
    monkeypatch.setattr(postgres, "run_steps", None)
    await asyncio.gather(
        *(store.append(each, [LogEntry(0, "0 pass", ANA.user_id, 1.0)], people=False) for each in kept)
    )
    # the move, the header, the fingerprints
    assert counts == [3]
    assert [len(each.log) for each in await store.open_tables()] == [1] * 20


async def test_migrations_run_once_whoever_starts(file: Path) -> None:
    stores = await asyncio.gather(*(Connection.open(file) for _ in range(4)))
    for each in stores:
        await each.close()
    assert rows(file, "SELECT version FROM schema_version") == [(len(scripts()),)]


async def test_a_migration_may_take_long(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Connection.open(file)).close()
    for module in (migrate, postgres):
        monkeypatch.setattr(
            module, "scripts", lambda: [*scripts(), "SELECT pg_sleep(2);\nUPDATE notes SET value = '';\n"]
        )
    await (await Connection.open(file)).close()
    assert rows(file, "SELECT version FROM schema_version") == [(len(scripts()) + 1,)]


async def test_tables_of_version_19_keep_their_place_and_the_way_they_are_shown(file: Path) -> None:
    shown = (Delivery.SERVER, Delivery.DIRECT, Delivery.ANSWERS)
    async with either_of_version(file, 19) as connection:
        for at, delivery in enumerate(shown):
            change = "UPDATE tables SET channel_id = ?, delivery = ? WHERE id = ?"
            values = (at, delivery.value, delivery.value)
            await connection.write(table(delivery.value), Statement(change, values))
    async with open_store(file) as store:
        assert {each.header.id: each.header.delivery for each in await store.open_tables()} == {
            each.value: each for each in shown
        }
        other = header(identity="table4", channel=0)
        with pytest.raises(ChannelTaken):
            await store.create(other)
        await store.create(replace(other, delivery=Delivery.PRIVATE))
        with pytest.raises(ChannelTaken):
            await store.create(replace(other, id="table5", delivery=Delivery.PRIVATE))
        assert (await store.find_open(Place(0, ANA.user_id))).header.id == "table4"
        assert (await store.find_open(Place(0))).header.id == "server"


async def test_a_write_for_many_at_once_equals_the_writes_of_each(file: Path) -> None:
    tables = [replace(header(identity=f"t{at}", channel=at, people=(ANA, BEN)), deadline=None) for at in range(9)]
    async with open_store(file) as store:
        for each in tables:
            await store.create(each)

        def change(at: int) -> Awaitable[None]:
            changed = replace(tables[at], deadline=at or None, as_text=at % 2 == 0, opener=at or None)
            entries = [
                LogEntry(ply, f"{ply} pass", ANA.user_id if ply else None, 1.0, ("a",) * ply) for ply in range(3)
            ]
            return store.append(changed, entries, people=False)

        # the first alone, then the others at once
        await change(0)
        await asyncio.gather(*(change(at) for at in range(1, 9)))
        kept = {at: await store.find(f"t{at}") for at in range(9)}
    for at, found in kept.items():
        assert found.header.deadline == (at or None)
        assert (found.header.as_text, found.header.opener, found.header.revision) == (at % 2 == 0, at or None, 1)
        assert [(each.ply, each.user_id, each.words) for each in found.log] == [
            (ply, ANA.user_id if ply else None, ("a",) * ply) for ply in range(3)
        ]


async def test_of_many_who_write_at_once_only_those_in_conflict_are_refused(store: FragileStore) -> None:
    tables = [header(identity=f"t{at}", channel=at) for at in range(9)]
    for each in tables:
        await store.create(each)
    writing = [store.append(each, [LogEntry(0, "deal", None, 1.0)], people=False) for each in (*tables, *tables[:2])]
    results = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(each) for each in results] == [*[type(None)] * 9, Conflict, Conflict]


async def test_text_loses_what_postgresql_does_not_take(store: FragileStore) -> None:
    await store.create(header(people=(replace(ANA, name="A\0na"),)))
    await store.save_post(header(), SentMessage(1, text="A\0na", alt=r"\\u0000", status="playing"))
    (found,) = await store.open_tables()
    assert found.header.people[0].name == "Ana"
    assert found.header.post.alt == r"\\u0000"
    await store.save(replace(found.header, status=found.header.status.CLOSED, post=None))
    assert len(await store.unpublished_tables()) == 1


# ---------------------------------------------------------------------- several processes


async def test_of_two_who_lock_each_other_out_both_write_in_the_end(file: Path) -> None:
    one, two = await Connection.open(file), await Connection.open(file)
    await one.write(set_note("a", "0"), set_note("b", "0"))

    def crossing(first: str, then: str) -> Step:
        def write(session: Session) -> None:
            update = "UPDATE notes SET value = CAST(CAST(value AS bigint) + 1 AS text) WHERE name = ?"
            session.execute(update, (first,))
            time.sleep(0.2)
            session.execute(update, (then,))

        return write

    await asyncio.gather(one.write(crossing("a", "b")), two.write(crossing("b", "a")))
    assert await one.rows("SELECT value FROM notes") == [("2",), ("2",)]
    await asyncio.gather(one.close(), two.close())


@pytest.mark.parametrize(
    ("mine", "theirs", "waits"),
    [
        ({}, {"everywhere": True}, True),
        ({"everywhere": True}, {}, True),
        ({"servers": (1, 2)}, {"servers": (2, 3)}, True),
        ({"servers": (1, 2)}, {"servers": (3,)}, False),
        ({}, {"servers": (1,)}, False),
    ],
)
async def test_writers_keep_out_of_each_others_way_by_what_they_name(
    mine: dict[str, Any], theirs: dict[str, Any], waits: bool, file: Path
) -> None:
    one, two = await Connection.open(file), await Connection.open(file)
    began, ends = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(_: Session) -> None:
        loop.call_soon_threadsafe(began.set)
        ends.wait(60)

    holding = asyncio.create_task(one.write(hold, **mine))
    await began.wait()
    writing = asyncio.create_task(two.write(set_note("a", "b"), **theirs))
    done, _ = await asyncio.wait([writing], timeout=0.2 if waits else 60)
    assert bool(done) is not waits
    ends.set()
    await asyncio.gather(holding, writing)
    await asyncio.gather(one.close(), two.close())


# ---------------------------------------------------------------------- secrets

HAND = "6-6 5-5 4-4 secret"
"""The stand-in for a hand, in every value."""

WRONG = {
    "a constraint": Statement("INSERT INTO tables (id, rules) VALUES (?, ?)", (HAND, HAND)),
    "a reference": Statement("INSERT INTO log (table_id, ply, action, at) VALUES (?, 0, ?, 1)", (HAND, HAND)),
    "a type": Statement("INSERT INTO departures (guild_id, at) VALUES (?, 1)", (HAND,)),
    "a number": Statement("INSERT INTO departures (guild_id, at) VALUES (CAST(? AS bigint), 1)", (HAND,)),
    "a check": Statement("INSERT INTO preferences (kind, whose, name, value) VALUES (?, 1, ?, ?)", (HAND, HAND, HAND)),
    "an index": Statement(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at,"
        " post) VALUES ('t', 1, 1, 1, '', '', 'closed', '', '[]', 0, ?)",
        (HAND,),
    ),
    "a word": Statement(f"SELEKT '{HAND}'"),
    "a key": Statement("INSERT INTO notes (name, value) VALUES (?, ?)", ("taken", HAND)),
    "a path": Statement("INSERT INTO notes SELECT ?, json_extract('{}', ?)", (HAND, HAND)),
    "a surprise": Statement("SELECT 1 / length(substr(?, 100))", (HAND,)),
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
async def test_no_error_holds_a_value(
    statement: Statement, store: FragileStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await store.connection.write(Statement("INSERT INTO notes (name, value) VALUES ('taken', '')"))

    def asked(session: object) -> None:
        session.execute(statement.sql, statement.parameters)  # type: ignore[attr-defined]

    def many(session: object) -> None:
        session.executemany(statement.sql, [statement.parameters])  # type: ignore[attr-defined]

    attempts = [
        store.connection.write(statement),
        store.connection.write(asked),
        store.connection.write(many),
        store.connection.rows(statement.sql, statement.parameters),
        store.connection.read(asked),
    ]
    for attempt in attempts:
        with pytest.raises((DatabaseError, StorageError)) as raised:
            await attempt
        logging.getLogger("engine").exception("here", exc_info=raised.value)
        told = "".join(traceback.format_exception(raised.value))
        assert "psycopg." not in told
        assert not [piece for piece in HAND.split() if piece in told + repr(raised.value.__dict__) + caplog.text]


async def test_errors_of_constraints_say_which(store: FragileStore) -> None:
    note = Statement("INSERT INTO notes (name, value) VALUES ('a', 'b')")
    await store.connection.write(note)
    with pytest.raises(ConstraintError, match=r"^UniqueViolation 23505 notes_pkey notes$") as raised:
        await store.connection.write(note)
    assert (raised.value.primary, raised.value.unique) == (True, False)
    with pytest.raises(ConstraintError, match=r"^NotNullViolation 23502 notes value$"):
        await store.connection.write(Statement("INSERT INTO notes (name) VALUES ('a')"))


# ---------------------------------------------------------------------- starts


@pytest.mark.parametrize(
    ("change", "says", "cause"),
    [
        (("postgresql://postgres@/", "postgresql://postgres:s3cret@/none"), "does not exist", Cause.REFUSED),
        (("postgresql://postgres@/", "postgresql://nobody:s3cret@/"), "does not exist", Cause.REFUSED),
        (("host=/", "host=/nowhere/"), "No such file", Cause.UNREACHABLE),
    ],
)
async def test_a_database_that_can_not_be_opened_is_told_of_in_one_line_without_the_password(
    change: tuple[str, str], says: str, cause: Cause, database: DatabaseURL
) -> None:
    address = DatabaseURL(database.reveal().replace(*change) + "&password=s3cret")
    with pytest.raises(DatabaseError, match=says) as raised:
        await Connection.open(address)
    assert cause_of(raised.value) is cause
    assert "\n" not in str(raised.value)
    assert "s3cret" not in "".join(traceback.format_exception(raised.value)) + str(address)


@pytest.fixture
def settings(database: DatabaseURL, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """The environment of a bot with a token, whose database is on the server."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DOMINO_DATABASE", database.reveal())
    return monkeypatch


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        ("&sslmode=wrong", 2, "invalid sslmode value"),
        ("&dbname=none", 2, 'database "none" does not exist'),
        ("&user=nobody", 2, 'role "nobody" does not exist'),
        ("&port=1", 1, "No such file or directory"),
        ("&nonsense=1", 2, "invalid"),
    ],
)
def test_a_bot_that_can_not_open_its_database_says_why_in_one_line(
    more: str,
    status: int,
    says: str,
    settings: pytest.MonkeyPatch,
    database: DatabaseURL,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.setenv("DOMINO_DATABASE", f"{database.reveal()}{more}&password=s3cret")
    assert bot.main([]) == status
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("DOMINO_DATABASE: postgresql://postgres@/")
    assert says in line
    assert "s3cret" not in line


# ---------------------------------------------------------------------- outages


@pytest_asyncio.fixture
async def away(database: DatabaseURL) -> AsyncGenerator[FragileStore]:
    """A store on the server."""
    store = await FragileStore.open(database)
    yield store
    await store.close()


@pytest_asyncio.fixture
async def played(away: FragileStore) -> Table:
    """A match there."""
    return await World(away).match(ANA, BEN, CEM)


async def refuses(store: FragileStore, table: Table) -> None:
    """See that every call ends soon, with an error of the store."""
    for attempt in (play_one(table), store.find(table.id), play_one(table), store.set_meta("a", "b")):
        began = time.monotonic()
        with pytest.raises(StorageError):
            await attempt
        assert time.monotonic() - began < SOON


async def comes_back(ask: Callable[[], Awaitable[object]]) -> None:
    """See that a call succeeds soon; a pause of the tests themselves does not count."""
    for _ in range(BACK):
        with suppress(StorageError):
            await ask()
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it is still away")


async def goes_on(store: FragileStore, table: Table) -> None:
    """See that all is back soon by itself, and that nothing was lost or done twice."""
    await comes_back(lambda: store.set_meta("alive_at", "1"))
    ply = table.ply
    await play_one(table)
    kept = await store.find(table.id)
    assert [each.ply for each in kept.log] == list(range(table.ply))
    assert table.ply > ply


def levels(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.levelname for each in caplog.records if each.name.startswith("engine")]


async def test_a_server_that_is_stopped_refuses_moves_until_it_runs(
    server: Cluster, away: FragileStore, played: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server.stop("fast")
    await refuses(away, played)
    assert levels(caplog) == ["ERROR"]
    assert "it can't be reached" in caplog.text
    server.start()
    await goes_on(away, played)
    assert levels(caplog) == ["ERROR", "INFO"]


async def test_a_server_that_stands_still_refuses_moves_until_it_goes_on(
    server: Cluster, away: FragileStore, played: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server.freeze()
    try:
        await refuses(away, played)
        # many at once do not add up
        began = time.monotonic()
        results = await asyncio.gather(*(away.find(played.id) for _ in range(50)), return_exceptions=True)
        assert {type(each) for each in results} == {StorageError}
        assert time.monotonic() - began < SOON
    finally:
        server.thaw()
    await goes_on(away, played)
    assert levels(caplog) == ["ERROR", "INFO"]


async def test_a_session_that_the_server_ends_is_begun_again(
    server: Cluster, away: FragileStore, played: Table
) -> None:
    server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dominoes'")
    await goes_on(away, played)


async def test_a_commit_whose_answer_is_lost_is_neither_lost_nor_done_twice(
    away: FragileStore, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = away.connection.driver._session
    commit = session.commit

    def lost() -> None:
        commit()
        session.close()
        session.execute("SELECT 1")

    ply = played.ply
    monkeypatch.setattr(session, "commit", lost)
    with pytest.raises(StorageError):
        await play_one(played)
    assert played.ply == ply
    await comes_back(lambda: away.get_meta("a"))
    await refused(play_one(played), Code.STALE)
    assert played.ply > ply
    await goes_on(away, played)


async def test_a_process_in_the_way_of_a_write_is_named_as_the_cause(
    server: Cluster, database: DatabaseURL, away: FragileStore, played: Table, caplog: pytest.LogCaptureFixture
) -> None:
    other = await Connection.open(database)
    held, ends = threading.Event(), threading.Event()

    def hold(session: object) -> None:
        session.execute("SELECT 1 FROM tables FOR UPDATE")  # type: ignore[attr-defined]
        held.set()
        ends.wait()

    holding = asyncio.create_task(other.write(hold))
    await asyncio.to_thread(held.wait)
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(StorageError, match=r"^another process holds it"):
            await play_one(played)
    assert time.monotonic() - began < SOON
    ends.set()
    await holding
    await goes_on(away, played)
    await other.close()


async def test_those_who_wait_for_a_slow_statement_do_not_wait_longer_than_it(
    away: FragileStore, played: Table
) -> None:
    began = time.monotonic()
    slow = away.connection.rows("SELECT pg_sleep(60)")
    results = await asyncio.gather(
        slow, *(away.connection.rows("SELECT pg_sleep(1)") for _ in range(9)), return_exceptions=True
    )
    assert [str(each).split(" (")[0] for each in results] == ["it takes too long"] * 10
    assert time.monotonic() - began < SOON
    await goes_on(away, played)


async def test_a_migration_meanwhile_is_noticed_once(
    server: Cluster, database: DatabaseURL, away: FragileStore
) -> None:
    for _ in range(10):
        await away.connection.rows("SELECT * FROM notes")
    server.execute("ALTER TABLE notes ADD COLUMN later bigint", database.reveal())
    await comes_back(lambda: away.connection.rows("SELECT * FROM notes"))


async def test_a_database_that_may_not_be_written_is_read_on(
    server: Cluster, database: DatabaseURL, away: FragileStore, played: Table
) -> None:
    await away.connection.rows("SELECT set_config('default_transaction_read_only', 'on', false)")
    with pytest.raises(StorageError, match=r"^it is read-only"):
        await play_one(played)
    assert await away.find(played.id) is not None
    await away.connection.rows("SELECT set_config('default_transaction_read_only', 'off', false)")
    await goes_on(away, played)
