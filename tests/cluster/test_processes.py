"""Two bots that are one, and what happens to one of them."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from engine.live.database.address import DatabaseURL
from tests.cluster.run import SHARDS, fleet

pytestmark = [pytest.mark.long, pytest.mark.wire]


async def test_two_bots_share_the_shards_and_play_on_for_each_other(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start("a")
        await bots.start("b")
        await bots.settled("a", "b")
        assert set(bots.holders().values()) == {"a", "b"}
        alice, bruno = bots.people.alice, bots.people.bruno
        mine = next(shard for shard in range(SHARDS) if bots.holders()[shard] == bots.holders()[0])
        channel = bots.channels[mine]
        await bots.open(channel, alice, bruno)
        for _ in range(3):
            assert await bots.act(channel, alice, bruno)
        before = bots.plies(channel)
        # in order: the other one has them at once
        left = bots.holders()[0]
        other = "b" if left == "a" else "a"
        assert await bots.bots[left].stop() == 0
        await bots.until(lambda: bots.holders().get(0) == other, 10, "not taken over")
        await bots.settled(other)
        for _ in range(3):
            assert await bots.act(channel, alice, bruno)
        assert bots.plies(channel)[: len(before)] == before


async def test_a_killed_bots_tables_are_played_on_by_the_other(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start("a")
        await bots.start("b")
        await bots.settled("a", "b")
        alice, bruno = bots.people.alice, bots.people.bruno
        killed = bots.holders()[0]
        other = "b" if killed == "a" else "a"
        await bots.open(bots.channels[0], alice, bruno)
        assert await bots.act(bots.channels[0], alice, bruno)
        await bots.bots[killed].kill()
        began = asyncio.get_running_loop().time()
        await bots.settled(other)
        assert asyncio.get_running_loop().time() - began < 60
        assert await bots.act(bots.channels[0], alice, bruno)


async def test_a_bot_that_was_frozen_for_longer_than_its_lease_writes_nothing_more(
    tmp_path: Path, database: DatabaseURL
) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start("a")
        await bots.start("b")
        await bots.settled("a", "b")
        alice, bruno = bots.people.alice, bots.people.bruno
        frozen = bots.holders()[0]
        other = "b" if frozen == "a" else "a"
        channel = bots.channels[0]
        await bots.open(channel, alice, bruno)
        assert await bots.act(channel, alice, bruno)
        bots.signal(frozen, signal.SIGSTOP)
        await bots.until(lambda: bots.holders().get(0) == other, 60, "not taken over")
        await bots.until(lambda: "shard 0 is held by this process" in bots.log(other), 10, "not loaded")
        ((revision,),) = bots.rows("SELECT max(revision) FROM tables WHERE channel_id = %s", channel)
        before = bots.plies(channel)
        bots.signal(frozen, signal.SIGCONT)
        await bots.until(lambda: "the lease is over" in bots.log(frozen), 20, "the old owner has not noticed")
        assert bots.plies(channel) == before
        await bots.until(lambda: bots.playground.gateway.connected, 30)
        assert await bots.act(channel, alice, bruno)
        assert len(bots.plies(channel)) > len(before)
        ((later,),) = bots.rows("SELECT max(revision) FROM tables WHERE channel_id = %s", channel)
        assert later > revision
        assert bots.holders()[0] == other


async def test_presses_in_direct_messages_reach_the_process_that_plays_their_table(
    tmp_path: Path, database: DatabaseURL
) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start("a")
        await bots.start("b")
        await bots.settled("a", "b")
        holders = bots.holders()
        far = next(shard for shard, name in holders.items() if name != holders[0])
        alice, bruno = bots.people.alice, bots.people.bruno
        await bots.open(bots.channels[far], alice, bruno)
        for _ in range(5):
            before = len(bots.plies(bots.channels[far]))
            person, message = await bots.hand(alice, bruno)
            # in the direct messages with shard 0, which is the other process's; answered within three seconds
            await person.press(message, label=message.labels[0])
            assert len(bots.plies(bots.channels[far])) > before
        # the one that plays is gone, and nobody has its shard yet: people are told so, and nothing is lost
        before = len(bots.plies(bots.channels[far]))
        person, message = await bots.hand(alice, bruno)
        bots.signal(holders[far], signal.SIGSTOP)
        answer = (await person.press(message, label=message.labels[0])).message
        assert answer is not None
        assert "again in a moment" in answer.text
        bots.signal(holders[far], signal.SIGKILL)
        await bots.settled(holders[0])
        assert await bots.act(bots.channels[far], alice, bruno)
