"""The time for a leaderboard, a person's figures and the end of a match on a server that has played for years.

    uv run python -m benchmarks.league [--quick]

Prints one ``name value`` a line, about a server with 100,000 finished matches of 5,000 people, some of whom play much
more than others, over three years. Times are by the clock, in milliseconds, through the store as the bot has it, the
95th percentile of several queries; each is also printed as a ratio to a SELECT of one number through the same store
(``…_ratio``), since on a busy machine everything takes longer.

``board_ms``
    the slowest of all time, the month and the season, of all rule sets or one, alone and in pairs, the first page and
    the last. At most 150.
``stats_ms``
    one person's figures and portrait, of people at random; and, as ``stats_most_ms``, of the person with the most
    matches. At most 150.
``moved_ms``
    one person's figures as they would be without their last match. At most 150.
``finish_ms``
    what the end of a match adds to the write of its last action: the match, its scores, ratings and tallies. Without
    the disk.
``tally_s``, ``rate_s``
    processor time of recomputing all tallies, and all ratings; ``--recompute`` takes longer, since it replays logs.
    Not with ``--quick``.
``select_ms``
    the SELECT of one number.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.live.database.migrate import scripts
from engine.live.database_store import DatabaseStore
from engine.live.league import recompute, tallies
from engine.live.league.figures import Kind, LeaderboardFilter, Span, month_of
from engine.live.league.results import STATS_VERSION
from engine.live.model.table import Header, LogEntry, Person, Score, Status

MATCHES, PEOPLE = 100_000, 5_000
GUILD = 7
BEGAN = datetime(2023, 11, 1, tzinfo=UTC).timestamp()
APART = 3 * 365 * 86_400 / MATCHES
"""Seconds between the ends of two matches."""
RULES = ("express", "classic", "all-fives", "mexican-train", "mata", "matador", "memory", "no-boneyard")
SEASON = BEGAN + 0.8 * MATCHES * APART
NOW = BEGAN + (MATCHES - 1) * APART

_COLUMNS = {
    "tables": "id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at",
    "matches": "table_id, guild_id, rules, deals, finished_at, computers, league, number, figures",
    "scores": "table_id, seat, user_id, name, points, won, guild_id, league, rules, finished_at, number, side, stayed,"
    " place, against, comeback, mu, sigma",
}


def someone(random_: random.Random) -> int:
    """Return a random person's id, low ones more often."""
    return 1000 + int(PEOPLE * random_.random() ** 2)


def drawn(number: int, random_: random.Random) -> tuple[tuple[Any, ...], tuple[Any, ...], list[tuple[Any, ...]]]:
    """Return a random finished match: its rows in tables, matches and scores."""
    table, at = f"t{number:07}", BEGAN + number * APART
    kind = random_.choices((Kind.ALONE, Kind.PAIRS), (3, 1))[0]
    pairs = kind is Kind.PAIRS
    rules = "express" if pairs else random_.choice(RULES)
    people: dict[int, None] = {}
    seats = 4 if pairs else random_.choice((2, 2, 3, 4))
    while len(people) < seats:
        people[someone(random_)] = None
    winner = random_.randrange(2 if pairs else seats)
    scores: list[tuple[Any, ...]] = []
    for seat, user in enumerate(people):
        side = seat % 2 if pairs else seat
        won = side == winner
        points, against, comeback = random_.randrange(150), random_.randrange(150), random_.randrange(60) * won
        rating = (25 + random_.gauss(0, 5), 3.0)
        outcome = (points, won, GUILD, kind, rules, at, number + 1, side, 1, 2 - won, against, comeback)
        scores.append((table, seat, user, f"Player{user}", *outcome, *rating))
    options = '{"pairs": true}' if pairs else "{}"
    header = (table, GUILD, number, next(iter(people)), rules, options, "finished", "en-US", "[]", at)
    return header, (table, GUILD, rules, 4, at, 0, kind, number + 1, STATS_VERSION), scores


def build(file: Path) -> None:
    """Write such a server's database, which takes tens of seconds."""
    random_ = random.Random(6)
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _COLUMNS}
    for number in range(MATCHES):
        header, match, scores = drawn(number, random_)
        rows["tables"].append(header)
        rows["matches"].append(match)
        rows["scores"] += scores
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        for script in scripts():
            connection.executescript(script)
        connection.execute(f"PRAGMA user_version = {len(scripts())}")
        connection.execute("BEGIN")
        for table, columns in _COLUMNS.items():
            places = ", ".join("?" * len(columns.split(",")))
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows[table])
        connection.execute("INSERT INTO seasons VALUES (?, 1, 'Season', ?, NULL)", (GUILD, SEASON))
        connection.execute(
            "INSERT INTO ratings SELECT guild_id, league, user_id, '', max(mu), 3.0, count(*) FROM scores"
            " GROUP BY guild_id, league, user_id"
        )
        wanted = {tallies.ALL: Span(), tallies.month(NOW): month_of(NOW), tallies.season(1): Span(SEASON)}
        tallies.tally(connection, GUILD, wanted)
        connection.execute("COMMIT")


async def taken(rounds: int, do: Callable[[], Awaitable[object]]) -> list[float]:
    """Call a function several times; return the milliseconds of each call."""
    times: list[float] = []
    for _ in range(rounds):
        started = time.perf_counter()
        await do()
        times.append(1000 * (time.perf_counter() - started))
    return times


def high(times: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def show(name: str, value: float) -> None:
    """Print a figure."""
    print(f"{name} {value:.2f}", flush=True)


async def boards(store: DatabaseStore, rounds: int) -> float:
    """Return the time of the slowest board."""
    (season,) = await store.league.seasons(GUILD)
    slowest = 0.0
    for kind in (Kind.ALONE, Kind.PAIRS):
        for span in (Span(), month_of(NOW), season.span):
            for rules in ("", "express"):
                question = LeaderboardFilter(GUILD, kind, span, rules)
                _, total = await store.league.leaderboard(question, 10)
                for offset in (0, (total - 1) // 10 * 10):
                    times = await taken(rounds, lambda q=question, at=offset: store.league.leaderboard(q, 10, at))
                    slowest = max(slowest, high(times))
    return slowest


async def finishing(store: DatabaseStore, rounds: int) -> tuple[float, float]:
    """Return the time of the last action of a match, and of another action."""
    random_ = random.Random(8)
    ends: list[float] = []
    moves: list[float] = []
    for number in range(rounds):
        people = tuple(Person(user, f"Player{user}", "en-US") for user in {someone(random_) for _ in range(3)})
        host = people[0].user_id
        header = Header(
            f"f{number:07}", GUILD, -number - 1, host, "express", {}, people, Status.PLAYING, "en-US", (), BEGAN, None
        )
        await store.create(header)
        at = BEGAN + (MATCHES + number) * APART
        started = time.perf_counter()
        await store.append(header, [LogEntry(0, "x", host, at)])
        moved = time.perf_counter()
        scores = [Score(each, 50, each is people[0]) for each in people]
        await store.append(replace(header, status=Status.FINISHED, revision=1), [LogEntry(1, "x", host, at)], scores, 4)
        ends.append(1000 * (time.perf_counter() - moved))
        moves.append(1000 * (moved - started))
    return high(ends), high(moves)


async def measure(file: Path, *, quick: bool) -> None:
    """Measure and print all figures."""
    store = await DatabaseStore.open(file)
    connection = store._connection  # pyright: ignore[reportPrivateUsage]
    try:
        await connection.rows("PRAGMA synchronous = OFF")
        if not quick:
            started = time.process_time()
            await recompute.tally_all(connection, GUILD)
            show("tally_s", time.process_time() - started)
        rounds = 10 if quick else 100
        random_ = random.Random(7)
        figures = {"board_ms": await boards(store, rounds)}
        question = LeaderboardFilter(GUILD)

        async def stats(user: int) -> None:
            await store.league.standing(question, user)
            await store.league.profile(question, user)

        last = f"t{MATCHES - 1:07}"
        players = [user for (user,) in await connection.rows("SELECT user_id FROM scores WHERE table_id = ?", (last,))]
        most = await connection.rows("SELECT user_id FROM scores GROUP BY user_id ORDER BY count(*) DESC LIMIT 1")
        figures["stats_ms"] = high(await taken(3 * rounds, lambda: stats(someone(random_))))
        figures["stats_most_ms"] = high(await taken(rounds, lambda: stats(most[0][0])))
        figures["moved_ms"] = high(
            await taken(rounds, lambda: store.league.standing(question, random_.choice(players), without=last))
        )
        select = high(await taken(200, lambda: connection.rows("SELECT 1")))
        end, move = await finishing(store, rounds)
        figures["finish_ms"] = end - move
        for name, value in figures.items():
            show(name, value)
            show(name.replace("_ms", "_ratio"), value / select)
        show("select_ms", select)
        show("move_ms", move)
        if not quick:
            started = time.process_time()
            done = recompute.Recomputed()
            await recompute._rate_all(connection, GUILD, done, 0.0)  # pyright: ignore[reportPrivateUsage]
            show("rate_s", time.process_time() - started)
        show("matches", (await connection.rows("SELECT count(*) FROM matches"))[0][0])
        show(
            "people",
            (await connection.rows("SELECT count(DISTINCT user_id) FROM tallies WHERE period = ?", (tallies.ALL,)))[0][
                0
            ],
        )
    finally:
        await store.close()


def main() -> int:
    """Build the database, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="within 45 seconds")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "domino.sqlite3"
        build(file)
        asyncio.run(measure(file, quick=arguments.quick))
    return 0


if __name__ == "__main__":
    sys.exit(main())
