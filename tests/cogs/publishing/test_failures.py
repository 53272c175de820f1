"""Tests of requests that fail, hang or are forged."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from tests.cogs.publishing import BLOCKED, EVERYBODY
from tests.support.in_memory.deliveries import pressed
from tests.support.in_memory.world import MISSING_ACCESS, MISSING_PERMISSIONS, World, act, failing, laid, logged
from tests.support.simcord_private import as_the_bot

FORGED = (
    *("b:act:{table}:{ply}:{seat}:99", "b:act:{table}:{ply}:7:0", "b:act:{table}:{ply}:{seat}:-1"),
    *("b:act:{table}:999:{seat}:0", "b:act:{table}:x:{seat}:0", "b:act:{table}", "b:act:{table}:{ply}:{seat}:0:0:0"),
    *("b:act:nosuchtb:0:0:0", "b:nosuchverb:{table}", "b:tile:{table}:{ply}:{seat}:50", "b:next:{table}:1"),
    *("b:join:{table}", "b:start:{table}", "b:rules:poker", "b:replay:{table}:1", "b:replay:{table}:x"),
    *("b:replay:nosuchtb:1", "b:page:99999999999999999999", "s:tile:{table}:{ply}:{seat}", "s:option:{table}:target"),
    *("not one of ours", "b:act:" + "9" * 80, "b:ACT:{table}:1:1:1"),
)
LINES: dict[str, Callable[[], Exception]] = {
    "429 with a long wait": lambda: discord.RateLimited(300.0),
    "no answer in time": lambda: TimeoutError("timed out"),
    "connection reset": lambda: ConnectionResetError(104, "Connection reset by peer"),
    "no name found": lambda: OSError(-3, "Temporary failure in name resolution"),
    "server disconnected": lambda: aiohttp.ServerDisconnectedError(),
    "answer cut off": lambda: aiohttp.ClientPayloadError("Response payload is not completed"),
}


# ---------------------------------------------------------------------- forged


@pytest.mark.long
async def test_a_forged_control_gets_a_sentence_and_changes_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    (other,) = world.others()
    ply, header = table.ply, table.header
    for forged in FORGED:
        answer = await other.forge(forged.format(table=table.id, ply=ply, seat=table.view(None).turn), values=["0"])
        world.skip(5)
        assert (table.ply, table.header) == (ply, header)
        assert answer.text, forged
        assert "Something went wrong" not in answer.text
    assert "Only the host" in (await world.bruno.forge(f"b:end:{table.id}")).text
    assert table.playing


async def test_a_button_of_an_earlier_version_says_that_it_is_outdated(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    async with world.directly():
        while table.view(None).turn is not None:
            await act(table)
    for person in (world.alice, world.eve):
        # deals once ended with buttons for cheers
        assert (await person.forge(f"b:cheer:{table.id}:1:0")).private == "That button was for an earlier move."


# ---------------------------------------------------------------------- answers


async def test_a_move_that_cannot_be_kept_is_not_made_and_the_log_names_no_tile(
    world: World, alarmed: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")
    before = [table.view(seat) for seat in range(2)]
    monkeypatch.setattr(world.store, "append", failing(OSError("no space left on the disk")))
    player = world.mover()
    with caplog.at_level(logging.DEBUG):
        answer = await player.press_first(player.hand)
    assert answer.text.startswith("Something went wrong, but nothing was lost.")
    log = logged(caplog)
    assert f"error {answer.lines[0].rstrip('.').split()[-1]}" in log
    assert not [tile for view in before for tile in view.hand if tile.text in log]
    assert [table.view(seat) for seat in range(2)] == before
    monkeypatch.undo()
    await world.move()
    assert table.ply == 2


REJECTED = "Discord rejected my reply. Check whether your action went through; if not, try again in a moment."


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        ((502, 0), REJECTED),
        ((404, 10013), REJECTED),
        (MISSING_ACCESS, "Discord doesn't let me into this channel."),
        (MISSING_PERMISSIONS, "Discord says that I'm missing a permission here."),
    ],
    ids=str,
)
async def test_an_answer_not_taken_raises_no_alarm(world: World, refusal: tuple[int, int], told: str) -> None:
    table = await world.sit("alice", "bruno")
    world.fail("POST", "/interactions/*/callback", *refusal, times=1)
    answer = await world.mover().press("My hand")
    assert answer.lines[0] == told
    assert table.ply == 1


async def test_a_press_is_answered_while_an_edit_is_held_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    player = world.mover()
    calls: list[str] = []
    free = slow_down(world, monkeypatch, "PATCH", f"/channels/{player.user.dm_channel.id}/messages")
    response = discord.InteractionResponse.defer

    async def noted(self: Any, **arguments: Any) -> Any:
        calls.append("too late" if free.is_set() else "answered")
        free.set()
        return await response(self, **arguments)

    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    seat, hands, message = table.header.seat_of(player.id), world.bot.hands, player.hand
    assert seat is not None
    with as_the_bot(world.env):
        # something about the table changes meanwhile: the hand is being edited
        screen = hands._screens.of(table)
        reader = screen.reader(player.id)
        assert reader.private is not None
        reader.private.key = "old"
        editing = asyncio.create_task(hands._show_one(screen, hands.of(screen, seat)))
        for _ in range(4):
            await asyncio.sleep(0)
        assert reader.lock.locked()
        pressed(player, next(iter(message.buttons.values())), message).deliver()
        for _ in range(50_000):
            await asyncio.sleep(0)
            if calls:
                break
        free.set()
        await editing
    await world.settle()
    assert calls[:1] == ["answered"]
    assert reader.private is not None
    assert reader.private.key != "old"


# ---------------------------------------------------------------------- the line to Discord


@pytest.mark.sampled(1)
@pytest.mark.parametrize("line", LINES)
async def test_moves_a_channel_missed_share_a_message(world: World, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before = world.board.id
    met = world.break_requests(monkeypatch, LINES[line], "POST", f"/channels/{world.channel.id}/messages")
    await world.move_by_hand()
    await world.move_by_hand()
    assert met
    assert all(world.hands_say(BLOCKED))
    await world.assert_kept(table)
    monkeypatch.undo()
    await world.wait(61)
    assert len([each for each in world.messages if each.id > before]) == 1
    assert not world.board.lacks(*laid(table))
    assert not any(world.hands_say(BLOCKED))
    await world.move()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("line", LINES)
async def test_a_failed_edit_tells_nothing_twice(world: World, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    met = world.break_requests(monkeypatch, LINES[line], "PATCH", f"/channels/{world.channel.id}/messages")
    await world.move_by_hand()
    assert met
    assert not any(world.hands_say(BLOCKED)), "the channel has been told"
    count = len(world.messages)
    await world.wait(61)
    assert len(world.messages) == count
    await world.move_by_hand()
    assert laid(table)[0] not in world.board.lines[0], "it was told before"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("line", LINES)
async def test_a_hand_that_was_not_edited_is_so_later(world: World, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", clock="none")
    (other,) = world.others()
    met = world.break_requests(monkeypatch, LINES[line], "PATCH", f"/channels/{other.user.dm_channel.id}/messages")
    await world.move_by_hand()
    assert met
    assert "Wait for your turn." in other.hand.text, "it is the hand of before"
    assert "It's your turn" in (await other.press("My hand")).text
    monkeypatch.undo()
    await world.wait(61)
    assert "It's your turn" in other.hand.text
    await world.move_by_hand()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("status", [None, 404, 401, 503])
async def test_a_dismissed_hand_is_let_go(world: World, status: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", clock="none")
    (other,) = world.others()
    shown = await other.press("My hand")
    if status is None:
        world.break_requests(monkeypatch, LINES["connection reset"], "PATCH", "/webhooks/")
        monkeypatch.setattr(discord.Interaction, "edit_original_response", failing(LINES["connection reset"]()))
    else:
        world.fail("PATCH", "/webhooks/*", status)
    await world.move_by_hand()
    assert "Wait for your turn." in shown.text
    world.heal()
    monkeypatch.undo()
    sent, later = world.sent, status in (None, 503)
    await world.wait(61)
    assert len(world.requests(sent, path="/webhooks/")) == later
    assert ("It's your turn" in shown.text) is later
    if later:
        await other.press_first(shown)


@pytest.mark.long
async def test_a_hand_with_a_lost_receipt_keeps_its_name(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    send, names = world.bot.http.send_message, list[str]()

    async def lost(channel: int, *, params: Any) -> Any:
        if int(channel) != world.bruno.user.dm_channel.id:
            return await send(channel, params=params)
        body = params.payload or json.loads(
            next(each["value"] for each in params.multipart if each["name"] == "payload_json")
        )
        names.append(body["nonce"])
        sent = await send(channel, params=params)
        if len(names) == 1:
            raise TimeoutError
        return sent

    monkeypatch.setattr(world.bot.http, "send_message", lost)
    table = await world.sit(*EVERYBODY, clock="none")
    sent = world.sent
    await world.wait(61)
    assert len(names) == 2
    assert names[0] == names[1], "Discord takes it once, so nobody is told twice"
    assert world.count(sent)["PATCH hand"] == 1, "what it took may show an earlier moment"
    for _ in table.people:
        await world.move_by_hand()
    assert len(names) == 2


def lose_receipts(world: World, monkeypatch: pytest.MonkeyPatch, count: int) -> list[str]:
    """Let Discord take messages in the channel once under each name, and lose its first answers; return the names."""
    send, names, taken = world.bot.http.send_message, list[str](), dict[str, Any]()

    async def once(channel: int, *, params: Any) -> Any:
        if int(channel) != world.channel.id:
            return await send(channel, params=params)
        parts = params.multipart or ()
        written = [json.loads(each["value"]) for each in parts if each["name"] == "payload_json"]
        body = params.payload or written[0]
        assert body["enforce_nonce"]
        assert len(body["nonce"]) <= 25
        names.append(body["nonce"])
        if body["nonce"] not in taken:
            taken[body["nonce"]] = await send(channel, params=params)
        if len(names) <= count:
            raise TimeoutError
        return taken[body["nonce"]]

    monkeypatch.setattr(world.bot.http, "send_message", once)
    return names


async def test_a_board_with_a_lost_receipt_becomes_the_next_board(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    old = world.board
    names = lose_receipts(world, monkeypatch, 2)
    await world.move_by_hand()
    lost = world.board
    assert f"could not be shown in channel {world.channel.id}: TimeoutError" in caplog.text
    await world.move_by_hand()
    await world.move_by_hand()
    assert len(set(names)) == 1
    assert world.board == lost
    assert not world.board.lacks(*laid(table))
    assert len([each for each in world.messages if each.id > old.id]) == 1
    assert not world.now(old).buttons
    await world.move_by_hand()
    assert world.board != lost
    assert names[-1] != names[0]
    assert not world.now(lost).buttons


async def test_a_deleted_lost_board_is_posted_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.sit("alice", "bruno", clock="none")
    names = lose_receipts(world, monkeypatch, 1)
    await world.move_by_hand()
    lost = world.board
    world.delete(lost)
    await world.move_by_hand()
    assert world.board != lost
    assert len(set(names)) == 2
    assert "My hand" in world.board.buttons


def slow_down(world: World, monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> asyncio.Event:
    """Let requests wait as discord.py lets them wait for a rate limit, until the event is set."""
    request, free = world.bot.http.request, asyncio.Event()

    async def waits(route: Any, **arguments: Any) -> Any:
        if route.method == method and path in route.url:
            await free.wait()
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", waits)
    return free


async def until(done: Callable[[], bool]) -> None:
    """Wait until something is true without settling, for Discord holds something back meanwhile."""
    for _ in range(20_000):
        if done():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("that never came")


async def test_moves_faster_than_the_limit_share_a_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    before, sent = world.board.id, world.sent
    free = slow_down(world, monkeypatch, "POST", f"/channels/{world.channel.id}/messages")
    for _ in range(7):
        with as_the_bot(world.env):
            await act(table)
        await until(lambda: "It's your turn" in world.mover().hand.text)
    assert world.board.id == before, "the channel waits, and hands don't"
    free.set()
    await world.settle()
    first, rest = [each for each in world.messages if each.id > before]
    assert world.count(sent)["POST channel"] == 2, "the one that waited, and one for all the others"
    assert laid(table)[0] in first.text + rest.text
    assert not rest.lacks(*laid(table)[1:])
    assert laid(table)[-1] in rest.alt
    assert not first.buttons
    await world.move()


async def test_a_retry_waits_for_the_last_retry(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit(*EVERYBODY, clock="none")
    started, free, request = 0, asyncio.Event(), world.bot.http.request

    async def slow_refusal(route: Any, **arguments: Any) -> Any:
        nonlocal started
        if route.method == "POST" and f"/channels/{world.channel.id}/messages" in route.url:
            started += 1
            if started > 1:
                await free.wait()
            raise TimeoutError
        return await request(route, **arguments)

    monkeypatch.setattr(world.bot.http, "request", slow_refusal)
    await world.move_by_hand()
    world.bot.halt()
    for _ in range(5):
        world.skip(30)
        with as_the_bot(world.env):
            world.bot.publisher.schedule.retry(world.bot.monotonic())
        await until(lambda: started == 2)
    free.set()
    await world.settle()
    assert started == 2
    monkeypatch.undo()
    await world.move_by_hand()
    assert not world.board.lacks(*laid(table))
