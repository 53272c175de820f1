"""Two bots that are one, and what happens to one of them."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from pathlib import Path

import pytest

from engine.live.cluster.sharing import LEASE_SECONDS
from engine.live.database.address import DatabaseURL
from tests.support.bots.fleet import SHARDS, fleet
from tests.support.postgres import Cluster

pytestmark = [pytest.mark.long, pytest.mark.wire]


async def test_two_bots_share_the_shards_and_play_on_for_each_other(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        assert set(bots.holders().values()) == {"a", "b"}
        for name in ("a", "b"):
            lines = [json.loads(line) for line in bots.bots[name].log.splitlines()]
            assert {line["process_name"].split("-")[-1] for line in lines} == {str(bots.bots[name].pid)}
            taken = {line.get("shard") for line in lines if "is held by this process" in line["message"]}
            assert taken == {shard for shard, holder in bots.holders().items() if holder == name}
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
        assert left not in bots.holders().values(), "its leases do not wait for their end"
        await bots.until(lambda: bots.holders().get(0) == other, why="not taken over")
        await bots.settled(other)
        for _ in range(3):
            assert await bots.act(channel, alice, bruno)
        assert bots.plies(channel)[: len(before)] == before


async def test_a_bot_frozen_for_longer_than_its_lease_writes_nothing(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        alice, bruno = bots.people.alice, bots.people.bruno
        frozen = bots.holders()[0]
        other = "b" if frozen == "a" else "a"
        channel = bots.channels[0]
        await bots.open(channel, alice, bruno)
        assert await bots.act(channel, alice, bruno)
        bots.bots[frozen].signal(signal.SIGSTOP)
        await bots.until(lambda: bots.holders().get(0) == other, why="not taken over")
        await bots.until(lambda: "shard 0 is held by this process" in bots.bots[other].log, why="not loaded")
        ((revision,),) = bots.rows("SELECT max(revision) FROM tables WHERE channel_id = %s", channel)
        before = bots.plies(channel)
        bots.bots[frozen].signal(signal.SIGCONT)
        # it may have stood still while it renewed its leases
        noticed = re.compile("shard 0: (the lease is over|another process plays on)")
        await bots.until(lambda: noticed.search(bots.bots[frozen].log) is not None, why="the old owner has not noticed")
        assert bots.plies(channel) == before
        await bots.until(lambda: bots.playground.gateway.connected)
        assert await bots.act(channel, alice, bruno)
        assert len(bots.plies(channel)) > len(before)
        ((later,),) = bots.rows("SELECT max(revision) FROM tables WHERE channel_id = %s", channel)
        assert later > revision
        assert bots.holders()[0] == other


async def test_direct_messages_reach_the_process_that_plays_the_table(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        holders = bots.holders()
        far = next(shard for shard, name in holders.items() if name != holders[0])
        channel, alice, bruno = bots.channels[far], bots.people.alice, bots.people.bruno
        await bots.open(channel, alice, bruno)
        for _ in range(5):
            person, message = await bots.hand(channel, alice, bruno)
            before = len(bots.plies(channel))
            # in the direct messages with shard 0, which is the other process's; answered within three seconds
            answer = await bots.move(person, message)
            if not answer.in_time:
                # a promise; what was promised comes
                await bots.until(lambda: len(bots.plies(channel)) > before, why="no move")  # noqa: B023
            assert len(bots.plies(channel)) > before, (message.labels, answer.message and answer.message.text)
        # the one that plays is gone, and nobody has its shard yet: people are told so, and nothing is lost
        person, message = await bots.hand(channel, alice, bruno)
        bots.bots[holders[far]].signal(signal.SIGSTOP)
        told = (await bots.move(person, message)).message
        assert told is not None
        # Alice's language, or Bruno's
        assert re.search("again in a moment|Réessaie dans un instant", told.text)
        bots.bots[holders[far]].signal(signal.SIGKILL)
        await bots.settled(holders[0])
        assert await bots.act(channel, alice, bruno)


async def test_in_direct_messages_a_person_reaches_others_tables(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        holders, alice = bots.holders(), bots.people.alice
        far = bots.channels[next(shard for shard, name in holders.items() if name != holders[0])]
        await bots.open(far, alice, bots.people.bruno)
        hand = await alice.wait_for(lambda m: m.channel_id != far and bool(m.pictures))
        # its picture becomes text although nobody moves
        await alice.run("domino settings text", channel="dm", mode="on")
        await alice.wait_for(lambda m: m.id == hand.id and not m.pictures)
        # the name of the server is known to the other process alone
        ((board, server),) = bots.rows(
            "SELECT (post::json->>'message')::bigint, guild_id FROM tables WHERE channel_id = %s", far
        )
        place = f"<#{far}> · [go to the table](https://discord.com/channels/{server}/{far}/{board})"
        for command, label in (("tables", ""), ("settings privacy", "Delete my data")):
            told = (await alice.run(f"domino {command}", channel="dm")).message
            if label:
                assert told is not None
                told = (await alice.press(told, label=label)).message
            assert told is not None
            assert place in told.text


async def test_in_a_rolling_restart_no_move_is_lost_or_doubled(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        people, (first, second, _) = bots.people, bots.channels
        async with bots.playing((first, people.alice, people.bruno), (second, people.chloe, people.davide)):
            for name in ("a", "b", "a"):
                assert await bots.bots[name].stop() == 0
                await bots.start(name)
                await bots.settled("a", "b")
                await bots.grown(first, second)


async def test_while_the_database_stands_still_presses_are_answered_and_afterwards_play_goes_on(
    tmp_path: Path, database: DatabaseURL, server: Cluster
) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        alice, bruno = bots.people.alice, bots.people.bruno
        channel = bots.channels[0]
        await bots.open(channel, alice, bruno)
        assert await bots.act(channel, alice, bruno)
        before = bots.plies(channel)
        person, message = await bots.hand(channel, alice, bruno)
        server.freeze()
        try:
            for _ in range(4):
                # NotAnswered after three seconds
                await bots.move(person, await person.refresh(message))
                await asyncio.sleep(0.5)
            # longer than a lease
            await asyncio.sleep(LEASE_SECONDS)
            for name in ("a", "b"):
                assert bots.bots[name].returncode is None
        finally:
            server.thaw()
        await bots.settled("a", "b")
        assert bots.plies(channel)[: len(before)] == before
        assert await bots.act(channel, alice, bruno)
