"""Tests of the gateway without a bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from playground.server import Playground
from tests.playground.table import until
from tests.support.people import HANG_SECONDS

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class Line:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> dict[str, Any]:
        return await self.socket.receive_json(timeout=HANG_SECONDS)

    async def until(self, event: str) -> dict[str, Any]:
        while (message := await self.next())["t"] != event:
            pass
        return message

    async def identify(self, intents: discord.Intents = INTENTS) -> dict[str, Any]:
        await self.socket.send_json({"op": 2, "d": {"token": "x", "intents": intents.value, "properties": {}}})
        return await self.until("READY")


@asynccontextmanager
async def line(playground: Playground) -> AsyncIterator[Line]:
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.gateway_url) as socket:
        opened = Line(socket)
        hello = await opened.next()
        assert hello["op"] == 10
        assert hello["d"]["heartbeat_interval"] > 0
        yield opened


@pytest.fixture
async def bot(alone: Playground) -> AsyncIterator[Line]:
    """A bot on its line, which has not identified itself yet."""
    async with line(alone) as opened:
        yield opened


def say(playground: Playground, content: str, person: int = 0, channel: int = 0) -> None:
    resident = playground.world.guild.residents[person]
    channels = playground.world.messages.channels(resident.id)
    playground.world.messages.say(resident.id, int(channels[channel]["id"]), content)


async def test_ready_names_the_bot_and_the_guild_comes_after_it(alone: Playground) -> None:
    async with line(alone) as bot:
        ready = await bot.identify()
        assert ready["d"]["user"]["id"] == str(alone.world.bot_id)
        assert ready["d"]["resume_gateway_url"] == alone.gateway_url
        guild = await bot.until("GUILD_CREATE")
        assert guild["d"]["name"] == "Domino Café"
        assert [c["name"] for c in guild["d"]["channels"]] == ["table", "second-table", "no-pictures"]
        # Members come only with an intent that this bot has not.
        assert [m["user"]["id"] for m in guild["d"]["members"]] == [str(alone.world.bot_id)]
        assert alone.gateway.connected
    await until(lambda: not alone.gateway.connected)


async def test_heartbeats_are_acknowledged(bot: Line) -> None:
    await bot.socket.send_json({"op": 1, "d": None})
    assert (await bot.next())["op"] == 11


async def test_the_content_of_others_is_hidden_unless_it_mentions_the_bot(alone: Playground, bot: Line) -> None:
    await bot.identify()
    say(alone, "for my friends")
    assert (await bot.until("MESSAGE_CREATE"))["d"]["content"] == ""
    say(alone, f"<@{alone.world.bot_id}> hello")
    assert (await bot.until("MESSAGE_CREATE"))["d"]["content"].endswith("hello")
    say(alone, "in private", channel=-1)
    assert (await bot.until("MESSAGE_CREATE"))["d"]["content"] == "in private"


async def test_events_come_with_their_intents_only(alone: Playground, bot: Line) -> None:
    await bot.identify(discord.Intents(guilds=True, dm_messages=True))
    say(alone, "in the guild")
    say(alone, "in private", channel=-1)
    assert (await bot.until("MESSAGE_CREATE"))["d"]["content"] == "in private"


async def test_privileged_intents_are_refused(bot: Line) -> None:
    intents = discord.Intents(guilds=True, message_content=True)
    await bot.socket.send_json({"op": 2, "d": {"token": "x", "intents": intents.value}})
    assert (await bot.socket.receive(timeout=HANG_SECONDS)).type is aiohttp.WSMsgType.CLOSE
    assert bot.socket.close_code == 4014


@pytest.mark.parametrize("op", [2, 6])
@pytest.mark.parametrize("data", [None, [], "x", {"intents": "x", "seq": "x"}, {"intents": [1], "seq": [1]}])
async def test_a_greeting_of_another_shape_is_refused(bot: Line, op: int, data: object) -> None:
    await bot.socket.send_json({"op": op, "d": data})
    assert (await bot.socket.receive(timeout=HANG_SECONDS)).type is aiohttp.WSMsgType.CLOSE
    assert bot.socket.close_code == 4002


async def test_a_resumed_session_gets_what_it_missed_once_and_in_order(alone: Playground) -> None:
    async with line(alone) as bot:
        ready = await bot.identify()
        seen = (await bot.until("GUILD_CREATE"))["s"]
        say(alone, "in private 1", channel=-1)
        seen = (await bot.until("MESSAGE_CREATE"))["s"]
        assert alone.gateway.drop() == 1
    await until(lambda: not alone.gateway.connected)
    say(alone, "in private 2", channel=-1)
    say(alone, "in private 3", channel=-1)
    async with line(alone) as bot:
        session = ready["d"]["session_id"]
        await bot.socket.send_json({"op": 6, "d": {"token": "x", "session_id": session, "seq": seen}})
        messages = [await bot.next() for _ in range(3)]
        assert [m["t"] for m in messages] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
        assert [m["s"] for m in messages] == [seen + 1, seen + 2, seen + 3]
        assert [m["d"].get("content") for m in messages[:2]] == ["in private 2", "in private 3"]
        say(alone, "in private 4", channel=-1)
        assert (await bot.next())["d"]["content"] == "in private 4"


async def test_an_unknown_session_is_invalid(bot: Line) -> None:
    await bot.socket.send_json({"op": 6, "d": {"token": "x", "session_id": "never was", "seq": 1}})
    assert await bot.next() == {"op": 9, "d": False, "s": None, "t": None}
    # The same line may then identify.
    assert (await bot.identify())["t"] == "READY"


async def test_a_sequence_that_was_never_sent_is_invalid(alone: Playground) -> None:
    async with line(alone) as bot:
        ready = await bot.identify()
    async with line(alone) as bot:
        session = ready["d"]["session_id"]
        await bot.socket.send_json({"op": 6, "d": {"token": "x", "session_id": session, "seq": 999}})
        assert (await bot.next())["op"] == 9


async def test_members_are_given_by_id(alone: Playground, bot: Line) -> None:
    await bot.identify()
    eve = str(alone.world.guild.residents[4].id)
    asked = {"guild_id": str(alone.world.guild.id), "user_ids": [eve, "1"], "limit": 0, "nonce": "n"}
    await bot.socket.send_json({"op": 8, "d": asked})
    chunk = (await bot.until("GUILD_MEMBERS_CHUNK"))["d"]
    assert [m["user"]["global_name"] for m in chunk["members"]] == ["Eve"]
    assert (chunk["not_found"], chunk["nonce"]) == (["1"], "n")
