"""Restores: what is refused, and what there is after a kill at any moment."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

import bot
import hosting.restore
from engine.live.database.copies import restore as restoring
from engine.live.database.copies.backup import copy_file
from engine.live.database.copies.kept import before_restore, kept, last_restore
from engine.live.database.copies.restore import put_back
from engine.live.database.lock import reserve
from engine.live.database.migrate import scripts
from tests.support.full_disk import files_no_larger_than
from tests.test_backup import pressed_during
from tests.test_bot import another_bot, copy, database, make_database, owner, recall, refused

__all__ = ["copy", "database", "owner"]

BACK = "Data that people deleted since the backup is back: ask them to delete it again. Now start the bot"


@pytest.fixture
def backup(database: Path, copy: Path) -> Path:
    """A backup, beside a database that has changed since."""
    make_database(database, "old")
    copy_file(database, copy)
    change(database, "UPDATE notes SET value = 'new' WHERE name = 'test'")
    return copy


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for each in statements:
            connection.execute(each)


def noted(file: Path) -> str:
    """Return what a database remembers, whatever its version."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT value FROM notes WHERE name = 'test'").fetchone()[0]


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


# ---------------------------------------------------------------------- what it does


def test_a_restore_is_one_command_and_another_one_undoes_it(
    database: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, aside = backup.read_bytes(), before_restore(database)
    assert bot.main(["--restore", str(backup)]) == 0
    assert capsys.readouterr().out == (
        f"Restored {backup} to {database}: 0 finished matches. The database from before is {aside}. {BACK}.\n"
    )
    assert (recall(database), noted(aside)) == ("old", "new")
    assert backup.read_bytes() == before
    assert names(backup.parent) == ["copy.sqlite3", "kept"]
    assert bot.main(["--restore", str(aside)]) == 0
    assert (recall(database), noted(aside), noted(before_restore(database, 2))) == ("new", "new", "old")


def test_two_wrong_backups_in_a_row_leave_the_real_data(
    database: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2, 3):
        assert bot.main(["--restore", str(backup)]) == 0
        assert f"The database from before is {before_restore(database, number)}. " in capsys.readouterr().out
    assert [noted(before_restore(database, number)) for number in (1, 2, 3)] == ["new", "old", "old"]


@pytest.mark.parametrize(
    ("there", "last"),
    [
        ([], 0),
        (["", "-wal", ".lock", ".before-migration-wal", ".before-my-holidays", ".before-restore.part"], 0),
        ([".before-restore"], 1),
        ([".before-restore", ".before-restore-10", ".before-restore-9", ".before-restore-x"], 10),
        ([".before-restore-3-wal"], 3),
    ],
)
def test_the_last_restore_is_known_by_the_names_that_it_gave(there: list[str], last: int, tmp_path: Path) -> None:
    file = tmp_path / "domino [1].before-restore-7"
    for each in there:
        Path(f"{file}{each}").touch()
    assert last_restore(file) == last


def test_a_backup_is_restored_where_no_database_is_and_matches_are_told(
    owner: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        backup,
        "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)"
        " VALUES ('t', 1, 1, 1, 'x', '{}', 'finished', 'fr', '[]', 1.0)",
        "INSERT INTO matches (table_id, guild_id, rules, deals, finished_at) VALUES ('t', 1, 'x', 1, 1790000000.0)",
        "PRAGMA wal_checkpoint(TRUNCATE)",
    )
    monkeypatch.setenv("DOMINO_DATABASE", "elsewhere/domino.sqlite3")
    assert bot.main(["--restore", str(backup)]) == 0
    told = "1 finished match, the last of 2026-09-21 14:13 UTC."
    assert capsys.readouterr().out == f"Restored {backup} to elsewhere/domino.sqlite3: {told} {BACK}.\n"
    assert recall(owner / "elsewhere" / "domino.sqlite3") == "old"


def test_a_backup_of_an_earlier_version_is_restored_and_the_next_start_migrates_it(
    owner: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    early = owner / "early.sqlite3"
    with closing(sqlite3.connect(early)) as connection:
        connection.executescript(f"{scripts()[0]}; PRAGMA user_version = 1;")
    assert bot.main(["--restore", str(early)]) == 0
    assert capsys.readouterr().out.endswith(f"{BACK}, which brings the database up to date.\n")
    assert recall(database) is None


def test_a_link_to_the_database_stays_a_link(
    owner: Path, database: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (link := owner / "link.sqlite3").symlink_to(database)
    monkeypatch.setenv("DOMINO_DATABASE", str(link))
    assert bot.main(["--restore", str(backup)]) == 0
    assert link.is_symlink()
    assert (noted(database), noted(before_restore(database))) == ("old", "new")


def test_where_files_have_one_name_only_the_old_database_is_copied_and_stays_locked(
    database: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError("no links here")

    read = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('SELECT * FROM notes')"
    others: list[str] = []
    replace = Path.replace

    def told(self: Path, target: Path | str) -> Path:
        if str(target).endswith(".restore-ready"):
            command = [sys.executable, "-c", read, str(database)]
            others.append(subprocess.run(command, check=False, capture_output=True, text=True).stderr)
        return replace(self, target)

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(Path, "replace", told)
    assert bot.main(["--restore", str(backup)]) == 0
    assert [each.splitlines()[-1:] for each in others] == [["sqlite3.OperationalError: database is locked"]]
    assert (noted(database), noted(before_restore(database))) == ("old", "new")


def test_a_damaged_database_is_kept_as_it_is_and_replaced(
    database: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, aside = Path(f"{database}-wal"), before_restore(database)
    database.write_bytes(b"no database")
    log.write_bytes(b"no log")
    assert bot.main(["--restore", str(backup)]) == 0
    assert f"The database from before, which is damaged, is {aside}." in capsys.readouterr().out
    assert (aside.read_bytes(), Path(f"{aside}-wal").read_bytes()) == (b"no database", b"no log")
    assert not log.exists()
    assert recall(database) == "old"


# ---------------------------------------------------------------------- what it refuses


def spoilt(change_file: Callable[[Path], object]) -> Callable[[Path, Path], Path]:
    def spoil(_database: Path, backup: Path) -> Path:
        change_file(backup)
        return backup

    return spoil


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(9 * 4096)
        raw.write(b"\xa5" * 8192)


def of_another_program(file: Path) -> None:
    file.unlink()
    change(file, "CREATE TABLE moz_places (id)", "PRAGMA user_version = 5")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (lambda _database, backup: backup.with_name("nothing"), "does not exist"),
        (lambda _database, backup: backup.parent, "is a folder: name one of the files in it"),
        (lambda database, _backup: database, "is the database itself: name a backup"),
        (spoilt(lambda file: file.write_text("notes")), "is no backup: it is not a database"),
        (spoilt(lambda file: Path(f"{file}-wal").write_text("x")), "is in use, or incomplete without copy.sqlite3-wal"),
        (spoilt(of_another_program), "is a database of another program"),
        (spoilt(lambda file: change(file, "PRAGMA user_version = 99")), "the database is of version 99"),
        (spoilt(cut), "is damaged: restore another backup (database disk image is malformed)"),
        (spoilt(overwritten), "is damaged: restore another backup ("),
        (
            spoilt(lambda file: change(file, "INSERT INTO log VALUES ('nowhere', 0, 'x', NULL, 1.0, NULL)")),
            "is damaged: restore another backup (rows are missing that others name)",
        ),
    ],
)
def test_what_is_no_whole_backup_of_this_bot_is_refused_and_nothing_changes(
    given: Callable[[Path, Path], Path],
    text: str,
    database: Path,
    backup: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = given(database, backup)
    status = 2 if "damaged" in text or "version" in text else 1
    line = refused(capsys, "--restore", str(file), status=status)
    assert line.startswith(str(file))
    assert text in line
    assert noted(database) == "new"
    assert [each for each in names(database.parent) if not each.endswith(".lock")] == [database.name]


def test_a_restore_is_refused_while_a_bot_or_another_program_has_the_database(
    database: Path, backup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with another_bot(database):
        assert "another bot is running" in refused(capsys, "--restore", str(backup))
    monkeypatch.setattr(restoring, "open_existing", impatient)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("SELECT * FROM notes").fetchall()
        line = refused(capsys, "--restore", str(backup))
    assert line == f"DOMINO_DATABASE: another program uses {database}: stop it first"
    assert noted(database) == "new"


def impatient(file: Path, how: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.as_uri()}?{how}", uri=True, isolation_level=None, timeout=0, check_same_thread=False)


@pytest.mark.parametrize("task", ["restore", "check the copy", "check the old database"])
def test_ctrl_c_leaves_the_database_and_nothing_else(
    task: str, database: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting.restore, "shown", pressed_during(task))
    assert bot.main(["--restore", str(backup)]) == 130
    assert noted(database) == "new"
    assert names(database.parent) == [database.name, f"{database.name}.lock"]


def test_ctrl_c_while_the_new_database_gets_its_name_is_ignored(
    database: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync = restoring.sync

    def pressed(path: Path) -> None:
        signal.raise_signal(signal.SIGINT)
        sync(path)

    monkeypatch.setattr(restoring, "sync", pressed)
    assert bot.main(["--restore", str(backup)]) == 0
    assert capsys.readouterr().out.startswith(f"Restored {backup} ")
    assert (recall(database), noted(before_restore(database))) == ("old", "new")


@pytest.mark.parametrize("size", [8_000, 45_000])
def test_where_the_disk_is_full_the_database_stays(
    size: int, database: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with files_no_larger_than(size):
        line = refused(capsys, "--restore", str(backup))
    assert line.startswith(f"DOMINO_DATABASE: {database} can't be replaced, and is as it was: ")
    assert names(database.parent) == [database.name, f"{database.name}.lock"]
    assert noted(database) == "new"


def test_a_lack_of_room_is_told_before_anything_is_written(
    database: Path, backup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 1000))  # pyright: ignore
    line = refused(capsys, "--restore", str(backup))
    assert line == f"{database.parent} has no room: {backup} has 254kB, and 1.00kB are free. Nothing was changed."


def test_a_database_on_postgresql_is_restored_by_its_own_program(
    backup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_DATABASE", "postgresql://ana:pass-word@127.0.0.1:1/name")
    assert "pg_restore" in refused(capsys, "--restore", str(backup))


# ---------------------------------------------------------------------- killed at any moment

STEPS = 72
"""More steps than a restore has."""

AT_EACH_CHANGE = (30, 36, 44)
"""Steps before, at and after the moment from which the new database counts."""

FILE_CALLS = ("open", "replace", "link", "unlink", "fsync")


class Doomed(sqlite3.Connection):
    """A connection whose process may be killed at each of its calls."""

    step: Callable[[], None]

    def execute(self, *arguments: Any) -> sqlite3.Cursor:  # pyright: ignore[reportIncompatibleMethodOverride]
        Doomed.step()
        return super().execute(*arguments)

    def close(self) -> None:
        Doomed.step()
        super().close()
        Doomed.step()


def killed_at(step: int, do: Callable[[], object]) -> bool:
    """Do something in another process, which is killed at a step; return whether it was, before the end."""
    child = os.fork()
    if not child:
        with suppress(BaseException):
            _count_down(step)
            do()
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), "it failed by itself"
    return status != 0


def _count_down(left: int) -> None:
    def step() -> None:
        nonlocal left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            step()
            return call(*arguments, **named)

        return called

    for name in FILE_CALLS:
        setattr(os, name, counted(getattr(os, name)))
    connect = sqlite3.connect
    Doomed.step = step
    sqlite3.connect = lambda *arguments, **named: connect(*arguments, **{"factory": Doomed, **named})  # pyright: ignore


def of_a_killed_bot(file: Path) -> None:
    """Leave a database whose last change is in the log beside it alone."""
    change(file, "UPDATE notes SET value = 'before' WHERE name = 'test'")
    whole = file.with_name("whole")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE notes SET value = 'new' WHERE name = 'test'")
        for ending in ("", "-wal"):
            shutil.copyfile(f"{file}{ending}", f"{whole}{ending}")
    for ending in ("", "-wal"):
        Path(f"{whole}{ending}").replace(f"{file}{ending}")


def damaged(file: Path) -> None:
    of_a_killed_bot(file)
    with file.open("r+b") as raw:
        raw.write(b"no database")


def with_one_kept(file: Path) -> None:
    damaged(file)
    for ending in ("", "-wal"):
        Path(f"{before_restore(file)}{ending}").write_bytes(b"kept earlier")


def contents(file: Path) -> list[object]:
    """Return what a database remembers; of a damaged one the bytes, with its log."""
    try:
        return [noted(file)]
    except sqlite3.DatabaseError:
        return [each.read_bytes() for each in (file, Path(f"{file}-wal")) if each.exists()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """A database that is only copied."""
    file = tmp_path_factory.mktemp("made") / "domino.sqlite3"
    make_database(file, "old")
    return file


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a copy of the process")
@pytest.mark.parametrize(
    "step", [pytest.param(at, marks=() if at in AT_EACH_CHANGE else pytest.mark.long) for at in range(STEPS)]
)
@pytest.mark.parametrize("leave", [of_a_killed_bot, damaged, with_one_kept])
def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one_and_nothing_else(
    leave: Callable[[Path], None], step: int, made: Path, tmp_path: Path
) -> None:
    backup, file = (shutil.copyfile(made, tmp_path / name) for name in ("backup", "domino.sqlite3"))
    leave(file)
    before, at = contents_of_copy(file, tmp_path / "looked at"), last_restore(file) + 1
    earlier = {each: each.read_bytes() for each in kept(file)}

    def restore() -> None:
        with closing(reserve(file)):
            put_back(backup, file)

    assert killed_at(step, restore) or step > 60
    # as a bot starts
    reserve(file).close()
    after = contents_of_copy(file, tmp_path / "looked at again")
    assert after in (before, ["old"])
    old = before_restore(file, at)
    assert (contents(old) if old.exists() else []) == (before if after == ["old"] else [])
    assert {each: each.read_bytes() for each in earlier} == earlier, "what an earlier restore kept"
    left = {each.removeprefix(file.name) for each in names(tmp_path) if each.startswith(file.name)}
    aside = [*earlier, old] if leave is of_a_killed_bot else [*earlier, old, Path(f"{old}-wal")]
    assert left <= {"", "-wal", "-shm", ".lock", *(each.name.removeprefix(file.name) for each in aside)}
    # and the next one needs no step by hand
    restore()
    assert contents(file) == ["old"]
    assert backup.read_bytes() == made.read_bytes()


def contents_of_copy(file: Path, folder: Path) -> list[object]:
    """Return the contents of a database without opening it: SQLite would write its log into it."""
    folder.mkdir()
    for each in file.parent.glob(f"{file.name}*"):
        shutil.copyfile(each, folder / each.name)
    return contents(folder / file.name)


def test_a_restore_has_fewer_steps_than_are_tried(made: Path, tmp_path: Path) -> None:
    backup, file = (shutil.copyfile(made, tmp_path / name) for name in ("backup", "domino.sqlite3"))
    damaged(file)
    assert not killed_at(STEPS - 1, lambda: put_back(backup, file))
