"""Backups while matches are played, and backups that fail."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest

import bot
from engine.cli.progress import Report, silent
from engine.live.database.copies import backup
from engine.live.database.copies.backup import Shows
from engine.live.database.migrate import scripts
from engine.live.hub import Hub
from engine.live.tables import playing
from hosting import maintenance
from tests.engine.live.people import Clock
from tests.engine.live.playing import play_one
from tests.engine.live.stores import open_store
from tests.support.full_disk import files_no_larger_than
from tests.test_bot import SCRIPT, backed_up, copy, database, make_database, owner, recall, refused

__all__ = ["copy", "database", "owner"]

BACKUPS = 6

PLAY = """
import asyncio, sys, threading
from engine.live.hub import Hub
from engine.live.database_store import DatabaseStore
from engine.live.tables import lobby, playing, votes
from tests.engine.live.people import ANA, BEN, CEM, Clock, opened
from tests.engine.live.playing import play_one

stopped, begun = threading.Event(), set()

async def play(hub, channel):
    while not stopped.is_set():
        table = await opened(hub, ANA, BEN, CEM, channel_id=channel)
        begun.add(channel)
        if len(begun) == 5:
            print("playing", flush=True)
            begun.add(None)
        await table.do(lobby.start, ANA.user_id)
        await table.do(votes.call_vote, BEN.user_id)
        while table.playing and not stopped.is_set():
            view = table.view(None)
            if view.turn is None:
                await table.do(playing.next_deal, ANA.user_id, view.deal)
            else:
                await play_one(table)

async def main():
    store = await DatabaseStore.open(sys.argv[1])
    hub = Hub(store, changed=lambda table: None, clock=Clock())
    threading.Thread(target=lambda: (sys.stdin.readline(), stopped.set()), daemon=True).start()
    await asyncio.gather(*(play(hub, channel) for channel in range(1, 6)))
    await store.close()

asyncio.run(main())
"""


@contextmanager
def played_at(database: Path) -> Generator[subprocess.Popen[str]]:
    """Let another process play five matches at once, as fast as it can."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY, str(database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=SCRIPT.parent,
    )
    try:
        assert process.stdout.readline() == "playing\n"
        yield process
        assert process.poll() is None, "it still plays"
    finally:
        process.communicate("\n", timeout=60)
    assert process.returncode == 0


def logged(file: Path) -> int:
    """Return how many actions the logs of a database hold."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM log").fetchone()[0]


async def played_on(file: Path) -> int:
    """Start from a copy and play on at every table in it; return how many actions its log held."""
    async with open_store(file) as store:
        # of five tables one may have ended just then, and the next not be open yet
        hub = Hub(store, changed=lambda _table: None, clock=Clock())
        await hub.load()
        kept = await store.open_tables()
        assert len(kept) >= 3
        assert {each.header.id for each in kept} == {table.id for table in hub.tables}
        log = sum(len(each.log) for each in kept)
        for table in hub.tables:
            if not table.playing:
                continue
            ply = table.ply
            if table.view(None).turn is None:
                await table.do(playing.next_deal, table.header.host_id, table.view(None).deal)
            await play_one(table)
            assert table.ply > ply
            again = await store.find(table.id)
            assert again.header == table.header
        return log


@pytest.mark.long
def test_every_backup_taken_while_five_matches_are_played_is_whole_and_played_on(
    owner: Path, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database.parent.mkdir()
    copies = [owner / f"copy{number}.sqlite3" for number in range(BACKUPS)]
    caplog.set_level(logging.WARNING)
    with played_at(database) as players:
        for each in copies:
            assert bot.main(["--backup", str(each)]) == 0
            while logged(database) <= logged(each):
                assert players.poll() is None, "they still play"
    logs = list[int]()
    for each in copies:
        with closing(sqlite3.connect(each)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        logs.append(logged(each))
        asyncio.run(played_on(each))
    assert logs == sorted(set(logs)), "each is later than the one before"
    # a table that can't be replayed would be named there
    assert [record.getMessage() for record in caplog.records if record.name.startswith("engine")] == []
    assert left_over(owner) == []


@pytest.fixture
def old(database: Path, copy: Path) -> Path:
    """An older backup, beside a newer database."""
    make_database(database, "new")
    make_database(copy, "old")
    return copy


def left_over(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if ".part" in each.name]


# ---------------------------------------------------------------------- never half of one


@pytest.mark.parametrize("size", [33_000, 45_000])
def test_where_the_disk_is_full_the_older_backup_stays(
    size: int, owner: Path, database: Path, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database.stat().st_size > size
    with files_no_larger_than(size):
        line = refused(capsys, "--backup", str(old))
    assert line.startswith(f"{old} can't be written: ")
    assert recall(old) == "old"
    assert left_over(owner) == []
    assert backed_up(old) == "new"


DIE = """
import os, sys
from pathlib import Path
from engine.live.database.copies import backup

setattr(backup, sys.argv[3], lambda *_: os._exit(9))
backup.copy_file(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("moment", ["_look_over", "_rename"])
def test_where_the_command_dies_the_older_backup_stays(moment: str, database: Path, old: Path) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DIE, str(database), str(old), moment], check=False, cwd=SCRIPT.parent, timeout=60
    )
    assert died.returncode == 9
    assert recall(old) == "old"
    assert backed_up(old) == "new"


def test_a_copy_is_under_its_name_only_when_it_has_been_looked_over(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_database(database, "new")
    looked = list[bool]()
    whole, exists = backup._look_over, copy.exists

    def look(copied: sqlite3.Connection, report: Report) -> None:
        looked.append(exists())
        whole(copied, report)

    monkeypatch.setattr(backup, "_look_over", look)
    assert bot.main(["--backup", str(copy)]) == 0
    assert looked == [False]
    assert copy.exists()


@pytest.mark.parametrize("task", ["backup", "check the copy"])
def test_ctrl_c_leaves_the_older_backup_and_nothing_else(
    task: str, owner: Path, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "shown", pressed_during(task))
    assert bot.main(["--backup", str(old)]) == 130
    assert recall(old) == "old"
    assert left_over(owner) == []


def pressed_during(pressed: str) -> Shows:
    """Press Ctrl-C while a task is shown."""

    def report(done: float, of: int) -> None:
        raise KeyboardInterrupt

    return lambda task, _: nullcontext(report if task == pressed else silent)


# ---------------------------------------------------------------------- damage


@pytest.mark.parametrize("pages", ["the first", "the others", "the last", "half of the file is gone"])
def test_a_damaged_database_is_not_copied_and_the_older_backup_stays(
    pages: str, owner: Path, database: Path, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.executemany("INSERT INTO notes VALUES (?, ?)", [(f"note {n}", "x" * 500) for n in range(100)])
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = database.stat().st_size
    with database.open("r+b") as raw:
        if pages == "half of the file is gone":
            raw.truncate(size // 2)
        else:
            first, last = {"the first": (100, 4096), "the others": (4096, size), "the last": (size - 4096, size)}[pages]
            raw.seek(first)
            raw.write(b"\xa5" * (last - first))
    before = database.read_bytes()
    line = refused(capsys, "--backup", str(old), status=2)
    assert str(database) in line
    assert "damaged, so it was not copied: restore a backup" in line or "malformed" in line
    assert recall(old) == "old"
    assert left_over(owner) == []
    assert database.read_bytes() == before


def test_a_database_in_which_rows_are_missing_is_not_copied(
    database: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "new")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("INSERT INTO log VALUES ('nowhere', 0, 'x', NULL, 1.0, NULL)")
        connection.commit()
    line = refused(capsys, "--backup", str(copy), status=2)
    assert line == (
        f"{database}: the database is damaged, so it was not copied: restore a backup (rows are missing that others"
        " name)"
    )
    assert not copy.exists()


# ---------------------------------------------------------------------- what it leaves alone


def test_a_database_of_an_earlier_version_is_copied_as_it_is(database: Path, copy: Path) -> None:
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(f"{scripts()[0]}; PRAGMA user_version = 1;")
    assert bot.main(["--backup", str(copy)]) == 0
    for file in (database, copy):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert recall(copy) is None, "and a start brings the copy up to date"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(scripts()),)


def test_a_database_that_is_in_use_is_no_place_for_a_backup(
    owner: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = owner / "other.sqlite3"
    make_database(database, "new")
    make_database(other, "precious")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("UPDATE notes SET value = 'more precious' WHERE name = 'test'")
        connection.commit()
        line = refused(capsys, "--backup", str(other))
        assert line.startswith(f"{other} can't be written: a database of that name is in use")
    assert recall(other) == "more precious"


@pytest.mark.usefixtures("database")
def test_a_link_to_a_backup_stays_a_link(owner: Path, old: Path) -> None:
    link = owner / "newest.sqlite3"
    link.symlink_to(old)
    assert bot.main(["--backup", str(link)]) == 0
    assert link.is_symlink()
    assert recall(old) == "new"


# ---------------------------------------------------------------------- the last few are kept


def test_of_backups_in_a_folder_the_newest_are_kept_and_other_files_stay(
    owner: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "new")
    folder = owner / "backups"
    for _ in range(3):
        assert bot.main(["--backup", "backups", "--keep", "2"]) == 0
        (folder / "notes.txt").touch()
    first, second, third = (line.split()[3] for line in capsys.readouterr().out.splitlines())
    kept = sorted(each.name for each in folder.glob("domino-*"))
    assert [f"{Path('backups') / each}." for each in kept] == [second, third]
    assert Path(first.removesuffix(".")).name not in kept
    assert (folder / "notes.txt").exists()
    assert recall(folder / kept[0]) == "new"
    assert os.name == "nt" or folder.stat().st_mode & 0o777 == 0o700


def test_a_backup_that_fails_deletes_none(owner: Path, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_database(database, "new")
    folder = owner / "backups"
    for _ in range(2):
        assert bot.main(["--backup", "backups", "--keep", "2"]) == 0
    kept = sorted(folder.iterdir())
    with files_no_larger_than(33_000):
        assert "can't be written" in refused(capsys, "--backup", "backups", "--keep", "1")
    assert sorted(folder.iterdir()) == kept


def test_a_database_among_its_backups_stays(
    owner: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = owner / "domino-20200101-000000.sqlite3"
    monkeypatch.setenv("DOMINO_DATABASE", str(database))
    make_database(database, "new")
    for _ in range(2):
        assert bot.main(["--backup", ".", "--keep", "1"]) == 0
    assert recall(database) == "new"
    assert len(list(owner.glob("domino-*.sqlite3"))) == 2


@pytest.mark.parametrize("keep", [(), ("--keep", "3")], ids=["a file", "a folder"])
def test_what_a_killed_backup_left_goes_with_the_next_one_and_a_running_one_goes_on(
    keep: tuple[str, ...], owner: Path, database: Path
) -> None:
    make_database(database, "new")
    (folder := owner / "backups").mkdir()
    name = "domino-20200101-000000.sqlite3"
    dead, alive = (folder / f"{name}.{token}.part" for token in ("0123abcd", "4567abcd"))
    for each in (dead, Path(f"{dead}-journal"), alive):
        each.touch()
        if each is not alive:
            os.utime(each, (1.0, 1.0))
    assert bot.main(["--backup", str(folder if keep else folder / name), *keep]) == 0
    assert left_over(folder) == [alive.name]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["kept"], "kept is a folder: name a file, or add --keep for the number of backups to keep there"),
        (["kept/domino.sqlite3", "--keep", "2"], "kept/domino.sqlite3 is a file: name a folder with --keep"),
        (["no/such", "--keep", "2"], "no/such can't be written: there is no folder no"),
    ],
)
def test_a_place_of_another_kind_is_told(
    arguments: list[str], text: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "new")
    assert refused(capsys, "--backup", *arguments) == text
