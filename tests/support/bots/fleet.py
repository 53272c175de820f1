"""Several bots as processes, on one PostgreSQL and a Discord with several shards."""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from engine.live.database.address import DatabaseURL
from playground.server import Playground
from render.i18n import translations
from tests.support.bots.process import Bot
from tests.support.people import HANG_SECONDS, Answer, Message, NotAllowed, NotAnswered, People, Person
from tests.support.playground import AwakePlayground, add_server, sessions, wait_for_commands

SHARDS = 3
MOVES = frozenset({"act", "pick", "pass"})
"""The verbs of the buttons that move."""
LATE = (
    "I can't do that right now. Try again in a moment.",
    "It isn't your turn yet.",
    "That button was for an earlier move.",
)
"""What a press is answered that comes too late, or while nobody has the table."""

PORTS, _NUMBERS = range(10_000, 30_000), itertools.count(os.getpid() * 97)
"""Ports below those that systems give to connections and to servers without a port of their own; the next to try."""

TARGET = 200
"""The points of a match that does not end during a test."""


@dataclass
class Fleet:
    """Bots, the Discord that they are one bot on, and the people there.

    Attributes:
        channels: a channel on a server of each shard.
        shards: how many there are.
        acknowledged: the moves that were pressed and that nothing was said against: table, ply and person.

    """

    playground: Playground
    people: People
    database: DatabaseURL
    folder: Path
    processes: int
    stack: AsyncExitStack
    bots: dict[str, Bot] = field(default_factory=dict)
    channels: list[int] = field(default_factory=list)
    shards: int = SHARDS
    acknowledged: set[tuple[str, int, int]] = field(default_factory=set)

    async def start(self, name: str, **more: str) -> Bot:
        """Start a bot, or start it again."""
        if name not in self.bots:
            settings = {
                "DOMINO_SHARDS": str(self.shards),
                "DOMINO_PROCESSES": str(self.processes),
                "DOMINO_COMPUTER_PAUSE": "0",
                "DOMINO_LOG_FORMAT": "json",
                "DOMINO_PEER_PORT": str(free_port()),
                **more,
            }
            self.bots[name] = Bot(self.playground.url, self.folder, self.database, name=name, **settings)
            self.stack.push_async_callback(self.bots[name].kill)
        await self.bots[name].start()
        return self.bots[name]

    async def start_all(self, *names: str) -> None:
        """Start bots, one after the other, and wait until they hold all shards, are connected and have commands."""
        for name in names:
            await self.start(name)
        await self.settled(*names)
        # where one starts slowly, another holds its share for a while
        await self.until(lambda: set(self.holders().values()) == set(names), why=f"some of {names} hold no shard")
        await wait_for_commands(self.playground)

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        """Ask the database."""
        with psycopg.connect(self.database.reveal(), autocommit=True) as connection:
            try:
                return connection.execute(sql.encode(), parameters).fetchall()
            except psycopg.errors.UndefinedTable:
                # no bot has begun
                return []

    def run(self, sql: str) -> None:
        """Change the database."""
        with psycopg.connect(self.database.reveal(), autocommit=True) as connection:
            connection.execute(sql.encode())

    def holders(self) -> dict[int, str]:
        """Return the process that holds each shard, by its number; those that nobody holds are missing."""
        now = "extract(epoch FROM clock_timestamp())"
        pids = {str(each.pid): name for name, each in self.bots.items()}
        held = self.rows(f"SELECT shard, owner FROM leases WHERE until > {now} AND owner <> ''")
        return {shard: pids.get(owner.split("-")[-2], "?") for shard, owner in held}

    async def until(self, what: Callable[[], bool], seconds: float = HANG_SECONDS, why: str = "") -> None:
        """Wait until something holds.

        Raises:
            AssertionError: it did not in time.

        """
        end = asyncio.get_running_loop().time() + seconds
        while not what():
            logs = "\n".join(f"{name}: {self.bots[name].log[-1500:]}" for name in self.bots)
            assert asyncio.get_running_loop().time() < end, (
                f"{why} {self.holders()} {sessions(self.playground.gateway)}\n{await self._shown()}\n{logs}"
            )
            await asyncio.sleep(0.05)

    async def settled(self, *names: str, seconds: float = HANG_SECONDS) -> None:
        """Wait until these bots hold all shards and are connected."""

        def holds() -> bool:
            held = self.holders()
            return len(held) == self.shards and set(held.values()) <= set(names) and self.playground.gateway.connected

        await self.until(holds, seconds, f"{names} do not hold all shards")

    async def open(self, channel: int, host: Person, *others: Person) -> None:
        """Open a table in a channel, let everyone join, and start."""
        lobby = (await host.run("domino play", channel=channel, target=TARGET)).message
        assert lobby is not None
        for person in others:
            await self.join(lobby, person)
        await self.begin(lobby, host)

    async def join(self, lobby: Message, person: Person) -> Answer:
        """Let somebody join a table, in whatever language."""
        shown = await person.refresh(lobby)
        return await person.press(shown, custom_id=control(shown, "join"))

    async def begin(self, lobby: Message, host: Person) -> None:
        """Let the host start a table, as soon as that is possible."""
        started = await host.wait_for(lambda m: m.id == lobby.id and control(m, "start") is not None)
        await host.press(started, custom_id=control(started, "start"))

    async def hand(self, channel: int, *players: Person, seconds: float = HANG_SECONDS) -> tuple[Person, Message]:
        """Wait for a player who can act in a direct message; return them with the message.

        Deals that end meanwhile are followed by the next one.
        """
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            for person in players:
                # refusals of presses, while nobody has the table, stand below the hand
                for message in reversed(await person.messages("dm", limit=100)):
                    if message.labels:
                        return person, message
            await self._go_on(channel, players[0])
            await asyncio.sleep(0.05)
        logs = "\n".join(f"{name}: {self.bots[name].log[-3000:]}" for name in self.bots)
        raise AssertionError(f"no player can act: {await self._shown()}\n{logs}")

    async def _shown(self) -> list[tuple[str, int | str, str, list[str]]]:
        """Return what people see, in short: the last messages in each channel."""
        return [
            (person.name, place, message.text[-150:], message.labels)
            for person in self.people
            for place in ("dm", *self.channels)
            for message in await person.messages(place, limit=2)
        ]

    async def _go_on(self, channel: int, player: Person) -> None:
        """Press **Next deal** if the table shows it."""
        for board in (await player.messages(channel, limit=3))[::-1]:
            if (button := control(board, "next")) is not None:
                with suppress(NotAllowed, NotAnswered, LookupError):
                    await player.press(board, custom_id=button)

    async def move(self, person: Person, message: Message) -> Answer:
        """Press the first control of a hand; where that asks for an end, the first end too."""
        button = _first_button(message)
        answer = await person.press(message, custom_id=button)
        if button.split(":")[1] == "tile":
            message = await person.refresh(message)
            button = _first_button(message)
            answer = await person.press(message, custom_id=button)
        _, verb, table, *more = button.split(":")
        if answer.in_time and verb in MOVES and (answer.message is None or answer.message.id == message.id):
            self.acknowledged.add((table, int(more[0]), person.id))
        return answer

    def plies(self, channel: int) -> list[int]:
        """Return the plies of the log of a channel's newest table."""
        newest = "SELECT id FROM tables WHERE channel_id = %s ORDER BY opened_at DESC LIMIT 1"
        found = self.rows(f"SELECT ply FROM log WHERE table_id = ({newest}) ORDER BY ply", channel)
        return [ply for (ply,) in found]

    def moves(self) -> dict[tuple[str, int], tuple[Any, ...]]:
        """Return what was done at each ply of each table."""
        found = self.rows("SELECT table_id, ply, action, user_id, at FROM log")
        return {(table, ply): tuple(rest) for table, ply, *rest in found}

    def traces(self, person: Person) -> dict[str, int]:
        """Return how many rows of each table of the database hold a person's id."""
        names = self.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        counts = {
            name: self.rows(f'SELECT count(*) FROM "{name}" AS kept WHERE kept::text LIKE %s', f"%{person.id}%")[0][0]
            for (name,) in names
        }
        return {name: count for name, count in counts.items() if count}

    @asynccontextmanager
    async def playing(self, *tables: tuple[int, *tuple[Person, ...]]) -> AsyncGenerator[None]:
        """Let people open tables, each a channel with its players, and play there all the while."""
        for table in tables:
            await self.open(*table)
        pressing = [asyncio.create_task(self._press_on(*table)) for table in tables]
        try:
            yield
        finally:
            for each in pressing:
                each.cancel()
            await asyncio.gather(*pressing, return_exceptions=True)

    async def _press_on(self, channel: int, *players: Person) -> None:
        """Play until cancelled."""
        while True:
            # the database may be away, too
            with suppress(AssertionError, NotAnswered, aiohttp.ClientError, psycopg.OperationalError):
                await self.act(channel, *players, seconds=5)
            await asyncio.sleep(0.1)

    async def grown(self, *channels: int) -> None:
        """Wait until there is a move more at the tables of these channels."""
        count = "SELECT count(*) FROM log JOIN tables ON id = table_id WHERE channel_id = %s"
        before = {channel: self.rows(count, channel) for channel in channels}
        await self.until(lambda: all(self.rows(count, each) > before[each] for each in channels), why="nobody can play")

    async def act(self, channel: int, *players: Person, seconds: float = HANG_SECONDS) -> bool:
        """Let a player who can act move, again where that is to no avail, until the log has grown.

        Returns:
            Whether it has, within the time.

        """
        before, end = len(self.plies(channel)), asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            person, message = await self.hand(channel, *players, seconds=seconds)
            with suppress(NotAllowed, NotAnswered, LookupError):
                await self.move(person, message)
            if len(self.plies(channel)) > before:
                return True
            await asyncio.sleep(0.2)
        return False


async def deletion(person: Person, channel: int) -> None:
    """Ask for the deletion of a person's data, confirm it twice, and wait until it is done."""
    shown = (await person.run("domino settings privacy", channel=channel)).message
    for label in ("Delete my data", "Continue", "Delete for good"):
        assert shown is not None
        shown = (await person.press(shown, label=label)).message
    await person.wait_for(lambda message: "Your data has been deleted" in message.text)


def late(person: Person) -> set[str]:
    """Return how a person is told that a press came too late, or while nobody had the table."""
    return set(map(translations(person.locale).gettext, LATE))


def control(message: Message, verb: str) -> str | None:
    """Return the custom id of the button with a verb that can be pressed; None without one."""
    enabled = [str(each.get("custom_id")) for each in message.buttons if not each.get("disabled")]
    return next((each for each in enabled if each.split(":")[1:2] == [verb]), None)


def _first_button(message: Message) -> str:
    """Return the custom id of the first button that can be pressed."""
    return next(str(button["custom_id"]) for button in message.buttons if not button.get("disabled"))


def free_port() -> int:
    """Return a port that is free, and that the system gives to nobody; other workers of the tests try other ones."""
    while True:
        port = PORTS[next(_NUMBERS) % len(PORTS)]
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@asynccontextmanager
async def fleet(
    folder: Path,
    database: DatabaseURL,
    *,
    processes: int = 2,
    rate_limits: bool = False,
    shards: int = SHARDS,
    concurrency: int = SHARDS,
) -> AsyncGenerator[Fleet]:
    """Have a Discord with some shards, and people; afterwards check every log, and that no bot had an error."""
    async with AsyncExitStack() as stack:
        playground = await stack.enter_async_context(
            AwakePlayground(port=0, data=None, rate_limits=rate_limits, shards=shards, concurrency=concurrency)
        )
        channels = [add_server(playground, shard, shards) for shard in range(shards)]
        people = await stack.enter_async_context(People(playground.url))
        made = Fleet(playground, people, database, folder, processes, stack, channels=channels, shards=shards)
        yield made
        done = {tuple(each) for each in made.rows("SELECT table_id, ply, user_id FROM log")}
        assert made.acknowledged <= done, f"acknowledged, and not there: {made.acknowledged - done}"
        for table, plies in made.rows("SELECT table_id, array_agg(ply ORDER BY ply) FROM log GROUP BY table_id"):
            assert plies == list(range(len(plies))), f"table {table} has a gap"
        for name in made.bots:
            assert "Traceback" not in made.bots[name].log, made.bots[name].log[-3000:]
