"""The bot moves by itself: at the table's deadline, in runs, after restarts and failures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import pytest

from engine.actions import Deal
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.dealing import random_deal
from engine.game import State
from engine.live.league.figures import Kind
from engine.live.model.pace import Timeouts
from engine.live.tables import deadlines, lifecycle, pauses
from engine.live.tables.scheduler import MIN_WAIT_SECONDS, call_later
from engine.live.tables.table import Table
from engine.match import stock_of
from engine.view import View
from tests.engine.live.people import ANA, BEN, START, Clock, World, begun
from tests.engine.live.playing import expire_at, play_on, play_one, turn
from tests.engine.live.pondering import Pondering
from tests.engine.live.stores import FragileStore
from tests.support.thinking import at_once


class House(World):
    """A hub in which the host opens each match, and a timer goes off when told."""

    def __init__(self, store: FragileStore, clock: Clock | None = None, think: Pondering | None = None) -> None:
        super().__init__(store, clock or Clock(), think=think or Pondering(go=True))
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.dealer = self._deal
        self.all = self.hub(timer=self._set_timer)

    def _deal(self, state: State) -> Deal:
        return random_deal(state, state.deal) if state.deal else Deal(stock_of(state), 0)

    def _set_timer(self, seconds: float, do: Callable[[], None]) -> None:
        self.timers.append((self.clock.now + seconds, do))

    @property
    def rings_at(self) -> list[float]:
        return [at for at, _ in self.timers]

    async def beside(self, *levels: Level, **changes: object) -> Table:
        """Begin a match of Ana and computers."""
        return await begun(self.all, ANA, rules="matador", computers=levels, **changes)

    async def play(self, table: Table) -> None:
        """Let the person in turn play, and the bot think."""
        await play_one(table)
        await self.all.drain()

    def go_off(self) -> None:
        """Let the time of the next timer come."""
        self.timers.sort(key=lambda each: each[0])
        at, do = self.timers.pop(0)
        self.clock.now = max(self.clock.now, at)
        do()

    async def ring(self) -> None:
        """Let the next timer go off, and the bot move."""
        self.go_off()
        await self.all.drain()

    async def tick(self, *seconds: float) -> None:
        """Let time pass up to the next tick, and the next."""
        for each in seconds:
            self.clock.now += each
            await self.all.tick()
            await self.all.drain()


@pytest.fixture
def house(store: FragileStore) -> House:
    return House(store)


async def test_the_bot_thinks_at_once_and_moves_at_the_deadline_without_a_tick(house: House) -> None:
    table = await house.beside(Level.EXPERT)
    assert house.timers == []
    await house.play(table)
    assert house.think.asked == [(1, Level.EXPERT)], "long before it is to move"
    assert turn(table) == 1
    assert house.rings_at == [START + 1.5] == [table.header.deadline]
    await house.ring()
    assert turn(table) == 0
    assert len(house.think.asked) == 1
    assert house.timers == []


async def test_the_rest_of_a_run_follows_its_first_at_once(house: House) -> None:
    table = await house.beside(Level.EASY, Level.NORMAL, Level.EXPERT)
    await house.play(table)
    await house.ring()
    assert turn(table) == 0
    assert [seat for seat, _ in house.think.asked] == [1, 2, 3]
    assert house.clock.now == START + 1.5
    assert house.timers == []


async def test_ticks_alone_bring_a_run_on_too(house: House) -> None:
    table = await house.beside(Level.EASY, Level.NORMAL)
    await play_one(table)
    for moved in (False, True):
        await house.tick(1)
        assert (turn(table) == 0) is moved


async def test_a_timer_that_goes_off_early_is_set_again(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.play(table)
    # the table was given time, and the timer was not told
    await table.do(deadlines.add_time, 2)
    await house.ring()
    assert turn(table) == 1
    assert house.rings_at == [START + 3.5]
    await house.ring()
    assert turn(table) == 0


async def test_clocks_that_differ_by_a_little_do_not_make_the_timer_spin(house: House) -> None:
    await house.play(await house.beside(Level.EASY))
    house.timers.clear()
    await house.tick(1.5 - MIN_WAIT_SECONDS / 10)
    assert house.rings_at == [house.clock.now + MIN_WAIT_SECONDS]


async def test_a_match_with_computers_is_played_to_its_end(house: House) -> None:
    table = await house.beside(Level.EASY, Level.NORMAL, Level.EASY)
    for _ in range(3000):
        await house.all.drain()
        if not table.playing:
            break
        if table.view(None).turn in (None, 0):
            await play_on(table)
        else:
            house.go_off()
    assert table.view(None).finished
    assert [(each.user_id, each.matches) for each in await house.board(Kind.COMPUTERS)] == [(ANA.user_id, 1)]


async def test_the_real_clock_brings_a_run_on(house: House) -> None:
    moved = asyncio.Event()

    def changed(table: Table) -> None:
        if table.ply > 2 and table.view(None).turn == 0:
            moved.set()

    hub = house.hub(
        changed=changed, clock=time.time, pace=Timeouts(computer=(0.01, 0.02)), think=at_once, timer=call_later
    )
    await play_one(await begun(hub, ANA, rules="matador", computers=[Level.EASY, Level.EASY]))
    await asyncio.wait_for(moved.wait(), 60)
    await hub.drain()
    hub.stop()


# ---------------------------------------------------------------------- people


async def test_the_bot_begins_to_think_for_a_person_when_their_time_is_up(house: House) -> None:
    table = await begun(house.all, ANA, BEN, rules="matador")
    await house.tick(119)
    assert house.think.asked == []
    await house.tick(1)
    assert house.think.asked == [(0, Level.NORMAL)]
    assert turn(table) == 1
    assert table.people[0].missed == 1


async def test_a_tick_waits_for_no_thought(store: FragileStore) -> None:
    house = House(store, think=Pondering())
    first, second = [await begun(house.all, ANA, BEN, rules="matador", channel_id=channel) for channel in (1, 2)]
    house.clock.now = START + 120
    await house.all.tick()
    await house.all.tick()
    assert len(house.think.asked) <= 2
    await play_one(second)
    house.think.go.set()
    await house.all.drain()
    assert turn(first) == turn(second) == 1
    assert (first.people[0].missed, second.people[0].missed) == (1, 0)
    assert house.think.asked == [(0, Level.NORMAL)] * 2


async def test_a_pause_stops_a_run_and_its_end_starts_it_again(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.play(table)
    await table.do(pauses.pause, ANA.user_id)
    await house.ring()
    assert turn(table) == 1
    house.clock.now += 100
    await table.do(pauses.resume, ANA.user_id)
    await house.all.drain()
    await house.ring()
    assert turn(table) == 0
    assert house.clock.now == START + 1.5 + 100 + 1.5


# ---------------------------------------------------------------------- faults


async def test_a_move_that_could_not_be_kept_is_made_later(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await house.beside(Level.EXPERT)
    await house.play(table)
    with house.store.failing():
        await house.ring()
        await house.tick(1, 1, 1)
        assert turn(table) == 1
    await house.tick(1, 1, 1, 1, 1)
    assert turn(table) == 0
    assert len(house.think.asked) == 1
    assert caplog.records == [], "that nothing can be kept is for the store to say"


async def test_a_thought_that_fails_is_asked_for_again(store: FragileStore, caplog: pytest.LogCaptureFixture) -> None:
    failures = [1, 2]

    async def think(view: View, turned: FlippedTiles, level: Level) -> Decision:
        if failures:
            failures.pop()
            raise RuntimeError(f"what to do with {view.hand}?")
        return await at_once(view, turned, level)

    house = House(store, think=think)
    table = await house.beside(Level.EXPERT)
    with caplog.at_level(logging.ERROR):
        await house.play(table)
        await house.tick(1, 1, 1)
    assert turn(table) == 0
    assert len(caplog.records) == 2
    assert "what to do with ((a tile), (a tile)" in caplog.text


async def test_no_computer_thinks_for_the_time_that_is_given_back_to_all(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.all.tick()
    # no tick for long, as without a connection; a press is faster than the first one after it
    house.clock.now += 600
    await play_one(table)
    await house.all.tick()
    ply = table.ply
    await house.tick(house.pace.reveal_pause)
    assert table.ply > ply
    assert lifecycle.is_bots_turn(table.situation) is False


async def test_the_next_deal_does_not_wait_for_the_time_that_is_given_back_to_all(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.all.tick()
    house.clock.now += 600
    while table.view(None).turn is not None:
        if turn(table) == 0:
            await play_one(table)
        else:
            await expire_at(table, house.clock.now + house.pace.reveal_pause)
    await house.all.tick()
    assert house.left(table) == house.pace.deal


async def test_a_hub_that_was_stopped_does_nothing_more(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.play(table)
    house.all.stop()
    house.go_off()
    house.clock.now += 10
    await house.all.drain()
    assert turn(table) == 1
    await table.do(pauses.pause, ANA.user_id)


async def test_a_hub_stopped_before_its_task_began_is_not_waited_for(house: House) -> None:
    table = await house.beside(Level.EASY)
    await house.all.drain()
    # the bot is in turn now, and its task has not begun
    await play_one(table)
    house.all.stop()
    await asyncio.wait_for(house.all.drain(), 60)
    assert house.think.asked == []


# ---------------------------------------------------------------------- restarts


async def test_a_run_that_a_restart_interrupted_goes_on(kept: FragileStore) -> None:
    house = House(kept)
    table = await house.beside(Level.EASY, Level.NORMAL, Level.EXPERT)
    await house.play(table)
    # the second of the run never gets an answer
    house.think.go.clear()
    house.go_off()
    while len(house.think.asked) < 2:
        await house.think.is_asked()
    ply = table.ply
    assert (turn(table), ply > 2) == (2, True)
    await house.all.heartbeat()
    house.all.stop()

    later_house = House(kept, Clock(house.clock.now + 500))
    ((again, _),) = await later_house.all.load()
    assert (again.ply, turn(again), lifecycle.is_bot_move_due(again.situation)) == (ply, 2, True)
    assert later_house.told == [], "not before the caller of load has seen what there is"
    await later_house.all.drain()
    assert turn(again) == 0
    assert later_house.think.asked == [(2, Level.NORMAL), (3, Level.EXPERT)]
    assert later_house.clock.now == START + 1.5 + 500


@pytest.mark.long
async def test_the_bot_thinks_for_twenty_tables_in_turn_and_for_none_twice(house: House) -> None:
    tables = [await house.beside(*[Level.EXPERT] * 3, channel_id=number) for number in range(20)]
    for table in tables:
        await house.play(table)
    assert len(house.think.asked) == 20
    while house.timers:
        await house.ring()
    assert {turn(table) for table in tables} == {0}
    assert len(house.think.asked) == 60
