"""Attacks on what is kept of matches, from where it lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.live.sqlite import SQLiteStore


@pytest.mark.skipif(os.name == "nt", reason="permissions of another kind")
async def test_nobody_else_on_the_machine_reads_a_new_database_or_a_copy_of_it(tmp_path: Path) -> None:
    # hands of running matches are in it, and the seeds of deals to come
    before = os.umask(0o022)
    try:
        store = await SQLiteStore.open(tmp_path / "new" / "domino.sqlite3")
        await store.remember("a", "b")
        await store.backup(tmp_path / "copy.sqlite3")
        files = [*(tmp_path / "new").iterdir(), tmp_path / "copy.sqlite3"]
        assert {each.name: oct(each.stat().st_mode & 0o777) for each in files} == {each.name: "0o600" for each in files}
        assert len(files) == 4
        await store.close()
    finally:
        os.umask(before)
