"""Two things at once, hundreds of times and in every order: each is done once, or declined kindly."""

# ruff: noqa: B023
# what is made in a loop here has run before the loop goes on

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import IllegalMove
from engine.live.hub import Hub
from engine.live.model.errors import Code, TableError
from engine.live.model.news import CameBack, Closed, NewHost, TimedOut
from engine.live.model.table import Person, Post, Presence, Status
from engine.live.tables.table import Table
from engine.view import View
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, DIA, FOUR, GUILD, World, exactly, turn
from tests.engine.live.stores import UnsteadyStore, race
from tests.support.thinking import at_once

TIMES = 200
COMPUTER = Person(-1, "Mirko", "", level=Level.NORMAL)
Doing = Callable[[], Awaitable[object]]


@dataclass
class Ring:
    """Where races are held; each at a table of its own."""

    source: random.Random
    store: UnsteadyStore
    world: World

    async def match(self, *people: Person, identity: str = "table1") -> Table:
        self.store.headers.clear()
        table = await self.world.lobby(*people, identity=identity, last_activity_at=self.world.clock.now)
        await table.start(people[0].user)
        for _ in range(self.source.randrange(4)):
            seat = turn(table)
            await table.play(table.people[seat].user, seat, table.ply, 0)
        self.world.told.clear()
        table.news.clear()
        return table

    async def run(self, table: Table, *doing: Doing) -> list[object]:
        """Hold a race, and look whether the table is whole after it."""
        results = await race(self.source, *doing)
        await self.check(table)
        return [named(result) for result in results]

    async def check(self, table: Table) -> None:
        found = await self.store.find(table.id)
        assert found.header == table.header
        assert [entry.ply for entry in found.log] == list(range(table.ply))
        if table.ply:
            rebuilt = Table.restore(found, self.world.around)
            assert rebuilt._state == table._state  # pyright: ignore[reportPrivateUsage]


@pytest.fixture
def ring() -> Ring:
    source = random.Random(11)
    store = UnsteadyStore(source)

    async def think(view: View, turned: FlippedTiles, level: Level) -> Decision:
        await store.breathe()
        return await at_once(view, turned, level)

    return Ring(source, store, World(store, think=think))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def named(result: object) -> object:
    """Name what came of something; whatever is neither done, declined nor refused is an error."""
    if isinstance(result, TableError):
        return result.code
    if isinstance(result, IllegalMove):
        return "refused"
    if isinstance(result, BaseException):
        raise result
    return "done"


def kinds(table: Table) -> list[type]:
    return [type(each) for each in table.news]


def both_ways(counted: Counter[object], *ways: object) -> None:
    """See that each way in which a race may end was met, and no other: the orders were many."""
    assert set(counted) == set(ways)


async def test_a_double_click_and_the_same_from_a_hand_and_a_channel_play_once(ring: Ring) -> None:
    winners = Counter[int]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        seat, ply = turn(table), table.ply
        user, legal = table.people[seat].user, len(table.view(seat).legal)
        tries: Sequence[Doing] = (
            lambda: table.play(user, seat, ply, 0),
            lambda: table.play(user, seat, ply, 0),
            lambda: table.play(user, seat, ply, legal - 1),
        )
        came = await ring.run(table, *tries)
        assert sorted(came, key=str) == ["done", Code.STALE, Code.STALE]
        assert table.ply == ply + 1
        winners[came.index("done")] += 1
    both_ways(Counter(winners), 0, 1, 2)


async def test_a_play_and_its_own_deadline_make_one_action(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        seat, ply, deadline = turn(table), table.ply, table.header.deadline
        person = table.people[seat]
        assert deadline is not None
        ring.world.clock.now = deadline
        played, *expired = await ring.run(
            table, lambda: table.play(person.user, seat, ply, 0), *[lambda: table.expire(deadline)] * 2
        )
        assert expired == ["done"] * 2
        assert table.ply == ply + 1
        timed_out = kinds(table).count(TimedOut)
        assert table.people[seat].missed == timed_out
        assert (played, timed_out) in (("done", 0), (Code.STALE, 1))
        ways[played] += 1
    both_ways(ways, "done", Code.STALE)


async def test_leaving_against_playing(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        seat, ply = turn(table), table.ply
        user = table.people[seat].user
        left, played = await ring.run(table, lambda: table.leave_match(user), lambda: table.play(user, seat, ply, 0))
        assert left == "done"
        assert table.people[seat].presence is Presence.LEFT
        assert table.ply == ply + (played == "done")
        assert table.header.deadline is not None
        ways[played] += 1
    both_ways(ways, "done", Code.LEFT)


@pytest.mark.parametrize("way", ["end", "remove", "pause"])
async def test_what_the_host_does_against_a_play(way: str, ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        seat, ply = turn(table), table.ply
        user = table.people[seat].user
        host = ANA.user if user != ANA.user else BEN.user
        await table.hand_over(table.header.host, host) if host != ANA.user else None
        doing: dict[str, Doing] = {
            "end": lambda: table.end(host),
            "remove": lambda: table.remove(host, user),
            "pause": lambda: table.pause(host),
        }
        done, played = await ring.run(table, doing[way], lambda: table.play(user, seat, ply, 0))
        assert done == "done"
        assert table.ply == ply + (played == "done")
        ways[played] += 1
    both_ways(ways, "done", {"end": Code.CLOSED, "remove": Code.REMOVED, "pause": Code.PAUSED}[way])


async def test_twenty_who_join_at_once(ring: Ring) -> None:
    crowd = [Person(500 + number, f"Guest {number}", "fr") for number in range(20)]
    seated = Counter[int]()
    for _ in range(TIMES):
        ring.store.headers.clear()
        table = await ring.world.lobby(ANA)
        came = await ring.run(table, *(lambda person=person: table.join(person) for person in crowd))
        assert Counter(came) == {"done": 3, Code.FULL: 17}
        assert table.people[0] == ANA
        assert {person.user for person in table.people[1:]} == {
            person.user for person, result in zip(crowd, came, strict=True) if result == "done"
        }
        seated.update(person.user for person in table.people[1:])
    assert len(seated) == 20, "everybody was fast once"


async def test_starting_against_leaving(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        ring.store.headers.clear()
        table = await ring.world.lobby(ANA, BEN)
        started, left = await ring.run(table, lambda: table.start(ANA.user), lambda: table.leave(BEN.user))
        assert (started, left) in (("done", Code.STARTED), (Code.TOO_FEW, "done"))
        assert (table.playing, len(table.people)) == ((True, 2) if started == "done" else (False, 1))
        ways[started] += 1
    both_ways(ways, "done", Code.TOO_FEW)


async def test_the_host_who_leaves_a_lobby_against_the_one_who_joins(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        ring.store.headers.clear()
        table = await ring.world.lobby(ANA)
        left, joined = await ring.run(table, lambda: table.leave(ANA.user), lambda: table.join(BEN))
        assert left == "done"
        if joined == "done":
            assert (table.people, table.header.host) == ((BEN,), BEN.user)
        else:
            assert (joined, table.header.status) == (Code.CLOSED, Status.CLOSED)
        ways[joined] += 1
    both_ways(ways, "done", Code.CLOSED)


async def test_two_who_decide_a_vote_against_a_play_close_the_match_once(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(*FOUR)
        await table.call_vote(ANA.user)
        seat, ply = turn(table), table.ply
        *votes, played = await ring.run(
            table,
            *(lambda person=person: table.vote(person.user, 1, yes=True) for person in (BEN, CEM, DIA)),
            lambda: table.play(table.people[seat].user, seat, ply, 0),
        )
        assert Counter(votes) == {"done": 2, Code.CLOSED: 1}
        assert table.header.status is Status.CLOSED
        assert kinds(table).count(Closed) == 1
        assert exactly(table.news[-1]) == exactly(Closed("voted"))
        ways[played] += 1
    both_ways(ways, "done", Code.CLOSED)


async def test_votes_called_at_once_are_one_vote(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.match(*FOUR)
        came = await ring.run(table, *(lambda person=person: table.call_vote(person.user) for person in FOUR))
        assert Counter(came) == {"done": 1, Code.VOTE_RUNNING: 3}
        assert table.header.vote.yes == (FOUR[came.index("done")].user,)


async def test_being_back_against_the_bot_that_plays(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        seat, ply = turn(table), table.ply
        person = table.people[seat]
        people = tuple(replace(each, presence=Presence.HELD) if each is person else each for each in table.people)
        now = ring.world.clock.now
        table.header = replace(table.header, people=people, deadline=now)
        ring.store.headers[table.id] = table.header
        came = await ring.run(
            table, lambda: table.come_back(person), lambda: table.come_back(person), lambda: table.expire(now)
        )
        assert sorted(came[:2], key=str) == ["done", Code.NOT_HELD]
        assert kinds(table).count(CameBack) == 1
        assert table.ply in (ply, ply + 1)
        assert table.people[seat].presence is Presence.HERE
        if table.ply == ply:
            assert table.header.deadline == now + 120, "who was faster than the bot has all of the turn"
        ways[table.ply - ply] += 1
    both_ways(ways, 0, 1)


@pytest.mark.parametrize("way", ["pause", "leave", "end", "hint", "vote"])
async def test_a_computer_that_moves_against_what_people_do(way: str, ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, COMPUTER, BEN)
        while not table.bots_turn:
            await table.play(table.people[turn(table)].user, turn(table), table.ply, 0)
        deadline, ply = table.header.deadline, table.ply
        assert deadline is not None
        ring.world.clock.now = deadline
        table.header = replace(table.header, hints=True)
        ring.store.headers[table.id] = table.header
        doing: dict[str, Doing] = {
            "pause": lambda: table.pause(ANA.user),
            "leave": lambda: table.leave_match(BEN.user),
            "end": lambda: table.end(ANA.user),
            "hint": lambda: table.hint(BEN.user),
            "vote": lambda: table.call_vote(ANA.user),
        }
        done, *expired = await ring.run(table, doing[way], *[lambda: table.expire(deadline)] * 2)
        assert expired == ["done"] * 2
        assert done in ("done", "refused") if way == "hint" else done == "done"
        ways[done if way == "hint" else table.ply > ply] += 1
        assert all(each.seat != 1 for each in table.news if isinstance(each, TimedOut))
    both_ways(ways, *{"hint": ("done", "refused"), "leave": (True,), "vote": (True,)}.get(way, (True, False)))


async def test_a_host_who_leaves_against_handing_over(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN, CEM)
        left, handed = await ring.run(
            table, lambda: table.leave_match(ANA.user), lambda: table.hand_over(ANA.user, CEM.user)
        )
        assert left == "done"
        assert table.header.host == (CEM.user if handed == "done" else BEN.user)
        assert [each for each in table.news if isinstance(each, NewHost)] == [NewHost(2 if handed == "done" else 1)]
        ways[handed] += 1
    both_ways(ways, "done", Code.NOT_HOST)


async def test_a_message_that_is_noted_against_a_table_that_changes(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.match(ANA, BEN)
        seat, ply = turn(table), table.ply
        await ring.run(
            table,
            lambda: table.set_post(Post(message=7, ply=ply)),
            lambda: table.play(table.people[seat].user, seat, ply, 0),
            lambda: table.refresh_person(replace(BEN, name="Benno")),
            lambda: table.add_time(5),
            lambda: table.mark_published(ply),
        )
        assert table.header.post == Post(message=7, ply=ply)
        assert table.ply == ply + 1
        assert table.people[1].name == "Benno"


async def test_tables_that_want_the_same_channel_at_once(ring: Ring) -> None:
    ways = Counter[object]()
    for _ in range(TIMES):
        ring.store.headers.clear()
        hub = Hub(ring.store, changed=ring.world.told.append, clock=ring.world.clock)

        async def opened(channel: int, host: Person, hub: Hub = hub) -> Table:
            return await hub.open(guild=GUILD, channel=channel, host=host, rules="express", options={}, locale="fr")

        one, two = await opened(1, ANA), await opened(2, BEN)
        came = [
            named(each)
            for each in await race(
                ring.source,
                lambda: hub.move(one, ANA.user, CHANNEL),
                lambda: hub.move(two, BEN.user, CHANNEL),
                lambda: opened(CHANNEL, CEM),
                lambda: one.cancel(ANA.user),
            )
        ]
        assert came[3] == "done"
        assert came[1:3].count("done") <= 1
        there = {table.header.channel: table for table in hub.tables}
        assert len(there) == len(hub.tables), "no channel has two"
        for channel, table in there.items():
            assert hub.in_channel(channel) is table
            await ring.check(table)
        assert one not in hub.tables
        assert one.header.status is Status.CLOSED
        for channel in (1, 2, CHANNEL):
            if channel not in there:
                await opened(channel, DIA)
        ways[tuple(came[:3])] += 1
    assert len(ways) >= 4
