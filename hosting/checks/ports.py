"""The ports that the settings name."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.live.database.address import DatabaseURL
from hosting.checks.line import Line, fault, hint, ok
from settings import LOOPBACK, Settings

PORTS: Final = "ports"
METRICS, PEER, PLAYGROUND = "DOMINO_METRICS_PORT", "DOMINO_PEER_PORT", "DOMINO_PLAYGROUND_PORT"

PORT_SECONDS: Final = 2.0
"""The seconds for the answer of a program at a port."""

MAX_ANSWER_BYTES: Final = 65_536

EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - nothing is bound here
"""Addresses that stand for all of this machine's."""

SIGNS: Final[Mapping[str, tuple[str, Callable[[http.client.HTTPResponse, bytes], bool]]]] = {
    METRICS: ("/readyz", lambda answer, body: b'"gateway"' in body and b'"database"' in body),
    PEER: ("/interactions", lambda answer, body: answer.headers["Allow"] == "POST"),
    PLAYGROUND: ("/", lambda answer, body: b"<title>Domino" in body),
}
"""The answers of the bot at each of its ports: a path, and a function that knows the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PortSeen:
    """A port as it was observed.

    Attributes:
        setting: the name of its setting.
        host: the address at which it is to be open; empty for all.
        error: why it can't be opened; empty if it is free.
        bot: whether a bot of this kind answers there.
        needed: whether the bot opens it with these settings.

    """

    setting: str
    host: str
    port: int
    error: str = ""
    bot: bool = False
    needed: bool = True


def look(settings: Settings) -> list[PortSeen]:
    """Return the ports that the settings name."""
    on_server, plays_here = isinstance(settings.domino_database, DatabaseURL), settings.discord_token is None
    wanted = (
        (METRICS, settings.domino_metrics_host, settings.domino_metrics_port or 0, not plays_here),
        (PEER, settings.peer_address or "", settings.domino_peer_port or 0, on_server and not plays_here),
        (PLAYGROUND, LOOPBACK[0], settings.domino_playground_port or 0, plays_here),
    )
    return [_port(*each) for each in wanted if each[2]]


def _port(setting: str, host: str, port: int, needed: bool) -> PortSeen:
    error = _taken(host, port)
    bot = bool(error) and _is_bot(setting, LOOPBACK[0] if host in EVERYWHERE else host, port)
    return PortSeen(setting=setting, host=host, port=port, error=error, bot=bot, needed=needed)


def _taken(host: str, port: int) -> str:
    """Return the obstacle to opening a port; empty without one. The port is opened for a moment, as the bot does."""

    async def tried() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(asyncio.Protocol, host or None, port, start_serving=False)
        server.close()

    try:
        asyncio.run(tried())
    except OSError as error:
        # asyncio puts the address before the reason
        return (error.strerror or str(error)).rpartition(": ")[2]
    return ""


def _is_bot(setting: str, host: str, port: int) -> bool:
    """Whether a bot of this kind answers at a port; a question that it does not log."""
    path, is_ours = SIGNS[setting]
    connection = http.client.HTTPConnection(host, port, timeout=PORT_SECONDS)
    with closing(connection), suppress(http.client.HTTPException, OSError):
        connection.request("GET", path)
        answer = connection.getresponse()
        return is_ours(answer, answer.read(MAX_ANSWER_BYTES))
    return False


def lines(ports: Sequence[PortSeen], *, running: bool) -> list[Line]:
    """Return the lines about the ports; ``running`` is whether a bot runs with the database of the settings."""
    if not ports:
        return [ok(PORTS, "the settings name none")]
    return [*(_line(each, running=running) for each in ports), *_shared(ports)]


def _line(seen: PortSeen, *, running: bool) -> Line:
    name, here = f"{seen.setting} {seen.port}", seen.setting == PLAYGROUND
    if not seen.error:
        return ok(PORTS, f"{name} is free")
    if seen.bot and (running or here):
        return ok(PORTS, f"{name} is open for {'the playground' if here else 'the bot'} that is running")
    whose = "another bot of this kind has it" if seen.bot else seen.error
    text = f"{name} can't be opened: {whose}. Set another port or address, or end the program that has this one"
    return fault(PORTS, text) if seen.needed else hint(PORTS, text)


def _shared(ports: Sequence[PortSeen]) -> Iterator[Line]:
    for one, other in combinations((each for each in ports if each.needed), 2):
        meet = one.host == other.host or not EVERYWHERE.isdisjoint({one.host, other.host})
        if one.port == other.port and meet:
            yield fault(PORTS, f"{one.setting} and {other.setting} are both {one.port}: set another for one")
