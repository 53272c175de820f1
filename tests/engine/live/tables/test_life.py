"""Everything that people and time can do at a table, in any order, with the bot dying in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Deal, parse
from engine.bots.decision import Decision, Rationale
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import IllegalMove
from engine.live.database.connection import Statement
from engine.live.model.errors import TableError
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, pauses, playing, presence, votes
from engine.live.tables.replay import start_of
from engine.live.tables.table import Table
from engine.view import View
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, World
from tests.engine.live.playing import came_of
from tests.engine.live.sketch import Sketch, waiting
from tests.engine.live.stores import FragileStore
from tests.support.examples import examples

Anywhere = Table | Sketch
PEOPLE = (ANA, BEN, CEM, DIA, EVE)
OVER = (Status.FINISHED, Status.CLOSED)
CLOCKS = list(TimeControl)


def in_lobby(table: Anywhere) -> bool:
    return table.header.status is Status.LOBBY


def leave(table: Anywhere, who: Person) -> object:
    return table.do(lobby.leave if in_lobby(table) else presence.leave, who.user_id)


def take_out(table: Anywhere, whom: Person) -> object:
    return table.do(lobby.unseat if in_lobby(table) else presence.remove, table.header.host_id, whom.user_id)


def play(table: Anywhere, who: Person, number: int) -> object:
    """Let the person in turn play, or somebody deal."""
    view = table.view(None)
    if view.turn is None:
        return table.do(playing.next_deal, who.user_id, view.deal)
    choice = number % len(table.view(view.turn).legal)
    return table.do(playing.play, table.people[view.turn].user_id, view.turn, table.ply, choice)


def play_out_of_turn(table: Anywhere, who: Person, whom: Person, number: int) -> object:
    return table.do(playing.play, who.user_id, PEOPLE.index(whom), table.ply - number % 2, number % 3)


def vote(table: Anywhere, who: Person, number: int) -> object:
    running = table.header.vote
    return table.do(votes.vote, who.user_id, 1 if running is None else running.number, yes=number % 3 == 0)


DOING: dict[str, tuple[int, Callable[[Anywhere, Person, Person, int], object]]] = {
    "join": (1, lambda table, who, whom, number: table.do(lobby.join, who)),
    "leave": (1, lambda table, who, whom, number: leave(table, who)),
    "take out": (1, lambda table, who, whom, number: take_out(table, whom)),
    "start": (1, lambda table, who, whom, number: table.do(lobby.start, table.header.host_id)),
    "play": (24, lambda table, who, whom, number: play(table, who, number)),
    "play out of turn": (1, play_out_of_turn),
    "pass": (1, lambda table, who, whom, number: table.do(playing.pass_turn, who.user_id, table.ply)),
    "come back": (3, lambda table, who, whom, number: table.do(presence.come_back, who.user_id)),
    "hand over": (
        1,
        lambda table, who, whom, number: table.do(presence.hand_over, who.user_id, whom.user_id, manager=number == 0),
    ),
    "pause": (1, lambda table, who, whom, number: table.do(pauses.pause, who.user_id, manager=number == 0)),
    "resume": (2, lambda table, who, whom, number: table.do(pauses.resume, table.header.host_id)),
    "call a vote": (1, lambda table, who, whom, number: table.do(votes.call_vote, who.user_id)),
    "vote": (1, lambda table, who, whom, number: vote(table, who, number)),
    "configure": (
        1,
        lambda table, who, whom, number: table.do(lobby.configure, who.user_id, time_control=CLOCKS[number % 3]),
    ),
    "move": (1, lambda table, who, whom, number: table.do(lifecycle.move, who.user_id, 80 + number)),
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


async def first(view: View, turned: FlippedTiles, level: Level) -> Decision:
    """Think as a sketch does."""
    del turned, level
    return Decision(view.legal[0], Rationale.UNKNOWN, ())


@dataclass
class Life:
    """A table, a sketch of it, and what can happen to both."""

    world: World
    table: Table
    sketch: Sketch

    async def step(self, name: str, who: Person, whom: Person, number: int) -> None:
        """Let the same happen to both; see that they refuse the same."""
        if name not in DOING:
            await getattr(self, name)(number)
            return
        do, refusals = DOING[name][1], list[object]()
        for table in (self.sketch, self.table):
            before = table.header, table.ply, table.untold
            try:
                done = do(table, who, whom, number)
                await done if isinstance(done, Awaitable) else None
            except (TableError, IllegalMove) as error:
                assert (table.header, table.ply, table.untold) == before
                refusals.append(came_of(error))
        assert refusals in ([], refusals[:1] * 2)

    async def wait(self, number: int) -> None:
        """Let time pass, from a second to two turns of a casual clock."""
        await self.pass_time((1, 16, 61, 121, 250)[number % 5])

    async def pass_time(self, seconds: float) -> None:
        self.sketch.wait(seconds)
        await self.world.wait(self.table, seconds)

    async def run_out(self, number: int) -> None:
        """Let the time run out for the person in turn."""
        self.sketch.mark_published(self.sketch.ply)
        await self.table.mark_published(self.table.ply)
        await self.pass_time(max(0, self.sketch.left) if self.sketch.header.deadline else 0)

    async def sleep(self, number: int) -> None:
        """Let half a day pass."""
        await self.pass_time(43_200)

    async def untold(self, number: int) -> None:
        self.sketch.mark_unpublished()
        self.table.mark_unpublished()

    async def crash(self, number: int) -> None:
        """Let the bot die, and be away for a while."""
        over = self.sketch.header.status.over
        self.table, self.sketch = await self.world.again(self.table), self.sketch.again()
        if number and not over:
            away = 10.0 * number
            self.world.clock.now += away
            await self.world.store.shift_deadlines(away)
            self.table = Table.restore(await self.world.kept(self.table), self.world.around)
            self.sketch.pass_time(away)
            self.sketch.at = replace(self.sketch.at, header=self.sketch.header.shifted(away)).with_state(
                self.sketch.at.state
            )

    def check(self) -> None:
        """See that both are the same, as a table may be."""
        assert self.table.situation == replace(self.sketch.at, plan=self.table.situation.plan)
        assert self.table.untold == self.sketch.untold
        check(self.table)


def check(table: Table) -> None:
    """Look whether a table is as a table may be."""
    head = table.header
    users = [person.user_id for person in table.people]
    present = [person.user_id for person in table.people if not person.away]
    waiting = [person.user_id for person in table.people if not person.gone]
    assert len(set(users)) == len(users)
    if head.status in OVER:
        assert head.deadline is None
        assert head.pause is None
        return
    assert head.host_id in (present or waiting), "the host is there, or may come back where nobody is there"
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
            assert entry.user_id in (None, found.header.people[action.seat].user_id)
        state, _ = match.apply(state, action)
    assert state == table.situation.state


@pytest.mark.long
@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    rules=st.sampled_from(["express", "classic-draw", "memory", "no-boneyard"]),
    clock=st.sampled_from([TimeControl.CASUAL, TimeControl.CASUAL, TimeControl.SLOW, TimeControl.NONE]),
    seated=st.integers(1, 4),
    steps=st.lists(STEPS, min_size=40, max_size=120),
)
async def test_a_table_loses_nothing_never_gets_stuck_and_does_as_its_sketch(
    rules: str, clock: TimeControl, seated: int, steps: Sequence[tuple[str, Person, Person, int]], store: FragileStore
) -> None:
    await store.connection.write(Statement("DELETE FROM tables"))
    world = World(store, think=first)
    world.dealer = None
    options = {"target": 50} if rules == "express" else {}
    made = {"rules": rules, "time_control": clock, "last_activity_at": world.clock.now, "options": options}
    life = Life(world, await world.lobby(*PEOPLE[:seated], **made), waiting(*PEOPLE[:seated], **made))
    for step in [("start", ANA, ANA, 0)] * (seated > 1) + list(steps):
        await life.step(*step)
        life.check()
    await check_log(world, life.table)
    event(f"{life.table.header.status} after {min(life.table.ply // 10, 5)}0 actions or more")
