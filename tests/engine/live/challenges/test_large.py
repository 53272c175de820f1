"""The field of ten thousand people who play a day's deal."""

from __future__ import annotations

import re
from typing import Any

import pytest
import pytest_asyncio

from engine.live.challenges.challenge import Challenge
from engine.live.challenges.store import Counts
from engine.live.database.sqlite import SQLiteDriver
from tests.engine.live.challenges.crowd import CALLS, PEOPLE, crowded_day
from tests.engine.live.challenges.playing import challenge
from tests.engine.live.stores import FragileStore


@pytest_asyncio.fixture
async def day(store: FragileStore) -> Challenge:
    """Return a day that ten thousand people have begun."""
    return await crowded_day(store)


async def test_the_end_of_a_day_makes_all_its_results_final(store: FragileStore, day: Challenge) -> None:
    rest = "UPDATE challenge_players SET finished_at = 9.0 WHERE challenge_id = ? AND finished_at IS NULL"
    await store.connection.write(lambda session: session.execute(rest, (day.id,)))
    assert await store.challenges.close(day.id, lambda totals: dict.fromkeys(totals, 50.0))
    assert await store.challenges.counts(day.id) == Counts(PEOPLE, PEOPLE)
    final = "SELECT count(*) FROM challenge_players WHERE challenge_id = ? AND percentage = 50"
    assert await store.connection.rows(final, (day.id,)) == [(PEOPLE,)]


INDICES = {
    "player": "",
    "field": "challenge_totals",
    "best": "challenge_totals",
    "best on a server": "challenges_of_servers (guild_id=? AND user_id=?)",
    "newest of people": "challenges_of_people",
    "averages on a server": "challenges_of_servers (guild_id=? AND user_id=?)",
    "streaks": "challenges_of_people (user_id=? AND challenge_id=?)",
    "days of a person": "challenges_of_people",
}
"""The index by which SQLite finds the rows of a call; empty for the primary key."""

OF_A_SERVER = re.compile(
    r"CORRELATED SCALAR SUBQUERY \d+\n"
    r"SEARCH here USING COVERING INDEX challenges_of_servers \(guild_id=\? AND user_id=\?\)"
)
"""A query for each row that reads one row at most: whether the person has begun any challenge on a server."""


@pytest.mark.parametrize("name", INDICES)
async def test_an_index_finds_what_a_call_reads(
    name: str, store: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.challenges.add(begun := challenge())
    asked: list[tuple[str, Any]] = []
    rows = store.connection.rows

    async def noted(sql: str, parameters: Any = ()) -> list[Any]:
        asked.append((sql, parameters))
        return await rows(sql, parameters)

    monkeypatch.setattr(store.connection, "rows", noted)
    await CALLS[name](store.challenges, begun)
    monkeypatch.undo()
    on_sqlite = isinstance(store.connection.driver, SQLiteDriver)
    if not on_sqlite:
        # PostgreSQL would rather read all of a small table
        await store.connection.rows("SELECT set_config('enable_seqscan', 'off', false)")
    sql, parameters = next(each for each in reversed(asked) if "challenge_players" in each[0])
    found = await store.connection.rows(f"EXPLAIN {'QUERY PLAN' if on_sqlite else ''} {sql}", parameters)
    plan = "\n".join(str(row[-1]) for row in found)
    assert INDICES[name] in plan or not on_sqlite, plan
    assert "SCAN challenge_players" not in plan
    # another query for each row would read the square of them
    assert "CORRELATED" not in OF_A_SERVER.sub("", plan)
    assert "Seq Scan on challenge_players" not in plan
