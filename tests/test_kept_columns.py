"""Tests that the privacy policy describes every column of the database that is about people."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.live.database_store import DatabaseStore

POLICY = Path(__file__).parents[1] / "docs/privacy.md"

Columns = set[tuple[str, str]]

NOTHING_ABOUT_A_PERSON = {
    # what is played, where and in which language: a server's choice, the game's, or with the host that of who opened it
    "tables": "id guild_id channel_id rules options status locale deadline as_text clock reminded pause paused_for "
    "hints seed auto one_picture revision delivery cup",
    # how well a computer plays
    "seats": "level",
    "matches": "table_id guild_id rules deals finished_at computers league number figures",
    "seasons": "guild_id number name opened_at closed_at",
    "departures": "guild_id at asked_at",
    # what is played in challenges, in which place, how well an expert does, and where the deal of the day is announced
    "challenges": "id kind number guild_id rules options seats deals level version seed opens_at ends_at locale par "
    "closed up_minutes thinned",
    "challenge_posts": "guild_id number channel_id message_id",
    # what is played in tournaments, where and in which language, and the matches of their tables
    "cups": "id guild_id channel_id locale settings seed closed revision",
    "cup_tables": "cup_id round number match_id",
    # which process has which shard, which of them wait, and when the next introduces itself to Discord
    "leases": "shard shards owner address epoch until alive_at waiting_since asked_at",
    "identifies": "bucket free_at",
    "processes": "owner until gave_at",
    # when the bot was awake, which commands it told Discord of, whether the file needs a vacuum
    "notes": "name value",
}


async def kept(file: Path) -> Columns:
    """Return every column of every table of a database that has seen all migrations."""
    store = await DatabaseStore.open(file)
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            (table, column[1])
            for (table,) in tables
            for column in connection.execute(f"PRAGMA table_info({table})").fetchall()
        }


def told() -> list[tuple[str, str]]:
    """Return each column that the privacy policy describes, with its table, as often as it does."""
    found: list[tuple[str, str]] = []
    for line in POLICY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and (table := re.fullmatch(r"`(\w+)`", cells[0])):
            assert all(cells), f"something is not told: {line}"
            found += [(table[1], column) for column in re.findall(r"`(\w+)`", cells[1])]
    return found


def innocent() -> Columns:
    return {(table, column) for table, columns in NOTHING_ABOUT_A_PERSON.items() for column in columns.split()}


async def test_each_column_is_either_in_the_privacy_policy_or_holds_nothing_about_a_person(tmp_path: Path) -> None:
    assert sorted([*told(), *innocent()]) == sorted(await kept(tmp_path / "kept.sqlite3"))


@pytest.mark.parametrize(
    "table",
    [
        *("seats", "replaced", "scores", "ratings", "tallies", "hand_messages", "preferences", "saved_rules", "log"),
        *("challenge_players", "challenge_log", "cup_people", "cup_log"),
    ],
)
async def test_the_policy_describes_every_column_of_tables_by_person(table: str, tmp_path: Path) -> None:
    """Such a row is about a person, and so is each of its columns."""
    columns = {column for of, column in await kept(tmp_path / "kept.sqlite3") if of == table}
    excused = {"level"} if table == "seats" else set[str]()
    assert columns - excused == {column for of, column in told() if of == table}
