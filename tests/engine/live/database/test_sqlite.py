"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.live.database import migrate as migrating
from engine.live.database.connection import Statement
from engine.live.database.copies.backup import copy_file
from engine.live.database.copies.kept import before_migration, before_restore
from engine.live.database.errors import ConstraintError
from engine.live.database_store import DatabaseStore, NewerDatabase
from engine.live.league.figures import LeaderboardFilter
from engine.live.model.errors import ChannelTaken, Conflict
from engine.live.model.pace import Auto
from engine.live.model.table import (
    Attendance,
    HandMessage,
    Header,
    LogEntry,
    Presence,
    SavedTable,
    Score,
    SentMessage,
    Status,
    Substitution,
)
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, GUILD, START, header
from tests.engine.live.stores import FragileStore, open_store
from tests.engine.live.traces import rows
from tests.engine.live.versions import of_version, put_person, put_table

MIGRATIONS = sorted(each.name for each in files("engine.live.database").joinpath("migrations").iterdir())
DEALT = LogEntry(0, "deal 1-0", None, 1.0)
PLAYING = header(status=Status.PLAYING)


async def pragma(store: DatabaseStore, name: str) -> object:
    return (await store.connection.rows(f"PRAGMA {name}"))[0][0]


async def found_in(store: DatabaseStore) -> SavedTable:
    """Return the table that most tests keep."""
    found = await store.find("table1")
    assert found is not None
    return found


async def header_in(store: DatabaseStore) -> Header:
    return (await found_in(store)).header


# ---------------------------------------------------------------------- the file


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 1500)]
)
async def test_the_connection_is_set_to_lose_nothing(name: str, value: object, kept: FragileStore) -> None:
    # synchronous 2 is FULL: every commit waits for the disk
    assert await pragma(kept, name) == value


@pytest.mark.sqlite
async def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "tables.sqlite3"
    async with open_store(file):
        assert file.is_file()


@pytest.mark.sqlite
async def test_migrations_run_once_and_opening_again_keeps_what_is_there(file: Path) -> None:
    for _ in range(3):
        async with open_store(file) as opened:
            assert await pragma(opened, "user_version") == len(MIGRATIONS)
            if await opened.find("table1") is None:
                await opened.create(header())
    assert rows(file, "SELECT id FROM tables") == [("table1",)]


@pytest.mark.sqlite
async def test_a_table_of_the_first_version_is_kept_and_gets_pictures(file: Path) -> None:
    with of_version(file, 1) as connection:
        connection.execute(
            "INSERT INTO tables VALUES ('table1', 7, 70, 101, 'express', '{}', 'playing', 'fr', '[]', 1.0, 2.0,"
            ' \'{"message": 5, "ply": 1, "status": "playing", "text": "", "alt": "", "file": "", "attachment": 0}\')'
        )
    async with open_store(file) as opened:
        (found,) = await opened.open_tables()
    assert not found.header.as_text
    assert found.header.post == SentMessage(5, 1, "playing")


@pytest.mark.sqlite
async def test_a_message_of_an_earlier_version_no_longer_names_who_added_a_word(file: Path) -> None:
    with of_version(file, 7) as connection:
        put_table(connection, "table1", "playing")
        connection.execute("""UPDATE tables SET post = '{"message": 5, "ply": 1, "text": "t", "adding": "Ana"}'""")
    async with open_store(file) as opened:
        (found,) = await opened.open_tables()
    assert found.header.post == SentMessage(5, 1, text="t")


@pytest.mark.sqlite
async def test_ratings_of_an_earlier_version_stay_those_over_all_rule_sets(file: Path) -> None:
    with of_version(file, 8) as connection:
        connection.execute(f"INSERT INTO ratings VALUES ({GUILD}, 'alone', {ANA.user_id}, 29.0, 6.0, 3)")
        connection.execute("INSERT INTO notes VALUES ('figures', '1')")
    async with open_store(file) as opened:
        assert await opened.league.needs_recompute(), "for those of each rule set"
    assert rows(file, "SELECT * FROM ratings") == [(GUILD, "alone", ANA.user_id, "", 29.0, 6.0, 3)]


@pytest.mark.sqlite
async def test_a_match_of_an_earlier_version_goes_on_as_it_began_and_its_rematches_play_passes_alone(
    file: Path,
) -> None:
    with of_version(file, 9) as connection:
        for status in ("lobby", "playing", "finished"):
            put_table(connection, status, status)
            connection.execute("UPDATE tables SET channel_id = 71 WHERE id = 'lobby'")
    async with open_store(file) as opened:
        assert {status: (await opened.find(status)).header.auto for status in ("lobby", "playing", "finished")} == {
            "lobby": Auto.TURNS,
            "playing": Auto.NOTHING,
            "finished": Auto.TURNS,
        }


@pytest.mark.sqlite
async def test_a_migration_is_one_line_of_the_log_and_leaves_a_copy_from_before(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with of_version(file, 3) as connection:
        put_table(connection, "table1", "playing")
    copied = file.with_name(f"{file.name}.before-migration")
    async with open_store(file):
        (line,) = [each.getMessage() for each in caplog.records if "migrated" in each.getMessage()]
        told = (
            rf"migrated the database from version 3 to {len(MIGRATIONS)} in \d+\.\d s; a copy from before is {copied}"
        )
        assert re.fullmatch(told, line)
        assert rows(copied, "PRAGMA user_version") == [(3,)]
        assert rows(copied, "SELECT id FROM tables") == [("table1",)]
    caplog.clear()
    async with open_store(file):
        assert caplog.messages == []


@pytest.mark.sqlite
async def test_a_new_database_is_no_migration(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with open_store(file):
        assert caplog.messages == []
    assert [each.name for each in file.parent.iterdir()] == [file.name]


@pytest.mark.sqlite
async def test_a_migration_without_room_for_a_copy_says_so_and_goes_on(
    file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setattr(migrating, "copy_file", Mock(side_effect=OSError(28, "No space left on device")))
    with of_version(file, 3):
        pass
    async with open_store(file) as opened:
        assert await pragma(opened, "user_version") == len(MIGRATIONS)
    assert caplog.messages[-1].endswith("; no copy was made before: [Errno 28] No space left on device")


@pytest.mark.sqlite
async def test_the_copies_from_before_a_migration_and_restores_go_with_the_first_deletion(file: Path) -> None:
    with of_version(file, 3) as connection:
        put_table(connection, "table1", "finished")
        put_person(connection, "table1", 0, ANA.user_id, "Ana")
    async with open_store(file) as opened:
        assert before_migration(file).exists()
        own = Path(f"{file}.before-my-holidays")
        first, second, part = before_restore(file), before_restore(file, 12), f"{before_migration(file)}.0a1b2c3d.part"
        for each in (first, f"{first}-wal", second, f"{second}-journal", part, own):
            shutil.copyfile(file, each)
        await opened.privacy.delete(ANA.user_id)
        assert list(file.parent.glob("*before*")) == [own]


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [int(name.split("_")[0]) for name in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


@pytest.mark.sqlite
async def test_a_database_of_a_later_version_is_refused_in_words_and_left_alone(file: Path) -> None:
    rows(file, "PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase, match=r"version 99.*update the bot"):
        await DatabaseStore.open(file)
    assert rows(file, "SELECT name FROM sqlite_master") == []


@pytest.mark.sqlite
async def test_a_database_of_another_program_is_refused_and_left_alone(file: Path) -> None:
    rows(file, "CREATE TABLE theirs (number INTEGER)")
    with pytest.raises(FileExistsError, match="another program made this database"):
        await DatabaseStore.open(file)
    assert rows(file, "SELECT name FROM sqlite_master") == [("theirs",)]


@pytest.mark.sqlite
async def test_a_file_that_is_no_database_is_refused_and_left_alone(file: Path) -> None:
    nonsense = b"no database at all, " * 100
    file.write_bytes(nonsense)  # noqa: ASYNC240
    with pytest.raises(sqlite3.DatabaseError):
        await DatabaseStore.open(file)
    assert file.read_bytes() == nonsense  # noqa: ASYNC240


async def test_foreign_keys_are_enforced(store: FragileStore) -> None:
    with pytest.raises(ConstraintError):
        await store.connection.write(Statement("INSERT INTO hand_messages VALUES ('nowhere', 1, 1, 2, 3, '')"))


# ---------------------------------------------------------------------- tables


async def test_a_table_that_is_not_there_is_not_found(store: FragileStore) -> None:
    assert await store.find("nowhere") is None


async def test_a_saved_header_replaces_the_one_before_with_all_its_people_and_not_its_post(store: FragileStore) -> None:
    await store.create(header(people=(ANA, BEN)))
    post = SentMessage(message_id=5, ply=3, text="Ana's turn", alt="A chain", file="table.png", attachment_id=6)
    here = Attendance((Presence.HERE, Presence.LEFT), 0, paused=True)
    post = replace(post, attendance=here, older=(replace(post, attendance=here), post))
    await store.save_post(header(), post)
    changed = header(people=(BEN,), rules="express-it", options={"target": 200}, deadline=START + 5)
    await store.save(replace(changed, locale="it"))
    assert await header_in(store) == replace(changed, locale="it", post=post)
    await store.save(replace(changed, channel_id=71, revision=1))
    assert (await header_in(store)).channel_id == 71
    await store.save_post(header(), None)
    assert (await header_in(store)).post is None


async def test_a_header_is_not_saved_where_another_process_wrote_on(store: FragileStore) -> None:
    await store.create(header())
    await store.append(PLAYING, [DEALT])
    with pytest.raises(Conflict):
        await store.save(header(people=(ANA, BEN)))
    assert await header_in(store) == PLAYING


async def test_of_two_changes_of_one_header_the_second_is_refused(store: FragileStore) -> None:
    await store.create(header(people=(ANA,)))
    await store.save(header(people=(ANA, BEN)))
    with pytest.raises(Conflict):
        await store.save(header(people=(ANA, CEM)))
    with pytest.raises(Conflict):
        await store.append(replace(PLAYING, people=(ANA, CEM)), [DEALT])
    found = await found_in(store)
    assert (found.header.people, found.header.revision, found.log) == ((ANA, BEN), 1, ())


async def test_an_ended_table_is_untold_until_its_post_says_that_it_ended(store: FragileStore) -> None:
    await store.create(header())
    await store.save_post(header(), SentMessage(message_id=5, status=Status.LOBBY.value))
    assert await store.unpublished_tables() == []
    await store.save(header(status=Status.CLOSED))
    assert [kept.header.id for kept in await store.unpublished_tables()] == ["table1"]
    await store.save_post(header(), SentMessage(message_id=5, status=Status.CLOSED.value))
    assert await store.unpublished_tables() == []


async def test_a_channel_has_one_open_table(store: FragileStore) -> None:
    await store.create(header())
    with pytest.raises(ChannelTaken):
        await store.create(header(identity="table2"))
    assert await store.find("table2") is None
    await store.create(header(identity="table3", channel=CHANNEL + 1))
    await store.save(header(status=Status.CLOSED))
    await store.create(header(identity="table2"))


async def test_open_tables_are_the_lobbies_and_those_in_play_in_the_order_of_their_opening(store: FragileStore) -> None:
    for at, status in enumerate((Status.PLAYING, Status.LOBBY, Status.FINISHED, Status.CLOSED)):
        await store.create(header(identity=f"t{at}", channel=at, status=status, opened_at=START - at))
    assert [each.header.id for each in await store.open_tables()] == ["t1", "t0"]


async def test_a_persons_open_tables_are_those_with_a_seat_of_theirs_now_or_before(store: FragileStore) -> None:
    here, left = (
        {"people": (ANA, BEN)},
        {"people": (BEN,), "substitutions": (Substitution(0, ANA.user_id, ANA.name, 3),)},
    )
    rows = (left, here, {"people": (BEN,)}, here | {"status": Status.FINISHED}, here | {"status": Status.CLOSED})
    for at, row in enumerate(rows):
        await store.create(header(identity=f"t{at}", channel=at, opened_at=START - at, **row))
    assert [each.header.id for each in await store.open_tables_of(ANA.user_id)] == ["t1", "t0"]
    assert await store.open_tables_of(CEM.user_id) == []


async def test_the_message_with_a_hand_is_kept_once_a_person(store: FragileStore) -> None:
    await store.create(header(people=(ANA, BEN)))
    old, *new = HandMessage(ANA.user_id, 1, 2, 3), HandMessage(BEN.user_id, 1, 4, 5), HandMessage(ANA.user_id, 2, 2, 6)
    for each in (old, *new):
        await store.save_hand_message(header(), each)
    assert sorted((await found_in(store)).hands, key=lambda hand: hand.user_id) == new[::-1]


async def test_the_fingerprint_of_a_hand_is_kept_unless_another_process_owns_its_table(store: FragileStore) -> None:
    hand = HandMessage(ANA.user_id, 1, 2, 3)
    await store.create(header(people=(ANA, BEN)))
    await store.save_hand_message(header(), hand)
    for owners, kept in ((1, ""), (0, "face")):
        late = replace(header(), revision=owners << 32)
        await store.save_hand_fingerprints([(late, replace(hand, fingerprint="face"))])
        assert [each.fingerprint for each in (await found_in(store)).hands] == [kept]


async def test_small_facts_are_remembered(store: FragileStore) -> None:
    assert await store.get_meta("alive_at") is None
    await store.set_meta("alive_at", "1.5")
    await store.set_meta("alive_at", "2.5")
    assert await store.get_meta("alive_at") == "2.5"


# ---------------------------------------------------------------------- the log


async def test_actions_are_found_in_their_order(store: FragileStore) -> None:
    await store.create(header())
    entries = [DEALT, LogEntry(1, "0 pass", ANA.user_id, 2.5), LogEntry(2, "1 pass", BEN.user_id, 3.0)]
    await store.append(PLAYING, entries[:1])
    await store.append(replace(PLAYING, revision=1), entries[1:])
    found = await found_in(store)
    assert list(found.log) == entries
    assert found.header.status is Status.PLAYING


async def test_a_ply_that_is_taken_is_refused_and_nothing_of_it_is_kept(store: FragileStore) -> None:
    await store.create(header())
    await store.append(PLAYING, [DEALT])
    late = [LogEntry(1, "0 pass", ANA.user_id, 2.0), LogEntry(0, "deal 0-0", None, 2.0)]
    with pytest.raises(Conflict):
        await store.append(header(status=Status.CLOSED, deadline=1.0, revision=1), late)
    found = await found_in(store)
    assert (found.header, found.log) == (PLAYING, (DEALT,))


async def test_one_failing_statement_undoes_the_whole_match_end(store: FragileStore) -> None:
    # the second score has no points, which the table of scores does not take
    await store.create(header(people=(ANA, BEN)))
    with pytest.raises(ConstraintError):
        await store.append(header(status=Status.FINISHED), [DEALT], [Score(ANA, 100, True), Score(BEN, None, False)], 1)
    found = await found_in(store)
    assert (found.header.status, found.log) == (Status.LOBBY, ())
    assert await store.league.leaderboard(LeaderboardFilter(GUILD), 10) == ([], 0)


# ---------------------------------------------------------------------- durability


async def test_another_process_sees_at_once_what_was_written(kept: FragileStore, file: Path) -> None:
    await kept.create(header())
    await kept.append(PLAYING, [DEALT])
    assert rows(file, "SELECT status FROM tables") == [("playing",)]
    assert rows(file, "SELECT ply, action FROM log") == [(0, "deal 1-0")]


@pytest.mark.sqlite
async def test_a_store_never_closed_has_what_was_written(kept: FragileStore, file: Path, tmp_path: Path) -> None:
    # a copy of the file and its write-ahead log as they lie on the disk, as after the power went
    await kept.create(header(people=(ANA, BEN)))
    after_power_cut = tmp_path / "after.sqlite3"
    for part in ("", "-wal"):
        shutil.copyfile(f"{file}{part}", f"{after_power_cut}{part}")
    async with open_store(after_power_cut) as again:
        assert [each.header for each in await again.open_tables()] == [header(people=(ANA, BEN))]


@pytest.mark.sqlite
async def test_a_backup_is_whole_while_the_store_is_in_use(kept: FragileStore, file: Path, tmp_path: Path) -> None:
    await kept.create(header(people=(ANA, BEN)))
    target = tmp_path / "backup.sqlite3"
    writing = [kept.set_meta(f"fact {n}", "x") for n in range(20)]
    await asyncio.gather(*writing[:10], asyncio.to_thread(copy_file, file, target), *writing[10:])
    await kept.set_meta("later", "x")
    async with open_store(target) as copy:
        assert await header_in(copy) == header(people=(ANA, BEN))
        assert await copy.get_meta("later") is None
        assert await pragma(copy, "integrity_check") == "ok"
    assert await kept.get_meta("later") == "x"


async def test_two_stores_on_one_file_keep_out_of_each_others_plies(kept: FragileStore, file: Path) -> None:
    await kept.create(header())
    async with open_store(file) as other:
        wrote = await asyncio.gather(*(each.append(PLAYING, [DEALT]) for each in (kept, other)), return_exceptions=True)
    assert sorted(type(each).__name__ for each in wrote) == ["Conflict", "NoneType"]
