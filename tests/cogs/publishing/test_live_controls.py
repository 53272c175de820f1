"""Tests of the one message of a table that has live controls, after any failure and crash."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.publishing.cleanup import Cleanup
from cogs.publishing.schedule import MAX_SEARCHES, Schedule
from cogs.publishing.screen import Screen
from engine.live.model.table import MAX_OLDER, SentMessage
from engine.live.tables import deadlines, lifecycle, playing
from engine.live.tables.table import Table
from tests.cogs.publishing import BLOCKED
from tests.cogs.publishing.test_failures import lose_receipts
from tests.cogs.publishing.test_restart_moments import dies_noting, hush
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import UNKNOWN_MESSAGE, World, failing


def live(world: World) -> list[Seen]:
    """Return the channel's messages with controls to play with."""
    verbs = ("hand", "join", "next", "pass", "flip")
    return [each for each in world.messages if any(control.split(":")[1] in verbs for control in each.buttons.values())]


def edits(world: World) -> str:
    return f"/channels/{world.channel.id}/messages/*"


async def test_an_older_message_that_could_not_be_stripped_is_stripped_later_without_a_word(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    old = world.board
    world.fail("PATCH", edits(world), 502)
    await world.do()
    await world.do()
    assert len(live(world)) == 3
    assert table.header.post is not None
    assert [each.message_id for each in table.header.post.older] == [old.id, world.messages[-2].id]
    assert not any(world.hands_say(BLOCKED))
    world.heal()
    await world.wait(31)
    assert live(world) == [world.board]
    assert table.header.post.older == ()
    assert old.id == world.now(old).id, "its text stays"


async def test_an_older_message_stays_remembered_when_the_next_one_is_stripped(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    old = world.board
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/{old.id}", 502)
    await world.do()
    await world.do()
    assert live(world) == [old, world.board]
    world.heal()
    await world.wait(31)
    assert live(world) == [world.board]


async def test_an_older_message_is_remembered_through_a_restart_until_it_is_stripped(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    world.fail("PATCH", edits(world), 502)
    await world.do()
    count = len(world.messages)
    world.heal()
    await world.restart()
    assert live(world) == [world.board]
    assert len(world.messages) == count
    (post,) = [each.header.post for each in world.tables]
    assert post is not None
    assert post.older == ()


async def test_an_older_message_that_is_gone_is_forgotten_and_few_are_remembered(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.fail("PATCH", edits(world), 502)
    for _ in range(MAX_OLDER + 1):
        await world.do()
    assert table.header.post is not None
    assert len(table.header.post.older) == MAX_OLDER
    world.heal()
    world.fail("PATCH", edits(world), *UNKNOWN_MESSAGE)
    await world.wait(31)
    assert table.header.post.older == ()


async def test_the_end_of_a_match_strips_its_board_after_a_restart(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.fail("PATCH", edits(world), 502)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id, manager=True)
    assert live(world)
    world.heal()
    await world.restart()
    assert not live(world)


@pytest.mark.parametrize("noted", [True, False])
async def test_a_death_between_boards_leaves_one(noted: bool, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    show = hush(world, monkeypatch)
    names = lose_receipts(world, monkeypatch, 0)
    taken = world.bot.http.send_message
    async with world.directly():
        dies_noting(table, monkeypatch, noted=noted)
        await table.do(playing.play, world.mover().id, table.view(None).turn or 0, table.ply, 0)
        show(table)
    board = world.board
    monkeypatch.undo()
    restart = world.env.restart_bot

    async def with_memory(bot: object) -> None:
        monkeypatch.setattr("discord.http.HTTPClient.send_message", lambda _, *what, **how: taken(*what, **how))
        await restart(bot)

    monkeypatch.setattr(world.env, "restart_bot", with_memory)
    await world.restart()
    assert live(world) == [world.board] == [board]
    assert len(set(names)) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize("refusal", [(403, 0), (404, 0), (502, 0)])
async def test_a_lost_lobby_is_searched_for_again_where_a_proxy_refuses_to_show_or_delete_it(
    world: World, method: str, refusal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(Table, "set_post", failing(asyncio.CancelledError()))
        await world.alice.run("play")
    world.fail(method, f"/channels/{world.channel.id}/messages" + "/*" * (method == "DELETE"), *refusal)
    await world.restart()
    assert len(live(world)) == 2
    world.heal()
    await world.wait(31)
    assert live(world) == [world.board]


async def forgets(_post: SentMessage) -> bool:
    """Stand in for :meth:`Table.set_post` and keep nothing."""
    return True


async def test_a_lost_board_deleted_by_others_keeps_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    old = world.board

    monkeypatch.setattr(table, "set_post", forgets)
    world.fail("PATCH", edits(world), 502)
    for _ in range(2):
        await world.alice.run("board")
        # Discord has forgotten the name of the last one
        monkeypatch.setattr("cogs.publishing.perform._nonce", lambda _: None)
    lost, gone = live(world)[1:]
    world.heal()
    world.fail("DELETE", edits(world), *UNKNOWN_MESSAGE, times=1)
    await world.restart()
    assert live(world) == [old, gone]
    assert lost not in world.messages


@pytest.mark.parametrize("repeated", [True, False])
async def test_a_lobby_that_the_library_asked_for_twice_leaves_one_message_or_none(
    world: World, repeated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord took the first try, and the answer was lost; the second try is taken, too, or refused."""
    refused: Any = SimpleNamespace(status=404, reason="Not Found")
    if repeated:
        await world.prefer(threads=True)
        world.fail("POST", "/channels/*/messages/*/threads", 502)
    target = discord.Webhook if repeated else discord.InteractionResponse
    name = "send" if repeated else "send_message"
    send = getattr(target, name)

    async def twice(self: Any, *what: Any, **how: Any) -> Any:
        first = await send(self, *what, **how)
        if how.get("ephemeral"):
            return first
        if not repeated:
            raise discord.NotFound(refused, {"code": 10015, "message": "Unknown Webhook"})
        return await send(self, *what, **how)

    monkeypatch.setattr(target, name, twice)
    await world.alice.run("play")
    assert live(world) == ([world.board] if repeated else [])
    assert len(world.tables) == repeated


async def do_nothing(*_: object) -> None:
    """Do nothing, as a bot that has died."""


async def lost_lobby(world: World, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Open a table, and lose the number of its message."""
    with monkeypatch.context() as dying:
        dying.setattr(Table, "set_post", do_nothing)
        await world.alice.run("play")
    return world.board


@pytest.mark.parametrize("ahead", [0, 7200])
async def test_a_lobby_whose_number_was_lost_is_deleted_once_another_is_posted_whatever_the_clock_shows(
    world: World, ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot.hub, "_clock", lambda: world.time + ahead)

    lost = await lost_lobby(world, monkeypatch)
    await world.restart()
    assert live(world) == [world.board]
    assert world.board != lost


async def test_a_lost_lobby_is_deleted_by_the_second_start(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = await lost_lobby(world, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(Cleanup, "delete_untracked", do_nothing)
        await world.restart()
    assert live(world) == [lost, world.board]
    await world.restart()
    assert live(world) == [world.board]
    assert world.board != lost


async def test_a_lost_lobby_is_deleted_though_its_table_ended(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = await lost_lobby(world, monkeypatch)
    monkeypatch.setattr(Schedule, "delete_untracked", do_nothing)
    await world.restart()
    assert live(world) == [lost, world.board]
    await world.alice.press("Close the table")
    assert live(world) == []
    assert lost not in world.messages


async def test_after_a_start_few_channels_are_searched_at_a_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcdef":
        await world.lobby("alice", "bruno", place=world.thread(name))
    searched: list[str] = []
    running: list[int] = [0]

    async def search(_: Cleanup, screen: Screen) -> None:
        searched.append(screen.table.id)
        running.append(running[-1] + 1)
        await asyncio.sleep(0)
        running.append(running[-1] - 1)

    monkeypatch.setattr(Cleanup, "delete_untracked", search)
    await world.restart()
    assert len(set(searched)) == len(searched) == 6
    assert max(running) == MAX_SEARCHES


async def test_a_lost_board_shown_again_is_deleted_and_no_vote(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    old = world.board
    await world.alice.run_formerly("vote")
    ballot = world.board

    monkeypatch.setattr(table, "set_post", forgets)
    # the old board still has its buttons when the bot dies
    world.fail("PATCH", edits(world), 502)
    await world.alice.run("board")
    assert len(live(world)) == 2
    world.heal()
    await world.restart()
    assert live(world) == [old]
    assert ballot in world.messages


@pytest.mark.long
async def test_a_start_searches_channels_only_where_somebody_has_just_played(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    since = world.sent
    await world.restart()
    searched = world.requests(since, "GET", f"/channels/{world.channel.id}/messages")
    assert len(searched) == 1
    await world.wait(1000)
    since = world.sent
    await world.restart()
    assert not world.requests(since, "GET", f"/channels/{world.channel.id}/messages")


def swallow(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Awaitable[Any]]]:
    """Let Discord answer no edit in the channel; return the edits, to be done late."""
    request, lost = world.bot.http.request, list[Callable[[], Awaitable[Any]]]()

    async def fails(route: Any, **arguments: Any) -> Any:
        if route.method == "PATCH" and f"/channels/{world.channel.id}/messages" in route.url:
            lost.append(partial(request, route, **arguments))
            raise TimeoutError
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", fails)
    return lost


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edited", ["lobby", "time", "picture"])
async def test_a_late_edit_gives_buttons_a_moment(edited: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.prefer(one_picture=edited == "picture")
    table = await world.lobby("alice", "bruno")
    if edited != "lobby":
        await world.alice.press("Start")
    old, lost = world.board, swallow(world, monkeypatch)
    if edited == "lobby":
        await world.chloe.press("Join")
    elif edited == "time":
        world.skip(50)
        async with world.directly():
            await table.do(deadlines.add_time, 50)
            world.bot.publisher.time_added(table)
    else:
        await world.move_by_hand()
    monkeypatch.undo()
    if edited == "lobby":
        await world.alice.press("Start")
    else:
        await world.prefer(one_picture=False)
        await world.move_by_hand()
    assert live(world) == [world.board]
    async with world.directly():
        for late in lost:
            await late()
    assert live(world) == [old, world.board]
    await world.wait(60)
    assert old not in live(world)
