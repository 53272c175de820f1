"""Pushes changes to the people's screens: to each only the visible part."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import WSCloseCode, web

from playground.changes import Change, InteractionChange, MessageChange
from playground.errors import ApiError
from playground.journal import Problem
from playground.world import World

ANSWER_SECONDS = 3.05
"""A little more than the three seconds that an application has to answer."""


class Screen:
    """One open page (or client) of one person."""

    def __init__(self, user_id: int, socket: web.WebSocketResponse) -> None:
        self.user_id = user_id
        self.socket = socket
        self.outbox: asyncio.Queue[str] = asyncio.Queue()

    async def write(self) -> None:
        """Send the outbox, until cancelled or disconnected."""
        with suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self.outbox.get())


class Push:
    """The open screens, and the events sent to them."""

    def __init__(self, world: World, *, outward: Callable[[str], str], status: Callable[[], dict[str, Any]]) -> None:
        self._world = world
        self._outward = outward
        self._status = status
        self._screens: set[Screen] = set()
        self._deadlines: dict[int, asyncio.TimerHandle] = {}
        world.listeners.append(self._changed)

    async def handle(self, request: web.Request, user_id: int) -> web.WebSocketResponse:
        """Serve one screen's connection, until it closes."""
        self._world.guild.resident(user_id)
        socket = web.WebSocketResponse(heartbeat=30.0)
        try:
            await socket.prepare(request)
        except ConnectionError:
            # the page went elsewhere at once
            return socket
        screen = Screen(user_id, socket)
        writer = asyncio.create_task(screen.write())
        self._screens.add(screen)
        try:
            self._push(screen, {"type": "hello", **self._status(), "totals": self.totals()})
            async for _ in socket:
                pass
        finally:
            self._screens.discard(screen)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return socket

    async def close(self) -> None:
        """Close all screens."""
        for handle in self._deadlines.values():
            handle.cancel()
        for screen in list(self._screens):
            with suppress(ConnectionError):
                await screen.socket.close(code=WSCloseCode.GOING_AWAY)

    def totals(self) -> dict[str, dict[str, int]]:
        """Return everyone's number of unread messages and mentions, for the switch between people."""
        totals: dict[str, dict[str, int]] = {}
        for person in self._world.guild.residents:
            channels = self._world.messages.channels(person.id)
            totals[str(person.id)] = {kind: sum(c[kind] for c in channels) for kind in ("unread", "mentions")}
        return totals

    def to_all(self, event: dict[str, Any]) -> None:
        """Send an event to every screen."""
        for screen in self._screens:
            self._push(screen, event)

    def status_changed(self) -> None:
        """Send the status of the bot to every screen."""
        self.to_all({"type": "bot", **self._status()})

    def problem(self, problem: Problem) -> None:
        """Show a problem on every screen."""
        self.to_all({"type": "problem", "problem": problem.to_json()})

    def read(self, user_id: int, channel_id: int) -> None:
        """Update the person's screens after a channel was read, and everyone's totals."""
        self._unread(user_id, channel_id)
        self.to_all({"type": "totals", "totals": self.totals()})

    def _changed(self, change: Change) -> None:
        if isinstance(change, MessageChange):
            self._message_changed(change)
        elif isinstance(change, InteractionChange):
            self._interaction_changed(change.user_id, change.interaction_id)
        elif change.what != "quiet":
            self.to_all({"type": "changed", "what": change.what, **self._status()})

    def _message_changed(self, change: MessageChange) -> None:
        for screen in self._screens:
            if screen.user_id not in change.audience:
                continue
            event: dict[str, Any] = {
                "type": "message",
                "action": change.action,
                "channel_id": str(change.channel_id),
                "message_id": str(change.message_id),
            }
            if change.action != "deleted":
                event["message"] = self._world.messages.get(screen.user_id, change.channel_id, change.message_id)
            self._push(screen, event)
        if change.action != "edited":
            for user_id in change.audience:
                self._unread(user_id, change.channel_id)
            self.to_all({"type": "totals", "totals": self.totals()})

    def _unread(self, user_id: int, channel_id: int) -> None:
        counts = self._world.messages.unread(user_id, channel_id)
        for screen in self._screens:
            if screen.user_id == user_id:
                self._push(screen, {"type": "unread", "channel_id": str(channel_id), **counts})

    def _interaction_changed(self, user_id: int, interaction_id: int) -> None:
        deadline = self._deadlines.pop(interaction_id, None)
        if deadline is not None:
            deadline.cancel()
        try:
            interaction = self._world.interactions.get(user_id, interaction_id)
        except ApiError:
            return
        if interaction["state"] == "waiting":
            self._deadlines[interaction_id] = asyncio.get_running_loop().call_later(
                ANSWER_SECONDS, self._interaction_changed, user_id, interaction_id
            )
        for screen in self._screens:
            if screen.user_id == user_id:
                self._push(screen, {"type": "interaction", "interaction": interaction})

    def _push(self, screen: Screen, event: dict[str, Any]) -> None:
        screen.outbox.put_nowait(self._outward(json.dumps(event)))
