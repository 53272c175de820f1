"""Attacks on stored matches, from inside the database."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from engine.live.database.copies.backup import copy_file
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import StorageError
from tests.engine.live.club import ANA, BEN, HERE, Club


@pytest.mark.sqlite
@pytest.mark.skipif(os.name == "nt", reason="permissions of another kind")
async def test_other_users_of_the_machine_read_no_database_and_no_copy_of_it(tmp_path: Path) -> None:
    # hands of running matches are in it, and the seeds of deals to come
    before = os.umask(0o022)
    try:
        store = await DatabaseStore.open(tmp_path / "new" / "domino.sqlite3")
        await store.set_meta("a", "b")
        await asyncio.to_thread(copy_file, tmp_path / "new" / "domino.sqlite3", tmp_path / "copy.sqlite3")
        files = [*(tmp_path / "new").iterdir(), tmp_path / "copy.sqlite3"]
        assert {each.name: oct(each.stat().st_mode & 0o777) for each in files} == {each.name: "0o600" for each in files}
        assert len(files) == 4
        await store.close()
    finally:
        os.umask(before)


async def test_a_person_deleted_while_figures_are_made_starts_anew(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        await club.match(ANA, BEN)
    connection: Any = club.store.connection
    write = connection.write

    async def late(*steps: Any, **how: Any) -> None:
        if type(steps[0]).__name__ == "_FinalRatings":
            monkeypatch.undo()
            await club.store.privacy.delete(ANA.user_id)
            await club.match(ANA, BEN)
        await write(*steps, **how)

    monkeypatch.setattr(connection, "write", late)
    done = await club.store.league.recompute(lambda at, of: None)
    found = await connection.rows("SELECT * FROM ratings WHERE rules = '' ORDER BY user_id")
    assert {user: matches for _, _, user, *_, matches in found} == {ANA.user_id: 1, BEN.user_id: 4}
    assert (done.rated, done.people) == (4, 4)
    await club.store.league.recompute(lambda at, of: None)
    assert await connection.rows("SELECT * FROM ratings WHERE rules = '' ORDER BY user_id") == found


async def test_a_server_is_deleted_though_its_file_is_in_use(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.match(ANA, BEN)

    async def held() -> bool:
        raise StorageError("a backup is being made")

    monkeypatch.setattr(club.store.connection, "rewrite", held)
    await club.store.privacy.delete_guild(HERE)
    assert not await club.store.privacy.guilds()
