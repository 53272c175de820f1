"""A client of the playground: scripted people, who see and do over HTTP what the page lets people see and do.

Tests, benchmarks and tools use it::

    async with People(playground.url) as people:
        lobby = (await people.alice.run("domino play", rules="express")).message
        await people.bruno.press(lobby, label="Join")
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, cast

import aiohttp

from cogs.core.answer import IN_TIME_SECONDS

HANG_SECONDS = 120.0
"""The seconds after which waiting has failed, on a slow machine, too."""

_SELECTS = {3, 5, 6, 7, 8}
_BUTTON = 2
_TEXT = 10


class NotAllowed(Exception):
    """A request was refused; `status` and `code` are those of the answer."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        super().__init__(f"{status}: {answer.get('message')}")
        self.status = status
        self.code = int(answer.get("code", 0))


class NotAnswered(Exception):
    """The bot did not answer within Discord's three seconds."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as one person sees it; `data` is Discord's JSON with a few fields of the playground's own."""

    data: dict[str, Any]

    @property
    def id(self) -> int:
        """The message's id."""
        return int(self.data["id"])

    @property
    def channel_id(self) -> int:
        """The channel's id."""
        return int(self.data["channel_id"])

    @property
    def content(self) -> str:
        """The plain content."""
        return str(self.data["content"])

    @property
    def ephemeral(self) -> bool:
        """Whether only its reader sees it."""
        return bool(self.data["ephemeral"])

    @property
    def components(self) -> list[dict[str, Any]]:
        """The components as sent."""
        return cast("list[dict[str, Any]]", self.data["components"])

    @property
    def attachments(self) -> list[dict[str, Any]]:
        """The files that no embed shows."""
        return cast("list[dict[str, Any]]", self.data["attachments"])

    def walk(self) -> Iterator[dict[str, Any]]:
        """Every component, the nested ones too."""
        return _walk(self.components)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """All buttons, in order."""
        return [component for component in self.walk() if component["type"] == _BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons that can be pressed, in order."""
        return [str(button.get("label", "")) for button in self.buttons if not button.get("disabled")]

    @property
    def selects(self) -> list[dict[str, Any]]:
        """All selects, in order."""
        return [component for component in self.walk() if component["type"] in _SELECTS]

    @property
    def text(self) -> str:
        """All text: content, text displays and embeds, a line each."""
        lines = [self.content, *(str(c.get("content", "")) for c in self.walk() if c["type"] == _TEXT)]
        for embed in cast("list[dict[str, Any]]", self.data["embeds"]):
            fields: list[dict[str, Any]] = embed.get("fields") or []
            footer: dict[str, Any] = embed.get("footer") or {}
            lines += [str(embed.get("title") or ""), str(embed.get("description") or "")]
            lines += [f"{field['name']}\n{field['value']}" for field in fields]
            lines.append(str(footer.get("text") or ""))
        return "\n".join(line for line in lines if line)

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """Addresses and alt texts of all pictures: attachments, embeds' images, galleries."""
        found = {str(a["url"]): str(a.get("description") or "") for a in self.attachments}
        for embed in cast("list[dict[str, Any]]", self.data["embeds"]):
            if image := embed.get("image"):
                found[str(image["url"])] = str(image.get("description") or "")
        for component in self.walk():
            for item in [component, *component.get("items", [])]:
                if media := item.get("media"):
                    url = str(media["url"])
                    found[url] = str(item.get("description") or found.get(url) or "")
        return list(found.items())

    def button(self, *, label: str | None = None, custom_id: str | None = None) -> dict[str, Any]:
        """Return the only button with that label or custom id. Raises LookupError."""
        return _only(self.buttons, label=label, custom_id=custom_id)

    def select(self, *, custom_id: str | None = None) -> dict[str, Any]:
        """Return the only select, or the one with that custom id. Raises LookupError."""
        return _only(self.selects, custom_id=custom_id)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command, a press, a choice or a modal."""

    id: int
    state: str
    """`answered` or `modal`; without waiting also `waiting` or `thinking`."""
    message: Message | None
    """The message that answers, or the one that was edited; None if there is none."""
    modal: dict[str, Any] | None
    data: dict[str, Any]
    in_time: bool
    """Whether it came before the bot defers; a press that was deferred promises nothing yet."""


class Person:
    """One person at one screen. Events are pushed as to the page."""

    def __init__(self, session: aiohttp.ClientSession, url: str, data: Mapping[str, Any], default_channel: str) -> None:
        self.id = int(data["id"])
        self.name = str(data["name"])
        self.locale = str(data["locale"])
        self.mention = f"<@{self.id}>"
        self.events: list[dict[str, Any]] = []
        """The events pushed to this person, oldest first."""
        self._session = session
        self._url = url
        self._default_channel = default_channel
        self._seen: dict[int, Message] = {}
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------- doing

    async def run(
        self, command: str, /, *, channel: str | int | None = None, wait: float = 15.0, **options: Any
    ) -> Answer:
        """Run a slash command ("domino play"); people are given as :class:`Person`.

        `channel` is a name, an id, or "dm" (default: "table"). Waits up to `wait` seconds for the answer (0: doesn't).
        Raises NotAnswered when the bot lets Discord's three seconds pass, NotAllowed when Discord refuses.
        """
        path = f"channels/{await self.channel_id(channel)}/commands"
        return await self._finish(path, {"name": command, "options": _plain(options)}, wait)

    async def use_on(
        self, whom: Person | int, command: str, /, *, channel: str | int | None = None, wait: float = 15.0
    ) -> Answer:
        """Run a command in the menu of a person, who may be given by an id; waits and raises as :meth:`run` does."""
        user_id = whom if isinstance(whom, int) else whom.id
        path = f"channels/{await self.channel_id(channel)}/user-commands"
        return await self._finish(path, {"name": command, "user_id": str(user_id)}, wait)

    async def autocomplete(
        self, command: str, option: str, value: str, /, *, channel: str | int | None = None, **options: Any
    ) -> list[dict[str, Any]]:
        """Type into an option; return the choices that the bot offers."""
        body = {"name": command, "option": option, "value": value, "options": _plain(options)}
        answer = await self._post(f"channels/{await self.channel_id(channel)}/autocomplete", body)
        return cast("list[dict[str, Any]]", answer["choices"])

    async def press(
        self, message: Message, *, label: str | None = None, custom_id: str | None = None, wait: float = 15.0
    ) -> Answer:
        """Press a button of the message, by its label or custom id. Raises LookupError if it has none."""
        button = message.button(label=label, custom_id=custom_id)
        return await self._use(message, {"custom_id": button["custom_id"]}, wait)

    async def press_id(self, message: Message, custom_id: str, *, wait: float = 15.0) -> Answer:
        """Press a button by its custom id, even if the message no longer has it, as an outdated screen can."""
        return await self._use(message, {"custom_id": custom_id}, wait)

    async def choose(
        self, message: Message, values: Sequence[Any], *, custom_id: str | None = None, wait: float = 15.0
    ) -> Answer:
        """Choose in a select; people are given as :class:`Person`. Raises LookupError if there is none."""
        select = message.select(custom_id=custom_id)
        body = {"custom_id": select["custom_id"], "values": [str(value) for value in _plain_list(values)]}
        return await self._use(message, body, wait)

    async def submit(self, shown: Answer, values: Mapping[str, Any], *, wait: float = 15.0) -> Answer:
        """Submit the modal that an answer opened, with values by custom id."""
        return await self._finish(f"interactions/{shown.id}/modal", {"values": _plain(values)}, wait)

    async def say(self, content: str, *, channel: str | int | None = None) -> Message:
        """Send a plain message."""
        return Message(await self._post(f"channels/{await self.channel_id(channel)}/messages", {"content": content}))

    async def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message."""
        await self._request("DELETE", f"channels/{message.channel_id}/messages/{message.id}")

    async def open_thread(self, name: str, *, channel: str | int | None = None) -> int:
        """Open a public thread; return its id."""
        return int((await self._post(f"channels/{await self.channel_id(channel)}/threads", {"name": name}))["id"])

    async def read(self, channel: str | int | None = None) -> None:
        """Mark a channel as read."""
        await self._post(f"channels/{await self.channel_id(channel)}/read", {})

    async def close_dms(self, closed: bool = True) -> None:
        """Close the DMs to the bot, or open them."""
        await self._request("PUT", "direct-messages", {"closed": closed})

    async def install(self, installed: bool = True) -> None:
        """Install the app for oneself, or remove it."""
        await self._request("PUT", "app", {"installed": installed})

    # ------------------------------------------------------------------ seeing

    async def channels(self) -> list[dict[str, Any]]:
        """Return the channels this person sees, with unread counts; the DM with the bot last."""
        return cast("list[dict[str, Any]]", await self._request("GET", "channels"))

    async def channel_id(self, channel: str | int | None = None) -> int:
        """Return the id of a channel by its name or kind: "dm" with the bot, "group", "friend"."""
        if isinstance(channel, int):
            return channel
        name = channel or self._default_channel
        for row in await self.channels():
            if name in (row["name"], row["kind"]):
                return int(row["id"])
        raise LookupError(f"{self.name} sees no channel {name!r}")

    async def messages(self, channel: str | int | None = None, *, limit: int = 50) -> list[Message]:
        """Return the newest messages of a channel that this person may see, oldest first."""
        found = await self._request("GET", f"channels/{await self.channel_id(channel)}/messages?limit={limit}")
        return [Message(data) for data in found]

    async def refresh(self, message: Message) -> Message:
        """Return the message as it is now. Raises NotAllowed (404) if it is gone."""
        return Message(await self._request("GET", f"channels/{message.channel_id}/messages/{message.id}"))

    async def commands(self, channel: str | int | None = None) -> list[dict[str, Any]]:
        """Return the slash commands this person may run, as registered."""
        return await self._request("GET", f"channels/{await self.channel_id(channel)}/commands")

    async def user_commands(self, channel: str | int | None = None) -> list[dict[str, Any]]:
        """Return the commands that this person is offered in the menu of a person, as registered."""
        return await self._request("GET", f"channels/{await self.channel_id(channel)}/user-commands")

    async def picture(self, message: Message, index: int = -1) -> bytes:
        """Return a picture of a message (default: the last one). Raises LookupError if there is none."""
        pictures = message.pictures
        if not pictures:
            raise LookupError("the message has no picture")
        async with self._session.get(pictures[index][0]) as response:
            response.raise_for_status()
            return await response.read()

    async def wait_for(self, predicate: Callable[[Message], bool], *, timeout: float = HANG_SECONDS) -> Message:  # noqa: ASYNC109
        """Return the newest visible message for which the predicate holds; wait until one is pushed.

        Raises TimeoutError after that many seconds.
        """
        return await self._until(lambda: next(filter(predicate, self._newest()), None), timeout)

    async def wait_for_event(
        self,
        predicate: Callable[[dict[str, Any]], bool],
        *,
        timeout: float = HANG_SECONDS,  # noqa: ASYNC109
    ) -> Any:
        """Return the first event, past or future, for which the predicate holds. Raises TimeoutError."""
        return await self._until(lambda: next(filter(predicate, self.events), None), timeout)

    @property
    def seen(self) -> list[Message]:
        """All messages that were pushed to the screen, or were there when it was opened, newest first."""
        return [*self._newest()]

    def _newest(self) -> Iterator[Message]:
        return (message for _, message in sorted(self._seen.items(), reverse=True))

    async def _until(self, find: Callable[[], Any], timeout: float) -> Any:  # noqa: ASYNC109
        async with asyncio.timeout(timeout), self._news:
            while (found := find()) is None:
                await self._news.wait()
            return found

    # ---------------------------------------------------------------- plumbing

    async def look(self) -> None:
        """Open the screen: from now on events are pushed to it."""
        socket = await self._session.ws_connect(f"{self._url}/people/{self.id}/live")
        self._reader = asyncio.create_task(self._follow(socket))
        for channel in await self.channels():
            for message in await self.messages(int(channel["id"]), limit=100):
                self._seen.setdefault(message.id, message)

    async def look_away(self) -> None:
        """Close the screen."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)

    async def _follow(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with socket:
            async for frame in socket:
                event = json.loads(frame.data)
                async with self._news:
                    self.events.append(event)
                    if event["type"] == "message":
                        if event["action"] == "deleted":
                            self._seen.pop(int(event["message_id"]), None)
                        else:
                            self._seen[int(event["message_id"])] = Message(event["message"])
                    self._news.notify_all()

    async def _use(self, message: Message, body: dict[str, Any], wait: float) -> Answer:
        return await self._finish(f"channels/{message.channel_id}/messages/{message.id}/components", body, wait)

    async def _finish(self, path: str, body: dict[str, Any], wait: float) -> Answer:
        began = time.monotonic()
        interaction = started = await self._post(path, body)

        def ended(event: dict[str, Any]) -> bool:
            told = event.get("interaction") or {}
            return told.get("id") == started["id"] and told["state"] not in ("waiting", "thinking")

        if wait > 0:
            with suppress(TimeoutError):
                await self.wait_for_event(ended, timeout=wait)
            interaction = await self._request("GET", f"interactions/{started['id']}")
        in_time = time.monotonic() - began < IN_TIME_SECONDS
        if interaction["state"] == "failed":
            raise NotAnswered("The application did not respond")
        message: Message | None = None
        if interaction["message_id"] is not None:
            path = f"channels/{interaction['channel_id']}/messages/{interaction['message_id']}"
            with suppress(NotAllowed):
                message = Message(await self._request("GET", path))
        return Answer(int(interaction["id"]), interaction["state"], message, interaction["modal"], interaction, in_time)

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", await self._request("POST", path, body))

    async def _request(self, method: str, path: str, body: Any = None) -> Any:
        url = f"{self._url}/people/{self.id}/{path}"
        async with self._session.request(method, url, json=body, headers={"Origin": self._url}) as response:
            answer = await response.json()
            if response.status >= 400:
                raise NotAllowed(response.status, answer)
            return answer


class People:
    """All people of a playground, by their first names in small letters: `people.alice`, `people["chloe"]`."""

    alice: Person
    bruno: Person
    chloe: Person
    davide: Person
    eve: Person

    def __init__(self, url: str, *, channel: str = "table") -> None:
        self._url = url
        self._channel = channel
        self._session: aiohttp.ClientSession | None = None
        self._people: dict[str, Person] = {}

    def __getitem__(self, username: str) -> Person:
        return self._people[username]

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        async with self._session.get(f"{self._url}/people") as response:
            overview = await response.json()
        for row in overview["people"]:
            person = Person(self._session, self._url, row, self._channel)
            self._people[row["username"]] = person
            setattr(self, row["username"], person)
            await person.look()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for person in self._people.values():
            await person.look_away()
        if self._session is not None:
            await self._session.close()


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for component in cast("list[dict[str, Any]]", components):
        yield component
        yield from _walk(component.get("components") or [])
        yield from _walk([component[key] for key in ("accessory", "component") if component.get(key)])


def _only(components: list[dict[str, Any]], **wanted: str | None) -> dict[str, Any]:
    given = {key: value for key, value in wanted.items() if value is not None}
    found = [c for c in components if all(c.get(key) == value for key, value in given.items())]
    if len(found) != 1:
        seen = [c.get("label") or c.get("custom_id") for c in components]
        raise LookupError(f"{len(found)} of {seen} fit {given}")
    return found[0]


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _plain_value(value) for key, value in options.items()}


def _plain_list(values: Sequence[Any]) -> list[Any]:
    return [_plain_value(value) for value in values]


def _plain_value(value: Any) -> Any:
    if isinstance(value, Person):
        return str(value.id)
    if isinstance(value, (list, tuple)):
        return _plain_list(cast("Sequence[Any]", value))
    return value
