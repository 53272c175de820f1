"""The WebSocket half of this Discord: sessions that are resumed, and frames that may be anything."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.attack.world import World
from tests.support import discord_payloads as payloads

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""discord.py expects an answer to a heartbeat some time after it has been sent."""


@dataclass(slots=True)
class Session:
    """What the bot has been told since it identified itself."""

    id: str
    events: list[str] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None


class Gateway:
    """All sessions of the bot.

    Attributes:
        heartbeat_ms: how often the bot is asked for a heartbeat.
        greets: whether a new connection gets HELLO.
        resumes: whether a session is resumed.
        identifies: whether a new session begins.
        refused: how many of both were refused.
        unavailable: the HTTP status that a new connection gets; 0 for a WebSocket.
        frame: may replace a frame by others, text or bytes.

    """

    def __init__(self, world: World) -> None:
        self.heartbeat_ms = HEARTBEAT_MS
        self.greets = self.resumes = self.identifies = True
        self.refused = self.unavailable = 0
        self.frame: Callable[[str], list[str | bytes]] = lambda text: [text]
        self.url = ""
        self.identified = self.resumed = 0
        self._sessions: dict[str, Session] = {}
        self._silent: set[web.WebSocketResponse] = set()
        self._ended: asyncio.Future[None]
        self._world = world
        world.emit = self.emit

    @property
    def connected(self) -> bool:
        """Whether a bot can hear."""
        return any(each.socket is not None for each in self._sessions.values())

    def emit(self, event: str, data: Any) -> None:
        """Send an event to every session, now or when it is resumed."""
        for session in self._sessions.values():
            self._dispatch(session, event, data)

    def _dispatch(self, session: Session, event: str, data: Any) -> None:
        session.events.append(json.dumps({"op": 0, "t": event, "s": len(session.events) + 1, "d": data}))
        if session.socket is not None:
            self._send(session.socket, session.events[-1])

    def _send(self, socket: web.WebSocketResponse, text: str) -> None:
        async def send() -> None:
            if socket in self._silent:
                return
            try:
                for each in self.frame(text):
                    await (socket.send_str(each) if isinstance(each, str) else socket.send_bytes(each))
            except (ConnectionError, RuntimeError):
                return

        # tasks begin in the order in which they are made
        task = asyncio.ensure_future(send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    _sending: set[asyncio.Future[None]] = set()  # noqa: RUF012

    def inject(self, *frames: str | bytes) -> None:
        """Send frames as they are."""
        kept, self.frame = self.frame, lambda _: list(frames)
        for each in self._sessions.values():
            if each.socket is not None:
                self._send(each.socket, "")
        asyncio.get_running_loop().call_later(0.05, setattr, self, "frame", kept)

    async def drop(self, code: int = 0) -> None:
        """End every connection: with a code, or without a word."""
        for each in self._sessions.values():
            socket, each.socket = each.socket, None
            if socket is None:
                continue
            if code:
                await socket.close(code=code)
            elif socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()

    def go_silent(self) -> asyncio.Future[None]:
        """Say nothing any more on the present connections; return a future that is done when the bot has ended them."""
        self._ended = asyncio.get_running_loop().create_future()
        self._silent = {each.socket for each in self._sessions.values() if each.socket is not None}
        return self._ended

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection."""
        if self.unavailable:
            return web.Response(status=self.unavailable, text="<html>Bad gateway</html>", content_type="text/html")
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        session: Session | None = None
        if self.greets:
            self._send(socket, json.dumps({"op": 10, "d": {"heartbeat_interval": self.heartbeat_ms}}))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                sent = json.loads(message.data)
                if socket in self._silent:
                    continue
                if sent["op"] == 1:
                    asyncio.get_running_loop().call_later(ACK_SECONDS, self._send, socket, json.dumps({"op": 11}))
                elif (sent["op"] == 2 and not self.identifies) or (sent["op"] == 6 and not self.resumes):
                    self.refused += 1
                    self._send(socket, json.dumps({"op": 9, "d": False}))
                elif sent["op"] == 2:
                    session = self._identify(socket)
                elif sent["op"] == 6:
                    session = self._resume(socket, sent["d"])
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
            if socket in self._silent:
                self._silent.discard(socket)
                self._ended.set_result(None)
            self._world.wake()
        return socket

    def _identify(self, socket: web.WebSocketResponse) -> Session:
        for each in [each.id for each in self._sessions.values() if each.socket is None]:
            del self._sessions[each]
        session = Session(secrets.token_hex(8), socket=socket)
        self._sessions[session.id] = session
        self.identified += 1
        ready = payloads.ready(self.url, [payloads.GUILD], 0, 1) | {"session_id": session.id}
        self._dispatch(session, "READY", ready)
        self._dispatch(session, "GUILD_CREATE", self._world.guild())
        self._world.wake()
        return session

    def _resume(self, socket: web.WebSocketResponse, asked: dict[str, Any]) -> Session | None:
        session = self._sessions.get(asked["session_id"])
        if session is None:
            self._send(socket, json.dumps({"op": 9, "d": False}))
            return None
        self.resumed += 1
        session.socket = socket
        for each in session.events[int(asked.get("seq") or 0) :]:
            self._send(socket, each)
        self._dispatch(session, "RESUMED", {})
        self._world.wake()
        return session
