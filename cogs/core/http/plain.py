"""Messages without the parts that Discord refuses as invalid: an ornament never keeps a message away."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord.http import HTTPClient
from discord.webhook.async_ import async_context

from cogs.core.discord_private import error_paths
from cogs.core.frame import MAX_MESSAGE_TEXT, escaped
from cogs.core.http.requests import INVALID_FORM
from render.text.length import cut, length

_log = logging.getLogger(__name__)

MAX_TRIES = 4
"""How often a message is sent at most: as it was made, and plainer each time."""

LOG_SECONDS = 3600.0
"""The seconds after which a part that is refused again is logged again."""

BUTTON, TEXT, GALLERY, CONTAINER = 2, 10, 12, 17
"""Kinds of components, as Discord counts them."""
FORM = 9
"""The kind of an answer to an interaction that opens a form, which is no message."""

ORNAMENTS = frozenset({"emoji", "accent_color"})
"""Members of components that the plainest message does without."""
OPTIONAL = ORNAMENTS | {
    *("allowed_mentions", "default", "default_values", "description", "enforce_nonce", "nonce"),
    *("placeholder", "spoiler", "tts"),
}
"""Members of messages and components that are left out alone where Discord refuses them."""

Body = dict[str, Any]
"""A message, or an answer to an interaction with one in it, as Discord takes it."""
Path = tuple[str, ...]
"""The way to a part of a message, as Discord names it: members of objects, and numbers in lists."""

_GONE: Any = object()


def is_message(body: object) -> bool:
    """Whether the body of a request is a message, or an answer to an interaction with one in it."""
    if not isinstance(body, dict) or cast("Body", body).get("type") == FORM:
        return False
    return not {"components", "content"}.isdisjoint(_message(cast("Body", body)))


def plainer(body: Body, refused: Sequence[Path], *, plainest: bool = False) -> Body:
    """Return a message without the parts that Discord refuses.

    Args:
        body: the message.
        refused: the ways to these parts, from the message on.
        plainest: whether to leave out all ornaments and frames, and to replace pictures by words; this is also
            done where no part can be left out alone.

    """
    made = _message(body)
    pictures = _pictures(made)
    room = (MAX_MESSAGE_TEXT - _text_length(made)) // max(1, len(pictures))
    reduced = _reduced(made, [path for path in refused if path], _Way(plainest, room))
    if reduced is _GONE or reduced == made:
        reduced = _reduced(made, (), _Way(True, room))
    gone = pictures - _pictures(reduced)
    if "attachments" in reduced:
        reduced["attachments"] = [each for each in reduced["attachments"] if each.get("filename") not in gone]
    return reduced if made is body else body | {"data": reduced}


def emojis_of(body: Body) -> frozenset[int]:
    """Return the ids of the emojis in a message, those of Unicode excepted."""
    emojis: list[Body] = [each["emoji"] for each in _objects(body) if each.get("emoji")]
    return frozenset(int(each["id"]) for each in emojis if each.get("id"))


def paths_of(errors: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the way to each refused part, and Discord's name for the fault."""
    for name, inner in errors.items():
        if name == "_errors":
            yield (), str(inner[0].get("code", "")) if inner else ""
        elif isinstance(inner, dict):
            for path, code in paths_of(cast("Mapping[str, Any]", inner)):
                yield (name, *path), code


class PlainMessages:
    """Sends messages again without the parts that Discord refuses.

    Args:
        forget: is called with the ids of the emojis that a message had to do without.
        monotonic: returns a time in seconds that is never set.

    """

    def __init__(self, forget: Callable[[frozenset[int]], None], monotonic: Callable[[], float]) -> None:
        self._forget = forget
        self._monotonic = monotonic
        self._logged: dict[str, float] = {}

    def install(self, http: HTTPClient) -> None:
        """Let all messages go this way: those with the bot's token, and those with the tokens of interactions."""
        http.request = self._resending(http.request, "json", "form")
        adapter: Any = async_context.get()
        adapter.request = self._resending(adapter.request, "payload", "multipart")

    def _resending(self, request: Callable[..., Any], plain: str, form: str) -> Callable[..., Any]:
        """Return a function that requests as another does; ``plain`` and ``form`` are its arguments with the body."""

        async def resending(*args: Any, **named: Any) -> Any:
            try:
                return await request(*args, **named)
            except discord.HTTPException as error:
                made = _body(named, plain, form) if _refuses_part(error) else None
                if made is None:
                    raise
                return await self._again(made, error, lambda body: request(*args, **_written(body, named, plain, form)))

        return resending

    async def _again(self, made: Body, error: discord.HTTPException, send: Callable[[Body], Awaitable[Any]]) -> Any:
        """Send a message plainer each time, until Discord takes it; return the answer."""
        body = made
        for tried in range(1, MAX_TRIES):
            before, body = body, self._plainer(body, error, plainest=tried > 1)
            if body == before:
                break
            try:
                answer = await send(body)
            except discord.HTTPException as refusal:
                if not _refuses_part(refusal):
                    raise
                error = refusal
            else:
                if gone := emojis_of(made) - emojis_of(body):
                    self._forget(gone)
                return answer
        raise error

    def _plainer(self, body: Body, error: discord.HTTPException, *, plainest: bool) -> Body:
        """Return a message without the parts that an error names, and log them once."""
        paths = paths_of(error_paths(error))
        refused = [(path[1:] if path[:1] == ("data",) else path, code) for path, code in paths]
        self._log(refused)
        return plainer(body, [path for path, _ in refused], plainest=plainest)

    def _log(self, refused: Sequence[tuple[Path, str]]) -> None:
        # no numbers and no values: which tile was refused would tell a hand
        parts = {".".join(each for each in path if not each.isdecimal()) + f" ({code})" for path, code in refused}
        now = self._monotonic()
        for part in sorted(parts) or ["a part without a name"]:
            if now - self._logged.get(part, -LOG_SECONDS) >= LOG_SECONDS:
                self._logged[part] = now
                _log.warning("Discord refuses a part of a message, which is sent without it: %s", part)


def _refuses_part(error: discord.HTTPException) -> bool:
    return (error.status, error.code) == (400, INVALID_FORM)


def _body(named: Mapping[str, Any], plain: str, form: str) -> Body | None:
    """Return the message in the arguments of a request; None if there is none."""
    written = next((each["value"] for each in named.get(form) or () if each["name"] == "payload_json"), None)
    body: Any = json.loads(written) if written else named.get(plain)
    return body if is_message(body) else None


def _written(body: Body, named: Mapping[str, Any], plain: str, form: str) -> dict[str, Any]:
    """Return the arguments of a request with another body, and with the files that this body names."""
    kept = _file_names(body)
    written = {name: value for name, value in named.items() if name not in (plain, form, "files")}
    uploads = [each for each in named.get(form) or () if each["name"] in kept]
    if not uploads:
        written[plain] = body
        return written
    written[form] = [{"name": "payload_json", "value": json.dumps(body)}, *uploads]
    written["files"] = [each for index, each in enumerate(named["files"]) if f"files[{index}]" in kept]
    for each in written["files"]:
        each.reset(seek=True)
    return written


def _file_names(body: Body) -> set[str]:
    """Return the names of the parts of a request in which the files of a message are sent."""
    return {f"files[{each['id']}]" for each in _message(body).get("attachments") or ()}


def _message(body: Body) -> Body:
    """Return the message in the body of a request."""
    return body["data"] if isinstance(body.get("data"), dict) else body


@dataclass(frozen=True, slots=True)
class _Way:
    """How a message is made plainer.

    Attributes:
        plainest: whether all ornaments, frames and pictures go.
        room: how long the text in place of a picture may be.

    """

    plainest: bool
    room: int


def _reduced(value: Any, paths: Sequence[Path], way: _Way) -> Any:
    """Return a part of a message without the parts at some paths; ``_GONE`` if Discord takes nothing of it."""
    if () in paths or (way.plainest and _is(value, GALLERY)):
        return _as_text(value, way)
    inner: dict[str, list[Path]] = {}
    for first, *rest in paths:
        inner.setdefault(first, []).append(tuple(rest))
    if isinstance(value, list):
        return _reduced_list(cast("list[Any]", value), inner, way)
    if isinstance(value, dict):
        return _reduced_object(cast("Body", value), inner, way)
    return value


def _reduced_list(items: list[Any], inner: Mapping[str, Sequence[Path]], way: _Way) -> Any:
    reduced = [_entries(each, inner.get(str(index), ()), way) for index, each in enumerate(items)]
    kept = [each for entries in reduced for each in entries]
    return kept or (_GONE if items else [])


def _entries(item: Any, paths: Sequence[Path], way: _Way) -> list[Any]:
    """Return the entries in the place of one of a list: its parts in the place of a frame, or none."""
    if _is(item, CONTAINER) and (way.plainest or () in paths):
        # the frame is refused, and not its parts
        part = _reduced(item["components"], [path[1:] for path in paths if len(path) > 1], way)
    else:
        part = [_reduced(item, paths, way)]
    return [] if part in (_GONE, [_GONE]) else part


def _reduced_object(part: Body, inner: Mapping[str, Sequence[Path]], way: _Way) -> Any:
    left_out = (ORNAMENTS if way.plainest else frozenset[str]()) | (OPTIONAL & inner.keys())
    members = {name: _reduced(each, inner.get(name, ()), way) for name, each in part.items() if name not in left_out}
    if any(each is _GONE for each in members.values()):
        return _as_text(part, way)
    # a button needs a label or an emoji
    if _is(part, BUTTON) and part.get("emoji") and not (part.get("label") or "emoji" in members):
        members["label"] = part["emoji"]["name"]
    return members


def _as_text(part: Any, way: _Way) -> Any:
    """Return the substitute for a refused part: the words for a picture, or ``_GONE``."""
    items = part["items"] if _is(part, GALLERY) else ()
    text = cut("\n".join(escaped(each["description"]) for each in items if each.get("description")), way.room)
    return {"type": TEXT, "content": text} if text else _GONE


def _objects(value: Any) -> Iterator[Body]:
    """Yield all objects in a part of a message."""
    inner: Sequence[Any] = cast("list[Any]", value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield cast("Body", value)
        inner = list(cast("Body", value).values())
    for each in inner:
        yield from _objects(each)


def _text_length(message: Body) -> int:
    return sum(length(each["content"]) for each in _objects(message) if _is(each, TEXT))


def _pictures(message: Body) -> frozenset[str]:
    """Return the names of the files that a message shows as pictures."""
    galleries = (each for each in _objects(message) if _is(each, GALLERY))
    return frozenset(item["media"]["url"].removeprefix("attachment://") for each in galleries for item in each["items"])


def _is(part: Any, kind: int) -> bool:
    """Whether a part of a message is a component of some kind."""
    return isinstance(part, dict) and cast("Body", part).get("type") == kind
