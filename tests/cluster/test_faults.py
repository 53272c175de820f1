"""Bots that are one: a crash, a deletion, an update, and a list of servers that is incomplete."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.live.cluster.sharing import LEASE_SECONDS, REST_SECONDS
from engine.live.database.address import DatabaseURL
from engine.live.database.migrate import scripts
from engine.live.database.postgres import VERSION
from playground.process import ROOT
from tests.support.bots.fleet import SHARDS, TARGET, Fleet, deletion, fleet, late
from tests.support.people import HANG_SECONDS, Person
from tests.support.playground import add_server
from tests.support.postgres import Cluster

pytestmark = [pytest.mark.long, pytest.mark.wire]

MATCH = """
DELETE FROM notes WHERE name = 'figures';
INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)
    VALUES ('old', 7, 8, 9, 'express', '{}', 'finished', 'en-US', '[]', 1);
INSERT INTO matches (table_id, guild_id, rules, deals, finished_at, computers, league, number)
    VALUES ('old', 7, 'express', 1, 2, 0, 'alone', 1);
INSERT INTO scores (table_id, seat, user_id, name, points, won, guild_id, rules, finished_at, number)
    VALUES ('old', 0, 9, 'Ana', 50, 1, 7, 'express', 2, 1)
"""
"""A match that has been played, and whose score is not in any tally."""


async def told(person: Person, channel: int) -> set[str]:
    """Return what a person alone was told, in a channel and by direct message."""
    return {each.text for where in (channel, "dm") for each in await person.messages(where) if each.ephemeral}


async def migrated(bots: Fleet) -> int | None:
    """Run the migration that comes before an update; return its exit status."""
    env = {"DOMINO_DATABASE": bots.database.reveal(), "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, str(ROOT / "bot.py"), "--migrate"]
    return await (await asyncio.create_subprocess_exec(*command, env=env, cwd=bots.folder)).wait()


async def test_a_killed_one_of_three_leaves_its_shard_to_another_whole(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database, processes=3) as bots:
        await bots.start_all("a", "b", "c")
        before = bots.holders()
        assert set(before.values()) == {"a", "b", "c"}
        people, (first, middle, _) = bots.people, bots.channels
        async with bots.playing((first, people.alice, people.bruno), (middle, people.chloe, people.davide)):
            await bots.grown(first, middle)
            await bots.bots[before[1]].kill()
            done = bots.moves()
            await bots.settled(*({"a", "b", "c"} - {before[1]}))
            after = bots.holders()
            assert after[1] != before[1]
            assert (after[0], after[2]) == (before[0], before[2])
            await bots.grown(first, middle)
        assert done.items() <= bots.moves().items()


async def test_no_move_is_lost_when_the_database_stops(tmp_path: Path, database: DatabaseURL, server: Cluster) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        holders = bots.holders()
        people, channels = bots.people, bots.channels
        far = channels[next(shard for shard, name in holders.items() if name != holders[0])]
        async with bots.playing((channels[0], people.alice, people.bruno), (far, people.chloe, people.davide)):
            # in order and as by a loss of power; longer than a lease and not
            for mode, seconds in (("fast", 2), ("immediate", LEASE_SECONDS + 1), ("immediate", 2)):
                await bots.grown(channels[0], far)
                done, acknowledged = bots.moves(), len(bots.acknowledged)
                server.stop(mode)
                try:
                    await asyncio.sleep(seconds)
                finally:
                    server.start()
                await bots.settled("a", "b")
                assert done.items() <= bots.moves().items()
                await bots.grown(channels[0], far)
                await bots.until(lambda: len(bots.acknowledged) > acknowledged, why="no move is acknowledged")  # noqa: B023


async def test_a_bot_that_joins_later_is_given_its_share_and_leaves_it(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        # alone it has all of them, the last one after a while
        await bots.start_all("a")
        people = bots.people
        players = [(people.alice, people.bruno), (people.chloe, people.davide)]
        # one of those that are connected the longest is given away first
        tables = [(bots.channels[shard], *pair) for shard, pair in zip((1, 0), players, strict=True)]
        async with bots.playing(*tables):
            await bots.grown(*(channel for channel, *_ in tables))
            done = bots.moves()
            await bots.start("b")
            await bots.until(lambda: "logging in" in bots.bots["b"].log, why="it has not started")
            # not before all of them have been connected for a while
            await bots.until(
                lambda: "b" in bots.holders().values(), REST_SECONDS + HANG_SECONDS, "it is given no shard"
            )
            await bots.settled("a", "b")
            holders = bots.holders()
            (given,) = (shard for shard, name in holders.items() if name == "b")
            assert holders[2] == "a", "the last one that was connected"
            assert f"shard {given}: given to another process" in bots.bots["a"].log
            await bots.grown(*(channel for channel, *_ in tables))
            assert done.items() <= bots.moves().items()
            done = bots.moves()
            # longer than a lease
            await asyncio.sleep(LEASE_SECONDS + 1)
            assert bots.holders() == holders
            assert bots.rows("SELECT sum(epoch) FROM leases") == [(SHARDS + 1,)], "no other shard has moved"
            for channel, *pair in tables:
                for person in pair:
                    assert await told(person, channel) <= late(person)
            # and back, to a process that has had it
            assert await bots.bots["b"].stop() == 0
            await bots.settled("a")
            await bots.grown(*(channel for channel, *_ in tables))
        assert done.items() <= bots.moves().items()


async def test_what_one_process_deletes_another_does_not_write_back(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database, processes=3) as bots:
        await bots.start_all("a", "b", "c")
        assert bots.holders()[0] != bots.holders()[1]
        people, (near, far, _) = bots.people, bots.channels
        own = (await people.alice.run("domino play", channel=far)).message
        assert own is not None
        before = bots.traces(people.alice)
        assert before["seats"] == before["tables"] == 1
        panel = (await people.alice.run("domino settings privacy", channel=near)).message
        assert panel is not None
        refused = (await people.alice.press(panel, label="Delete my data")).message
        assert refused is not None
        assert "You have a seat at an open table" in refused.text
        assert bots.traces(people.alice) == before, "she has a seat, though another process plays there"
        more = (await people.alice.press(await people.alice.refresh(own), label="More")).message
        assert more is not None
        await people.alice.press(more, label="Leave")
        lobby = (await people.bruno.run("domino play", channel=far, target=TARGET, friend1=people.alice)).message
        assert lobby is not None
        invited = "SELECT count(*) FROM tables WHERE status = 'lobby' AND invited LIKE %s"
        assert bots.rows(invited, f"%{people.alice.id}%") == [(1,)]
        await deletion(people.alice, near)
        assert bots.traces(people.alice) == {}
        for _ in range(2):
            # the first may find that the table has changed
            await bots.join(lobby, people.chloe)
            assert bots.traces(people.alice) == {}
        await bots.begin(lobby, people.bruno)
        for _ in range(5):
            assert await bots.act(far, people.bruno, people.chloe)
            assert bots.traces(people.alice) == {}


async def test_a_migration_and_a_newer_database_disturb_no_bot_that_runs(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        people, (first, second, _) = bots.people, bots.channels
        async with bots.playing((first, people.alice, people.bruno), (second, people.chloe, people.davide)):
            await bots.grown(first, second)
            done = bots.moves()
            assert await migrated(bots) == 0
            assert done.items() <= bots.moves().items()
            await bots.grown(first, second)
            # a third is given one of two shards
            await bots.start("c")
            await bots.until(lambda: "c" in bots.holders().values(), REST_SECONDS + HANG_SECONDS, "no shard")
            assert await bots.bots["a"].stop() == 0
            await bots.settled("b", "c")
            assert set(bots.holders().values()) == {"b", "c"}
            await bots.grown(first, second)
            # an update has migrated the database, and this version is started once more
            bots.run(f"UPDATE {VERSION} SET version = version + 1")
            late = await bots.start("d")
            assert await asyncio.wait_for(late.wait(), HANG_SECONDS) == 2
            (line,) = bots.bots["d"].log.splitlines()
            assert f"the database is of version {len(scripts()) + 1}" in json.loads(line)["message"]
            before = bots.holders()
            # longer than a lease
            await asyncio.sleep(LEASE_SECONDS + 1)
            await bots.grown(first, second)
            assert bots.holders() == before
        assert done.items() <= bots.moves().items()


async def test_a_server_that_is_unavailable_is_not_taken_for_one_that_removed_the_bot(
    tmp_path: Path, database: DatabaseURL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fleet(tmp_path, database) as bots:
        events = bots.playground.world.events
        here, away, left = (add_server(bots.playground, 1, SHARDS) for _ in range(3))
        await bots.start_all("a", "b")
        for channel in (here, away, left):
            assert (await bots.people.alice.run("domino play", channel=channel)).message is not None
        servers = dict(bots.rows("SELECT channel_id, guild_id FROM tables"))
        for name in ("a", "b"):
            assert await bots.bots[name].stop() == 0
        assert bots.rows("SELECT guild_id FROM departures") == []
        # of one server nothing follows READY, and another is not in it
        ready, creates = events.ready, events.guild_creates

        def incomplete_ready(*about: Any) -> dict[str, Any]:
            payload = ready(*about)
            return payload | {"guilds": [each for each in payload["guilds"] if each["id"] != str(servers[left])]}

        def incomplete_creates(*about: Any) -> list[dict[str, Any]]:
            return [each for each in creates(*about) if int(each["id"]) not in (servers[away], servers[left])]

        monkeypatch.setattr(events, "ready", incomplete_ready)
        monkeypatch.setattr(events, "guild_creates", incomplete_creates)
        await bots.start_all("a", "b")
        await bots.until(lambda: bool(bots.rows("SELECT guild_id FROM departures")), why="no departure is noted")
        assert bots.rows("SELECT guild_id FROM departures") == [(servers[left],)]
        # a month later Discord is asked about it, and knows better
        bots.run("UPDATE departures SET at = at - 31 * 86400")
        for name in ("a", "b"):
            assert await bots.bots[name].stop() == 0
            await bots.start(name)
        await bots.until(lambda: bots.rows("SELECT guild_id FROM departures") == [], why="it is not asked about")
        assert dict(bots.rows("SELECT channel_id, guild_id FROM tables")) == servers


async def test_tallies_that_an_older_version_has_not_kept_are_added_up_by_the_process_that_has_shard_0(
    tmp_path: Path, database: DatabaseURL
) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start("a")
        # with shard 0, of which it has done what is to be done at a start
        await bots.until(lambda: "shard 0 is ready" in bots.bots["a"].log, why="the first is not ready")
        bots.run(MATCH)
        await bots.start("b")
        await bots.until(lambda: "b" in bots.holders().values(), REST_SECONDS + HANG_SECONDS, "the second has no shard")
        await bots.until(lambda: "is ready" in bots.bots["b"].log, why="the second is not ready")
        assert bots.rows("SELECT count(*) FROM tallies") == [(0,)]
        assert await bots.bots["a"].stop() == 0
        await bots.until(lambda: bots.rows("SELECT count(*) FROM tallies") != [(0,)], why="nobody adds them up")
