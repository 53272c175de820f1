"""Tests of turns that are shown late, and of reminders."""

from __future__ import annotations

import asyncio
import random

import discord
import pytest

from engine.live.model.table import Presence
from engine.live.tables import playing
from engine.live.tables.table import Table
from tests.cogs.publishing import EVERYBODY
from tests.support.in_memory.grids import flip, flip_any, grid_of
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import CANNOT_SEND_TO_USER, MISSING_PERMISSIONS, World, act


def deadline(table: Table) -> float:
    assert table.header.deadline is not None
    return table.header.deadline


def until(table: Table) -> str:
    return f"Your time runs out <t:{int(deadline(table))}:R>"


def left(world: World) -> float:
    return deadline(world.table) - world.time


def reminders(world: World) -> list[Seen]:
    return [each for each in world.messages if each.text.startswith("⏳")]


@pytest.mark.long
async def test_a_player_who_was_told_late_gets_all_of_their_time(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, 1, 2)
    world.refuse(503)
    async with world.directly():
        for at in [at for at in grid_of(table).tiles if at > 2][:2]:
            await table.do(playing.flip, world.mover().id, table.ply, at)
    ply, people = table.ply, table.people
    await world.wait(300)
    assert (table.ply, table.people) == (ply, people), "nobody sees the grid, so nobody runs out of time"
    assert not reminders(world)
    world.heal()
    await world.retry()
    assert left(world) == pytest.approx(120, abs=3)
    assert until(table) in world.board.text
    await world.wait(50)
    assert table.ply == ply
    await flip_any(world, random.Random(1))
    assert table.ply == ply + 1


@pytest.mark.long
async def test_a_turn_starts_when_the_channel_is_told(world: World) -> None:
    for player in world.named(*EVERYBODY):
        world.refuse(*CANNOT_SEND_TO_USER, place=player.user.dm_channel)
    table = await world.sit(*EVERYBODY)
    await world.mover().press("My hand")
    world.refuse(503)
    await world.do()
    ply = table.ply
    await world.wait(400)
    assert table.ply == ply
    assert not reminders(world)
    world.heal()
    await world.retry()
    assert left(world) == pytest.approx(120, abs=3)
    assert not world.board.lacks(until(table), "opens with")
    await world.wait(121)
    assert table.ply == ply + 1, "and then it runs as always"


@pytest.mark.long
async def test_a_player_who_sees_the_turn_in_the_hand_has_the_usual_time(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    world.refuse(*MISSING_PERMISSIONS)
    await world.move_by_hand()
    ply, player = table.ply, world.mover()
    assert "It's your turn" in player.hand.text
    await world.wait(121)
    assert table.ply == ply + 1
    assert table.people[table.header.seat_of(player.id) or 0].missed == 1
    world.heal()
    await world.wait(200)
    assert any("took too long" in each.text for each in world.messages)


@pytest.mark.long
async def test_no_time_runs_on_a_hand_that_was_not_edited(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    for place in (world.channel, *(each.user.dm_channel for each in world.named(*EVERYBODY))):
        world.refuse(503, place=place)
    await world.do()
    ply = table.ply
    await world.wait(500)
    assert table.ply == ply, "they see the hand of before"
    world.heal()
    await world.wait(600)
    assert table.ply > ply


# ---------------------------------------------------------------------- reminders


async def test_a_reminder_comes_once_at_half_time_and_goes_with_the_next_picture(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    player = world.mover()
    await world.wait(59)
    assert not reminders(world)
    await world.wait(2)
    (reminder,) = reminders(world)
    when = f"<t:{int(deadline(table))}:R>"
    assert reminder.text == f"⏳ <@{player.id}>, it's still your turn. The bot will play for you {when}."
    bodies = [each.json for each in world.requests() if isinstance(each.json, dict)]
    (mentions,) = [each["allowed_mentions"] for each in bodies if "⏳" in str(each.get("components"))]
    assert mentions["users"] == [player.id]
    assert not mentions.get("parse")
    await world.wait(50)
    assert len(reminders(world)) == 1
    await world.move()
    assert not reminders(world)


@pytest.mark.parametrize(("rules", "labels"), [("express", ["My hand"]), ("memory", [])])
async def test_a_reminder_has_the_hand_at_hand_if_there_is_one(world: World, rules: str, labels: list[str]) -> None:
    await world.sit(*EVERYBODY, rules=rules)
    await world.wait(61)
    (reminder,) = reminders(world)
    assert reminder.labels == labels
    assert not labels or (await world.mover().press("My hand", reminder)).ephemeral


@pytest.mark.long
async def test_a_reminder_that_fails_costs_nothing(world: World) -> None:
    await world.sit(*EVERYBODY)
    world.fail("POST", "/channels/*/messages", 503)
    await world.wait(61)
    assert not reminders(world)
    world.heal()
    await world.move()
    assert "it's your turn" in world.board.text


async def test_a_reminder_that_comes_too_late_goes_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY)
    send, ply = world.bot.http.send_message, table.ply

    async def late(*arguments: object, **more: object) -> object:
        sent = await send(*arguments, **more)  # type: ignore[arg-type]
        if "⏳" in str(sent.get("components")) and table.ply == ply:
            await act(table)
            await world.bot.publisher.schedule.drain()
        return sent

    monkeypatch.setattr(world.bot.http, "send_message", late)
    await world.wait(61)
    assert table.ply == ply + 1
    assert not reminders(world)


@pytest.mark.long
async def test_a_reminder_that_cannot_be_deleted_is_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY)
    await world.wait(61)
    met = world.break_requests(monkeypatch, lambda: TimeoutError(), "DELETE", "/messages/")
    await world.move()
    assert met
    monkeypatch.undo()
    await world.wait(61)
    world.delete(reminders(world)[-1])
    await world.move()
    assert "it's your turn" in world.board.text
    assert all(each.presence is Presence.HERE for each in table.people)


async def test_a_move_while_the_bot_ends_is_shown_at_the_start(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY)
    close, after = discord.AutoShardedClient.close, []

    async def late(client: discord.AutoShardedClient) -> None:
        await act(table)
        before = world.sent
        await asyncio.sleep(0.05)
        after.extend(world.requests(before))
        await close(client)

    monkeypatch.setattr(discord.AutoShardedClient, "close", late)
    ply = table.ply
    await world.bot.close()
    await world.replace()
    assert not after, "the line to Discord is about to be closed"
    assert world.table.ply == ply + 1


async def test_a_bot_that_gets_ready_while_it_ends_does_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit(*EVERYBODY)
    close, begun = discord.AutoShardedClient.close, []

    async def late(client: discord.AutoShardedClient) -> None:
        before = asyncio.all_tasks()
        world.bot.dispatch("ready")
        begun.extend(asyncio.all_tasks() - before)
        await close(client)

    monkeypatch.setattr(discord.AutoShardedClient, "close", late)
    await world.bot.close()
    await world.replace()
    assert not begun


# ---------------------------------------------------------------------- gaps


async def test_the_board_shows_the_new_time_of_a_turn_after_a_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    board, player, before, sent = world.board, world.mover(), deadline(table), world.sent
    await world.restart(down=3600)
    assert deadline(world.table) > before + 3500
    assert world.board == board
    assert f"{until(world.table)}." in world.board.text
    assert f"<t:{int(before)}:R>" not in world.board.text
    assert world.board.attachments, "its picture stays"
    assert world.board.buttons == board.buttons
    edits = world.requests(sent, path=f"/messages/{board.id}")
    assert [each.json["allowed_mentions"]["parse"] for each in edits] == [[]], "nobody is notified again"
    shown = until(world.table)
    await world.restart(down=3)
    assert shown in world.board.text, "seconds are no matter"
    assert world.mover() is player


async def test_a_reminder_goes_with_the_next_picture_after_a_restart_too(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.wait(61)
    await world.restart(down=3)
    assert len(reminders(world)) == 1
    await world.move()
    assert not reminders(world)
