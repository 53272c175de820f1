"""People, headers and short ways to play at a table."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.actions import Deal
from engine.dealing import random_deal
from engine.errors import Illegal, IllegalMove
from engine.game import State
from engine.live.model.errors import Code, TableError
from engine.live.model.news import News
from engine.live.model.pace import TimeControl as TurnClock
from engine.live.model.pace import Timeouts
from engine.live.model.table import Header, Person, Status
from engine.live.tables.table import Services, Table
from engine.live.thinking.pool import Think
from engine.options import Value
from tests.engine.live.stores import FragileStore
from tests.support.thinking import at_once

ANA, BEN, CEM, DIA, EVE = (
    Person(101, "Ana", "fr"),
    Person(102, "Ben", "en-GB"),
    Person(103, "Cem", "en-US"),
    Person(104, "Dia", "it"),
    Person(105, "Eve", "de"),
)
FOUR = (ANA, BEN, CEM, DIA)
GUILD, CHANNEL = 7, 70
START = 1_000_000.0


@dataclass
class Clock:
    """A clock that goes on when told."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@dataclass
class World:
    """What a table needs, with what it told."""

    store: FragileStore
    clock: Clock = field(default_factory=Clock)
    told: list[Table] = field(default_factory=list[Table])
    reminded: list[Table] = field(default_factory=list[Table])
    source: random.Random = field(default_factory=lambda: random.Random(5))
    pace: Timeouts = field(default_factory=lambda: Timeouts(computer=(1.5, 1.5)))
    think: Think = at_once

    def dealer(self, state: State) -> Deal:
        return random_deal(state, self.source)

    @property
    def around(self) -> Services:
        return Services(
            store=self.store,
            pace=self.pace,
            clock=self.clock,
            dealer=self.dealer,
            think=self.think,
            changed=self.told.append,
            remind=self.reminded.append,
        )

    async def lobby(self, *people: Person, **changes: Any) -> Table:
        """Open a lobby where these people sit, the first as its host."""
        made = header(people=people or (ANA,), **changes)
        await self.store.create(made)
        return Table(made, self.around)

    async def match(self, *people: Person, **options: Value) -> Table:
        """Begin a match of these people."""
        return await self.clocked(TurnClock.CASUAL, *people, **options)

    async def clocked(self, clock: TurnClock, *people: Person, **options: Value) -> Table:
        """Begin a match of these people under a clock."""
        table = await self.lobby(
            *(people or (ANA, BEN)), options=options, time_control=clock, last_activity_at=self.clock.now
        )
        await table.start(table.header.host)
        return table

    async def due(self, table: Table) -> None:
        """Let the time come at which something is due."""
        assert table.header.deadline is not None
        self.clock.now = table.header.deadline
        await table.expire(self.clock.now)

    async def again(self, table: Table) -> Table:
        """Rebuild a table from the store, as after a restart."""
        found = await self.store.find(table.id)
        assert found is not None
        return Table.restore(found, self.around)


def header(
    *,
    identity: str = "table1",
    guild: int = GUILD,
    channel: int = CHANNEL,
    rules: str = "express",
    options: Mapping[str, Value] | None = None,
    people: tuple[Person, ...] = (ANA,),
    status: Status = Status.LOBBY,
    invited: tuple[int, ...] = (),
    opened_at: float = START,
    deadline: float | None = START + 900,
    **others: Any,
) -> Header:
    """Write out a header, a lobby of Ana's unless told otherwise."""
    return Header(
        identity,
        guild,
        channel,
        people[0].user,
        rules,
        dict(options or {}),
        people,
        status,
        "fr",
        invited,
        opened_at,
        deadline,
        **others,
    )


def exactly(*news: News) -> list[tuple[object, ...]]:
    """Return news with their kinds: as tuples, those of different kinds can be equal."""
    return [(type(each), *each) for each in news]


def turn(table: Table) -> int:
    """Return the seat whose turn it is."""
    seat = table.view(None).turn
    assert seat is not None
    return seat


async def refused(request: Awaitable[object], reason: Code | Illegal, **facts: object) -> None:
    """Await a request that has to be refused for this reason, with these facts if any are named."""
    with pytest.raises((TableError, IllegalMove)) as caught:
        await request
    error = caught.value
    assert (error.code if isinstance(error, TableError) else error.reason) is reason
    assert not facts or error.facts == facts


async def play_one(table: Table, choice: int = 0) -> None:
    """Let whoever's turn it is do one of their actions."""
    seat = turn(table)
    await table.play(table.people[seat].user, seat, table.ply, choice)


async def play_deal(table: Table) -> None:
    """Play the deal to its end, each time the first action that is legal."""
    while table.view(None).turn is not None:
        await play_one(table)


async def play_match(table: Table) -> None:
    """Play the match to its end."""
    while not table.view(None).finished:
        if table.view(None).turn is None:
            await table.next_deal(table.header.host, table.view(None).deal)
        await play_one(table)
