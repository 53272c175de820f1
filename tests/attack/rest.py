"""The HTTP half of this Discord: the routes that the bot uses, and what becomes of requests on a bad day."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

from tests.attack.world import Interaction, Shown, World
from tests.support import discord_payloads as payloads

BURST, WINDOW = 10, 2.0
"""How many messages a channel takes in how many seconds."""

SENT = web.RequestKey("sent", payloads.Form)

Spoil = Callable[[web.Request], Awaitable[web.StreamResponse]]
"""What the bot gets instead of an answer."""

Watch = Callable[[str, str, Any], None]
"""Told of each request: its name, ``before`` or ``after``, and its body."""


class Rest:
    """Serves the bot's requests.

    Attributes:
        spoiler: asked at each request whether to spoil it: gives what to answer, and whether the request is done first.
        watchers: told of each request before and after it is done.
        counts: how many requests of each name arrived.
        commands: the commands that the bot has registered.

    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.spoiler: Callable[[str], tuple[Spoil, bool] | None] = lambda name: None
        self.watchers: list[Watch] = []
        self.counts: Counter[str] = Counter()
        self.commands: list[dict[str, Any]] = []
        self._posted: dict[int, list[float]] = {}

    def routes(self) -> list[web.RouteDef]:
        api, message = "/api/v10", "/api/v10/channels/{channel}/messages"
        hook = "/api/v10/webhooks/{app}/{token}"
        table: list[tuple[str, str, str, Any]] = [
            ("GET", f"{api}/users/@me", "login", self._standing),
            ("GET", f"{api}/oauth2/applications/@me", "login", self._standing),
            ("GET", f"{api}/applications/@me", "login", self._standing),
            ("GET", f"{api}/gateway/bot", "login", self._gateway),
            ("PUT", f"{api}/applications/{{app}}/commands", "commands", self._commands),
            ("POST", f"{api}/users/@me/channels", "open dm", self._open_dm),
            ("GET", message, "history", self._history),
            ("POST", message, "post", self._post),
            ("GET", f"{message}/{{message}}", "read", self._read),
            ("PATCH", f"{message}/{{message}}", "edit", self._edit),
            ("DELETE", f"{message}/{{message}}", "delete", self._delete),
            ("POST", f"{api}/interactions/{{id}}/{{token}}/callback", "answer", self._callback),
            ("POST", hook, "followup", self._followup),
            ("GET", f"{hook}/messages/{{message}}", "read original", self._original),
            ("PATCH", f"{hook}/messages/{{message}}", "edit original", self._edit_original),
            ("DELETE", f"{hook}/messages/{{message}}", "delete original", self._delete_original),
        ]
        return [web.route(verb, path, self._served(name, do)) for verb, path, name, do in table]

    def _served(self, name: str, do: Any) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                body = await request.read()
            except ConnectionResetError:
                # the bot died in mid-sentence
                return web.Response()
            request[SENT] = sent = payloads.read(request.headers.get("Content-Type", ""), body)
            called = f"{name} hand" if int(request.match_info.get("channel", 0)) in self.world.dms else name
            self.counts[called] += 1
            spoilt = self.spoiler(called)
            for each in self.watchers:
                each(called, "before", sent.json)
            if spoilt is not None and not spoilt[1]:
                return await spoilt[0](request)
            answer = await do(request)
            for each in self.watchers:
                each(called, "after", sent.json)
            return answer if spoilt is None else await spoilt[0](request)

        return serve

    # ------------------------------------------------------------------ the account

    async def _standing(self, request: web.Request) -> web.Response:
        """Answer what is always answered the same; ``applications/@me`` is another name."""
        path = request.path.split("/", 3)[3].removeprefix("oauth2/")
        return as_json(payloads.standing(request.method, path if path.startswith("users") else f"oauth2/{path}"))

    async def _gateway(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return as_json({"url": f"ws://{request.host}/gateway", "shards": 1, "session_start_limit": limit})

    async def _commands(self, request: web.Request) -> web.Response:
        self.commands = list(request[SENT].json)
        return as_json(payloads.registered(self.commands))

    async def _open_dm(self, request: web.Request) -> web.Response:
        user = int(request[SENT].json["recipient_id"])
        return as_json(self.world.channel(self.world.accounts[user].dm))

    # ------------------------------------------------------------------ messages

    async def _post(self, request: web.Request) -> web.Response:
        channel, now = int(request.match_info["channel"]), time.monotonic()
        if channel not in self.world.channels and channel not in self.world.dms:
            return _refuse(404, 10003, "Unknown Channel")
        recent = self._posted[channel] = [each for each in self._posted.get(channel, ()) if now - each < WINDOW]
        wait = WINDOW - (now - recent[0]) if recent else WINDOW
        limits = {
            "X-RateLimit-Bucket": "messages",
            "X-RateLimit-Limit": str(BURST),
            "X-RateLimit-Remaining": str(max(0, BURST - len(recent) - 1)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "Via": "1.1 google",
        }
        if len(recent) >= BURST:
            told = {"message": "You are being rate limited.", "retry_after": wait, "global": False}
            return as_json(told, status=429, headers=limits)
        recent.append(now)
        return as_json(self.world.post(channel, request[SENT]).payload, headers=limits)

    def _found(self, request: web.Request) -> Shown | None:
        return self.world.messages.get(int(request.match_info["message"]))

    async def _history(self, request: web.Request) -> web.Response:
        channel, query = int(request.match_info["channel"]), request.query
        after, before = int(query.get("after", 0)), int(query.get("before", 1 << 63))
        seen = [
            each.payload
            for each in self.world.messages.values()
            if each.channel == channel and after < each.id < before and not each.payload["flags"] & 64
        ]
        limit = int(query.get("limit", 50))
        chosen = seen[:limit] if after else seen[-limit:]
        return as_json(chosen[::-1])

    async def _read(self, request: web.Request) -> web.Response:
        shown = self._found(request)
        return _unknown() if shown is None else as_json(shown.payload)

    async def _edit(self, request: web.Request) -> web.Response:
        shown = self._found(request)
        if shown is None:
            return _unknown()
        return as_json(self.world.write(shown.channel, request[SENT], old=shown).payload)

    async def _delete(self, request: web.Request) -> web.Response:
        gone = self.world.messages.pop(int(request.match_info["message"]), None)
        self.world.wake()
        return _unknown() if gone is None else web.Response(status=204)

    # ------------------------------------------------------------------ answers

    async def _callback(self, request: web.Request) -> web.Response:
        made = self.world.interactions.get(request.match_info["token"])
        if made is None:
            return _refuse(404, 10062, "Unknown interaction")
        sent = request[SENT]
        code = self.world.answer(made, int(sent.json["type"]), sent._replace(json=sent.json.get("data") or {}))
        if code:
            return _refuse(400 if code == 40060 else 404, code, "The interaction takes no answer")
        if not request.query.get("with_response"):
            return web.Response(status=204)
        told: dict[str, Any] = {"interaction": {"id": str(made.id), "type": made.payload["type"]}}
        if made.original is not None:
            told["interaction"]["response_message_id"] = str(made.original.id)
            told["resource"] = {"type": made.taken, "message": made.original.payload}
        return as_json(told)

    def _made(self, request: web.Request) -> Interaction | None:
        made = self.world.interactions.get(request.match_info["token"])
        return made if made is not None and made.taken else None

    async def _followup(self, request: web.Request) -> web.Response:
        made = self._made(request)
        if made is None:
            return _refuse(404, 10015, "Unknown Webhook")
        return as_json(self.world.reply(made, request[SENT]).payload)

    def _answering(self, request: web.Request) -> Shown | None:
        made, name = self._made(request), request.match_info["message"]
        if made is None:
            return None
        return made.original if name == "@original" else self.world.messages.get(int(name))

    async def _original(self, request: web.Request) -> web.Response:
        shown = self._answering(request)
        return _unknown() if shown is None else as_json(shown.payload)

    async def _edit_original(self, request: web.Request) -> web.Response:
        made, shown = self._made(request), self._answering(request)
        if made is None:
            return _refuse(404, 10015, "Unknown Webhook")
        if shown is None and made.taken == 5:
            sent = request[SENT]
            flags = int(sent.json.get("flags") or 0) | made.flags
            made.original = shown = self.world.reply(made, sent._replace(json={**sent.json, "flags": flags}))
        elif shown is not None:
            self.world.write(shown.channel, request[SENT], old=shown)
        return _unknown() if shown is None else as_json(shown.payload)

    async def _delete_original(self, request: web.Request) -> web.Response:
        shown = self._answering(request)
        if shown is not None:
            self.world.messages.pop(shown.id, None)
        return _unknown() if shown is None else web.Response(status=204)


def as_json(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return JSON with the very content type of Discord, which names no charset."""
    told = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=told)


def _refuse(status: int, code: int, message: str) -> web.Response:
    return as_json({"message": message, "code": code}, status=status)


def _unknown() -> web.Response:
    return _refuse(404, 10008, "Unknown Message")
