"""A copy of a PostgreSQL database that its owner's commands make and restore, as docs/postgresql.md has them."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.live.database.address import DatabaseURL
from engine.live.database.copy_between import copy_between
from engine.live.database_store import DatabaseStore
from tests.engine.live.club import HERE
from tests.engine.live.database.test_copy_between import contents, play
from tests.support import postgres

ROOT = Path(__file__).parents[4]
pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def stores_are_on_postgres() -> None:
    """Leave files files, also where other tests have PostgreSQL in their place."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[postgres.Cluster]:
    """A server with a user for the bot and one for copies, neither of whom rules there."""
    monkeypatch.setenv("BACKUP_PASSWORD", "it's secret")
    with postgres.cluster() as running:
        running.execute("CREATE ROLE dominoes LOGIN")
        for database in ("dominoes", "restored"):
            running.execute(f"CREATE DATABASE {database} OWNER dominoes TEMPLATE template0 ENCODING 'UTF8'")
        # the image of PostgreSQL runs it so
        postgres.run(
            "psql", "-qX", "-v", "ON_ERROR_STOP=1", "-f", str(ROOT / "deploy/postgres-backup.sql"), running.address()
        )
        yield running


def as_user(server: postgres.Cluster, user: str, database: str) -> DatabaseURL:
    """Return the address with which a user connects."""
    return DatabaseURL(server.address(database).replace("postgres@", f"{user}@", 1))


async def test_a_nightly_copy_restored_into_a_new_database_has_everything(
    tmp_path: Path, server: postgres.Cluster
) -> None:
    address = as_user(server, "dominoes", "dominoes")
    await play(tmp_path / "file.sqlite3")
    await asyncio.to_thread(copy_between, tmp_path / "file.sqlite3", address)
    before = await contents(address)
    with pytest.raises(AssertionError, match="permission denied for table notes"):
        server.execute("DELETE FROM notes", as_user(server, "dominoes_backup", "dominoes").reveal())
    dump = await asyncio.to_thread(copied, server, tmp_path)
    restored = as_user(server, "dominoes", "restored")
    await asyncio.to_thread(
        postgres.run,
        "pg_restore",
        "--exit-on-error",
        "--no-owner",
        "--no-acl",
        f"--dbname={restored.reveal()}",
        str(dump),
    )
    assert await contents(restored) == before
    store = await DatabaseStore.open(restored)
    try:
        assert await store.history.count(HERE) == sum(row[1] == HERE for row in before["matches"])
        await store.set_meta("test", "written")
    finally:
        await store.close()
    assert await contents(address) == before


def copied(server: postgres.Cluster, folder: Path) -> Path:
    """Make a copy as every night; return it."""
    program = postgres.program("pg_dump")
    assert program is not None
    env = {
        "PATH": f"{Path(program).parent}:{os.environ['PATH']}",
        "PGHOST": str(server.folder),
        "PGDATABASE": "dominoes",
        "PGUSER": "dominoes_backup",
    }
    subprocess.run(["bash", str(ROOT / "deploy/postgres-backup.sh"), str(folder), "now"], env=env, check=True)
    (dump,) = folder.glob("*.dump")
    assert dump.stat().st_mode & 0o077 == 0
    assert not (folder / "part").exists()
    return dump
