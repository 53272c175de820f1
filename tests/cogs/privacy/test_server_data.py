"""Tests of the deletion of a server's data, on request or after thirty days."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.privacy.confirm import VALID_SECONDS
from cogs.privacy.retention import ASKED_EARLIER_SECONDS, RETENTION_SECONDS
from engine.live.model.errors import StorageError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import HandMessage
from tests.cogs.privacy import SERVERS, delete, first_question, second_question
from tests.engine.live.traces import bytes_of, traces
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World, failing
from tests.support.simcord_private import as_the_bot

DAY = 86_400


async def visited(world: World) -> str:
    """Open a table and close it again, which is less to keep, but something; give its id."""
    await world.alice.run("play")
    table = world.table.id
    await world.alice.run("leave")
    return table


def is_kept(world: World) -> bool:
    return bool(traces(world.database, world.guild.id))


# ---------------------------------------------------------------------- on request


@pytest.mark.long
async def test_a_manager_deletes_the_servers_data_and_is_asked_twice(world: World, admin: Player) -> None:
    await world.play_and_end()
    await world.prefer(one_picture=True)
    question = await first_question(admin, SERVERS)
    assert "ratings and seasons" in question.text
    again = await admin.press("Continue", question)
    assert "can't be undone" in again.text
    assert is_kept(world)
    done = await admin.press("Delete for good", again)
    assert done.text == "Everything stored about this server has been deleted."
    assert not traces(world.database, world.guild.id, world.alice.id, "Alice")
    assert b"Alice" not in bytes_of(world.database)
    # what is remembered of it is forgotten, and people can go on at once
    assert await world.store.preferences.get(ServerPreferences, world.guild.id) == ServerPreferences()
    await world.play_and_end()
    assert is_kept(world)


@pytest.mark.parametrize("question", [first_question, second_question])
async def test_keeping_the_servers_data_deletes_nothing(question: Any, world: World, admin: Player) -> None:
    await visited(world)
    kept = await admin.press("Keep everything", await question(admin, SERVERS))
    assert kept.text == "All right, nothing was deleted."
    assert is_kept(world)


@pytest.mark.long
async def test_only_a_manager_with_their_answer_in_time_deletes_the_servers_data(world: World, admin: Player) -> None:
    await visited(world)
    question = await second_question(admin, SERVERS)
    word = question.buttons["Delete for good"].rsplit(":", 1)[1]
    panel = await world.eve.run("settings privacy")
    for verb in ("eraseserver", f"erasingserver:{word}", f"erasedserver:{word}"):
        assert "Only members with the Manage Server permission" in (await world.eve.forge(f"b:{verb}", panel)).text
    other = world.manager()
    panel = await other.run("settings privacy")
    forged = await other.forge(f"b:erasedserver:{word}", panel)
    world.skip(VALID_SECONDS + 1)
    for answer in (forged, await admin.press("Delete for good", question)):
        assert "confirmation has expired, so nothing was deleted" in answer.text
    assert is_kept(world)


async def test_an_open_table_prevents_deletion_and_is_named(world: World, admin: Player) -> None:
    await visited(world)
    question = await second_question(admin, SERVERS)
    await world.chloe.run("play")
    for refused in (await admin.press("Delete for good", question), await first_question(admin, SERVERS)):
        assert "There are open tables on this server, so nothing was deleted" in refused.text
        assert f"- **Domino Express** in <#{world.channel.id}> on **Domino Café** · [go to the table](" in refused.text
        assert "-# With Chloé · opened <t:" in refused.text
    assert is_kept(world)


async def test_an_open_table_that_another_process_plays_prevents_deletion(world: World, admin: Player) -> None:
    await visited(world)
    question = await second_question(admin, SERVERS)
    await world.chloe.run("play")
    world.bot.hub.drop_shard(0)
    refused = await admin.press("Delete for good", question)
    assert "There are open tables on this server, so nothing was deleted" in refused.text


@pytest.mark.long
async def test_late_writes_of_a_deleted_table_do_no_harm(world: World, admin: Player) -> None:
    table = await world.play_and_end()
    await delete(admin, SERVERS)
    with as_the_bot(world.env):
        await table.set_post(table.header.post)
        await world.store.save_hand_fingerprints([(table.header, HandMessage(world.alice.id, 1, 1, 1, "face"))])
        await world.store.save_hand_message(table.header, HandMessage(world.alice.id, 1, 1, 1))
    assert not is_kept(world)


# ---------------------------------------------------------------------- a server that took the bot out


async def leave(world: World) -> None:
    """Take the bot out of the server, as somebody who manages it does."""
    world.env.backend.remove_guild(world.guild.id)
    await world.settle()


async def due(world: World, after: float) -> None:
    """Let time pass, and run the hourly loops."""
    world.skip(after)
    with as_the_bot(world.env):
        await world.cog("Retention").purge()


async def departed(world: World) -> list[int]:
    with as_the_bot(world.env):
        return [each.guild_id for each in await world.store.privacy.departures(1e12)]


@pytest.mark.long
async def test_a_servers_data_is_deleted_thirty_days_after_its_departure(world: World) -> None:
    await world.play_and_end()
    await leave(world)
    await due(world, RETENTION_SECONDS - DAY)
    assert is_kept(world)
    await due(world, DAY + 1)
    assert not traces(world.database, world.guild.id, world.alice.id, "Alice")
    assert b"Alice" not in bytes_of(world.database)


def asked(world: World) -> int:
    """Return how often Discord was asked about the server."""
    return len(world.requests(method="GET", path=f"/guilds/{world.guild.id}"))


async def test_discord_is_asked_twice_on_different_days_before_anything_is_deleted(world: World) -> None:
    await visited(world)
    await leave(world)
    await due(world, RETENTION_SECONDS - ASKED_EARLIER_SECONDS - 1)
    assert asked(world) == 0
    # the bot was off when it was time to ask
    await due(world, RETENTION_SECONDS)
    await due(world, DAY - 60)
    assert is_kept(world)
    assert asked(world) == 1
    await due(world, 60)
    assert not is_kept(world)
    assert asked(world) == 2


async def asked_twice(world: World, status: int, code: int) -> None:
    """Remove the bot from a server, and let Discord answer so on the day before its data is due, and on that day."""
    await visited(world)
    await leave(world)
    world.fail("GET", f"/guilds/{world.guild.id}", status, code)
    await due(world, RETENTION_SECONDS - DAY)
    await due(world, DAY)


@pytest.mark.parametrize(("status", "code"), [(404, 10004), (403, 50001)])
async def test_a_person_who_may_not_see_a_server_is_not_in_it(world: World, status: int, code: int) -> None:
    await asked_twice(world, status, code)
    assert not is_kept(world)


@pytest.mark.sampled
@pytest.mark.parametrize(("status", "code"), [(404, 0), (403, 0), (403, 50013), (401, 0), (429, 0), (500, 0), (503, 0)])
async def test_any_other_answer_of_discord_keeps_a_servers_data(world: World, status: int, code: int) -> None:
    await asked_twice(world, status, code)
    await due(world, DAY)
    assert is_kept(world)
    assert await departed(world) == [world.guild.id]


async def test_no_answer_of_discord_keeps_a_servers_data(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world)
    await leave(world)
    await due(world, RETENTION_SECONDS - DAY)
    monkeypatch.setattr(world.bot, "fetch_guild", failing(TimeoutError()))
    await due(world, DAY)
    await due(world, DAY)
    assert is_kept(world)


async def test_a_server_is_left_to_the_process_with_its_shard(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world)
    await leave(world)
    await due(world, RETENTION_SECONDS - DAY)
    ask = world.bot.fetch_guild

    async def slowly(guild: int, **more: Any) -> Any:
        monkeypatch.setattr(world.bot, "lists", lambda guild: False)
        return await ask(guild, **more)

    monkeypatch.setattr(world.bot, "fetch_guild", slowly)
    await due(world, DAY)
    assert is_kept(world)


@pytest.mark.parametrize("times", [0, 1])
async def test_a_server_that_was_missing_in_one_list_alone_keeps_its_data(world: World, times: int) -> None:
    await visited(world)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    with as_the_bot(world.env):
        world.bot._connection._remove_guild(guild)
        await world.store.privacy.guild_left(frozenset({world.guild.id}), world.time)
    if times:
        # even Discord has been wrong about it
        world.fail("GET", f"/guilds/{world.guild.id}", 404, 10004, times=times)
    await due(world, RETENTION_SECONDS - DAY)
    await due(world, DAY)
    assert is_kept(world)
    assert await departed(world) == []


async def test_a_server_that_takes_the_bot_in_again_in_time_keeps_its_data(world: World) -> None:
    match = await visited(world)
    guild = world.env.backend.guilds[world.guild.id]
    await leave(world)
    guild.channel_ids.clear()
    assert await departed(world) == [world.guild.id]
    join(world, guild)
    await world.settle()
    assert await departed(world) == []
    await due(world, RETENTION_SECONDS + DAY)
    with as_the_bot(world.env):
        assert await world.store.find(match) is not None


def join(world: World, guild: Any, **payload: Any) -> None:
    """Let Discord tell that the bot is in a server."""
    from simcord.backend import serializers

    world.env.backend.guilds[guild.id] = guild
    world.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(world.env.backend, guild) | payload)


async def test_an_outage_of_a_server_is_no_departure(world: World) -> None:
    await visited(world)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.settle()
    assert await departed(world) == []
    await due(world, RETENTION_SECONDS + DAY)
    assert is_kept(world)


async def test_a_server_that_left_while_the_bot_was_away_is_found_missing(world: World) -> None:
    await visited(world)
    world.bot.halt()
    guild = world.env.backend.guilds.pop(world.guild.id)
    await world.restart(down=60)
    assert await departed(world) == [world.guild.id]
    assert is_kept(world)
    # and one that came back while it was away is found again
    world.env.backend.guilds[guild.id] = guild
    await world.restart(down=60)
    assert await departed(world) == []


async def test_a_server_with_the_bot_is_never_deleted(world: World) -> None:
    await visited(world)
    with as_the_bot(world.env):
        await world.store.privacy.guild_left(frozenset({world.guild.id}), 0.0)
        await world.cog("Retention").purge()
    assert is_kept(world)
    assert await departed(world) == []


async def test_no_server_is_deleted_before_discord_told_of_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world)
    await leave(world)
    monkeypatch.setattr(world.bot, "is_ready", lambda: False)
    await due(world, RETENTION_SECONDS + 1)
    assert is_kept(world)


async def test_tables_that_are_still_open_there_are_closed_and_deleted_with_it(world: World) -> None:
    await world.sit("alice", "bruno")
    await leave(world)
    await due(world, RETENTION_SECONDS - DAY)
    assert len(world.tables) == 1
    world.skip(DAY + 1)
    async with world.directly():
        await world.cog("Retention").purge()
    assert world.tables == ()
    assert not is_kept(world)


async def test_a_full_disk_puts_a_deletion_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await visited(world)

    full = failing(StorageError("full"))
    with monkeypatch.context() as patched:
        patched.setattr(world.store._connection, "write", full)  # type: ignore[attr-defined]
        await leave(world)
    assert await departed(world) == []
    # the next start finds it missing
    await world.restart()
    assert await departed(world) == [world.guild.id]
    with monkeypatch.context() as patched:
        patched.setattr(world.store._connection, "write", full)  # type: ignore[attr-defined]
        await due(world, RETENTION_SECONDS - DAY)
        await due(world, DAY + 1)
    assert is_kept(world)
    await due(world, 0)
    await due(world, DAY)
    assert not is_kept(world)


@pytest.mark.long
async def test_the_bot_looks_for_data_to_delete_each_hour(world: World) -> None:
    done: list[float] = []

    async def note() -> None:
        done.append(world.bot.clock())

    retention = world.cog("Retention")
    retention.purge = note
    loop = retention.purging
    assert loop.hours == 1
    loop.change_interval(seconds=2)
    await world.wait(4)
    assert len(done) >= 1
