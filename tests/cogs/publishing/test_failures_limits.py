"""When Discord asks for patience, hangs or drops the line: moves share a picture, nothing is told twice or lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import BLOCKED, hands_say, in_turn, kept, move_by_hand, raising, requests, unhurt
from tests.cogs.playing import alt_texts, buttons, hand_message, take_turn, text
from tests.support.simcord_private import as_the_bot, press

EVERYBODY = ("alice", "bruno", "chloe")
LINES: dict[str, Callable[[], Exception]] = {
    "429 with a long wait": lambda: discord.RateLimited(300.0),
    "no answer in time": lambda: TimeoutError("timed out"),
    "connection reset": lambda: ConnectionResetError(104, "Connection reset by peer"),
    "no name found": lambda: OSError(-3, "Temporary failure in name resolution"),
    "server disconnected": lambda: aiohttp.ServerDisconnectedError(),
    "answer cut off": lambda: aiohttp.ClientPayloadError("Response payload is not completed"),
}


def laid(table: Table) -> list[str]:
    return [each.tile.text for each in table.view(None).layout.placed]


@pytest.mark.parametrize("line", LINES)
async def test_what_a_channel_could_not_be_sent_is_sent_later_and_hands_play_on(
    world: World, line: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before = world.last().id
    met = raising(world, monkeypatch, LINES[line], "POST", f"/channels/{world.channel.id}/messages")
    await move_by_hand(world, table)
    await move_by_hand(world, table)
    assert met
    assert all(hands_say(world, table, BLOCKED))
    await kept(world, table)
    monkeypatch.undo()
    await world.env.advance_time(61)
    assert len([each for each in world.channel.history() if each.id > before]) == 1
    assert all(tile in text(world.last()) for tile in laid(table))
    assert not any(hands_say(world, table, BLOCKED))
    await take_turn(world, table)
    unhurt(caplog)


@pytest.mark.parametrize("line", LINES)
async def test_an_older_message_that_keeps_its_buttons_has_nothing_told_twice(
    world: World, line: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    met = raising(world, monkeypatch, LINES[line], "PATCH", f"/channels/{world.channel.id}/messages")
    await move_by_hand(world, table)
    assert met
    assert not any(hands_say(world, table, BLOCKED)), "the channel has been told"
    count = len(world.channel.history())
    await world.env.advance_time(61)
    assert len(world.channel.history()) == count
    await move_by_hand(world, table)
    assert laid(table)[0] not in text(world.last()).split("\n")[0], "it was told before"
    await kept(world, table)
    unhurt(caplog)


@pytest.mark.parametrize("line", LINES)
async def test_a_hand_that_could_not_be_sent_or_edited_is_brought_up_to_date_later(
    world: World, line: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    person = in_turn(world, table)
    other = world.bruno if person is world.alice else world.alice
    met = raising(world, monkeypatch, LINES[line], "PATCH", f"/channels/{other.user.dm_channel.id}/messages")
    await move_by_hand(world, table)
    assert met
    assert "Wait for your turn." in text(hand_message(world, other)), "it is the hand of before"
    if table.view(None).turn is not None and in_turn(world, table) is other:
        shown = await other.click(world.last(), label="My hand")
        assert "It's your turn" in text(shown.response)
    monkeypatch.undo()
    await world.env.advance_time(61)
    assert "It's your turn" in text(hand_message(world, other))
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_an_ephemeral_hand_that_could_not_be_edited_is_edited_later(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    first = in_turn(world, table)
    other = world.bruno if first is world.alice else world.alice
    shown = await other.click(world.last(), label="My hand")
    edit = discord.Interaction.edit_original_response

    async def fails(*_: Any, **__: Any) -> Any:
        raise ConnectionResetError(104, "Connection reset by peer")

    monkeypatch.setattr(discord.Interaction, "edit_original_response", fails)
    await move_by_hand(world, table)
    assert "Wait for your turn." in text(shown.response)
    monkeypatch.setattr(discord.Interaction, "edit_original_response", edit)
    await world.env.advance_time(61)
    assert "It's your turn" in text(shown.response)
    await other.click(shown.response.message, custom_id=next(iter(buttons(shown.response).values())))
    await kept(world, table)
    unhurt(caplog)


async def until(done: Callable[[], bool]) -> None:
    """Wait until something is so, without settling: somebody waits for Discord meanwhile."""
    for _ in range(2000):
        if done():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("that never came")


@pytest.mark.parametrize("status", [404, 401, 503])
async def test_an_ephemeral_hand_that_is_dismissed_is_let_go_and_one_that_fails_for_now_is_not(
    world: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    first = in_turn(world, table)
    other = world.bruno if first is world.alice else world.alice
    shown = await other.click(world.last(), label="My hand")
    world.env.inject_error("PATCH", "/webhooks/*", status=status, times=None)
    await move_by_hand(world, table)
    world.env.backend.faults.clear()
    sent = len(world.env.http_requests)
    await world.env.advance_time(61)
    tried_again = [each for each in world.env.http_requests[sent:] if each.path.startswith("/webhooks/")]
    assert len(tried_again) == (status == 503)
    assert ("It's your turn" in text(shown.response)) is (status == 503)
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_a_hand_whose_receipt_is_lost_is_sent_under_the_same_name_and_edited(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    send, names = world.bot.http.send_message, list[str]()
    bruno = world.bruno.user.dm_channel.id

    async def lost(channel: int, *, params: Any) -> Any:
        if int(channel) != bruno:
            return await send(channel, params=params)
        names.append(params.payload["nonce"] if params.payload else json_of(params)["nonce"])
        sent = await send(channel, params=params)
        if len(names) == 1:
            raise TimeoutError
        return sent

    monkeypatch.setattr(world.bot.http, "send_message", lost)
    table = await world.sit("alice", "bruno", "chloe", clock="none")
    sent = len(world.env.http_requests)
    await world.env.advance_time(61)
    assert len(names) == 2
    assert names[0] == names[1], "Discord takes it once, so nobody is told twice"
    assert requests(world, sent)["PATCH hand"] == 1, "what it took may show an earlier moment"
    for _ in table.people:
        await move_by_hand(world, table)
    assert len(names) == 2
    await kept(world, table)
    unhurt(caplog)


def json_of(params: Any) -> dict[str, Any]:
    """Give the body of a message that goes with files."""
    return json.loads(next(each["value"] for each in params.multipart if each["name"] == "payload_json"))


async def slowly(world: World, monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> asyncio.Event:
    """Let requests wait as discord.py lets them wait for a limit that is reached, until the event is set."""
    request, free = world.bot.http.request, asyncio.Event()

    async def waits(route: Any, **arguments: Any) -> Any:
        if route.method == method and path in route.url:
            await free.wait()
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", waits)
    return free


async def test_moves_faster_than_the_channels_limit_share_a_picture_and_hands_do_not_wait(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before, sent = world.last().id, len(world.env.http_requests)
    free = await slowly(world, monkeypatch, "POST", f"/channels/{world.channel.id}/messages")

    for _ in range(7):
        turn = table.view(None).turn
        with as_the_bot(world.env):
            await table.play(table.people[turn].user, turn, table.ply, 0)
        following = in_turn(world, table)
        await until(lambda who=following: "It's your turn" in text(hand_message(world, who)))
    assert world.last().id == before, "the channel waits, and hands don't"
    free.set()
    await world.env.settle()
    shown = [each for each in world.channel.history() if each.id > before]
    assert len(shown) == 2, "the one that waited, and one for all the others"
    assert requests(world, sent)["POST channel"] == 2
    assert all(tile in text(shown[0]) + text(shown[1]) for tile in laid(table))
    assert all(tile in text(shown[1]) for tile in laid(table)[1:])
    assert all(tile in alt_texts(shown[1])[0] for tile in laid(table)[-1:])
    assert not buttons(shown[0])
    await take_turn(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_a_retry_is_not_started_while_the_one_before_is_still_on_its_way(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    started = 0
    free = asyncio.Event()
    request = world.bot.http.request

    async def slow_refusal(route: Any, **arguments: Any) -> Any:
        nonlocal started
        if route.method == "POST" and f"/channels/{world.channel.id}/messages" in route.url:
            started += 1
            if started > 1:
                await free.wait()
            raise TimeoutError
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", slow_refusal)
    await move_by_hand(world, table)
    world.bot.halt()
    for _ in range(5):
        world.env.backend.advance_clock(30)
        with as_the_bot(world.env):
            world.bot.publisher.retry(world.bot.clock())
        await until(lambda: started == 2)
    free.set()
    await world.env.settle()
    assert started == 2
    await kept(world, table)
    monkeypatch.undo()
    await move_by_hand(world, table)
    assert all(tile in text(world.last()) for tile in laid(table))
    unhurt(caplog)


async def test_a_burst_of_server_errors_in_the_middle_of_a_match_loses_no_move(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    for status in (500, 502, 503):
        world.env.inject_error("*", "/channels/*", status=status, times=3)
        if table.view(None).turn is not None:
            shown = await in_turn(world, table).click(world.last(), label="My hand")
            ways = buttons(shown.response)
            person, ply = in_turn(world, table), table.ply
            await person.click(shown.response.message, custom_id=next(iter(ways.values())))
            if table.ply == ply:
                await person.click(shown.response.message, custom_id=next(iter(buttons(shown.response).values())))
            assert table.ply > ply
        world.env.backend.faults.clear()
        await world.env.advance_time(61)
        assert laid(table)[-1] in text(world.last())
        await kept(world, table)
    unhurt(caplog)


async def test_a_press_is_answered_in_time_though_discord_holds_back_an_edit_of_that_hand(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    person = in_turn(world, table)
    request, calls, let_go = world.bot.http.request, list[str](), asyncio.Event()
    dm = f"/channels/{person.user.dm_channel.id}/messages"

    async def held_back(route: Any, **arguments: Any) -> Any:
        if route.method == "PATCH" and dm in route.url:
            await let_go.wait()
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", held_back)
    response = discord.InteractionResponse.defer

    async def noted(self: Any, **arguments: Any) -> Any:
        calls.append("answered" if not let_go.is_set() else "too late")
        let_go.set()
        return await response(self, **arguments)

    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    seat = table.seat_of(person.id)
    assert seat is not None
    message = hand_message(world, person)
    with as_the_bot(world.env):
        # something about the table changes meanwhile: the hand is being edited
        world.bot.hands._private[table.id, person.id].face = "old"
        editing = asyncio.create_task(world.bot.hands.show(table, [world.bot.hands.sight(table, seat)]))
        for _ in range(4):
            await asyncio.sleep(0)
        assert world.bot.hands._locks[table.id, person.id].locked()
        press(world.env, person, message, next(iter(buttons(message).values())))
        for _ in range(50_000):
            await asyncio.sleep(0)
            if calls:
                break
        let_go.set()
        await editing
    await world.env.settle()
    assert calls[:1] == ["answered"]
    assert "old" not in world.bot.hands._private[table.id, person.id].face
    unhurt(caplog)
