"""Two things at once, hundreds of times and in every order: each is done once, or declined kindly."""

# ruff: noqa: B023
# what is made in a loop here has run before the loop goes on

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, Closed, NewHost, TimedOut
from engine.live.model.table import Person, Presence, SentMessage, Status
from engine.live.tables import deadlines, lifecycle, lobby, pauses, playing, presence, votes
from engine.live.tables.table import Table
from engine.view import View
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, DIA, FOUR, World, opened
from tests.engine.live.playing import came_of, exactly, in_turn, news_of, play_one, tell, turn
from tests.engine.live.stores import UnsteadyStore, race
from tests.support.thinking import at_once

pytestmark = pytest.mark.long

TIMES = 200
COMPUTER = Person(-1, "Mirko", "", level=Level.NORMAL)
Doing = Callable[[], Awaitable[object]]


class Ring(World):
    """Holds races, each at a table of its own, and counts how they end."""

    def __init__(self) -> None:
        source = random.Random(11)
        super().__init__(UnsteadyStore(source), source=source, think=self._think)
        self.ways = Counter[object]()

    async def _think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        await self.store.breathe()
        return await at_once(view, turned, level)

    async def started(self, *people: Person) -> Table:
        """Begin a match, and play some actions."""
        table = await self.match(*people)
        for _ in range(self.source.randrange(4)):
            await play_one(table)
        self.told.clear()
        tell(table)
        return table

    async def overwrite(self, table: Table, **changes: object) -> None:
        """Change a table's header, in memory and in the store."""
        table.header = self.store.headers[table.id] = replace(table.header, **changes)

    async def run(self, table: Table, *doing: Doing) -> list[object]:
        """Hold a race, and look whether the table is whole after it."""
        results = await race(self.source, *doing)
        await self.check(table)
        return [came_of(result) for result in results]

    async def check(self, table: Table) -> None:
        found = await self.kept(table)
        assert found.header == table.header
        assert [entry.ply for entry in found.log] == list(range(table.ply))
        if table.ply:
            assert (await self.again(table)).situation.state == table.situation.state

    def ended(self, *ways: object) -> None:
        """See that each way in which a race may end was met, and no other: the orders were many."""
        assert set(self.ways) == set(ways)


@pytest.fixture
def ring() -> Ring:
    return Ring()


def play_of(table: Table, choice: int = 0) -> Doing:
    """Return what presses a control of the player in turn, as it is now."""
    user, seat, ply = in_turn(table).user_id, turn(table), table.ply
    return lambda: table.do(playing.play, user, seat, ply, choice)


async def test_a_double_click_and_the_same_from_a_hand_and_a_channel_play_once(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN, CEM)
        ply, last = table.ply, len(table.view(turn(table)).legal) - 1
        came = await ring.run(table, play_of(table), play_of(table), play_of(table, last))
        assert sorted(came, key=str) == ["done", Code.STALE, Code.STALE]
        assert table.ply == ply + 1
        ring.ways[came.index("done")] += 1
    ring.ended(0, 1, 2)


async def test_a_play_and_its_own_deadline_make_one_action(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN, CEM)
        seat, ply, deadline = turn(table), table.ply, table.header.deadline
        ring.clock.now = deadline
        played, *expired = await ring.run(table, play_of(table), *[lambda: table.expire()] * 2)
        assert expired == ["done"] * 2
        assert table.ply == ply + 1
        timed_out = len(news_of(table, TimedOut))
        assert table.people[seat].missed == timed_out
        assert (played, timed_out) in (("done", 0), (Code.STALE, 1))
        ring.ways[played] += 1
    ring.ended("done", Code.STALE)


AGAINST_A_PLAY = {
    "leave": (lambda table, host, user: table.do(presence.leave, user), Code.LEFT),
    "end": (lambda table, host, user: table.do(lifecycle.end, host), Code.CLOSED),
    "remove": (lambda table, host, user: table.do(presence.remove, host, user), Code.REMOVED),
    "pause": (lambda table, host, user: table.do(pauses.pause, host), Code.PAUSED),
}
"""What the player in turn or the host does, and how a play that comes after it is declined."""


@pytest.mark.parametrize("way", AGAINST_A_PLAY)
async def test_a_play_against_leaving_and_against_the_host(way: str, ring: Ring) -> None:
    do, code = AGAINST_A_PLAY[way]
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN, CEM)
        seat, ply, user = turn(table), table.ply, in_turn(table).user_id
        host = ANA.user_id if user != ANA.user_id else BEN.user_id
        await table.do(presence.hand_over, table.header.host_id, host) if host != ANA.user_id else None
        done, played = await ring.run(table, lambda: do(table, host, user), play_of(table))
        assert done == "done"
        assert table.ply == ply + (played == "done")
        if way == "leave":
            assert table.people[seat].presence is Presence.LEFT
            assert table.header.deadline is not None
        ring.ways[played] += 1
    ring.ended("done", code)


async def test_twenty_people_join_at_once(ring: Ring) -> None:
    crowd = [Person(500 + number, f"Guest {number}", "fr") for number in range(20)]
    for _ in range(TIMES):
        table = await ring.lobby(ANA)
        came = await ring.run(table, *(lambda person=person: table.do(lobby.join, person) for person in crowd))
        assert Counter(came) == {"done": 3, Code.FULL: 17}
        joined = {person for person, result in zip(crowd, came, strict=True) if result == "done"}
        assert set(table.people) == {ANA, *joined}
        assert table.people[0] == ANA
        ring.ways.update(joined)
    ring.ended(*crowd)


async def test_a_start_against_leaving(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.lobby(ANA, BEN)
        started, left = await ring.run(
            table, lambda: table.do(lobby.start, ANA.user_id), lambda: table.do(lobby.leave, BEN.user_id)
        )
        assert (started, left) in (("done", Code.STARTED), (Code.TOO_FEW, "done"))
        assert (table.playing, len(table.people)) == ((True, 2) if started == "done" else (False, 1))
        ring.ways[started] += 1
    ring.ended("done", Code.TOO_FEW)


async def test_a_host_who_leaves_a_lobby_against_a_person_who_joins(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.lobby(ANA)
        left, joined = await ring.run(
            table, lambda: table.do(lobby.leave, ANA.user_id), lambda: table.do(lobby.join, BEN)
        )
        assert left == "done"
        if joined == "done":
            assert (table.people, table.header.host_id) == ((BEN,), BEN.user_id)
        else:
            assert (joined, table.header.status) == (Code.CLOSED, Status.CLOSED)
        ring.ways[joined] += 1
    ring.ended("done", Code.CLOSED)


async def test_decisive_votes_against_a_play_close_the_match_once(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(*FOUR)
        await table.do(votes.call_vote, ANA.user_id)
        voting = (lambda person=person: table.do(votes.vote, person.user_id, 1, yes=True) for person in (BEN, CEM, DIA))
        *cast, played = await ring.run(table, *voting, play_of(table))
        assert Counter(cast) == {"done": 2, Code.CLOSED: 1}
        assert table.header.status is Status.CLOSED
        assert exactly(*news_of(table, Closed)) == exactly(table.untold[-1]) == exactly(Closed("voted"))
        ring.ways[played] += 1
    ring.ended("done", Code.CLOSED)


async def test_votes_called_at_once_are_one_vote(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(*FOUR)
        came = await ring.run(
            table, *(lambda person=person: table.do(votes.call_vote, person.user_id) for person in FOUR)
        )
        assert Counter(came) == {"done": 1, Code.VOTE_RUNNING: 3}
        assert table.header.vote.yes == (FOUR[came.index("done")].user_id,)


async def test_coming_back_against_the_bot_that_plays(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN, CEM)
        seat, ply, person, now = turn(table), table.ply, in_turn(table), ring.clock.now
        people = tuple(replace(each, presence=Presence.KEPT) if each is person else each for each in table.people)
        await ring.overwrite(table, people=people, deadline=now)
        back = [lambda: table.do(presence.come_back, person.user_id)] * 2
        came = await ring.run(table, *back, lambda: table.expire())
        assert sorted(came[:2], key=str) == ["done", Code.NOT_KEPT]
        assert len(news_of(table, CameBack)) == 1
        assert table.people[seat].presence is Presence.HERE
        if table.ply == ply:
            assert table.header.deadline == now + 120, "a player who was faster than the bot has all of the turn"
        ring.ways[table.ply - ply] += 1
    ring.ended(0, 1)


MEANWHILE = {
    "pause": (lambda table: table.do(pauses.pause, ANA.user_id), (True, False)),
    "leave": (lambda table: table.do(presence.leave, BEN.user_id), (True,)),
    "end": (lambda table: table.do(lifecycle.end, ANA.user_id), (True, False)),
    "vote": (lambda table: table.do(votes.call_vote, ANA.user_id), (True,)),
    "hint": (lambda table: table.bot_turns.hint(BEN.user_id), ("done", "refused")),
}
"""What people do while a computer moves, and how it may end: whether the computer moved, or what came of the hint."""


@pytest.mark.parametrize("way", MEANWHILE)
async def test_a_computer_that_moves_against_people(way: str, ring: Ring) -> None:
    do, ends = MEANWHILE[way]
    for _ in range(TIMES):
        table = await ring.started(ANA, COMPUTER, BEN)
        while not lifecycle.is_bots_turn(table.situation):
            await play_one(table)
        deadline, ply = table.header.deadline, table.ply
        ring.clock.now = deadline
        await ring.overwrite(table, hints=True)
        done, *expired = await ring.run(table, lambda: do(table), *[lambda: table.expire()] * 2)
        assert expired == ["done"] * 2
        assert done == "done" or way == "hint"
        assert all(each.seat != 1 for each in news_of(table, TimedOut))
        ring.ways[done if way == "hint" else table.ply > ply] += 1
    ring.ended(*ends)


async def test_a_host_who_leaves_against_handing_over(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN, CEM)
        left, handed = await ring.run(
            table,
            lambda: table.do(presence.leave, ANA.user_id),
            lambda: table.do(presence.hand_over, ANA.user_id, CEM.user_id),
        )
        assert left == "done"
        assert table.header.host_id == (CEM.user_id if handed == "done" else BEN.user_id)
        assert news_of(table, NewHost) == [NewHost(2 if handed == "done" else 1)]
        ring.ways[handed] += 1
    ring.ended("done", Code.NOT_HOST)


async def test_a_message_that_is_noted_against_a_table_that_changes(ring: Ring) -> None:
    for _ in range(TIMES):
        table = await ring.started(ANA, BEN)
        ply = table.ply
        await ring.run(
            table,
            lambda: table.set_post(SentMessage(message_id=7, ply=ply)),
            play_of(table),
            lambda: table.do(presence.refresh_person, replace(BEN, name="Benno")),
            lambda: table.do(deadlines.add_time, 5),
            lambda: table.mark_published(ply),
        )
        assert table.header.post == SentMessage(message_id=7, ply=ply)
        assert table.ply == ply + 1
        assert table.people[1].name == "Benno"


async def test_tables_that_want_the_same_channel_at_once(ring: Ring) -> None:
    for _ in range(TIMES):
        ring.store.headers.clear()
        hub = ring.hub()
        one, two = await opened(hub, ANA, channel_id=1), await opened(hub, BEN, channel_id=2)
        results = await race(
            ring.source,
            lambda: hub.move(one, ANA.user_id, CHANNEL),
            lambda: hub.move(two, BEN.user_id, CHANNEL),
            lambda: opened(hub, CEM),
            lambda: one.do(lobby.cancel, ANA.user_id),
        )
        *wishes, cancelled = [came_of(each) for each in results]
        assert cancelled == "done"
        assert wishes[1:].count("done") <= 1
        there = {table.header.channel_id: table for table in hub.tables}
        assert len(there) == len(hub.tables), "no channel has two"
        for channel, table in there.items():
            assert hub.in_channel(channel) is table
            await ring.check(table)
        assert one not in hub.tables
        assert one.header.status is Status.CLOSED
        for channel in {1, 2, CHANNEL} - set(there):
            await opened(hub, DIA, channel_id=channel)
        ring.ways[tuple(wishes)] += 1
    assert len(ring.ways) >= 4
