"""Tests of a process that lost a shard, where another one plays on."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from cogs.publishing.schedule import Schedule
from engine.live.tables import deadlines
from engine.live.tables.table import Table
from tests.cogs.publishing.test_live_controls import do_nothing, edits
from tests.cogs.publishing.test_no_room import no_room
from tests.support.in_memory.grids import until_miss
from tests.support.in_memory.world import World
from tests.support.simcord_private import as_the_bot


async def lose_shard(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process lose its only shard."""
    monkeypatch.setattr(world.bot.ownership, "owns", lambda shard: False)
    await world.bot.sharding.drop(0)


async def played_on(world: World) -> Table:
    """Let another process post a newer board, which this one knows nothing of."""
    (table,) = world.tables
    before = table.header.post
    await world.do()
    assert table.header.post != before
    table.header = replace(table.header, post=before)
    return table


@pytest.mark.parametrize("told", [True, False])
async def test_a_lost_shard_is_not_searched(told: bool, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", clock="none")
    with monkeypatch.context() as slow:
        slow.setattr(Schedule, "delete_untracked", do_nothing)
        await world.restart()
    await played_on(world)
    if told:
        await lose_shard(world, monkeypatch)
    else:
        # the lease has run out, and the process has not noticed yet
        monkeypatch.setattr(Table, "owned", False)
    board, sent = world.board, world.sent
    async with world.directly():
        await world.bot.publisher.schedule.delete_untracked()
    assert board in world.messages
    assert world.sent == sent


async def test_old_buttons_of_a_lost_shard_are_left_to_its_owner(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", clock="none")
    with no_room():
        await world.do()
        await lose_shard(world, monkeypatch)
    sent = world.sent
    await world.wait(60)
    assert world.count(sent)["PATCH channel"] == 0
    assert not world.requests(sent, "PATCH", edits(world))
    assert not world.bot.publisher.waiting


async def test_a_process_stores_no_fingerprints_of_others_hands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    await world.do()
    await lose_shard(world, monkeypatch)
    with as_the_bot(world.env):
        await world.bot.hands.save_fingerprints()
    kept = await world.bot.hub.saved(table.id)
    assert [each.fingerprint for each in kept.hands] == ["", ""]


PENDING = ("a miss", "old buttons", "a refusal", "a refused hand", "another deadline", "moves of computers", "a lobby")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", PENDING)
async def test_a_process_does_nothing_in_a_lost_shard(what: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sit = {"a miss": {"rules": "memory"}, "moves of computers": {"computers": 2}}.get(what, {})
    table = await (world.lobby if what == "a lobby" else world.sit)("alice", "bruno", **sit)
    with no_room() if what in ("old buttons", "another deadline") else nullcontext():
        if what == "a miss":
            await until_miss(world)
        elif what == "a refusal":
            world.fail("POST", f"/channels/{world.channel.id}/messages", 503)
            await world.do()
        elif what == "a refused hand":
            world.refuse(503, place=world.bruno.user.dm_channel)
            await world.do()
        elif what == "another deadline":
            world.skip(50)
            async with world.directly():
                await table.do(deadlines.add_time, 50)
                world.bot.publisher.time_added(table)
        elif what != "a lobby":
            await world.do()
        world.heal()
        with as_the_bot(world.env):
            world.bot.publisher.changed(table)
            await lose_shard(world, monkeypatch)
    sent = world.sent
    await world.wait(120)
    assert not world.requests(sent, path="/channels/")
    assert not list(world.bot.hands._screens), "nothing is kept of it"
