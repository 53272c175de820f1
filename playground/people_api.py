"""The people's actions as JSON over HTTP, for the page and for scripted people in tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from aiohttp import web
from simcord.enums import AppCommandType

from playground.push import ANSWER_SECONDS, Push
from render.i18n import languages

from .changes import InteractionChange
from .errors import ApiError
from .journal import Journal
from .json_text import parse
from .world import World

LOCALES = ("en-US", "en-GB", *languages())
"""Languages that the page offers for the server."""


class PeopleApi:
    """The routes under `/people`."""

    def __init__(
        self,
        world: World,
        push: Push,
        journal: Journal,
        *,
        outward: Callable[[str], str],
        status: Callable[[], dict[str, Any]],
    ) -> None:
        self._world = world
        self._push = push
        self._journal = journal
        self._outward = outward
        self._status = status

    def routes(self) -> list[web.RouteDef]:
        """Return all routes, for an application's router."""
        person = "/people/{user:\\d+}"
        channel = person + "/channels/{channel:\\d+}"
        message = channel + "/messages/{message:\\d+}"
        return [
            web.get("/people", self._answer(self._overview)),
            web.put("/people/server-language", self._answer(self._set_server_language)),
            web.delete("/people/problems", self._answer(self._clear_problems)),
            web.get(person + "/live", self._open_live),
            web.get(person + "/channels", self._answer(self._channels)),
            web.put(person + "/direct-messages", self._answer(self._set_direct_messages)),
            web.put(person + "/app", self._answer(self._set_app)),
            web.get(channel + "/messages", self._answer(self._messages)),
            web.post(channel + "/messages", self._answer(self._say)),
            web.post(channel + "/threads", self._answer(self._open_thread)),
            web.post(channel + "/read", self._answer(self._read)),
            web.get(channel + "/commands", self._answer(self._commands)),
            web.post(channel + "/commands", self._answer(self._run)),
            web.get(channel + "/user-commands", self._answer(self._user_commands)),
            web.post(channel + "/user-commands", self._answer(self._use_on)),
            web.post(channel + "/autocomplete", self._answer(self._autocomplete)),
            web.get(message, self._answer(self._message)),
            web.delete(message, self._answer(self._dismiss)),
            web.post(message + "/components", self._answer(self._use_component)),
            web.get(person + "/interactions/{interaction:\\d+}", self._answer(self._interaction)),
            web.post(person + "/interactions/{interaction:\\d+}/modal", self._answer(self._submit)),
        ]

    def _answer(
        self, handler: Callable[[web.Request, dict[str, Any]], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            try:
                status, answer = 200, await handler(request, await _body(request))
            except ApiError as refused:
                status, answer = refused.status, refused.to_json()
            except (KeyError, TypeError, ValueError) as error:
                status, answer = 400, {"code": 0, "message": f"Not understood: {error!r}"}
            text = self._outward(json.dumps(answer))
            return web.Response(text=text, status=status, content_type="application/json")

        return handle

    # ------------------------------------------------------------------ seeing

    async def _overview(self, request: web.Request, body: dict[str, Any]) -> Any:
        del request, body
        people = [
            {
                "id": str(person.id),
                "username": person.username,
                "name": person.name,
                "locale": person.locale,
                "closed_dms": person.id in self._world.guild.closed_dms,
                "has_app": self._world.elsewhere.has_app(person.id),
            }
            for person in self._world.guild.residents
        ]
        return {
            **self._status(),
            **self._world.guild.directory(),
            "people": people,
            "bot_id": str(self._world.bot_id),
            "server_language": self._world.guild.locale,
            "languages": ("", *LOCALES),
            "totals": self._push.totals(),
            "problems": [problem.to_json() for problem in self._journal.problems],
        }

    async def _open_live(self, request: web.Request) -> web.StreamResponse:
        try:
            return await self._push.handle(request, _id(request, "user"))
        except ApiError as refused:
            return web.json_response(refused.to_json(), status=refused.status)

    async def _channels(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        return self._world.messages.channels(_id(request, "user"))

    async def _messages(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        before = request.query.get("before")
        limit = min(max(int(request.query.get("limit", "50")), 1), 100)
        return self._world.messages.page(*_place(request), before=int(before) if before else None, limit=limit)

    async def _message(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        return self._world.messages.get(*_place(request), _id(request, "message"))

    async def _commands(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        return self._world.guild.commands(*_place(request))

    async def _user_commands(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        return self._world.guild.commands(*_place(request), kind=AppCommandType.USER)

    async def _interaction(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        return self._world.interactions.get(_id(request, "user"), _id(request, "interaction"))

    # ------------------------------------------------------------------ acting

    async def _say(self, request: web.Request, body: dict[str, Any]) -> Any:
        return self._world.messages.say(*_place(request), str(body["content"]))

    async def _open_thread(self, request: web.Request, body: dict[str, Any]) -> Any:
        return {"id": str(self._world.messages.open_thread(*_place(request), str(body["name"])))}

    async def _read(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        user_id, channel_id = _place(request)
        self._world.messages.mark_read(user_id, channel_id)
        self._push.read(user_id, channel_id)
        return {}

    async def _dismiss(self, request: web.Request, body: dict[str, Any]) -> Any:
        del body
        self._world.messages.dismiss(*_place(request), _id(request, "message"))
        return {}

    async def _run(self, request: web.Request, body: dict[str, Any]) -> Any:
        user_id, channel_id = _place(request)
        name, options = str(body["name"]), _mapping(body, "options")
        return self._started(user_id, await self._world.interactions.run(user_id, channel_id, name, options))

    async def _use_on(self, request: web.Request, body: dict[str, Any]) -> Any:
        user_id, channel_id = _place(request)
        name, target_id = str(body["name"]), int(body["user_id"])
        return self._started(user_id, await self._world.interactions.use_on(user_id, channel_id, name, target_id))

    async def _autocomplete(self, request: web.Request, body: dict[str, Any]) -> Any:
        user_id, channel_id = _place(request)
        answered = asyncio.Event()

        def changed(change: object) -> None:
            if isinstance(change, InteractionChange) and change.user_id == user_id:
                answered.set()

        self._world.listeners.append(changed)
        try:
            interaction_id = await self._world.interactions.autocomplete(
                user_id,
                channel_id,
                str(body["name"]),
                str(body["option"]),
                str(body["value"]),
                _mapping(body, "options"),
            )
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    while (interaction := self._world.interactions.get(user_id, interaction_id))["state"] == "waiting":
                        answered.clear()
                        await answered.wait()
            except TimeoutError:
                interaction = self._world.interactions.get(user_id, interaction_id)
        finally:
            self._world.listeners.remove(changed)
        return {"choices": interaction["choices"] or [], "state": interaction["state"]}

    async def _use_component(self, request: web.Request, body: dict[str, Any]) -> Any:
        user_id, channel_id = _place(request)
        message_id, custom_id = _id(request, "message"), str(body["custom_id"])
        if "values" in body:
            values = [str(value) for value in body["values"]]
            started = await self._world.interactions.choose(user_id, channel_id, message_id, custom_id, values)
        else:
            started = await self._world.interactions.press(user_id, channel_id, message_id, custom_id)
        return self._started(user_id, started)

    async def _submit(self, request: web.Request, body: dict[str, Any]) -> Any:
        user_id = _id(request, "user")
        interaction_id, values = _id(request, "interaction"), _mapping(body, "values")
        return self._started(user_id, await self._world.interactions.submit(user_id, interaction_id, values))

    def _started(self, user_id: int, interaction_id: int) -> Any:
        return self._world.interactions.get(user_id, interaction_id)

    # ---------------------------------------------------------------- settings

    async def _set_direct_messages(self, request: web.Request, body: dict[str, Any]) -> Any:
        self._world.guild.set_dms_closed(_id(request, "user"), bool(body["closed"]))
        return {}

    async def _set_app(self, request: web.Request, body: dict[str, Any]) -> Any:
        self._world.elsewhere.set_app(_id(request, "user"), bool(body["installed"]))
        return {}

    async def _set_server_language(self, request: web.Request, body: dict[str, Any]) -> Any:
        del request
        if body["locale"] not in ("", *LOCALES):
            raise ApiError(400, 50035, f"The server speaks one of {', '.join(LOCALES)}")
        self._world.guild.set_locale(str(body["locale"]))
        return {}

    async def _clear_problems(self, request: web.Request, body: dict[str, Any]) -> Any:
        del request, body
        self._journal.problems.clear()
        return {}


def _id(request: web.Request, name: str) -> int:
    return int(request.match_info[name])


def _place(request: web.Request) -> tuple[int, int]:
    return _id(request, "user"), _id(request, "channel")


def _mapping(body: dict[str, Any], name: str) -> dict[str, Any]:
    value: Any = body.get(name) or {}
    if not isinstance(value, dict):
        raise TypeError(f"{name} must be an object")
    return cast("dict[str, Any]", value)


async def _body(request: web.Request) -> dict[str, Any]:
    if not request.can_read_body:
        return {}
    try:
        body = parse(await request.text())
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    if not isinstance(body, dict):
        raise ApiError(400, 50109, "The request body must be an object.")
    return cast("dict[str, Any]", body)
