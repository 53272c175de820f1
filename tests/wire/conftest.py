"""The real bot as a process of its own, against the playground's server, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from engine.live.database.address import DatabaseURL
from playground.process import BotProcess
from playground.server import Playground
from playground.world import INTERACTION_SECONDS
from tests.support.people import Message, NotAllowed, NotAnswered, People, Person
from tests.support.playground import wait_for_bot, wait_for_commands
from tests.wire.crowd import Crowd
from tests.wire.kept import Kept, Place, newest, with_clock
from tests.wire.lives import Nursery


@dataclass
class Wire:
    """A playground, the people in it, and the bot."""

    playground: Playground
    people: People
    bot: BotProcess
    database: Path

    @property
    def players(self) -> tuple[Person, ...]:
        return (self.people.alice, self.people.bruno, self.people.chloe)

    @property
    def kept(self) -> Kept:
        """The newest table as the database has it."""
        kept = newest(self.database)
        assert kept is not None
        return kept

    async def sit(self) -> None:
        """Open a table, let everyone join, and start."""
        first, *others = self.players
        lobby = (await first.run("domino play", target=50)).message
        for person in others:
            await person.press(await person.refresh(lobby), label="Join")
        started = await first.wait_for(lambda m: m.id == lobby.id and "Start" in m.labels)
        await first.press(started, label="Start")

    async def turn(self) -> tuple[Person, Message] | None:
        """Wait for a person who can act, and a message to act from: a hand, or the board that offers the next deal."""
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline:
            for person in self.players:
                for message in reversed(await person.messages("dm", limit=3)):
                    if message.labels:
                        return person, message
            board = (await self.people.alice.messages(limit=1))[-1]
            if "Rematch" in board.labels:
                return None
            if "Next deal" in board.labels:
                return self.people.alice, board
            await asyncio.sleep(0.01)
        raise AssertionError("no player can act")

    async def act(self) -> bool:
        """Press the first control of the person who can act; return False once the match is over."""
        found = await self.turn()
        if found is None:
            return False
        person, message = found
        # another message may have replaced this one meanwhile
        with suppress(NotAllowed, NotAnswered, LookupError):
            await person.press(message, label=message.labels[0])
        return True


@asynccontextmanager
async def wire(
    folder: Path, *, rate_limits: bool, shards: int = 1, token_seconds: float = INTERACTION_SECONDS
) -> AsyncGenerator[Wire]:
    """Start a server and the bot against it; end both."""
    database = folder / "bot.sqlite3"
    env = {"DOMINO_DATABASE": str(database), "DOMINO_DEAL_SECONDS": "60", "DOMINO_TURN_SECONDS": "600"}
    env["DOMINO_TILE_EMOJIS"] = "false"
    async with (
        Playground(
            port=0,
            data=None,
            rate_limits=rate_limits,
            shards=shards,
            concurrency=shards if shards > 1 else 0,
            token_seconds=token_seconds,
        ) as playground,
        BotProcess(playground.url, env=env, log=folder / "bot.log", cwd=folder) as bot,
    ):
        await wait_for_bot(playground, 20)
        await wait_for_commands(playground, 20)
        async with People(playground.url) as people:
            yield Wire(playground, people, bot, database)
            assert not playground.journal.problems, playground.journal.problems


@asynccontextmanager
async def crowd() -> AsyncGenerator[Crowd]:
    """Have a playground without rate limits and the people in it, who need no bot to be there."""
    async with Playground(port=0, data=None, rate_limits=False) as playground, aiohttp.ClientSession() as session:
        async with session.get(f"{playground.url}/people") as response:
            overview = await response.json()
        yield Crowd(playground, session, overview["people"])
        assert not playground.journal.problems


@pytest.fixture
def database(store: str, tmp_path: Path, request: pytest.FixtureRequest) -> Place:
    """Where the bot's database is, on each store."""
    if store == "sqlite":
        return tmp_path / "bot.sqlite3"
    return with_clock(DatabaseURL(request.getfixturevalue("server").create()))


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """The process that bots are forked from, one for all tests of a worker."""
    opened = Nursery()
    yield opened
    opened.close()


@pytest_asyncio.fixture
async def quick(tmp_path: Path) -> AsyncGenerator[Wire]:
    """A wire without rate limits, for tests of other things."""
    async with wire(tmp_path, rate_limits=False) as built:
        yield built


@pytest_asyncio.fixture
async def limited(tmp_path: Path) -> AsyncGenerator[Wire]:
    """A wire with Discord's limit of 5 messages in 5 s a channel."""
    async with wire(tmp_path, rate_limits=True) as built:
        yield built
