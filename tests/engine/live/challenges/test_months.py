"""Averages of a month, streaks, and the messages of servers, as the database has them."""

from __future__ import annotations

import pytest

from engine.live.challenges.months import STREAK_DAYS
from engine.live.challenges.posts import Waiting
from engine.live.challenges.standing import Average
from engine.live.database.connection import Statement
from engine.live.database_store import DatabaseStore
from engine.live.model.preferences import PersonPreferences, ServerPreferences, Visibility
from engine.live.model.table import Person
from tests.engine.live.challenges.playing import challenge

HERE, THERE = 9, 8
DAYS = range(1, 31)

MONTH = {
    1: [50.0] * 8,
    2: [90.0] * 7,
    3: [90.0] * 7 + [None],
    4: [100.0] * 4 + [0.0] * 5 + [100.0],
    5: [80.0] * 8 + [None],
}
"""The percentages of five people, by their ids, from the first day on."""


@pytest.fixture
async def month(store: DatabaseStore) -> DatabaseStore:
    """A month of the five people in a place."""
    for number in range(1, 11):
        day = challenge(id=f"day{number}", number=number, up_minutes=1440)
        await store.challenges.add(day)
        for user_id, percentages in MONTH.items():
            if number > len(percentages):
                continue
            player = await store.challenges.begin(day, Person(user_id, "x", ""), HERE, 1.0)
            assert player is not None
            change = "UPDATE challenge_players SET percentage = ? WHERE id = ?"
            await store.connection.write(Statement(change, (percentages[number - 1], player.id)))
    return store


async def test_a_month_has_averages_of_who_has_eight_percentages(month: DatabaseStore) -> None:
    read = month.challenges.months.averages
    everybody = [Average(5, 80, 8), Average(4, 50, 10), Average(1, 50, 8)]
    assert await read(HERE, DAYS, 1) == everybody
    assert await read(THERE, DAYS, 1) == await read(HERE, range(20, 31), 1) == []
    await month.preferences.set(5, PersonPreferences(shown=Visibility.HIDDEN))
    assert await read(HERE, DAYS, 1) == everybody[1:]
    assert await read(HERE, DAYS, 5) == everybody, "the reader is there all the same"


async def test_streaks_are_of_days_begun_and_skip_void_ones(month: DatabaseStore) -> None:
    assert await month.challenges.months.streaks([1, 4, 5], 10) == {1: 0, 4: 10, 5: 9}
    void = "UPDATE challenge_players SET void = 1 WHERE user_id = 4 AND challenge_id = 'day9'"
    await month.connection.write(Statement(void))
    assert await month.challenges.months.streaks([4], 10) == {4: 9}
    assert await month.challenges.months.streaks([], 10) == {}


async def test_a_streak_has_the_newest_days_alone(month: DatabaseStore) -> None:
    read = month.challenges.months.streaks
    assert await read([4], STREAK_DAYS) == {4: 10}
    assert await read([4], STREAK_DAYS + 5) == {4: 5}


async def test_a_server_is_claimed_once_for_a_day_and_waits_until_then(store: DatabaseStore) -> None:
    posts = store.challenges.posts
    await store.preferences.set(HERE, ServerPreferences(daily_channel=77))
    await store.preferences.set(THERE, ServerPreferences(daily_channel=0))
    assert await posts.waiting(5) == [Waiting(HERE, 77)]
    assert await posts.claim(HERE, 5, 77)
    assert not await posts.claim(HERE, 5, 77)
    assert await posts.waiting(5) == []
    await posts.sent(HERE, 5, 1234)
    assert await posts.waiting(6) == [Waiting(HERE, 77)]
    assert await posts.claim(HERE, 6, 77)
    rows = await store.connection.rows("SELECT number, message_id FROM challenge_posts")
    assert [tuple(row) for row in rows] == [(6, 0)], "a server keeps its newest message alone"
