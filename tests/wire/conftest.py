"""The real bot as a process of its own, against the playground's server, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from engine import match
from engine.actions import parse
from engine.game import State
from playground.process import BotProcess
from playground.server import Playground
from tests.support.people import Message, NotAllowed, NotAnswered, People, Person
from tests.wire.crowd import Crowd
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

    def log(self) -> list[tuple[int, str]]:
        """Return what the database holds of the newest table's log, in order."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            rows = connection.execute(
                "SELECT ply, action FROM log WHERE table_id = (SELECT id FROM tables ORDER BY opened_at DESC LIMIT 1)"
                " ORDER BY ply"
            )
            return rows.fetchall()

    def state(self, seats: int = 2) -> State:
        """Return the newest match as its log tells it."""
        state = match.new("express", seats)
        for _, action in self.log():
            state, _ = match.apply(state, parse(action))
        return state

    def status(self) -> str:
        """Return the newest table's status."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT status FROM tables ORDER BY opened_at DESC LIMIT 1").fetchone()[0]

    async def sit(self, *, target: int = 50, players: Sequence[Person] | None = None) -> None:
        """Open a table, let everyone join, and start."""
        first, *others = players or self.players
        lobby = (await first.run("domino play", target=target)).message
        assert lobby is not None
        for person in others:
            await person.press(await person.refresh(lobby), label="Join")
        started = await first.wait_for(lambda m: m.id == lobby.id and "Start" in m.labels)
        await first.press(started, label="Start")

    async def turn(self, players: Sequence[Person] | None = None, seconds: float = 15) -> tuple[Person, Message] | None:
        """Wait for whoever can act, with the message to act from: a hand, or the board that offers the next deal."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for person in players or self.players:
                for message in reversed(await person.messages("dm", limit=3)):
                    if message.labels:
                        return person, message
            board = (await self.people.alice.messages(limit=1))[-1]
            if "Rematch" in board.labels:
                return None
            if "Next deal" in board.labels:
                return self.people.alice, board
            await asyncio.sleep(0.01)
        raise AssertionError("nobody can act")

    async def act(self, players: Sequence[Person] | None = None) -> bool:
        """Do one thing: press the first control of whoever can act. Gives False once the match is over."""
        found = await self.turn(players)
        if found is None:
            return False
        person, message = found
        # somebody's picture may have moved on in the meantime, as between two real people
        with suppress(NotAllowed, NotAnswered, LookupError):
            await person.press(message, label=message.labels[0])
        return True


@asynccontextmanager
async def wire(folder: Path, *, rate_limits: bool) -> AsyncGenerator[Wire]:
    """Start a server and the bot against it; end both."""
    database = folder / "bot.sqlite3"
    env = {"DOMINO_DATABASE": str(database), "DOMINO_DEAL_SECONDS": "60", "DOMINO_TURN_SECONDS": "600"}
    async with (
        Playground(port=0, data=None, rate_limits=rate_limits) as playground,
        BotProcess(
            playground.url, env={**env, "DOMINO_TILE_EMOJIS": "false"}, log=folder / "bot.log", cwd=folder
        ) as bot,
    ):
        await playground.wait_for_bot(20)
        await playground.wait_for_commands(20)
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
