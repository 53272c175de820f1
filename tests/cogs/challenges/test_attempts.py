"""Tests of attempts as they are stored press by press, by several processes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from cogs.challenges import attempts
from cogs.challenges.attempts import Attempt
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.store import ChallengeStore
from engine.live.model.errors import Code, TableError
from tests.engine.live.challenges.playing import challenge, decide
from tests.engine.live.people import ANA
from tests.engine.live.stores import open_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[ChallengeStore]:
    async with open_store(tmp_path / "store.db") as opened:
        yield opened.challenges


async def begin(store: ChallengeStore, made: Challenge) -> Attempt:
    await store.add(made)
    attempt = await attempts.begun(store, made, ANA, 7, 1.0, decide)
    assert attempt is not None
    return attempt


async def again(store: ChallengeStore, attempt: Attempt) -> Attempt:
    """Return an attempt as another process reads it."""
    player = await store.player(attempt.challenge, ANA.user_id)
    assert player is not None
    return await attempts.resumed(store, attempt.challenge, player)


async def test_of_two_processes_one_stores_a_choice_and_the_other_is_told(store: ChallengeStore) -> None:
    attempt = await begin(store, challenge())
    ply = attempt.position.ply
    chosen = await attempts.played(store, attempt, ply, 0, 2.0, decide)
    with pytest.raises(TableError) as stale:
        await attempts.played(store, attempt, ply, 0, 3.0, decide)
    assert stale.value.code is Code.STALE
    assert await again(store, attempt) == chosen


async def test_an_attempt_is_read_as_it_was_left_with_its_newest_events(store: ChallengeStore) -> None:
    attempt = await begin(store, challenge())
    assert await again(store, attempt) == attempt
    while attempt.position.in_play:
        attempt = await attempts.played(store, attempt, attempt.position.ply, 0, 2.0, decide)
        assert await again(store, attempt) == attempt
    dealt = await attempts.dealt(store, attempt, 1, 3.0, decide)
    assert dealt.position.deal == 2
    assert (await again(store, attempt)).next == attempt.next
    with pytest.raises(TableError):
        await attempts.dealt(store, await again(store, attempt), 2, 3.0, decide)


async def test_who_begins_twice_at_once_has_one_attempt(store: ChallengeStore) -> None:
    made = challenge()
    first = await begin(store, made)
    second = await attempts.begun(store, made, ANA, 8, 2.0, decide)
    assert second == first


async def test_a_finished_attempt_takes_no_more(store: ChallengeStore) -> None:
    attempt = await begin(store, challenge(deals=1))
    while attempt.position.in_play:
        attempt = await attempts.played(store, attempt, attempt.position.ply, 0, 2.0, decide)
    assert attempt.player.finished_at == 2.0
    with pytest.raises(TableError):
        await attempts.played(store, attempt, attempt.position.ply, 0, 3.0, decide)
    # a forged id may name any deal
    for deal in (1, 2, 9):
        with pytest.raises(TableError):
            await attempts.dealt(store, attempt, deal, 3.0, decide)
