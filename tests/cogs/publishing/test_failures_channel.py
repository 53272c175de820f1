"""When the channel can't be written to, is hidden or gone: play goes on by hands, and the channel is told later."""

from __future__ import annotations

from typing import Any

import pytest
import simcord
from simcord.backend import serializers

from engine.live.model.errors import TableError
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import (
    BLOCKED,
    LOST,
    hands_say,
    in_turn,
    kept,
    move_by_hand,
    refuse,
    relent,
    requests,
    unhurt,
)
from tests.cogs.play.test_memory import flip, grid_of, pictures
from tests.cogs.playing import buttons, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot, create_thread, deny, shut, take

EVERYBODY = ("alice", "bruno", "chloe")


def laid(table: Table) -> list[str]:
    return [each.tile.text for each in table.view(None).layout.placed]


async def goes_on(world: World, table: Table, place: Any = None) -> None:
    """Make sure that the next move is shown in the channel, with buttons, and hands are as always."""
    assert not any(hands_say(world, table, BLOCKED) + hands_say(world, table, LOST))
    await take_turn(world, table, place)
    shown = (place or world.channel).last_message
    assert "My hand" in buttons(shown)
    assert "it's your turn" in text(shown)
    await kept(world, table)


async def test_a_channel_that_takes_nothing_for_an_hour_costs_pictures_and_no_moves(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before, sent = world.last().id, len(world.env.http_requests)
    refuse(world, 403, 50013)
    for _ in range(6):
        await move_by_hand(world, table)
    assert table.ply == 7
    assert hands_say(world, table, BLOCKED) == [True, True, True]
    assert hands_say(world, table, "/domino doctor") == [True, True, True]
    assert requests(world, sent)["POST channel"] == 6
    # nothing is due under no clock, and looking each second for an hour takes seconds
    world.bot._tick.cancel()
    await world.env.advance_time(3600)
    # after 30 seconds, one minute, two, four, … and no more than that
    assert requests(world, sent)["POST channel"] == 6 + 6
    assert world.last().id == before
    await kept(world, table)
    relent(world)
    await world.env.advance_time(120)
    shown = [each for each in world.channel.history() if each.id > before]
    assert len(shown) == 1, "all moves share one picture"
    assert all(tile in text(shown[0]) for tile in laid(table))
    assert sum(bool(buttons(each)) for each in world.channel.history()) == 1
    await goes_on(world, table)
    unhurt(caplog)


async def test_moves_made_while_discord_is_down_do_not_put_off_the_next_try(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    refuse(world, 503)
    for _ in range(8):
        await move_by_hand(world, table)
    relent(world)
    await world.env.advance_time(60)
    assert all(tile in text(world.last()) for tile in laid(table))
    await goes_on(world, table)
    unhurt(caplog)


async def test_a_channel_hidden_and_shown_again_is_told_at_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit(*EVERYBODY)
    deny(world.env, world.guild, world.channel, "view_channel")
    await move_by_hand(world, table)
    assert all(hands_say(world, table, BLOCKED))
    world.env.backend.delete_overwrite(world.channel.id, world.guild.id)
    await world.env.settle()
    assert laid(table)[0] in text(world.last())
    await goes_on(world, table)
    unhurt(caplog)


@pytest.mark.parametrize("how", ["a role changes", "the bot gets a role"])
async def test_a_permission_taken_and_given_back_by_roles_is_noticed_at_once(
    world: World, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    backend = world.env.backend
    roles = {role.id: role.permissions for role in backend.get_guild(world.guild.id).roles.values()}
    take(world.env, world.guild, "send_messages")
    await world.env.settle()
    await move_by_hand(world, table)
    assert all(hands_say(world, table, BLOCKED))
    if how == "a role changes":
        for role, permissions in roles.items():
            backend.edit_role(world.guild.id, role, {"permissions": permissions})
    else:
        # nobody is told of a role that only comes to be the bot's, but the bot
        guild = backend.get_guild(world.guild.id)
        for role, permissions in roles.items():
            guild.roles[role].permissions = permissions
        bot = backend.get_member(world.guild.id, backend.bot_user.id)
        payload = {**serializers.member_payload(backend, guild, bot), "guild_id": str(guild.id)}
        with as_the_bot(world.env):
            world.bot._connection.parse_guild_member_update(payload)
    await world.env.settle()
    assert laid(table)[0] in text(world.last())
    await goes_on(world, table)
    unhurt(caplog)


async def test_a_deleted_channel_is_known_at_once_and_the_table_can_be_taken_elsewhere_by_its_players_alone(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert all(hands_say(world, table, LOST)), "before anybody has moved"
    assert all(hands_say(world, table, "/domino board in another channel"))
    await move_by_hand(world, table)
    stranger = await world.eve.slash(elsewhere, "domino board")
    assert text(stranger.response).startswith("There is no table in this channel.")
    assert table.header.channel == world.channel.id
    answer = await world.bruno.slash(elsewhere, "domino board")
    assert "The table is at the bottom of the channel again." in text(answer.response)
    assert table.header.channel == elsewhere.id
    assert all(hands_say(world, table, f"<#{elsewhere.id}>"))
    await goes_on(world, table, elsewhere)
    assert all(tile in text(elsewhere.last_message) for tile in laid(table)), "nothing of what happened stays untold"
    assert world.bot.hub.in_channel(elsewhere.id) is table
    unhurt(caplog)


async def test_a_table_whose_new_channel_fails_too_is_shown_there_later(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    refuse(world, 403, 50013, place=elsewhere)
    answer = await world.alice.slash(elsewhere, "domino board")
    assert text(answer.response) == "Discord doesn't let me show the table here right now. I'll try again by myself."
    assert table.header.channel == elsewhere.id
    assert all(hands_say(world, table, BLOCKED))
    relent(world)
    await world.env.advance_time(61)
    await goes_on(world, table, elsewhere)
    unhurt(caplog)


async def test_a_lobby_whose_channel_is_deleted_closes_and_leaves_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.alice.slash(world.channel, "domino play")
    table = world.table
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    await world.env.advance_time(901)
    assert not world.bot.hub.tables
    assert not world.bot.publisher.waiting
    await kept(world, table)
    unhurt(caplog)


async def in_a_thread(world: World) -> tuple[Table, simcord.ChannelHandle]:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    await world.env.settle()
    await world.alice.slash(thread, "domino play", rules="express")
    table = world.bot.hub.in_channel(thread.id)
    await world.bruno.click(thread.last_message, label="Join")
    await world.alice.click(thread.last_message, label="Start")
    return table, thread


async def test_a_deleted_thread_is_known_at_once_and_its_table_goes_on_in_the_channel(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table, thread = await in_a_thread(world)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert all(hands_say(world, table, LOST))
    await move_by_hand(world, table)
    await world.bruno.slash(world.channel, "domino board")
    await goes_on(world, table)
    unhurt(caplog)


async def test_a_thread_in_the_archive_is_taken_out_of_it_by_the_next_move(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table, thread = await in_a_thread(world)
    shut(world.env, thread, archived=True)
    await world.env.settle()
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=1)
    await move_by_hand(world, table)
    assert laid(table)[0] in text(thread.last_message)
    await goes_on(world, table, thread)
    unhurt(caplog)


async def test_a_locked_thread_is_told_at_once_when_it_is_opened_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table, thread = await in_a_thread(world)
    shut(world.env, thread, archived=True, locked=True)
    await world.env.settle()
    refuse(world, 403, 160005, place=thread)
    await move_by_hand(world, table)
    assert all(hands_say(world, table, BLOCKED))
    relent(world)
    shut(world.env, thread, archived=False, locked=False)
    await world.env.settle()
    assert laid(table)[0] in text(thread.last_message)
    await goes_on(world, table, thread)
    unhurt(caplog)


@pytest.mark.parametrize("back", ["joined again", "lost by Discord for a while"])
async def test_a_server_that_is_left_and_joined_again_finds_its_match_where_it_was(
    world: World, back: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY)
    await take_turn(world, table)
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    channel, messages = backend.channels[world.channel.id], backend.messages[world.channel.id]
    people, turn, ply = [world.who(each.user) for each in table.people], table.view(None).turn, table.ply
    backend.remove_guild(guild.id)
    refuse(world, 403, 50001)
    for person in people:
        # where nothing is shared, nobody can be written to
        refuse(world, 403, 50278, place=person.user.dm_channel)
    await world.env.settle()
    with as_the_bot(world.env):
        await table.play(people[turn].id, turn, ply, 0)
    await world.env.settle()
    await world.env.advance_time(600)
    assert table.view(None).turn != turn
    assert table.ply == ply + 1, "nobody can see the table, so nobody's time runs"
    await kept(world, table)
    relent(world)
    backend.guilds[guild.id], backend.channels[channel.id], backend.messages[channel.id] = guild, channel, messages
    payload = dict(serializers.guild_create_payload(backend, guild))
    payload.pop("unavailable", None)
    # Discord says so of servers that come back by themselves
    backend.emit("GUILD_CREATE", payload if back == "joined again" else {**payload, "unavailable": False})
    await world.env.settle()
    assert laid(table)[-1] in text(world.last())
    assert table.header.deadline - world.env.now().timestamp() == pytest.approx(120, abs=2)
    person = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    assert "It's your turn" in text(shown.response)
    await person.click(shown.response.message, custom_id=next(iter(buttons(shown.response).values())))
    unhurt(caplog)


# ---------------------------------------------------------------------- messages that are gone


async def test_a_deleted_board_is_followed_by_the_next_one(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit(*EVERYBODY)
    world.env.backend.delete_message(world.channel.id, world.last().id)
    await move_by_hand(world, table)
    assert laid(table)[0] in text(world.last())
    await goes_on(world, table)
    unhurt(caplog)


async def test_a_deals_end_that_is_deleted_keeps_nobody_from_the_next_deal(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")
    while table.view(None).turn is not None:
        with as_the_bot(world.env):
            turn = table.view(None).turn
            await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle()
    assert "Next deal" in buttons(world.last())
    world.env.backend.delete_message(world.channel.id, world.last().id)
    await world.env.advance_time(16)
    assert table.view(None).deal == 2
    assert "Deal 2" in text(world.last())
    await goes_on(world, table)
    unhurt(caplog)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 50083), (400, 30046)])
async def test_a_lobby_that_can_not_be_edited_is_shown_anew(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby, table = world.last(), world.table
    world.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=status, code=code, times=None)
    await world.bruno.click(lobby, label="Join")
    assert world.last().id != lobby.id
    assert "**Bruno**" in text(world.last())
    await kept(world, table)
    await world.alice.click(world.last(), label="Start")
    await goes_on(world, table)
    unhurt(caplog)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 50083), (400, 30046)])
async def test_a_grid_that_can_not_be_edited_goes_on_in_a_new_message_and_the_old_one_shows_nothing(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, table, 1)
    old = world.last().id
    if code == 10008:
        world.env.backend.delete_message(world.channel.id, old)
    else:
        # a new message takes a thread out of the archive
        times = 1 if code == 50083 else None
        world.env.inject_error("PATCH", f"/channels/*/messages/{old}", status=status, code=code, times=times)
    turn = table.view(None).turn
    with as_the_bot(world.env):
        await table.flip(table.people[turn].user, table.ply, 2)
    await world.env.settle()
    assert world.last().id != old
    assert pictures(world) == 1, "what is turned back must not be looked up later"
    assert len(grid_of(table).face_up) in (0, 2)
    await kept(world, table)
    await world.env.advance_time(9)
    await flip(world, table, next(iter(grid_of(table).tiles)))
    assert pictures(world) == 1
    unhurt(caplog)


async def test_a_grid_in_an_archived_thread_goes_on_with_the_next_turn(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, table, 1)
    await flip(world, table, 2)
    old = world.last().id
    world.env.inject_error("PATCH", f"/channels/*/messages/{old}", status=400, code=50083, times=1)
    await flip(world, table, 3)
    assert world.last().id != old
    assert pictures(world) == 1
    await kept(world, table)
    await flip(world, table, 4)
    assert pictures(world) == 1
    unhurt(caplog)


async def test_what_came_of_a_match_that_has_ended_is_not_tried_for_ever(world: World) -> None:
    table = await world.sit("alice", "bruno")
    refuse(world, 403, 50013)
    await world.alice.slash(world.channel, "domino end")
    with as_the_bot(world.env):
        await table.end(world.alice.id)
    await world.env.settle()
    assert world.bot.publisher.waiting
    for _ in range(60):
        world.env.backend.advance_clock(1800)
        with as_the_bot(world.env):
            world.bot.publisher.retry(world.bot.clock())
        await world.env.settle()
    assert not world.bot.publisher.waiting
    with pytest.raises(TableError):
        _ = world.table
    await kept(world, table)
    relent(world)
    await world.restart()
    assert "The match was ended." in text(world.last())
    assert "This match was ended." in text(hand_message(world, world.alice))
