"""Discord's REST API for the bot: reads each request, checks it against specification and limits, and answers."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import mimetypes
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

from .errors import ApiError, NotModelled, NotUnderstood
from .journal import Journal, Request
from .json_text import parse
from .ratelimit import RateLimits, Verdict
from .shards import bot_gateway
from .spec import Specification, form_errors
from .world import Call, Upload, World

_log = logging.getLogger(__name__)

_FILE_PART = re.compile(r"files\[(\d+)\]")
_API = re.compile(r"/api/v\d+(/.*)")


class Rest:
    """Answers the bot's requests; they wait while `open` is cleared."""

    def __init__(
        self,
        world: World,
        journal: Journal,
        limits: RateLimits,
        spec: Specification,
        *,
        outward: Callable[[str], str],
        inward: Callable[[str], str],
        gateway_url: Callable[[], str],
        shards: int = 1,
        concurrency: int = 1,
    ) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.under_way = 0
        """The number of requests being answered; those of a bot that has died are carried out, too."""
        self._world = world
        self._journal = journal
        self._limits = limits
        self._spec = spec
        self._outward = outward
        self._inward = inward
        self._gateway_url = gateway_url
        self._shards = shards
        self._concurrency = concurrency

    async def handle(self, request: web.Request) -> web.Response:
        """Answer any request under `/api/v10/`."""
        self.under_way += 1
        try:
            return await self._handle(request)
        finally:
            self.under_way -= 1

    async def _handle(self, request: web.Request) -> web.Response:
        await self.open.wait()
        found = _API.fullmatch(request.rel_url.raw_path)
        path = found[1] if found else request.rel_url.raw_path
        verdict = self._limits.check(request.method, path, with_token="Authorization" in request.headers)
        body: Any = None
        if verdict.retry_after is not None:
            response = _too_many(verdict)
        else:
            try:
                call = await self._read(request, path)
                body = call.json
                response = await self._answer(request, call)
            except ApiError as refused:
                response = self._refuse(request.method, path, refused)
        response.headers.update(verdict.headers)
        if not path.startswith("/gateway"):
            at = asyncio.get_running_loop().time()
            self._journal.requests.append(Request(request.method, path, body, response.status, at))
        return response

    async def _answer(self, request: web.Request, call: Call) -> web.Response:
        if call.path == "/gateway":
            return _json({"url": self._gateway_url()})
        if call.path == "/gateway/bot":
            return _json(bot_gateway(self._gateway_url(), self._shards, self._concurrency))
        breaches = await self._spec.breaches(call.method, call.path, call.json)
        if breaches:
            details = [f"{where or 'body'}: {message}" for where, message in breaches]
            self._journal.complain(call.method, call.path, "Against Discord's specification", details)
            raise ApiError(400, 50035, "Invalid Form Body", errors=form_errors(breaches))
        answer = self._world.requests.dispatch(call)
        callback = call.path.startswith("/interactions/") and "with_response" not in request.query
        if answer is None or callback:
            return web.Response(status=204)
        return self._json_outward(answer)

    def _refuse(self, method: str, path: str, refused: ApiError) -> web.Response:
        if isinstance(refused, NotModelled):
            self._journal.complain(method, path, "Not known to this Discord", [refused.message])
        elif isinstance(refused, NotUnderstood):
            _log.error("%s %s could not be handled", method, path, exc_info=refused.__cause__)
            self._journal.complain(method, path, "Not understood", [refused.message])
        return self._json_outward(refused.to_json(), status=refused.status)

    def _json_outward(self, data: Any, *, status: int = 200) -> web.Response:
        return _json_text(self._outward(json.dumps(data)), status=status)

    async def _read(self, request: web.Request, path: str) -> Call:
        call = Call(request.method, path, params=dict(request.query))
        call.reason = unquote(reason) if (reason := request.headers.get("X-Audit-Log-Reason")) else None
        try:
            if request.content_type.startswith("multipart/"):
                await self._read_form(request, call)
            elif request.can_read_body and (text := await request.text()):
                call.json = parse(self._inward(text))
        except ValueError as error:
            raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
        return call

    async def _read_form(self, request: web.Request, call: Call) -> None:
        files: dict[int, Upload] = {}
        fields: dict[str, str] = {}
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            name = part.name or ""
            if part.filename is None:
                fields[name] = await part.text()
            else:
                number = _FILE_PART.fullmatch(name)
                index = int(number[1]) if number else len(files)
                files[index] = Upload(part.filename, bytes(await part.read(decode=True)))
        payload = fields.get("payload_json")
        call.json = parse(self._inward(payload)) if payload is not None else dict(fields) or None
        _describe(files, call.json)
        call.uploads = [files[index] for index in sorted(files)]

    @asynccontextmanager
    async def paused(self) -> AsyncGenerator[None]:
        """Make every request of the bot wait within the context."""
        self.open.clear()
        try:
            yield
        finally:
            self.open.set()


def _describe(files: Mapping[int, Upload], body: Any) -> None:
    """Set the names and descriptions of files from the form that sends them."""
    for description in _attachments(body):
        upload = files.get(int(description.get("id", -1)))
        if upload is not None:
            upload.filename = str(description.get("filename") or upload.filename)
            upload.description = description.get("description")


def _attachments(body: Any) -> list[dict[str, Any]]:
    """Return the descriptions of a form's files: of a message, or of the message in an interaction's answer."""
    if not isinstance(body, dict):
        return []
    form = cast("dict[str, Any]", body)
    data = form.get("data")
    inner = cast("dict[str, Any]", data) if isinstance(data, dict) else form
    listed = inner.get("attachments")
    rows = cast("list[Any]", listed) if isinstance(listed, list) else []
    # an edit also lists the files that stay, by their long ids
    return [cast("dict[str, Any]", row) for row in rows if isinstance(row, dict) and str(row.get("id")).isdecimal()]  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]


def _json(data: Any, *, status: int = 200) -> web.Response:
    return _json_text(json.dumps(data), status=status)


def _json_text(text: str, *, status: int) -> web.Response:
    # discord.py compares the whole header: with a charset it would be text
    return web.Response(body=text.encode(), status=status, content_type="application/json")


def _too_many(verdict: Verdict) -> web.Response:
    wait = round(verdict.retry_after or 0.0, 3)
    response = _json(
        {"message": "You are being rate limited.", "retry_after": wait, "global": verdict.everywhere}, status=429
    )
    response.headers["Retry-After"] = str(wait)
    # discord.py takes a response without it for a ban by a proxy
    response.headers["Via"] = "1.1 playground"
    return response


# everyone's default avatar
_DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


def picture_response(world: World, path: str) -> web.Response:
    """Return a response with a picture of the CDN; anything but a picture is sent as a download.

    Raises:
        HTTPNotFound: there is no such picture.

    """
    data = _DOT if path.startswith("embed/avatars/") else world.requests.picture(path)
    if data is None and path.startswith("emojis/"):
        data = world.requests.picture(re.sub(r"\.\w+$", ".png", path))
    if data is None:
        raise web.HTTPNotFound
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    harmless = kind in ("image/png", "image/gif", "image/jpeg", "image/webp")
    headers = {
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=31536000, immutable",
    }
    if not harmless:
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, content_type=kind, headers=headers)
