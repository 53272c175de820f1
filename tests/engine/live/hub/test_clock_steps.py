"""A system clock that is set, forward or back, costs no player time and gives none."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from engine.bots.level import Level
from engine.live.clock import MAX_DRIFT_SECONDS, SteadyClock
from engine.live.hub import Hub
from engine.live.model.errors import StorageError
from engine.live.tables import lifecycle, votes
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, START, World, begun
from tests.engine.live.playing import play_deal, play_one
from tests.engine.live.stores import FragileStore

HOUR, DAY = 3600.0, 86_400.0


class Machine:
    """A machine whose clock can be set."""

    def __init__(self, store: FragileStore, world: World) -> None:
        self.monotonic, self.wall = 50.0, START
        self.regained: list[Table] = []
        self.store, self._world = store, world

    def boot(self) -> Hub:
        """Return the hub of a new process."""
        self.clock = SteadyClock(lambda: self.wall, lambda: self.monotonic)
        return self._world.hub(clock=self.clock, clock_step=self.clock.step, regained=self.regained.append)

    def wait(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds

    async def tick(self, hub: Hub) -> None:
        await hub.apply_clock_step()
        await hub.tick()

    def left(self, table: Table) -> float:
        """Return how many seconds are left of the turn."""
        assert table.header.deadline is not None
        return table.header.deadline - self.clock()


@pytest.fixture
def machine(store: FragileStore, world: World) -> Machine:
    return Machine(store, world)


@pytest.fixture
async def hub(machine: Machine) -> AsyncGenerator[Hub]:
    hub = machine.boot()
    yield hub
    hub.stop()


def test_the_clock_does_not_follow_the_system_before_it_is_asked_to(machine: Machine) -> None:
    machine.boot()
    machine.wait(5)
    machine.wall -= HOUR
    assert machine.clock() == START + 5
    assert machine.clock.step() == -HOUR
    assert machine.clock() == machine.wall
    assert machine.clock.step() == 0


def test_a_small_drift_is_no_step(machine: Machine) -> None:
    machine.boot()
    machine.wall += MAX_DRIFT_SECONDS / 2
    assert machine.clock.step() == 0


@pytest.mark.parametrize("steps", [(-HOUR,), (HOUR,), (3 * DAY, -3 * DAY), (-HOUR, HOUR, -HOUR)], ids=str)
async def test_a_turn_keeps_its_time_when_the_clock_is_set(
    machine: Machine, hub: Hub, steps: tuple[float, ...]
) -> None:
    table = await begun(hub, ANA, BEN)
    await table.do(votes.call_vote, ANA.user_id)
    vote_left = table.header.vote.until - machine.clock()
    await machine.tick(hub)
    for number, step in enumerate(steps, 1):
        machine.wall += step
        machine.wait(1)
        await machine.tick(hub)
        assert machine.left(table) == 120 - number
        assert table.header.vote.until - machine.clock() == vote_left - number
        assert (await machine.store.find(table.id)).header == table.header
    assert machine.regained == [table] * len(steps)
    while machine.left(table) > 0:
        machine.wait(9)
        await machine.tick(hub)
    await hub.drain()
    assert table.ply == 2, "the bot has played for the player whose time ran out"


async def test_a_move_that_is_being_stored_when_the_clock_is_set_has_its_whole_time(
    machine: Machine, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(hub, ANA, BEN)
    append = machine.store.append

    async def slow(*arguments: object, **more: object) -> None:
        await append(*arguments, **more)
        machine.wall -= HOUR
        await hub.apply_clock_step()

    monkeypatch.setattr(machine.store, "append", slow)
    await play_one(table)
    assert machine.left(table) == 120
    assert (await machine.store.find(table.id)).header.deadline == table.header.deadline


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_a_restart_after_the_clock_was_set_keeps_the_time_of_a_turn(
    machine: Machine, hub: Hub, step: float
) -> None:
    table = await begun(hub, ANA, BEN)
    machine.wait(50)
    await hub.heartbeat()
    machine.wall += step
    later = machine.boot()
    await later.load()
    assert machine.left(later.find(table.id)) == 70


@pytest.mark.parametrize("turn", ["a person's", "a computer's", "nobody's"])
async def test_a_stored_time_beyond_the_longest_is_cut_at_the_start(machine: Machine, hub: Hub, turn: str) -> None:
    table = await begun(hub, ANA, computers=[Level.EASY]) if turn == "a computer's" else await begun(hub, ANA, BEN)
    if turn == "a computer's":
        await play_one(table)
        assert lifecycle.is_bots_turn(table.situation)
    elif turn == "nobody's":
        await play_deal(table)
    await hub.heartbeat()
    await machine.store.shift_deadlines(3 * DAY)
    later = machine.boot()
    await later.load()
    again = later.find(table.id)
    assert machine.left(again) == {"a person's": 120, "a computer's": 4, "nobody's": 15}[turn]
    assert again.header.last_activity_at == machine.clock()


async def test_a_clock_that_is_set_while_nothing_can_be_stored_moves_the_deadlines_all_the_same(
    machine: Machine, hub: Hub
) -> None:
    table = await begun(hub, ANA, BEN)
    machine.store.fails = StorageError("full")
    machine.wall -= HOUR
    await hub.apply_clock_step()
    assert machine.left(table) == 120
