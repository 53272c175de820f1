"""A move to another database is complete, or has not happened."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from engine.live.database import copy_between as module
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection, Statement
from engine.live.database.copy_between import CannotCopy, copy_between, tables
from engine.live.database.lock import reserve
from engine.live.database.migrate import scripts
from engine.live.database_store import DatabaseStore
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.model.table import Header
from tests.engine.live.challenges.playing import challenge, played_to_the_end
from tests.engine.live.club import ANA, HERE, THERE, Club
from tests.engine.live.database.test_kept_headers import HEADERS
from tests.engine.live.stores import open_store
from tests.engine.live.traces import bytes_of, cells, rows
from tests.engine.live.versions import of_version, put_table
from tests.support import postgres
from tests.support.examples import examples


@pytest.fixture(autouse=True)
def stores_are_on_postgres() -> None:
    """Leave files files, also where other tests have PostgreSQL in their place."""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where nothing is yet."""
    return tmp_path / "target.sqlite3"


def exists(file: Path) -> bool:
    """Whether there is a file."""
    return file.exists()


def private(file: Path) -> bool:
    """Whether only its owner can read a file."""
    return file.stat().st_mode & 0o077 == 0


def write(file: Path, data: bytes) -> None:
    """Write a file that is no database."""
    file.write_bytes(data)


async def play(file: Path) -> None:
    """Leave a database after matches, a season and some settings, with a table that is still open."""
    async with open_store(file) as store:
        await store.connection.rows("PRAGMA synchronous=OFF")
        club = Club(store)
        await store.league.open_season(HERE, "Spring", club.clock.now)
        await club.with_a_past()
        await store.preferences.set(THERE, ServerPreferences(theme="dark"))
        await store.set_meta("alive_at", "1.5")
        await store.privacy.guild_left(frozenset({5}), 2.5)
        await store.challenges.add(begun := challenge())
        player = await store.challenges.begin(begun, ANA, HERE, 1.0)
        assert player is not None
        press = (await played_to_the_end(begun))[0]
        await store.challenges.append(player, press.entries, press.position, 1.0)
        columns = "shard, shards, owner, address, epoch, until, alive_at"
        lease = f"INSERT INTO leases ({columns}) VALUES (0, 1, '', '', 3, 2.0, 1.0)"
        await store.connection.write(
            Statement(lease),
            Statement("INSERT INTO challenge_posts (guild_id, number, channel_id, message_id) VALUES (1, 2, 3, 4)"),
            Statement("INSERT INTO identifies (bucket, free_at) VALUES (0, 2)"),
            Statement("INSERT INTO processes (owner, until, gave_at) VALUES ('a', 2, 0)"),
        )


async def contents(database: Path | DatabaseURL) -> dict[str, list[Any]]:
    """Return all rows of a database."""
    connection = await Connection.open(database)
    try:
        return {
            each.name: [
                tuple(row)
                for row in await connection.rows(
                    f"SELECT {', '.join(each.columns)} FROM {each.name} ORDER BY {', '.join(each.key)}"
                )
            ]
            for each in tables()
        }
    finally:
        await connection.close()


async def moved(source: Path | DatabaseURL, target: Path | DatabaseURL) -> tuple[int, int]:
    """Move a database, beside the loop; return the report."""
    return await asyncio.to_thread(copy_between, source, target)


async def refusal(source: Path | DatabaseURL, target: Path | DatabaseURL) -> str:
    """Return why something is not moved."""
    with pytest.raises(CannotCopy) as refused:
        await moved(source, target)
    return str(refused.value)


# ---------------------------------------------------------------------- from file to file


def test_each_table_comes_after_those_that_it_refers_to_and_has_a_key() -> None:
    names = [each.name for each in tables()]
    assert names.index("tables") < min(map(names.index, ("seats", "log", "hand_messages", "matches", "replaced")))
    assert names.index("matches") < names.index("scores")
    assert all(each.key and set(each.key) <= set(each.columns) for each in tables())


@pytest.mark.long
@pytest.mark.parametrize("batch", [1, 2, 1000])
async def test_every_row_is_moved_however_few_fit_into_memory(
    batch: int, file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(file)
    before = await contents(file)
    # nothing is forgotten when the schema grows: this fills each table
    assert all(before.values()), [name for name, each in before.items() if not each]
    monkeypatch.setattr(module, "BATCH", batch)
    assert await moved(file, target) == (len(before), sum(map(len, before.values())))
    assert await contents(target) == before == await contents(file)
    assert private(target)


async def test_an_older_database_is_moved_as_it_is_after_an_update(file: Path, target: Path) -> None:
    with of_version(file, 8) as connection:
        put_table(connection, "old", "lobby")
    await moved(file, target)
    async with open_store(target) as store:
        assert [each.header.id for each in await store.open_tables()] == ["old"]


@pytest.mark.long
async def test_a_target_without_rows_is_empty_whatever_its_version(file: Path, target: Path) -> None:
    await play(file)
    with of_version(target, 3):
        pass
    await moved(file, target)
    assert await contents(target) == await contents(file)


@pytest.mark.long
async def test_a_target_with_rows_stays_as_it_is(file: Path, target: Path) -> None:
    await play(file)
    with of_version(target, 3) as connection:
        put_table(connection, "old", "lobby")
    before = list(cells(target))
    assert await refusal(file, target) == f"{target} has data already: name an empty database"
    assert list(cells(target)) == before
    assert rows(target, "PRAGMA user_version") == [(3,)]


@pytest.mark.long
async def test_nothing_is_moved_from_or_to_a_later_version(file: Path, target: Path) -> None:
    await play(file)
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert await refusal(file, target) == (
        f"{target}: the database is of version 99, and this bot knows versions up to {len(scripts())}: update the bot"
    )
    file, target = target, file.with_name("another.sqlite3")
    assert (await refusal(file, target)).startswith(f"{file}: the database is of version 99, ")
    assert not exists(target)


@pytest.mark.long
async def test_nothing_is_moved_while_a_bot_runs(file: Path, target: Path) -> None:
    await play(file)
    for each in (file, target):
        with closing(reserve(each)):
            assert await refusal(file, target) == f"a bot is running with {each}: stop it first"
    assert not exists(target)


@pytest.mark.long
async def test_a_file_without_a_database_is_not_moved(file: Path, target: Path) -> None:
    assert await refusal(file, target) == f"{file} does not exist"
    await play(file)
    assert await refusal(file, file) == f"{file} is the database itself: name another one"
    link = file.with_name("link.sqlite3")
    link.symlink_to(file)
    assert await refusal(file, link) == f"{link} is the database itself: name another one"
    write(target, b"a letter" * 1000)
    assert await refusal(file, target) == f"{target} can't be used: file is not a database"
    assert bytes_of(target) == b"a letter" * 1000


CHANGES = {
    "a changed value": "UPDATE log SET action = 'x' WHERE table_id = new.table_id AND ply = new.ply",
    "a missing row": "DELETE FROM log WHERE table_id = new.table_id AND ply = new.ply",
    "another row": "INSERT INTO log (table_id, ply, action, at) VALUES (new.table_id, 999, 'x', 0)",
    "an earlier table's row": "UPDATE tables SET revision = revision + 1 WHERE id = new.table_id",
}


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
async def test_rows_that_differ_are_found_before_anything_is_written(change: str, file: Path, target: Path) -> None:
    await play(file)
    await (await Connection.open(target)).close()
    with closing(sqlite3.connect(target)) as connection:
        when = "WHEN new.ply = 3" if "ply" in CHANGES[change] else "WHEN new.ply = 1"
        connection.execute(f"CREATE TRIGGER broken AFTER INSERT ON log {when} BEGIN {CHANGES[change]}; END")
    where = "tables" if "earlier" in change else "log"
    assert await refusal(file, target) == f"the rows of {where} are not the same in {target}: nothing was moved"
    assert not any((await contents(target)).values())


@pytest.mark.long
async def test_a_target_that_refuses_a_row_stays_empty_and_a_new_file_goes(
    file: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(file)
    # a row of a table that is gone, as a file has it that was repaired by hand
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO log (table_id, ply, action, at) VALUES ('gone', 0, 'secret', 0)")
        connection.commit()
    assert await refusal(file, target) == f"{target} can't be used: FOREIGN KEY constraint failed"
    assert not exists(target)


# ---------------------------------------------------------------------- to PostgreSQL and back


@pytest.fixture
def address(server: postgres.Cluster) -> DatabaseURL:
    """An empty database, with a password that is told nowhere."""
    return DatabaseURL(server.create().replace("postgres@", "postgres:pass-word@", 1))


@pytest.mark.postgres
@pytest.mark.parametrize("batch", [2, 1000])
async def test_a_database_goes_to_postgresql_and_comes_back(
    batch: int, file: Path, target: Path, address: DatabaseURL, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(file)
    before = await contents(file)
    monkeypatch.setattr(module, "BATCH", batch)
    assert await moved(file, address) == (len(before), sum(map(len, before.values())))
    assert await contents(address) == before
    assert await moved(address, target) == (len(before), sum(map(len, before.values())))
    assert await contents(target) == before
    # and one bot can go on where the other stopped
    store = await DatabaseStore.open(address)
    try:
        club = Club(store)
        await club.hub.load()
        assert [each.id for each in club.hub.tables] == [id_ for id_, *_ in _open(before)]
    finally:
        await store.close()


def _open(rows: dict[str, list[Any]]) -> list[Any]:
    (table,) = (each for each in tables() if each.name == "tables")
    status = table.columns.index("status")
    return [row for row in rows["tables"] if row[status] in ("lobby", "playing")]


@pytest.mark.postgres
async def test_nothing_is_moved_to_or_from_postgresql_against_a_bot_or_over_rows(
    file: Path, target: Path, address: DatabaseURL, server: postgres.Cluster
) -> None:
    await play(file)
    store = await DatabaseStore.open(address)
    assert await refusal(file, address) == f"a bot is running with {address}: stop it first"
    await store.set_meta("alive_at", "1")
    assert await refusal(address, target) == f"a bot is running with {address}: stop it first"
    await store.close()
    assert not exists(target)
    assert await refusal(file, address) == f"{address} has data already: name an empty database"
    server.execute("UPDATE schema_version SET version = 99; DELETE FROM notes", address.reveal())
    assert (await refusal(file, address)).startswith(f"{address}: the database is of version 99, ")
    assert (await refusal(address, target)).startswith(f"{address}: the database is of version 99, ")
    assert "pass-word" not in str(address)


@pytest.mark.postgres
async def test_a_row_that_postgresql_changed_is_found_before_anything_is_written(
    file: Path, address: DatabaseURL, server: postgres.Cluster
) -> None:
    await play(file)
    await (await Connection.open(address)).close()
    server.execute(
        "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.at = 0; RETURN new; END $$;"
        "CREATE TRIGGER broken BEFORE INSERT ON log FOR EACH ROW WHEN (new.ply = 3) EXECUTE FUNCTION broken()",
        address.reveal(),
    )
    assert await refusal(file, address) == f"the rows of log are not the same in {address}: nothing was moved"
    assert not any((await contents(address)).values())


@pytest.mark.postgres
async def test_a_refusal_of_postgresql_is_told_without_the_row(
    file: Path, address: DatabaseURL, server: postgres.Cluster
) -> None:
    await play(file)
    await (await Connection.open(address)).close()
    server.execute("ALTER TABLE log ADD CONSTRAINT few CHECK (ply < 3)", address.reveal())
    told = await refusal(file, address)
    assert told == f"{address} can't be used: CheckViolation 23514 few log"
    assert not any((await contents(address)).values())


@pytest.mark.postgres
@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(header=HEADERS)
async def test_any_contents_go_to_postgresql_and_come_back(
    header: Header, tmp_path: Path, address: DatabaseURL, server: postgres.Cluster
) -> None:
    file, back = tmp_path / "any.sqlite3", tmp_path / "back.sqlite3"
    for each in (file, back):
        each.unlink(missing_ok=True)
    server.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", address.reveal())
    async with open_store(file) as store:
        await store.create(header)
        await store.save_post(header, header.post)
        await store.preferences.set(header.host_id, PersonPreferences(as_text=True))
        await store.connection.write(Statement("UPDATE tables SET options = ?", ('{"text": "\\u0000"}',)))
    before = {
        name: [tuple(each.replace("\0", "") if isinstance(each, str) else each for each in row) for row in rows]
        for name, rows in (await contents(file)).items()
    }
    await moved(file, address)
    assert await contents(address) == before
    await moved(address, back)
    assert await contents(back) == before
