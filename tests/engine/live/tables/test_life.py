"""Everything that people and time can do at a table, in any order, with the bot dying in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Deal, parse
from engine.errors import IllegalMove
from engine.live.database.connection import Statement
from engine.live.model.errors import TableError
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, pauses, playing, presence, votes
from engine.live.tables.replay import start_of
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, World
from tests.engine.live.playing import play_one
from tests.engine.live.stores import FragileStore
from tests.support.examples import examples

PEOPLE = (ANA, BEN, CEM, DIA, EVE)
OVER = (Status.FINISHED, Status.CLOSED)
CLOCKS = list(TimeControl)


def in_lobby(table: Table) -> bool:
    return table.header.status is Status.LOBBY


def leave(table: Table, who: Person) -> Awaitable[object]:
    return table.do(lobby.leave if in_lobby(table) else presence.leave, who.user)


def take_out(table: Table, whom: Person) -> Awaitable[object]:
    return table.do(lobby.unseat if in_lobby(table) else presence.remove, table.header.host, whom.user)


def play(table: Table, who: Person, number: int) -> Awaitable[object]:
    """Let the person in turn play, or somebody deal."""
    view = table.view(None)
    if view.turn is None:
        return table.do(playing.next_deal, who.user, view.deal)
    return play_one(table, number % len(table.view(view.turn).legal))


def play_out_of_turn(table: Table, who: Person, whom: Person, number: int) -> Awaitable[object]:
    return table.do(playing.play, who.user, PEOPLE.index(whom), table.ply - number % 2, number % 3)


def vote(table: Table, who: Person, number: int) -> Awaitable[object]:
    running = table.header.vote
    return table.do(votes.vote, who.user, 1 if running is None else running.number, yes=number % 3 == 0)


DOING: dict[str, tuple[int, Callable[[Table, Person, Person, int], Awaitable[object]]]] = {
    "join": (1, lambda table, who, whom, number: table.do(lobby.join, who)),
    "leave": (1, lambda table, who, whom, number: leave(table, who)),
    "take out": (1, lambda table, who, whom, number: take_out(table, whom)),
    "start": (1, lambda table, who, whom, number: table.do(lobby.start, table.header.host)),
    "play": (24, lambda table, who, whom, number: play(table, who, number)),
    "play out of turn": (1, play_out_of_turn),
    "pass": (1, lambda table, who, whom, number: table.do(playing.pass_turn, who.user, table.ply)),
    "come back": (3, lambda table, who, whom, number: table.do(presence.come_back, who.user)),
    "hand over": (
        1,
        lambda table, who, whom, number: table.do(presence.hand_over, who.user, whom.user, manager=number == 0),
    ),
    "pause": (1, lambda table, who, whom, number: table.do(pauses.pause, who.user, manager=number == 0)),
    "resume": (2, lambda table, who, whom, number: table.do(pauses.resume, table.header.host)),
    "call a vote": (1, lambda table, who, whom, number: table.do(votes.call_vote, who.user)),
    "vote": (1, lambda table, who, whom, number: vote(table, who, number)),
    "configure": (
        1,
        lambda table, who, whom, number: table.do(lobby.configure, who.user, time_control=CLOCKS[number % 3]),
    ),
    "move": (1, lambda table, who, whom, number: table.do(lifecycle.move, who.user, 80 + number)),
    "told": (1, lambda table, who, whom, number: table.mark_published(table.ply)),
}
"""What people do at a table, with how often it is done beside the others: who does it, to whom, and a number."""
HAPPENING = {"wait": 2, "run_out": 6, "sleep": 1, "untold": 1, "crash": 2}
"""What else happens to a table, see :class:`Life`, and how often."""
OFTEN = {name: times for name, (times, _) in DOING.items()} | HAPPENING

STEPS = st.tuples(
    st.sampled_from([name for name, times in OFTEN.items() for _ in range(times)]),
    st.sampled_from(PEOPLE),
    st.sampled_from(PEOPLE),
    st.integers(0, 6),
)


@dataclass
class Life:
    """A table, and what can happen to it."""

    world: World
    table: Table

    async def step(self, name: str, who: Person, whom: Person, number: int) -> None:
        if name in DOING:
            await DOING[name][1](self.table, who, whom, number)
        else:
            await getattr(self, name)(number)

    async def wait(self, number: int) -> None:
        """Let time pass, from a second to two turns of a casual clock."""
        await self.world.wait(self.table, (1, 16, 61, 121, 250)[number % 5])

    async def run_out(self, number: int) -> None:
        """Let the time run out for the person in turn."""
        await self.table.mark_published(self.table.ply)
        await self.world.wait(self.table, max(0, self.world.left(self.table)) if self.table.header.deadline else 0)

    async def sleep(self, number: int) -> None:
        """Let half a day pass."""
        await self.world.wait(self.table, 43_200)

    async def untold(self, number: int) -> None:
        self.table.mark_unpublished()

    async def crash(self, number: int) -> None:
        """Let the bot die, and be away for a while."""
        before, state, ply = self.table.header, self.table.situation.state, self.table.ply
        self.table = await self.world.again(self.table)
        assert (self.table.situation.state, self.table.ply) == (state, ply)
        if number and before.status not in OVER:
            away = 10.0 * number
            self.world.clock.now += away
            await self.world.store.shift_deadlines(away)
            self.table = Table.restore(await self.world.kept(self.table), self.world.around)
            deadline = None if before.deadline is None else before.deadline + away
            assert self.table.header.deadline == deadline


def check(table: Table) -> None:
    """Look whether a table is as a table may be."""
    head = table.header
    users = [person.user for person in table.people]
    present = [person.user for person in table.people if not person.away]
    waiting = [person.user for person in table.people if not person.gone]
    assert len(set(users)) == len(users)
    if head.status in OVER:
        assert head.deadline is None
        assert head.pause is None
        return
    assert head.host in (present or waiting), "the host is there, or may come back where nobody is there"
    assert head.pause is None or head.deadline is None
    if head.status is Status.LOBBY:
        assert (head.deadline is not None, head.pause, table.ply) == (True, None, 0)
    elif head.pause is None and present:
        assert head.deadline is not None, "nobody waits for ever"
    elif not present:
        assert head.deadline is None, "for nobody the bot does not play"


async def check_log(world: World, table: Table) -> None:
    """Look whether the log is one legal match in which everyone acted in their turn alone."""
    found = await world.kept(table)
    assert found.header == table.header
    assert [entry.ply for entry in found.log] == list(range(table.ply))
    if not found.log:
        return
    state = start_of(found.header)
    for entry in found.log:
        action = parse(entry.action)
        if not isinstance(action, Deal):
            assert action.seat == state.turn
            assert entry.user in (None, found.header.people[action.seat].user)
        state, _ = match.apply(state, action)
    assert state == table.situation.state


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    rules=st.sampled_from(["express", "classic-draw", "memory", "no-boneyard"]),
    clock=st.sampled_from([TimeControl.CASUAL, TimeControl.CASUAL, TimeControl.SLOW, TimeControl.NONE]),
    seated=st.integers(1, 4),
    steps=st.lists(STEPS, min_size=40, max_size=120),
)
async def test_a_table_loses_nothing_and_never_gets_stuck(
    rules: str, clock: TimeControl, seated: int, steps: Sequence[tuple[str, Person, Person, int]], store: FragileStore
) -> None:
    await store.connection.write(Statement("DELETE FROM tables"))
    world = World(store)
    options = {"target": 50} if rules == "express" else {}
    made = {"rules": rules, "time_control": clock, "last_activity_at": world.clock.now, "options": options}
    life = Life(world, await world.lobby(*PEOPLE[:seated], **made))
    if seated > 1:
        await life.table.do(lobby.start, ANA.user)
    for step in steps:
        before, ply, news = life.table.header, life.table.ply, len(life.table.untold)
        try:
            await life.step(*step)
        except (TableError, IllegalMove):
            assert (life.table.header, life.table.ply, len(life.table.untold)) == (before, ply, news)
        check(life.table)
    await check_log(world, life.table)
    event(f"{life.table.header.status} after {min(life.table.ply // 10, 5)}0 actions or more")
