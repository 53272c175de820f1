"""Challenges and attempts are stored so that nobody plays twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.live.challenges.attempt import Position, replayed
from engine.live.challenges.choosing import Played, finished
from engine.live.challenges.store import Field, Over
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import Conflict
from tests.engine.live.challenges.playing import challenge, decide, played_to_the_end
from tests.engine.live.people import ANA, BEN
from tests.engine.live.stores import open_store
from tests.engine.live.versions import either_of_version, table


async def test_a_stored_challenge_is_read_back(store: DatabaseStore) -> None:
    begun = challenge("all-fives", par=(1, -2, 3), invited=(4, 5))
    await store.challenges.add(begun)
    assert await store.challenges.find(begun.id) == begun
    assert await store.challenges.daily(329) == begun


async def test_a_day_has_one_challenge(store: DatabaseStore) -> None:
    await store.challenges.add(challenge())
    await store.challenges.add(challenge("all-fives", id="other234"))
    assert await store.challenges.daily(329) == challenge()


async def test_an_attempt_is_stored_and_goes_on(store: DatabaseStore) -> None:
    begun, challenges = challenge(), store.challenges
    await challenges.add(begun)
    player = await challenges.begin(begun, ANA, 9, 1.0)
    assert player is not None
    presses = await played_to_the_end(begun)
    for press in presses:
        await challenges.append(player, press.entries, press.position, 2.0)
        assert replayed(begun, await challenges.entries(player)).margins == press.position.margins
    ended = await challenges.player(begun, ANA.user_id)
    assert ended is not None
    assert (ended.finished_at, len(ended.margins)) == (2.0, 3)
    assert await challenges.begin(begun, ANA, 8, 5.0) == ended
    with pytest.raises(Over):
        await challenges.append(player, (), presses[-1].position, 3.0)


async def test_of_two_presses_at_once_one_is_stored(store: DatabaseStore) -> None:
    begun, challenges = challenge(), store.challenges
    await challenges.add(begun)
    player = await challenges.begin(begun, ANA, 9, 1.0)
    assert player is not None
    press = (await played_to_the_end(begun))[1]
    await challenges.append(player, press.entries, press.position, 2.0)
    with pytest.raises(Conflict):
        await challenges.append(player, press.entries, press.position, 2.0)


async def test_a_challenge_is_closed_once_nobody_plays(store: DatabaseStore) -> None:
    begun, challenges = challenge(), store.challenges
    await challenges.add(begun)
    for each in (ANA, BEN):
        assert await challenges.begin(begun, each, 9, 1.0)
    assert not await challenges.close(begun.id, lambda totals: {})
    rest = await finished(Played(Position.begin(begun)), begun.level, 3.0, decide)
    for each in await challenges.unfinished(begun.id, 10):
        await challenges.append(each, rest.entries, rest.position, 3.0, cut=True)
    total = rest.position.total
    assert await challenges.field(begun.id, total) == Field(0, 2, 2)
    assert await challenges.close(begun.id, lambda totals: dict.fromkeys(totals, 50.0))
    closed = await challenges.find(begun.id)
    assert closed is not None
    assert (closed.closed, closed.secret) == (True, None)
    (day,) = await challenges.days_of(ANA.user_id, 300, 400)
    assert (day[0].number, day[1].percentage, day[1].cut) == (329, 50.0, True)
    best, count = await challenges.best_on(9, begun.id, 1)
    assert (len(best), count) == (1, 2)
    assert await challenges.best_on(8, begun.id, 1) == ([], 0)
    newest = await challenges.newest([ANA.user_id, 12345])
    assert [each.name for each in newest] == [ANA.name]
    assert not await challenges.close(begun.id, lambda totals: {})


async def test_a_database_of_the_version_before_gets_challenges(file: Path) -> None:
    async with either_of_version(file, 23) as connection:
        await connection.write(table("table1"))
    async with open_store(file) as opened:
        await opened.challenges.add(begun := challenge())
        assert await opened.challenges.begin(begun, ANA, 9, 1.0) is not None
        assert await opened.find("table1") is not None
