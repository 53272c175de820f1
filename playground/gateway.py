"""The gateway: WebSocket sessions that survive a dropped socket and are resumed where they were."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from aiohttp import WSCloseCode, WSMsgType, web

from .json_text import parse
from .shards import IdentifyLimit, all_connected
from .world import World
from .world.simcord import privileged_intents

_log = logging.getLogger(__name__)

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
MAX_EVENTS = 2000
MAX_SESSIONS = 4

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 8, 9, 10, 11
CLOSE_DECODE_ERROR = 4002
CLOSE_NOT_AUTHENTICATED = 4003
CLOSE_INVALID_SHARD = 4010
CLOSE_DISALLOWED_INTENTS = 4014


class _Connection:
    """One socket and its queue of frames to send, in order."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self._transport = transport
        self._outbox: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        self._outbox.put_nowait(text)

    async def write(self) -> None:
        while True:
            await self.socket.send_str(await self._outbox.get())

    def abort(self) -> None:
        """Abort the connection without a closing frame."""
        if self._transport is not None:
            self._transport.abort()


class _Session:
    def __init__(self, session_id: str, intents: int, shard: int, shards: int) -> None:
        self.id = session_id
        self.intents = intents
        self.shard = shard
        self.shards = shards
        self.sequence = 0
        self.events: deque[tuple[int, str]] = deque(maxlen=MAX_EVENTS)
        self.connection: _Connection | None = None

    def send(self, event: str, data: Any, rewrite: Callable[[str], str]) -> None:
        self.sequence += 1
        text = rewrite(json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data}))
        self.events.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)

    def missed(self, sequence: int) -> list[str] | None:
        """Return the events after that sequence number; None if some of them are forgotten or never existed."""
        oldest = self.events[0][0] if self.events else self.sequence + 1
        if not oldest - 1 <= sequence <= self.sequence:
            return None
        return [text for number, text in self.events if number > sequence]


class _Command(NamedTuple):
    """A frame of the bot.

    Attributes:
        op: the operation.
        data: its payload.
        intents, shard, shards: those of an IDENTIFY.
        sequence: that of a RESUME.

    """

    op: int
    data: Any
    intents: int = 0
    shard: int = 0
    shards: int = 1
    sequence: int = 0


def _command(text: str) -> _Command | None:
    """Read a frame; return None if it is malformed."""
    try:
        message: dict[str, Any] = parse(text)
        op: int = message["op"]
        data: Any = message.get("d")
        if op == IDENTIFY:
            shard, shards = map(int, data.get("shard") or (0, 1))
            return _Command(op, data, int(data.get("intents") or 0), shard, shards)
        if op == RESUME:
            return _Command(op, data, sequence=int(data.get("seq") or 0))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return _Command(op, data)


class Gateway:
    """All sessions of the bot. `listeners` are called when the bot connects or disconnects.

    Args:
        world: the source of events.
        url: returns the address of the gateway.
        rewrite: replaces the addresses of pictures in a frame.
        concurrency: how many shards may identify themselves within five seconds; 0 for any number.

    """

    def __init__(
        self, world: World, *, url: Callable[[], str], rewrite: Callable[[str], str], concurrency: int = 0
    ) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.resumed = 0
        self.identifies = IdentifyLimit(concurrency)
        self._world = world
        self._url = url
        self._rewrite = rewrite
        self._sessions: dict[str, _Session] = {}
        world.events.subscribe(self._feed)

    @property
    def connected(self) -> bool:
        """Whether a bot is connected, with all of its shards."""
        return all_connected({(s.shard, s.shards) for s in self._sessions.values() if s.connection is not None})

    def drop(self, shard: int | None = None) -> int:
        """Abort every connection, or those of a shard, which forces the bot to resume; return their number."""
        sessions = [s for s in self._sessions.values() if shard in (None, s.shard)]
        connections = [s.connection for s in sessions if s.connection is not None]
        for connection in connections:
            connection.abort()
        return len(connections)

    async def close(self) -> None:
        """Close every socket with a closing frame."""
        for session in list(self._sessions.values()):
            if session.connection is not None:
                with suppress(ConnectionError):
                    await session.connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in self._sessions.values():
            if self._world.events.shard_of(event, payload, session.shards) != session.shard:
                continue
            shaped = self._world.events.shape(event, payload, session.intents)
            if shaped is not None:
                session.send(event, shaped, self._rewrite)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot, from HELLO to its end. Text frames only: no client requires compression."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = _Connection(socket, request.transport)
        writer = asyncio.create_task(connection.write())
        session: _Session | None = None
        try:
            connection.send(json.dumps({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None}))
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                command = _command(frame.data)
                if command is None:
                    await socket.close(code=CLOSE_DECODE_ERROR)
                    break
                session = await self._obey(connection, session, command)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            if session is not None and session.connection is connection:
                session.connection = None
                self._tell()
        return socket

    async def _obey(self, connection: _Connection, session: _Session | None, command: _Command) -> _Session | None:
        """Do a command; return the session of the connection from then on."""
        if command.op == HEARTBEAT:
            # discord.py notes the time of a heartbeat just after sending it: an answer faster than that, as on
            # a loopback, counts from the heartbeat before, and the log says that the bot can't keep up
            ack = json.dumps({"op": ACK, "d": None, "s": None, "t": None})
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, ack)
        elif command.op == IDENTIFY:
            return await self._identify(connection, command.intents, command.shard, command.shards)
        elif command.op == RESUME:
            return self._resume(connection, str(command.data.get("session_id")), command.sequence)
        elif session is None:
            await connection.socket.close(code=CLOSE_NOT_AUTHENTICATED)
        elif command.op == MEMBERS:
            session.send("GUILD_MEMBERS_CHUNK", self._world.events.members_chunk(command.data), self._rewrite)
        return session

    async def _identify(self, connection: _Connection, intents: int, shard: int, shards: int) -> _Session | None:
        if not 0 <= shard < shards:
            await connection.socket.close(code=CLOSE_INVALID_SHARD, message=b"Invalid shard.")
            return None
        if not self.identifies.check(shard):
            connection.send(json.dumps({"op": INVALID, "d": False, "s": None, "t": None}))
            return None
        if refused := privileged_intents(intents):
            _log.warning("The bot asks for privileged intents and is disconnected: %s", ", ".join(refused))
            await connection.socket.close(code=CLOSE_DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
            return None
        session = _Session(secrets.token_hex(16), intents, shard, shards)
        session.connection = connection
        self._sessions[session.id] = session
        dropped = [each for each in self._sessions.values() if each.connection is None]
        for old in dropped[:-MAX_SESSIONS]:
            del self._sessions[old.id]
        session.send("READY", self._world.events.ready(session.id, self._url(), shard, shards), self._rewrite)
        for guild in self._world.events.guild_creates(shard, shards):
            shaped = self._world.events.shape("GUILD_CREATE", guild, intents)
            if shaped is not None:
                session.send("GUILD_CREATE", shaped, self._rewrite)
        self._tell()
        return session

    def _resume(self, connection: _Connection, identity: str, sequence: int) -> _Session | None:
        session = self._sessions.get(identity)
        missed = session.missed(sequence) if session is not None else None
        if session is None or missed is None:
            connection.send(json.dumps({"op": INVALID, "d": False, "s": None, "t": None}))
            return None
        if session.connection is not None:
            session.connection.abort()
        session.connection = connection
        for text in missed:
            connection.send(text)
        session.send("RESUMED", {"_trace": []}, self._rewrite)
        self.resumed += 1
        self._tell()
        return session

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener()
