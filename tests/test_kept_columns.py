"""Nothing is kept about people that the privacy policy does not tell: every column of the database is weighed here."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.live.sqlite import SQLiteStore

POLICY = Path(__file__).parents[1] / "docs/privacy.md"

Columns = set[tuple[str, str]]

NOTHING_ABOUT_A_PERSON = {
    # what is played, and where: a server's choice or the game's
    "tables": "id guild_id channel_id rules options status locale deadline as_text clock reminded pause hints seed",
    # how well a computer plays
    "seats": "level",
    "matches": "table_id guild_id rules deals finished_at computers league number figures",
    "seasons": "guild_id number name opened_at closed_at",
    "departures": "guild_id at",
    # when the bot was awake, which commands it told Discord of, whether the file is to be written anew
    "notes": "name value",
}


async def kept(file: Path) -> Columns:
    """Return every column of every table of a database that has seen all migrations."""
    store = await SQLiteStore.open(file)
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            (table, column[1])
            for (table,) in tables
            for column in connection.execute(f"PRAGMA table_info({table})").fetchall()
        }


def told(policy: str) -> list[tuple[str, str]]:
    """Return every column that the policy's table describes, with its table, as often as it does."""
    found: list[tuple[str, str]] = []
    for line in policy.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and (table := re.fullmatch(r"`(\w+)`", cells[0])):
            assert all(cells), f"something is not told: {line}"
            found += [(table[1], column) for column in re.findall(r"`(\w+)`", cells[1])]
    return found


def innocent() -> Columns:
    return {(table, column) for table, columns in NOTHING_ABOUT_A_PERSON.items() for column in columns.split()}


async def test_every_column_is_told_in_the_privacy_policy_or_holds_nothing_about_a_person(tmp_path: Path) -> None:
    columns = await kept(tmp_path / "kept.sqlite3")
    assert columns - set(told(POLICY.read_text(encoding="utf-8"))) - innocent() == set()


async def test_the_privacy_policy_tells_of_no_column_that_is_not_kept(tmp_path: Path) -> None:
    columns = await kept(tmp_path / "kept.sqlite3")
    assert set(told(POLICY.read_text(encoding="utf-8"))) - columns == set()
    assert innocent() - columns == set()


def test_no_column_is_told_twice_or_told_and_called_innocent() -> None:
    described = told(POLICY.read_text(encoding="utf-8"))
    assert len(described) == len(set(described))
    assert set(described) & innocent() == set()


async def test_a_new_column_has_to_be_told_of(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    await kept(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE seats ADD COLUMN shoe_size INTEGER")
        connection.execute("CREATE TABLE diaries (user_id INTEGER, secret TEXT)")
        connection.commit()
    untold = await kept(file) - set(told(POLICY.read_text(encoding="utf-8"))) - innocent()
    assert untold == {("seats", "shoe_size"), ("diaries", "user_id"), ("diaries", "secret")}


@pytest.mark.parametrize("table", ["seats", "scores", "ratings", "tallies", "hand_messages", "preferences", "log"])
async def test_of_what_stands_by_person_no_column_is_passed_over(table: str, tmp_path: Path) -> None:
    """Such a row is about somebody as a whole, whatever a column of it says."""
    columns = {column for of, column in await kept(tmp_path / "kept.sqlite3") if of == table}
    excused = {"level"} if table == "seats" else set[str]()
    assert columns - excused == {column for of, column in told(POLICY.read_text(encoding="utf-8")) if of == table}
