"""A cheap stand-in for Discord: its gateway and its HTTP API, just rich enough for discord.py.

The playground's Discord checks everything and is far too slow to load a bot with two hundred tables. This one checks
nothing but how often shards identify themselves: it keeps the newest messages of each channel, calls one listener with
every request, and answers.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import orjson
from aiohttp import WSMsgType, web

from playground.shards import IdentifyLimit, all_connected, bot_gateway, shard_of
from tests.support import discord_payloads as payloads

ACK_SECONDS = 0.05
MAX_MESSAGES = 4
LIMIT = 5
WINDOW_SECONDS = 5.0
TOKEN_SECONDS = 900.0
"""How long the token of an interaction is good."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request of the bot that shows something.

    Attributes:
        kind: ``answer`` to a press or command, ``post`` or ``edit`` of a message, ``original`` for an edited answer.
        message: the message as it is now; None for an answer without one.
        interaction: the id of the interaction that it answers; 0 for none.
        at: when it had arrived completely, by the monotonic clock.
        body: how many bytes of JSON it had.
        picture: how many bytes of pictures.

    """

    kind: str
    channel: int
    message: dict[str, Any] | None
    interaction: int
    at: float
    body: int
    picture: int


@dataclass(slots=True)
class _Asked:
    """An interaction that may be answered."""

    channel: int
    kind: int
    message: int
    at: float


@dataclass(eq=False, slots=True)
class _Session:
    """A connected shard."""

    socket: web.WebSocketResponse
    shard: int
    shards: int
    sequence: int = 0

    async def send(self, event: str, data: object) -> None:
        self.sequence += 1
        frame = orjson.dumps({"op": 0, "t": event, "s": self.sequence, "d": data})
        await self.socket.send_str(frame.decode())


class DiscordServer:
    """A Discord on loopback, in this process, for one bot at a time, which may be of several processes.

    Args:
        channels: how many channels there are.
        listener: called with each request that shows something; must return at once.
        shards: how many shards a bot is told to open, all of which may identify themselves at once. Each has a server,
            and the first channels are those of the first.

    Attributes:
        limited: whether Discord's limits apply: 5 posts and 5 edits in 5 seconds in a channel.
        rate: how many requests with the bot's token are allowed in a second; 0 for any number.
        token_seconds: how long the token of an interaction is good.
        with_token: how many requests bore the bot's token.
        requests: how many requests there were, by kind; ``refused`` and ``refused_everywhere`` are beyond a limit.
        unknown: requests that were refused as unknown.

    """

    def __init__(self, channels: int, listener: Callable[[Sent], None] | None = None, *, shards: int = 1) -> None:
        self.limited = False
        self.rate = 0
        self.token_seconds = TOKEN_SECONDS
        self.with_token = 0
        self.requests: Counter[str] = Counter()
        self.unknown: list[str] = []
        self.last_request = 0.0
        self.ready = asyncio.Event()
        self._guilds = [payloads.guild_id(shard, shards) for shard in range(shards)]
        self._guild_of = {payloads.channel_id(at): self._guilds[at * shards // channels] for at in range(channels)}
        self._identifies = IdentifyLimit(shards)
        self._sessions: list[_Session] = []
        self._listener = listener
        self._messages: dict[int, OrderedDict[int, dict[str, Any]]] = {}
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self._windows: dict[tuple[str, int], tuple[float, int]] = {}
        self._second = 0.0, 0
        self._runner: web.ServerRunner | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """The address to point the bot at."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def _gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway"

    async def __aenter__(self) -> Self:
        self._runner = web.ServerRunner(web.Server(self._handle, access_log=None), shutdown_timeout=0.5)  # type: ignore[arg-type]
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        for each in list(self._sessions):
            await each.socket.close()
        await self._runner.cleanup()

    # ---------------------------------------------------------------- people's side

    async def press(
        self, user: int, message: Mapping[str, Any], custom_id: str, values: list[str] | None = None
    ) -> int:
        """Press a control of a message as a person; return the interaction's id."""
        kind = 2 if values is None else 3
        data: dict[str, Any] = {"component_type": kind, "custom_id": custom_id}
        if values is not None:
            data["values"] = values
        return await self._interact(3, user, int(message["channel_id"]), data, message)

    async def command(self, user: int, channel: int, name: str, **options: str | int | bool) -> int:
        """Run a command ``/domino name`` as a person; return the interaction's id."""
        return await self._interact(2, user, channel, payloads.command(name, options))

    async def _interact(
        self, kind: int, user: int, channel: int, data: dict[str, Any], message: Mapping[str, Any] | None = None
    ) -> int:
        number = payloads.snowflake()
        token = f"t{number}"
        self._asked[token] = _Asked(channel, kind, int(message["id"]) if message is not None else 0, time.monotonic())
        if len(self._asked) > 4096:
            self._asked.popitem(last=False)
        # what is outside of servers is sent to shard 0
        guild = self._guild_of.get(channel, 0)
        here = [each for each in self._sessions if each.shard == shard_of(guild, each.shards)]
        assert here, "no bot is connected"
        who = payloads.person(user)
        place = payloads.dm_channel(channel, who) if payloads.is_dm(channel) else self._channel(channel)
        payload = payloads.interaction(number, token, kind, payloads.member(who), place, data, message)
        payload["authorizing_integration_owners"] = {"0": str(guild or self._guilds[0])}
        for each in here:
            await each.send("INTERACTION_CREATE", payload)
        return number

    def _channel(self, channel: int) -> dict[str, Any]:
        return payloads.channel(channel, self._guild_of[channel], f"table-{channel % payloads.MODULUS}")

    def keep(self, message: dict[str, Any]) -> None:
        """Add a message from before the start of the bot."""
        self._store(int(message["channel_id"]), message)

    # ---------------------------------------------------------------- the gateway

    async def _gateway(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        await socket.send_str('{"op":10,"d":{"heartbeat_interval":41250},"s":null,"t":null}')
        session: _Session | None = None
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            message = orjson.loads(frame.data)
            if message["op"] == 1:
                # discord.py notes the time of a heartbeat after sending it, so an answer must not be faster than that
                await asyncio.sleep(ACK_SECONDS)
                await socket.send_str('{"op":11,"d":null,"s":null,"t":null}')
            elif message["op"] == 2:
                shard, shards = message["d"].get("shard", (0, 1))
                if not self._identifies.check(shard):
                    await socket.send_str('{"op":9,"d":false,"s":null,"t":null}')
                    continue
                session = _Session(socket, shard, shards)
                await self._begin(session)
        if session is not None:
            self._sessions.remove(session)
            self._tell()
        return socket

    async def _begin(self, session: _Session) -> None:
        shard, shards = session.shard, session.shards
        guilds = [each for each in self._guilds if shard_of(each, shards) == shard]
        await session.send("READY", payloads.ready(self._gateway_url, guilds, shard, shards))
        for guild in guilds:
            channels = [self._channel(channel) for channel, of in self._guild_of.items() if of == guild]
            await session.send("GUILD_CREATE", payloads.guild(guild, channels, payloads.user_id(0)))
        self._sessions.append(session)
        self._tell()

    def _tell(self) -> None:
        if all_connected({(each.shard, each.shards) for each in self._sessions}):
            self.ready.set()
        else:
            self.ready.clear()

    # ---------------------------------------------------------------- the bot's requests

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/gateway":
            return await self._gateway(request)
        body = await request.read()
        self.last_request = time.perf_counter()
        path = request.path.split("/")[3:]
        headers: dict[str, str] = {}
        if "Authorization" in request.headers and (wait := self._count_token()):
            self.requests["refused_everywhere"] += 1
            limited = {"message": "You are being rate limited.", "retry_after": wait, "global": True}
            return _json(limited, 429, {"X-RateLimit-Global": "true", "Via": "1.1 loopback"})
        if self.limited and path[0] == "channels":
            headers, retry_after = self._limit(request.method, int(path[1]))
            if retry_after is not None:
                self.requests["refused"] += 1
                limited = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
                return _json(limited, 429, {**headers, "Via": "1.1 loopback"})
        answer = self._answer(request.method, path, request.headers.get("Content-Type", ""), body)
        if answer is None and path[0] == "webhooks":
            return _json({"message": "Unknown Webhook", "code": 10015}, 404)
        if answer is None:
            self.unknown.append(f"{request.method} {request.path}")
            return _json({"message": "Unknown", "code": 0}, 404)
        return _json(answer, 200, headers)

    def _count_token(self) -> float:
        """Count a request with the bot's token; return the seconds to wait if it is one too many, or 0."""
        now = time.monotonic()
        ends, used = self._second
        if now >= ends:
            ends, used = now + 1, 0
        if self.rate and used >= self.rate:
            return ends - now
        self._second = ends, used + 1
        self.with_token += 1
        return 0.0

    def _limit(self, method: str, channel: int) -> tuple[dict[str, str], float | None]:
        """Count a request; return the headers of its answer, and the seconds to wait if it is one too many."""
        now = time.monotonic()
        key = (method, channel)
        ends, used = self._windows.get(key, (0.0, 0))
        if now >= ends:
            ends, used = now + WINDOW_SECONDS, 0
        over = used >= LIMIT
        used += not over
        self._windows[key] = ends, used
        headers = {
            "X-RateLimit-Limit": str(LIMIT),
            "X-RateLimit-Remaining": str(LIMIT - used),
            "X-RateLimit-Reset": f"{time.time() + ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{ends - now:.3f}",
            "X-RateLimit-Bucket": f"message-{method}",
        }
        return headers, ends - now if over else None

    def _answer(self, method: str, path: list[str], content: str, body: bytes) -> object:
        match (method, *path):
            case ("POST", "channels", channel, "messages"):
                return self._show("post", int(channel), payloads.read(content, body))
            case ("GET", "channels", channel, "messages"):
                return [*reversed(self._messages.get(int(channel), {}).values())]
            case ("PATCH", "channels", channel, "messages", message):
                return self._show("edit", int(channel), payloads.read(content, body), int(message))
            case ("POST", "interactions", number, token, "callback"):
                return self._callback(int(number), token, payloads.read(content, body))
            case ("PATCH", "webhooks", _, token, "messages", "@original") if self._is_good(token):
                asked = self._asked[token]
                return self._show("original", asked.channel, payloads.read(content, body), asked.message)
            case ("POST", "webhooks", _, token) if self._is_good(token):
                return self._show("followup", self._asked[token].channel, payloads.read(content, body))
            case ("POST", "users", "@me", "channels"):
                user = int(orjson.loads(body)["recipient_id"])
                return payloads.dm_channel(payloads.dm_of(user), payloads.person(user))
            case ("PUT", "applications", _, "commands"):
                return payloads.registered(orjson.loads(body))
            case ("GET", "gateway"):
                return {"url": self._gateway_url}
            case ("GET", "gateway", "bot"):
                return bot_gateway(self._gateway_url, len(self._guilds), len(self._guilds))
            case _:
                return payloads.standing(method, "/".join(path))

    def _is_good(self, token: str) -> bool:
        """Whether the token of an interaction is good."""
        asked = self._asked.get(token)
        return asked is not None and time.monotonic() - asked.at < self.token_seconds

    def _callback(self, number: int, token: str, sent: payloads.Form) -> object:
        asked = self._asked[token]
        kind = int(sent.json["type"])
        interaction: dict[str, Any] = {"id": str(number), "type": asked.kind}
        answer: dict[str, Any] = {"interaction": interaction}
        if kind not in (4, 7):
            self._notify("answer", asked.channel, None, number, sent)
            return answer
        inner = payloads.Form(sent.json.get("data") or {}, sent.files, sent.body)
        of = asked.message if kind == 7 else 0
        message = self._show("answer", asked.channel, inner, of, number)
        asked.message = int(message["id"])
        interaction |= {"response_message_id": message["id"], "response_message_ephemeral": bool(message["flags"] & 64)}
        answer["resource"] = {"type": kind, "message": message}
        return answer

    def _show(
        self, kind: str, channel: int, sent: payloads.Form, number: int = 0, interaction: int = 0
    ) -> dict[str, Any]:
        """Store a new or edited message, and call the listener."""
        old = self._messages.get(channel, {}).get(number)
        message = payloads.message(channel, sent, number or payloads.snowflake(), old)
        self._store(channel, message)
        self._notify(kind, channel, message, interaction, sent)
        return message

    def _store(self, channel: int, message: dict[str, Any]) -> None:
        kept = self._messages.setdefault(channel, OrderedDict())
        kept[int(message["id"])] = message
        while len(kept) > MAX_MESSAGES:
            kept.popitem(last=False)

    def _notify(
        self, kind: str, channel: int, message: dict[str, Any] | None, interaction: int, sent: payloads.Form
    ) -> None:
        self.requests[kind] += 1
        if self._listener is not None:
            pictures = sum(len(data) for _, data in sent.files)
            self._listener(Sent(kind, channel, message, interaction, time.perf_counter(), sent.body, pictures))


def _json(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    return web.Response(body=orjson.dumps(data), status=status, headers=headers, content_type="application/json")
