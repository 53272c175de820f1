"""Forwards presses to the process that plays their table, over HTTP.

Discord sends interactions outside of servers to shard 0 alone. The process that plays the table answers by the
interaction's token, so the other process only forwards Discord's payload.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, cast

import aiohttp
from aiohttp import web

from cogs.bot import DominoBot
from cogs.core.components import PATTERN
from cogs.core.discord_private import interaction_from, parsers_of
from cogs.core.endpoints import IDLE_SECONDS, UNFINISHED, listen
from cogs.core.errors import UserError, report
from cogs.core.http.requests import FAILURES
from cogs.core.refusals import AGAIN
from engine.errors import redacted_traceback
from engine.live.cluster.leases import Leases
from engine.live.model.errors import StorageError, TableError
from render.i18n import translations

_log = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0
"""After how long a peer that does not answer counts as gone; an interaction has to be answered within Discord's 3 s."""

MAX_AGE_SECONDS = 3.0
"""How old a forwarded press may be: Discord takes no answer later. One that comes twice is known by its id."""

MAX_BYTES = 1 << 20
MAX_KNOWN = 10_000
"""How many tables are remembered with their shards."""

TIME, SIGNATURE = "X-Domino-Time", "X-Domino-Signature"
DIGEST = re.compile(r"[0-9a-f]{64}")
PATH = "/interactions"

COMMAND, COMPONENT, MODAL = 2, 3, 5
"""Types of interactions, as Discord numbers them."""


class Peers:
    """The other processes.

    Args:
        leases: say which process has which shard.
        secret: the key that all processes share.

    Attributes:
        forwarded: how many presses were forwarded, by result: ``done``, ``refused`` or ``unreachable``.
        observe: called with the seconds that each forwarded press takes.
        received: how many were taken from others, by result: ``done``, ``refused`` or ``forged``.

    """

    def __init__(self, leases: Leases, secret: bytes) -> None:
        self.forwarded: Counter[str] = Counter()
        self.received: Counter[str] = Counter()
        self.observe: Callable[[float], object] = lambda seconds: None
        self.send: Callable[[str, bytes], Awaitable[bool]] = self._send
        self._leases = leases
        self._secret = secret
        self._shards: OrderedDict[str, int] = OrderedDict()
        # where each shard was last
        self._addresses: dict[int, str] = {}
        self._client: DominoBot
        self._handle: Callable[[Any], None]
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None

    async def open(self, client: DominoBot, host: str | None, port: int) -> None:
        """Forward interactions of other processes' tables, and take those that others forward.

        Args:
            client: the client, which is logged in.
            host: the address to listen at; None for all.
            port: the port.

        Raises:
            CannotListen: the port is taken.

        """
        application = web.Application(client_max_size=MAX_BYTES)
        application.router.add_post(PATH, self._receive)
        self._client = client
        self._runner = await listen(application, host, port, "DOMINO_PEER_PORT")
        self._session = aiohttp.ClientSession(
            # a peer closes connections that are longer idle
            connector=aiohttp.TCPConnector(keepalive_timeout=IDLE_SECONDS / 2),
            timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS),
        )
        parsers = parsers_of(client)
        self._handle = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._sort

    async def close(self) -> None:
        """Take nothing more."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    # ------------------------------------------------------------------ sending

    def _sort(self, payload: Any) -> None:
        """Handle an interaction here if it is up to this process; otherwise forward it."""
        table = _table_of(payload)
        if self._is_ours(payload, table):
            self._handle(payload)
        else:
            self._client.start_soon(self._forward(payload, table))

    def _is_ours(self, payload: Any, table_id: str) -> bool:
        if not _is_elsewhere(payload):
            # Discord sends interactions on a server to the process that has its shard
            return True
        if table_id:
            with suppress(TableError, StorageError):
                self._client.hub.find(table_id)
                return True
            return False
        return payload["type"] != COMMAND or self._client.owns(0)

    async def _forward(self, payload: Any, table_id: str) -> None:
        try:
            shard = await self._shard_of(table_id) if table_id else 0
            if shard is None or self._client.owns(shard):
                # no open table: this process answers so
                self._handle(payload)
                return
            if await self._send_to(shard, json.dumps(payload).encode()):
                return
        except StorageError:
            pass
        except Exception as error:
            _log.error("a press could not be forwarded:\n%s", redacted_traceback(error))
        interaction = interaction_from(self._client, payload)
        t = translations(interaction.locale)
        with suppress(*FAILURES):
            await report(interaction, UserError(t.gettext(AGAIN)))

    async def _send_to(self, shard: int, body: bytes) -> bool:
        """Send a payload to the process that has a shard; return whether it has taken it."""
        before = self._addresses.get(shard, "")
        if before and await self.send(before, body):
            return True
        # another process may have taken over
        address = self._addresses[shard] = await self._leases.address_of(shard)
        return bool(address) and address != before and await self.send(address, body)

    async def _send(self, address: str, body: bytes) -> bool:
        """Send a payload to the process at an address; return whether it has taken it."""
        assert self._session is not None
        if self._session.closed:
            # the process ends
            return False
        time = f"{self._leases.now():.3f}"
        headers = {TIME: time, SIGNATURE: self._sign(time, body), "Content-Type": "application/json"}
        began = asyncio.get_running_loop().time()
        try:
            async with self._session.post(f"{address}{PATH}", data=body, headers=headers) as answer:
                taken = answer.status == web.HTTPAccepted.status_code
        except (TimeoutError, aiohttp.ClientError, OSError):
            self.forwarded["unreachable"] += 1
            return False
        self.observe(asyncio.get_running_loop().time() - began)
        self.forwarded["done" if taken else "refused"] += 1
        return taken

    async def _shard_of(self, table_id: str) -> int | None:
        """Return the shard of an open table; None if there is none."""
        known = self._shards.get(table_id)
        if known is None:
            known = await self._leases.shard_of_table(table_id)
            if known is None:
                return None
            self._shards[table_id] = known
            if len(self._shards) > MAX_KNOWN:
                self._shards.popitem(last=False)
        return known

    # ------------------------------------------------------------------ receiving

    async def _receive(self, request: web.Request) -> web.Response:
        body = await self._read(request)
        if body is None:
            self.received["forged"] += 1
            _log.warning("a request to the port for other processes was refused")
            answer = web.Response(status=401)
            answer.force_close()
            return answer
        payload = json.loads(body)
        table = _table_of(payload)
        try:
            ready = bool(self._client.hub.find(table)) if table else self._client.owns(0)
        except (TableError, StorageError):
            ready = False
        if not ready:
            # the one that asks knows an owner that is none any more
            self.received["refused"] += 1
            return web.Response(status=409)
        self._handle(payload)
        self.received["done"] += 1
        return web.Response(status=web.HTTPAccepted.status_code)

    async def _read(self, request: web.Request) -> bytes | None:
        """Return the body of a genuine request; None for any other.

        The body of a request without the headers of a peer is not read.
        """
        time, signature = request.headers.get(TIME, ""), request.headers.get(SIGNATURE, "")
        length = request.content_length
        if length is None or length > MAX_BYTES or not DIGEST.fullmatch(signature) or not self._is_recent(time):
            return None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                body = await request.read()
        except UNFINISHED:
            return None
        return body if hmac.compare_digest(self._sign(time, body), signature) else None

    def _sign(self, time: str, body: bytes) -> str:
        return hmac.new(self._secret, time.encode() + b"\n" + body, hashlib.sha256).hexdigest()

    def _is_recent(self, time: str) -> bool:
        try:
            age = abs(self._leases.now() - float(time))
        except ValueError:
            return False
        # not a number is no age
        return age <= MAX_AGE_SECONDS


def _table_of(payload: Mapping[str, Any]) -> str:
    """Return the table that a control or form is about, by its custom id; empty if there is none."""
    data = cast("Mapping[str, Any]", payload.get("data") or {})
    match = PATTERN.fullmatch(str(data.get("custom_id", "")))
    arguments = match["rest"].split(":")[1:] if match else []
    return arguments[0] if arguments and payload.get("type") in (COMPONENT, MODAL) else ""


def _is_elsewhere(payload: Mapping[str, Any]) -> bool:
    """Whether people act where no server has the bot."""
    owners = cast("Mapping[str, Any]", payload.get("authorizing_integration_owners") or {})
    return payload.get("guild_id") is None or ("1" in owners and "0" not in owners)
