"""Tests of channels that are closed, hidden or gone: players play on by their hands."""

from __future__ import annotations

import pytest
import simcord
from simcord.backend import serializers

from engine.live.tables import lifecycle, playing
from engine.live.tables.table import Table
from tests.cogs.publishing import BLOCKED, EVERYBODY, LOST, assert_goes_on
from tests.support.in_memory.grids import flip, grid_of, pictures
from tests.support.in_memory.world import (
    ARCHIVED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    TOO_MANY_EDITS,
    UNKNOWN_MESSAGE,
    World,
    act,
    laid,
)
from tests.support.simcord_private import as_the_bot, deny, shut, take

UNEDITABLE = (UNKNOWN_MESSAGE, ARCHIVED, TOO_MANY_EDITS)


@pytest.mark.long
async def test_a_channel_that_takes_nothing_for_an_hour_costs_pictures_and_no_moves(world: World) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before, sent = world.board.id, world.sent
    world.refuse(*MISSING_PERMISSIONS)
    for _ in range(6):
        await world.move_by_hand()
    assert table.ply == 7
    assert all(world.hands_say(BLOCKED) + world.hands_say(world.command("settings", "doctor")))
    assert world.count(sent)["POST channel"] == 6
    # nothing is due under no clock, and looking each second for an hour takes seconds
    world.bot.upkeep.tick.cancel()
    await world.wait(3600)
    # after 30 seconds, one minute, two, four, … and no more than that
    assert world.count(sent)["POST channel"] == 6 + 6
    assert world.board.id == before
    world.heal()
    await world.wait(120)
    (shown,) = (each for each in world.messages if each.id > before)
    assert not shown.lacks(*laid(table)), "all moves share one picture"
    assert sum(bool(each.buttons) for each in world.messages) == 1
    await assert_goes_on(world)


@pytest.mark.long
@pytest.mark.parametrize("text", [False, True])
async def test_a_board_says_so_where_it_has_no_room_for_all_moves_made_meanwhile(world: World, *, text: bool) -> None:
    table = await world.sit(*EVERYBODY, rules="mexican-train", clock="none")
    if text:
        await world.alice.write_text("on", "table")
    world.refuse(503)
    async with world.directly():
        while table.ply < 200:
            await act(table)
    post = table.header.post
    assert post is not None
    assert post.ply == 1
    world.heal()
    await world.retry()
    left_out = "-# Earlier moves don't fit here.\n"
    assert left_out in world.board.text
    assert laid(table)[-1] in world.board.text
    assert "it's your turn" in world.board.text
    post = table.header.post
    assert post is not None
    assert post.text.startswith(left_out)
    await world.alice.run("board")
    (before,) = (each for each in world.messages if left_out in each.text)
    assert laid(table)[-1] in before.text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["shown again", "a role changes", "the bot gets a role"])
async def test_the_bot_notices_at_once_that_a_permission_is_given_back(world: World, how: str) -> None:
    table = await world.sit(*EVERYBODY)
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    permissions = {role.id: role.permissions for role in guild.roles.values()}
    if how == "shown again":
        deny(world.env, world.guild, world.channel, "view_channel")
    else:
        take(world.env, world.guild, "send_messages")
        await world.settle()
    await world.move_by_hand()
    assert all(world.hands_say(BLOCKED))
    match how:
        case "shown again":
            backend.delete_overwrite(world.channel.id, world.guild.id)
        case "a role changes":
            for role, allowed in permissions.items():
                backend.edit_role(world.guild.id, role, {"permissions": allowed})
        case _:
            # only the bot is told of a role that comes to be the bot's
            for role, allowed in permissions.items():
                guild.roles[role].permissions = allowed
            bot = backend.get_member(world.guild.id, backend.bot_user.id)
            payload = {**serializers.member_payload(backend, guild, bot), "guild_id": str(guild.id)}
            with as_the_bot(world.env):
                world.bot._connection.parse_guild_member_update(payload)  # type: ignore[arg-type]
    await world.settle()
    assert laid(table)[0] in world.board.text
    await assert_goes_on(world)


async def test_only_players_take_the_table_of_a_deleted_channel_elsewhere(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.delete_channel()
    assert all(world.hands_say(LOST) + world.hands_say(f"{world.command('board')} in another channel")), (
        "before the next move"
    )
    await world.move_by_hand()
    assert (await world.eve.run("board", elsewhere)).text.startswith("There is no table in this channel.")
    assert table.header.channel_id == world.channel.id
    assert "The table is at the bottom of the channel again." in (await world.bruno.run("board", elsewhere)).text
    assert table.header.channel_id == elsewhere.id
    assert all(world.hands_say(f"<#{elsewhere.id}>"))
    await assert_goes_on(world, elsewhere)
    assert not world.newest(elsewhere).lacks(*laid(table)), "nothing of what happened stays untold"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("at_once", [True, False])
async def test_the_board_in_a_channel_that_a_table_has_left_loses_its_buttons(world: World, at_once: bool) -> None:
    await world.sit(*EVERYBODY)
    elsewhere, before = world.guild.create_text_channel("elsewhere"), world.board
    world.refuse(*MISSING_PERMISSIONS)
    await world.move_by_hand()
    world.heal()
    if not at_once:
        world.fail("PATCH", f"/channels/{world.channel.id}/messages/*", 502, 0, times=1)
    await world.alice.run("board", elsewhere)
    if not at_once:
        assert "My hand" in world.now(before).labels
        await world.restart()
        await world.wait(61)
    assert "My hand" not in world.now(before).labels
    await assert_goes_on(world, elsewhere)


@pytest.mark.parametrize("end", ["posted elsewhere", "ended"])
async def test_a_bot_that_died_before_it_showed_a_moved_table_strips_its_old_board(world: World, end: str) -> None:
    table, before = await world.sit("alice", "bruno"), world.board
    elsewhere = world.guild.create_text_channel("elsewhere")
    async with world.directly():
        await world.bot.hub.move(table, world.alice.id, elsewhere.id)
        if end == "ended":
            await table.do(lifecycle.end, world.alice.id, manager=True)
        world.bot.publisher.forget(table)
    assert "My hand" in world.now(before).labels
    await world.restart()
    assert "My hand" not in world.now(before).labels
    assert world.now(before).attachments
    assert world.newest(elsewhere).text


async def test_a_table_whose_new_channel_fails_too_is_shown_there_later(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.delete_channel()
    world.refuse(503, place=elsewhere)
    answer = await world.alice.run("board", elsewhere)
    assert answer.text == "Discord doesn't let me show the table here right now. I'll try again on my own."
    assert table.header.channel_id == elsewhere.id
    assert all(world.hands_say(BLOCKED))
    world.heal()
    await world.wait(61)
    await assert_goes_on(world, elsewhere)


@pytest.mark.long
async def test_a_lobby_whose_channel_is_deleted_closes_and_leaves_nothing(world: World) -> None:
    table = await world.lobby("alice")
    await world.delete_channel()
    await world.wait(901)
    assert not world.tables
    assert not world.bot.publisher.waiting
    await world.assert_kept(table)


async def in_a_thread(world: World) -> tuple[Table, simcord.ChannelHandle]:
    thread = world.thread()
    await world.settle()
    return await world.sit("alice", "bruno", place=thread), thread


async def test_the_next_move_takes_a_thread_out_of_the_archive(world: World) -> None:
    table, thread = await in_a_thread(world)
    shut(world.env, thread, archived=True)
    await world.settle()
    world.fail("PATCH", f"/channels/{thread.id}/messages/*", *ARCHIVED, times=1)
    await world.move_by_hand()
    assert laid(table)[0] in world.newest(thread).text
    await assert_goes_on(world, thread)


async def test_a_locked_thread_is_told_at_once_when_it_is_opened_again(world: World) -> None:
    table, thread = await in_a_thread(world)
    shut(world.env, thread, archived=True, locked=True)
    await world.settle()
    world.refuse(403, 160005, place=thread)
    await world.move_by_hand()
    assert all(world.hands_say(BLOCKED))
    world.heal()
    shut(world.env, thread, archived=False, locked=False)
    await world.settle()
    assert laid(table)[0] in world.newest(thread).text
    await assert_goes_on(world, thread)


@pytest.mark.parametrize("back", ["joined again", "lost by Discord for a while"])
@pytest.mark.long
async def test_a_server_that_is_left_and_joined_again_finds_its_match_where_it_was(world: World, back: str) -> None:
    table = await world.sit(*EVERYBODY)
    await world.move()
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    channel, messages = backend.channels[world.channel.id], backend.messages[world.channel.id]
    player, ply = world.mover(), table.ply
    backend.remove_guild(guild.id)
    world.refuse(*MISSING_ACCESS)
    for person in world.people.values():
        # where no server is shared, there are no private messages
        world.refuse(403, 50278, place=person.user.dm_channel)
    await world.settle()
    await world.do()
    await world.wait(600)
    assert world.mover() is not player
    assert table.ply == ply + 1, "nobody can see the table, so nobody's time runs"
    world.heal()
    backend.guilds[guild.id], backend.channels[channel.id], backend.messages[channel.id] = guild, channel, messages
    payload = dict(serializers.guild_create_payload(backend, guild))
    payload.pop("unavailable", None)
    # Discord says so of servers that come back by themselves
    backend.emit("GUILD_CREATE", payload if back == "joined again" else {**payload, "unavailable": False})
    await world.settle()
    assert laid(table)[-1] in world.board.text
    assert (table.header.deadline or 0) - world.time == pytest.approx(120, abs=2)
    shown = await world.mover().press("My hand")
    assert "It's your turn" in shown.text
    await world.mover().press_first(shown)


# ---------------------------------------------------------------------- messages that are gone


@pytest.mark.long
async def test_a_deleted_message_is_followed_by_the_next_one(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    world.delete(world.board)
    await world.move_by_hand()
    assert laid(table)[0] in world.board.text
    await world.end_deal()
    world.delete(world.board)
    await world.wait(16)
    assert table.view(None).deal == 2
    assert "Deal 2" in world.board.text
    await assert_goes_on(world)


@pytest.mark.parametrize(("status", "code"), UNEDITABLE)
async def test_a_lobby_that_can_not_be_edited_is_shown_anew(world: World, status: int, code: int) -> None:
    await world.lobby("alice")
    lobby = world.board
    world.fail("PATCH", f"/channels/*/messages/{lobby.id}", status, code)
    await world.bruno.press("Join", lobby)
    assert world.board != lobby
    assert "**Bruno**" in world.board.text
    await world.alice.press("Start")
    await assert_goes_on(world)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("status", "code"), UNEDITABLE)
async def test_a_grid_that_cannot_be_edited_goes_on_in_a_new_message(world: World, status: int, code: int) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, 1)
    old = world.board
    if (status, code) == UNKNOWN_MESSAGE:
        world.delete(old)
    else:
        # a new message takes a thread out of the archive
        times = 1 if (status, code) == ARCHIVED else None
        world.fail("PATCH", f"/channels/*/messages/{old.id}", status, code, times=times)
    async with world.directly():
        await table.do(playing.flip, world.mover().id, table.ply, 2)
    assert world.board != old
    assert pictures(world) == 1, "what is turned back must not be looked up later"
    assert len(grid_of(table).face_up) in (0, 2)
    await world.wait(9)
    await flip(world, next(iter(grid_of(table).tiles)))
    assert pictures(world) == 1


@pytest.mark.long
@pytest.mark.parametrize("gone", [False, True])
async def test_a_matchs_end_is_tried_again_a_few_times_where_its_channel_is_gone(world: World, gone: bool) -> None:
    table = await world.sit("alice", "bruno")
    world.fail("POST", f"/channels/{world.channel.id}/messages", 404, 10003, times=None if gone else 1)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id, manager=True)
    assert "ended the match" not in world.board.text
    for _ in range(5):
        await world.wait(120)
    assert ("ended the match" in world.board.text) is not gone
    assert not world.bot.publisher.waiting


@pytest.mark.long
async def test_retries_of_a_matchs_end_stop_and_a_restart_tells_it(world: World) -> None:
    table = await world.sit("alice", "bruno")
    world.refuse(*MISSING_PERMISSIONS)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id, manager=True)
    assert world.bot.publisher.waiting
    for _ in range(60):
        world.skip(1800)
        async with world.directly():
            world.bot.publisher.schedule.retry(world.bot.monotonic())
    assert not world.bot.publisher.waiting
    assert not world.tables
    await world.assert_kept(table)
    world.heal()
    await world.restart()
    assert "The match was ended." in world.board.text
    assert "This match was stopped." in world.alice.hand.text
