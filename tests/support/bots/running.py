"""A playground with the bot as a process, and the people there: for tests, benchmarks and tools."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from playground.server import Playground
from playground.world import INTERACTION_SECONDS
from tests.support.bots.kept import Kept
from tests.support.bots.match_flow import MatchFlow
from tests.support.bots.process import Bot
from tests.support.people import People, Person
from tests.support.playground import AwakePlayground, wait_for_bot, wait_for_commands

MOST_STEPS = 50
"""The number of steps until somebody has moved, on a slow machine: a message may be replaced before it is pressed."""


@dataclass
class Running:
    """A playground, the people in it, and the bot."""

    playground: Playground
    people: People
    bot: Bot

    @cached_property
    def table(self) -> MatchFlow:
        """The match of three people on the server."""
        return self.flow("table", "alice", "bruno", "chloe")

    @property
    def players(self) -> list[Person]:
        return self.table.players

    @property
    def kept(self) -> Kept:
        """The newest table as the database has it."""
        return self.table.kept

    def flow(self, place: str, *names: str) -> MatchFlow:
        """Return a match of some people in a channel."""
        return MatchFlow(self.playground, self.bot.database, [self.people[name] for name in names], place)

    async def sit(self) -> None:
        """Let the three open a table, join, and start."""
        await self.table.sit(target=50)

    async def act(self) -> bool:
        """Let whoever is in turn act until the log has grown; return False once the match is over."""
        before = len(self.kept.log)
        for _ in range(MOST_STEPS):
            if not await self.table.step():
                return False
            if len(self.kept.log) > before:
                return True
        raise AssertionError(f"no move after {MOST_STEPS} steps")

    async def restart(self) -> None:
        """Kill the bot and start it again."""
        await self.bot.kill()
        await self.bot.start()
        await wait_for_bot(self.playground)


@asynccontextmanager
async def running(
    folder: Path,
    *,
    rate_limits: bool = False,
    shards: int = 1,
    token_seconds: float = INTERACTION_SECONDS,
    **settings: str,
) -> AsyncGenerator[Running]:
    """Start a playground and the bot against it; end both, and check that the bot asked for nothing odd."""
    playground = AwakePlayground(
        port=0,
        data=None,
        rate_limits=rate_limits,
        shards=shards,
        concurrency=shards if shards > 1 else 0,
        token_seconds=token_seconds,
    )
    async with playground, Bot(playground.url, folder, **settings) as bot:
        await wait_for_bot(playground)
        await wait_for_commands(playground)
        async with People(playground.url) as people:
            yield Running(playground, people, bot)
            assert not playground.journal.problems, playground.journal.problems
