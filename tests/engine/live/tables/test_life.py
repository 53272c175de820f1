"""Everything that people and time can do at a table, in any order, with the bot dying in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Deal, parse
from engine.errors import IllegalMove
from engine.live.database.connection import Statement
from engine.live.model.errors import TableError
from engine.live.model.pace import TimeControl
from engine.live.model.table import Status
from engine.live.tables.base import start_of
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, World
from tests.engine.live.playing import play_one
from tests.engine.live.stores import FragileStore, inner
from tests.support.examples import examples

PEOPLE = (ANA, BEN, CEM, DIA, EVE)
OVER = (Status.FINISHED, Status.CLOSED)


@dataclass
class Life:
    """A table, and what can happen to it; each step takes who does it, to whom, and a number."""

    world: World
    table: Table

    async def join(self, who: int, whom: int, number: int) -> None:
        await self.table.join(PEOPLE[who])

    async def leave(self, who: int, whom: int, number: int) -> None:
        if self.table.header.status is Status.LOBBY:
            await self.table.leave(PEOPLE[who].user)
        else:
            await self.table.leave_match(PEOPLE[who].user)

    async def unseat(self, who: int, whom: int, number: int) -> None:
        if self.table.header.status is Status.LOBBY:
            await self.table.unseat(self.table.header.host, PEOPLE[whom].user)
        else:
            await self.table.remove(self.table.header.host, PEOPLE[whom].user)

    async def start(self, who: int, whom: int, number: int) -> None:
        await self.table.start(self.table.header.host)

    async def play(self, who: int, whom: int, number: int) -> None:
        """Let who is in turn play; the bot, where their time runs out first."""
        view = self.table.view(None)
        if view.turn is None:
            await self.table.next_deal(PEOPLE[who].user, view.deal)
        else:
            await play_one(self.table, number % len(self.table.view(view.turn).legal))

    async def play_out_of_turn(self, who: int, whom: int, number: int) -> None:
        await self.table.play(PEOPLE[who].user, whom, self.table.ply - number % 2, number % 3)

    async def give_up(self, who: int, whom: int, number: int) -> None:
        await self.table.pass_turn(PEOPLE[who].user, self.table.ply)

    async def back(self, who: int, whom: int, number: int) -> None:
        await self.table.come_back(PEOPLE[who])

    async def hand_over(self, who: int, whom: int, number: int) -> None:
        await self.table.hand_over(PEOPLE[who].user, PEOPLE[whom].user, manager=number == 0)

    async def pause(self, who: int, whom: int, number: int) -> None:
        await self.table.pause(PEOPLE[who].user, manager=number == 0)

    async def resume(self, who: int, whom: int, number: int) -> None:
        await self.table.resume(self.table.header.host)

    async def call_vote(self, who: int, whom: int, number: int) -> None:
        await self.table.call_vote(PEOPLE[who].user)

    async def vote(self, who: int, whom: int, number: int) -> None:
        vote = self.table.header.vote
        await self.table.vote(PEOPLE[who].user, 1 if vote is None else vote.number, yes=number % 3 == 0)

    async def configure(self, who: int, whom: int, number: int) -> None:
        await self.table.configure(PEOPLE[who].user, time_control=list(TimeControl)[number % 3])

    async def move(self, who: int, whom: int, number: int) -> None:
        await self.table.move(PEOPLE[who].user, 80 + number)

    async def wait(self, who: int, whom: int, number: int) -> None:
        """Let time pass, from a second to two turns of a casual clock."""
        await self.world.wait(self.table, (1, 16, 61, 121, 250)[number % 5])

    async def run_out(self, who: int, whom: int, number: int) -> None:
        """Let the time run out for the person in turn."""
        await self.table.mark_published(self.table.ply)
        await self.world.wait(self.table, max(0, self.world.left(self.table)) if self.table.header.deadline else 0)

    async def sleep(self, who: int, whom: int, number: int) -> None:
        """Let half a day pass."""
        await self.world.wait(self.table, 43_200)

    async def untold(self, who: int, whom: int, number: int) -> None:
        self.table.mark_unpublished()

    async def told(self, who: int, whom: int, number: int) -> None:
        await self.table.mark_published(self.table.ply)

    async def crash(self, who: int, whom: int, number: int) -> None:
        """Let the bot die, and be away for a while."""
        before, state, ply = self.table.header, self.table._state, self.table.ply
        self.table = await self.world.again(self.table)
        assert (self.table._state, self.table.ply) == (state, ply)
        if number and before.status not in OVER:
            away = 10.0 * number
            self.world.clock.now += away
            await self.world.store.shift_deadlines(away)
            self.table = Table.restore(await self.world.kept(self.table), self.world.around)
            deadline = None if before.deadline is None else before.deadline + away
            assert self.table.header.deadline == deadline


SELDOM = [
    *("join", "leave", "unseat", "start", "play_out_of_turn", "give_up", "hand_over", "pause"),
    *("call_vote", "vote", "configure", "move", "sleep", "untold", "told"),
]
OFTEN = {"play": 24, "run_out": 6, "back": 3, "resume": 2, "wait": 2, "crash": 2} | dict.fromkeys(SELDOM, 1)
"""How often each step is taken, beside the others."""

STEPS = st.tuples(
    st.sampled_from([name for name, times in OFTEN.items() for _ in range(times)]),
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(0, 6),
)


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
    elif head.pause is None and present and head.time_control is not TimeControl.NONE:
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
    assert state == table._state


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    rules=st.sampled_from(["express", "classic-draw", "memory", "no-boneyard"]),
    clock=st.sampled_from([TimeControl.CASUAL, TimeControl.CASUAL, TimeControl.SLOW, TimeControl.NONE]),
    seated=st.integers(1, 4),
    steps=st.lists(STEPS, min_size=40, max_size=120),
)
async def test_a_table_loses_nothing_and_never_gets_stuck(
    rules: str, clock: TimeControl, seated: int, steps: Sequence[tuple[str, int, int, int]], store: FragileStore
) -> None:
    await inner(store).write(Statement("DELETE FROM tables"))
    world = World(store)
    options = {"target": 50} if rules == "express" else {}
    made = {"rules": rules, "time_control": clock, "last_activity_at": world.clock.now, "options": options}
    life = Life(world, await world.lobby(*PEOPLE[:seated], **made))
    if seated > 1:
        await life.start(0, 0, 0)
    for name, *arguments in steps:
        before, ply, news = life.table.header, life.table.ply, len(life.table.news)
        try:
            await getattr(life, name)(*arguments)
        except (TableError, IllegalMove):
            assert (life.table.header, life.table.ply, len(life.table.news)) == (before, ply, news)
        check(life.table)
    await check_log(world, life.table)
    event(f"{life.table.header.status} after {min(life.table.ply // 10, 5)}0 actions or more")
