"""Tests of how often a match is written."""

from __future__ import annotations

import pytest

from tests.cogs.publishing import EVERYBODY
from tests.support.in_memory.world import World


@pytest.fixture
def commits(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of callers of each transaction from now on."""
    driver, found = world.store.connection.driver, list[int]()
    commit = driver.commit

    async def counted(batches: list[object], *, hasty: bool) -> object:
        found.append(len(batches))
        return await commit(batches, hasty=hasty)

    monkeypatch.setattr(driver, "commit", counted)
    return found


async def test_a_move_and_its_message_are_one_transaction(world: World, commits: list[int]) -> None:
    table = await world.sit(*EVERYBODY, clock="casual", target=200)
    await world.move()
    moves, plies = 8, table.ply
    commits.clear()
    await world.moves(moves)
    assert table.ply == plies + moves
    assert len(commits) == moves


async def test_the_last_message_is_stored_a_second_later(world: World, commits: list[int]) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    commits.clear()
    await world.wait(2)
    assert (await world.store.find(table.id)).header.post == table.header.post
    written = len(commits)
    await world.wait(2)
    assert len(commits) - written <= 1, "the time alone"
