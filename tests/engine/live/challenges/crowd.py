"""A day's deal that ten thousand people have begun, and what the bot asks of its field."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from engine.live.challenges.challenge import Challenge
from engine.live.challenges.store import ChallengeStore
from engine.live.database.connection import Statement
from engine.live.database.session import Session
from engine.live.database_store import DatabaseStore
from tests.engine.live.challenges.playing import challenge
from tests.engine.live.people import ANA

PEOPLE = 10_000
GUILD = 77

Call = Callable[[ChallengeStore, Challenge], Awaitable[object]]

CALLS: dict[str, Call] = {
    "begin": lambda store, day: store.begin(day, ANA, GUILD, 1.0),
    "player": lambda store, day: store.player(day, 5_000),
    "counts": lambda store, day: store.counts(day.id),
    "field": lambda store, day: store.field(day.id, 0),
    "best": lambda store, day: store.best(day.id, 100),
    "best on a server": lambda store, day: store.best_on(GUILD, day.id, 100),
    "unfinished": lambda store, day: store.unfinished(day.id, 20),
    "newest of people": lambda store, day: store.newest([5_000, 5_001]),
    "averages on a server": lambda store, day: store.months.averages(GUILD, range(day.number - 30, day.number), 5_000),
    "streaks": lambda store, day: store.months.streaks(range(5_000, 5_026), day.number),
    "days of a person": lambda store, day: store.days_of(5_000, 300, 400),
}


def row_of(day: Challenge, attempt_id: str, user: int) -> tuple[object, ...]:
    """Return the row of a person's attempt."""
    margin, ended = user % 40 - 20, None if user > PEOPLE - 100 else user + 1.0
    guild = GUILD if user % 5 == 0 else user
    who = (attempt_id, user, f"Person {user}", guild)
    return (day.id, day.player_key(user), *who, float(user), ended, json.dumps([margin]), margin)


async def crowded_day(store: DatabaseStore) -> Challenge:
    """Store a day that ten thousand people have begun, and return it.

    A fifth of them are on one server, and all but a hundred have finished.
    """
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
