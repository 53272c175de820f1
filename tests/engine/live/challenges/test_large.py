"""Ten thousand people who play a day's deal keep nobody waiting."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from engine.live.challenges.challenge import Challenge
from engine.live.challenges.store import ChallengeStore, Counts
from engine.live.database.connection import Statement
from engine.live.database.session import Session
from engine.live.database.sqlite import SQLiteDriver
from tests.engine.live.challenges.playing import challenge
from tests.engine.live.people import ANA
from tests.engine.live.stores import FragileStore

PEOPLE = 10_000
GUILD = 77
MAX_SECONDS = 0.05
"""What one call may take; the loop itself waits for far less, as the database has a thread of its own."""

Call = Callable[[ChallengeStore, Challenge], Awaitable[object]]

CALLS: dict[str, Call] = {
    "begin": lambda store, day: store.begin(day, ANA, GUILD, 1.0),
    "player": lambda store, day: store.player(day, 5_000),
    "counts": lambda store, day: store.counts(day.id),
    "field": lambda store, day: store.field(day.id, 0),
    "best": lambda store, day: store.best(day.id, 100),
    "best on a server": lambda store, day: store.best_on(GUILD, day.id, 100),
    "unfinished": lambda store, day: store.unfinished(day.id, 20),
    "days of a person": lambda store, day: store.days_of(5_000, 300, 400),
}


def row_of(day: Challenge, attempt_id: str, user: int) -> tuple[object, ...]:
    """Return the row of a person's attempt."""
    margin, ended = user % 40 - 20, None if user > PEOPLE - 100 else user + 1.0
    guild = GUILD if user % 5 == 0 else user
    who = (attempt_id, user, f"Person {user}", guild)
    return (day.id, day.player_key(user), *who, float(user), ended, json.dumps([margin]), margin)


@pytest_asyncio.fixture
async def day(store: FragileStore) -> Challenge:
    """Return a day that ten thousand people have begun, a fifth of them on one server; all but a hundred have ended."""
    # three days before, too, so that an index has to find the one
    days = [challenge(id=f"day{number}", number=number) for number in range(326, 330)]
    await store.challenges.add(*days)
    columns = "challenge_id, key, id, user_id, name, guild_id, began_at, finished_at, margins, total"
    insert = f"INSERT INTO challenge_players ({columns}) VALUES ({', '.join('?' * 10)})"

    def fill(session: Session) -> None:
        for at, each in enumerate(days):
            users = range(1, (PEOPLE if at == 3 else 2_000) + 1)
            session.executemany(insert, [row_of(each, f"{at}{user:07}", user) for user in users])

    await store.connection.write(fill, Statement("ANALYZE"))
    return days[-1]


async def test_each_call_is_quick_in_a_field_of_ten_thousand(store: FragileStore, day: Challenge) -> None:
    for name, call in CALLS.items():
        seconds: list[float] = []
        for _ in range(5):
            began = time.perf_counter()
            await call(store.challenges, day)
            seconds.append(time.perf_counter() - began)
        assert min(seconds) < MAX_SECONDS, name


async def test_the_end_of_a_day_takes_one_short_transaction(store: FragileStore, day: Challenge) -> None:
    rest = "UPDATE challenge_players SET finished_at = 9.0 WHERE challenge_id = ? AND finished_at IS NULL"
    await store.connection.write(lambda session: session.execute(rest, (day.id,)))
    began = time.perf_counter()
    assert await store.challenges.close(day.id, lambda totals: dict.fromkeys(totals, 50.0))
    # moves of others wait meanwhile, once a day
    assert time.perf_counter() - began < 1
    assert await store.challenges.counts(day.id) == Counts(PEOPLE, PEOPLE)


INDICES = {
    "player": "",
    "field": "challenge_totals",
    "best": "challenge_totals",
    "best on a server": "challenges_of_servers",
    "days of a person": "challenges_of_people",
}
"""The index by which SQLite finds the rows of a call; empty for the primary key."""


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
    sql, parameters = asked[-1]
    found = await store.connection.rows(f"EXPLAIN {'QUERY PLAN' if on_sqlite else ''} {sql}", parameters)
    plan = "\n".join(str(row[-1]) for row in found)
    assert INDICES[name] in plan or not on_sqlite, plan
    assert "SCAN challenge_players" not in plan
    assert "Seq Scan on challenge_players" not in plan
