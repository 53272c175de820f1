"""People, headers, and the surroundings of a table."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.actions import Deal
from engine.dealing import Seed, random_deal
from engine.errors import Illegal
from engine.game import State
from engine.live.hub import Hub
from engine.live.league.figures import Kind, LeaderboardFilter, Standing
from engine.live.model.errors import Code
from engine.live.model.pace import Timeouts
from engine.live.model.request import TableRequest
from engine.live.model.table import Header, Person, Presence, SavedTable, Status
from engine.live.tables import lobby
from engine.live.tables.table import Services, Table
from engine.live.thinking.pool import Think
from engine.match import stock_of
from engine.options import Value
from engine.rules import find
from tests.engine.live.playing import all_refused, in_turn, play_one, snapshot, turn
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
SEED = Seed(bytes(range(32)))


@dataclass
class Clock:
    """A clock that goes on when told."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@dataclass
class World:
    """What tables need, with what they told.

    Attributes:
        dealer: makes deals, at random unless told otherwise; None draws them from a table's seed.
        opened: how many tables were opened; each has a name and a channel of its own.

    """

    store: FragileStore
    clock: Clock = field(default_factory=Clock)
    told: list[Table] = field(default_factory=list[Table])
    reminded: list[Table] = field(default_factory=list[Table])
    source: random.Random = field(default_factory=lambda: random.Random(5))
    pace: Timeouts = field(default_factory=lambda: Timeouts(computer=(1.5, 1.5)))
    think: Think = at_once
    opened: int = 0

    def __post_init__(self) -> None:
        self.dealer: Callable[[State], Deal] | None = self.random_deal

    def random_deal(self, state: State) -> Deal:
        return random_deal(state, self.source)

    def _given(self) -> dict[str, Any]:
        given = {"changed": self.told.append, "remind": self.reminded.append, "clock": self.clock, "pace": self.pace}
        return given | {"dealer": self.dealer, "think": self.think}

    @property
    def around(self) -> Services:
        return Services(store=self.store, **self._given())

    def hub(self, **others: Any) -> Hub:
        """Return a hub of all tables in the store."""
        return Hub(self.store, **self._given() | others)

    async def lobby(self, *people: Person, **changes: Any) -> Table:
        """Open a lobby where these people sit, the first as its host."""
        self.opened += 1
        seed = SEED if self.dealer is None else None
        given = {"identity": f"table{self.opened}", "channel": CHANNEL + self.opened - 1, "seed": seed}
        made = header(people=people or (ANA,), **given | changes)
        # as the hub does, so that a table is read back as it was made
        new = {each.id: each.default for each in find(made.rules).options if each.unwritten is not None}
        made = replace(made, options={**new, **made.options})
        await self.store.create(made)
        return Table(made, self.around)

    async def begun(self, *people: Person, **changes: Any) -> Table:
        """Begin a match of these people, at a table with these changes of its header."""
        table = await self.lobby(*(people or (ANA, BEN)), **{"last_activity_at": self.clock.now} | changes)
        await table.do(lobby.start, table.header.host_id)
        return table

    async def opened_by(self, seat: int | None, *people: Person, **changes: Any) -> Table:
        """Begin a match that a certain seat opens."""
        self.dealer = lambda state: self.random_deal(state) if state.deal else Deal(stock_of(state), seat)
        table = await self.begun(*people, **{"rules": "matador"} | changes)
        assert turn(table) == seat
        return table

    async def match(self, *people: Person, **options: Value) -> Table:
        """Begin a match of these people."""
        return await self.begun(*people, options=options)

    async def wait(self, table: Table, seconds: float) -> None:
        """Let time pass, and do what is due then."""
        self.clock.now += seconds
        await table.expire()

    async def due(self, table: Table) -> None:
        """Let the time come at which something is due."""
        self.clock.now = table.header.deadline
        await table.expire()

    def left(self, table: Table) -> float:
        """Return how many seconds are left of what runs."""
        return table.header.deadline - self.clock.now

    async def kept(self, table: Table) -> SavedTable:
        """Return a table as it is in the store."""
        found = await self.store.find(table.id)
        assert found is not None
        return found

    async def again(self, table: Table) -> Table:
        """Rebuild a table from the store, as after a restart; see that its header is the same."""
        rebuilt = Table.restore(await self.kept(table), self.around)
        assert rebuilt.header == table.header
        return rebuilt

    async def play_or_wait(self, table: Table) -> None:
        """Let the person in turn play, or time run out for one whom the bot plays for."""
        await (self.due(table) if in_turn(table).away else play_one(table))

    async def play_until(self, table: Table, person: Person) -> int:
        """Play until it is somebody's turn; return their seat."""
        while in_turn(table).user_id != person.user_id:
            await self.play_or_wait(table)
        return turn(table)

    async def miss(self, table: Table, person: Person) -> int:
        """Play until it is somebody's turn, and let its time run out; return their seat."""
        seat = await self.play_until(table, person)
        await self.due(table)
        return seat

    async def held(self, table: Table, person: Person) -> int:
        """Let somebody miss two turns in a row while the others play; return their seat."""
        await self.miss(table, person)
        seat = await self.miss(table, person)
        assert table.people[seat].presence is Presence.KEPT
        return seat

    async def declined(self, table: Table, reason: Code | Illegal, *requests: Awaitable[object]) -> None:
        """Await requests that have to be refused for this reason, and to leave a table and its log as they were."""
        before = snapshot(table)
        await all_refused(reason, *requests)
        assert snapshot(table) == before
        found = await self.kept(table)
        assert (found.header, len(found.log)) == (table.header, table.ply)

    async def not_written(self, table: Table, requests: Iterable[Awaitable[object]]) -> None:
        """Await requests while the disk is full; each must raise, change nothing and tell nothing."""
        before = snapshot(table)
        self.told.clear()
        with self.store.failing(OSError("disk full")):
            for request in requests:
                with pytest.raises(OSError, match="disk full"):
                    await request
                assert snapshot(table) == before
                assert self.told == []

    async def board(self, kind: Kind = Kind.ALONE, rules: str = "") -> list[Standing]:
        """Return the leaderboard of the server; points are told for one rule set alone."""
        found, total = await self.store.league.leaderboard(LeaderboardFilter(GUILD, kind, rules=rules), 10)
        assert total == len(found)
        return found


async def opened(hub: Hub, *people: Person, **changes: Any) -> Table:
    """Open a lobby in a hub where these people sit, the first as its host."""
    request = TableRequest(guild_id=GUILD, channel_id=CHANNEL, host=people[0], rules="express", locale="fr")
    table = await hub.open(replace(request, **changes))
    for person in people[1:]:
        await table.do(lobby.join, person)
    return table


async def begun(hub: Hub, *people: Person, **changes: Any) -> Table:
    """Begin a match in a hub."""
    table = await opened(hub, *people, **changes)
    await table.do(lobby.start, people[0].user_id)
    return table


def header(
    *,
    identity: str = "table1",
    guild: int = GUILD,
    channel: int = CHANNEL,
    rules: str = "express",
    options: Mapping[str, Value] | None = None,
    people: tuple[Person, ...] = (ANA,),
    host: int | None = None,
    status: Status = Status.LOBBY,
    invited: tuple[int, ...] = (),
    opened_at: float = START,
    deadline: float | None = START + 900,
    **others: Any,
) -> Header:
    """Write out a header, a lobby of Ana's unless told otherwise."""
    place, game = (identity, guild, channel, host or people[0].user_id), (rules, dict(options or {}), people, status)
    return Header(*place, *game, "fr", invited, opened_at, deadline, **others)
