"""The bot moves by itself: at the table's deadline, in runs, after restarts and failures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.actions import Deal
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.dealing import random_deal
from engine.game import State
from engine.live.hub import Hub
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.errors import StorageError
from engine.live.model.pace import Timeouts
from engine.live.model.table import Person
from engine.live.store import Store
from engine.live.tables.scheduler import MIN_WAIT_SECONDS, call_later, no_timer
from engine.live.tables.table import Table
from engine.match import stock_of
from engine.view import View
from tests.engine.live.people import ANA, BEN, GUILD, START, Clock, play_one, turn
from tests.engine.live.pondering import Pondering
from tests.engine.live.stores import FragileStore
from tests.support.thinking import at_once

PACE = Timeouts(computer=(1.5, 1.5))


@dataclass
class Timers:
    """A timer that goes off when told."""

    clock: Clock
    set: list[tuple[float, Callable[[], None]]] = field(default_factory=list[tuple[float, Callable[[], None]]])

    def __call__(self, seconds: float, do: Callable[[], None]) -> None:
        self.set.append((self.clock.now + seconds, do))

    def go_off(self) -> None:
        """Let the time of the next one come."""
        self.set.sort(key=lambda each: each[0])
        at, do = self.set.pop(0)
        self.clock.now = max(self.clock.now, at)
        do()


class House:
    """A hub in which the host opens each match."""

    def __init__(self, store: Store, clock: Clock | None = None, think: Pondering | None = None) -> None:
        self.clock = clock or Clock()
        self.think = think or Pondering(go=True)
        self.timers = Timers(self.clock)
        self.told: list[int] = []
        self.hub = Hub(
            store,
            changed=lambda table: self.told.append(table.ply),
            clock=self.clock,
            pace=PACE,
            dealer=self._deal,
            think=self.think,
            timer=self.timers,
        )

    def _deal(self, state: State) -> Deal:
        return random_deal(state, state.deal) if state.deal else Deal(stock_of(state), 0)

    async def match(self, *levels: Level, channel: int = 70, people: tuple[Person, ...] = ()) -> Table:
        table = await self.hub.open(
            guild=GUILD, channel=channel, host=ANA, rules="matador", options={}, locale="fr", computers=levels
        )
        for each in people:
            await table.join(each)
        await table.start(ANA.user)
        assert turn(table) == 0
        return table

    async def play(self, table: Table) -> None:
        """Let the person in turn play, and the bot think."""
        await play_one(table)
        await self.hub.drain()

    async def ring(self) -> None:
        """Let the next timer go off, and the bot move."""
        self.timers.go_off()
        await self.hub.drain()

    async def tick(self, seconds: float) -> None:
        """Let time pass up to the next tick."""
        self.clock.now += seconds
        await self.hub.tick()
        await self.hub.drain()


@pytest.fixture
def house(store: FragileStore) -> House:
    return House(store)


async def test_the_bot_thinks_at_once_and_moves_at_the_deadline_without_a_tick(house: House) -> None:
    table = await house.match(Level.EXPERT)
    assert house.timers.set == []
    await house.play(table)
    assert house.think.asked == [(1, Level.EXPERT)], "long before it is to move"
    assert turn(table) == 1
    ((at, _),) = house.timers.set
    assert at == START + 1.5 == table.header.deadline
    await house.ring()
    assert turn(table) == 0
    assert len(house.think.asked) == 1
    assert house.timers.set == []


async def test_a_run_is_played_at_once_behind_its_first(house: House) -> None:
    table = await house.match(Level.EASY, Level.NORMAL, Level.EXPERT)
    await house.play(table)
    await house.ring()
    assert turn(table) == 0
    assert [seat for seat, _ in house.think.asked] == [1, 2, 3]
    assert house.clock.now == START + 1.5
    assert house.timers.set == []


async def test_ticks_alone_bring_it_on_too(house: House) -> None:
    table = await house.match(Level.EASY, Level.NORMAL)
    await play_one(table)
    for moved in (False, True):
        await house.tick(1)
        assert (turn(table) == 0) is moved


async def test_a_timer_that_goes_off_early_is_set_again(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.play(table)
    # the table was given time, and nobody told the timer
    await table.add_time(2)
    await house.ring()
    assert turn(table) == 1
    ((at, _),) = house.timers.set
    assert at == START + 3.5
    await house.ring()
    assert turn(table) == 0


async def test_clocks_that_differ_by_a_little_do_not_make_it_spin(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.play(table)
    house.timers.set.clear()
    house.clock.now = START + 1.5 - MIN_WAIT_SECONDS / 10
    await house.hub.tick()
    await house.hub.drain()
    ((at, _),) = house.timers.set
    assert at == house.clock.now + MIN_WAIT_SECONDS


async def test_a_match_with_computers_is_played_to_its_end(house: House) -> None:
    table = await house.match(Level.EASY, Level.NORMAL, Level.EASY)
    for _ in range(3000):
        await house.hub.drain()
        if not table.playing:
            break
        view = table.view(None)
        if view.turn is None:
            await table.next_deal(ANA.user, view.deal)
        elif view.turn == 0:
            await play_one(table)
        else:
            house.timers.go_off()
    assert table.view(None).finished
    board, total = await house.hub.store.league.board(LeaderboardFilter(GUILD, Kind.COMPUTERS), 10)
    assert [(each.user, each.matches) for each in board] == [(ANA.user, 1)]
    assert total == 1


async def test_time_that_really_passes_brings_it_on(store: FragileStore) -> None:
    moved = asyncio.Event()

    def changed(table: Table) -> None:
        if table.ply > 2 and table.view(None).turn == 0:
            moved.set()

    def dealer(state: State) -> Deal:
        return Deal(stock_of(state), 0)

    hub = Hub(
        store,
        changed=changed,
        clock=time.time,
        pace=Timeouts(computer=(0.01, 0.02)),
        dealer=dealer,
        think=at_once,
        timer=call_later,
    )
    table = await hub.open(
        guild=GUILD, channel=1, host=ANA, rules="matador", options={}, locale="fr", computers=[Level.EASY, Level.EASY]
    )
    await table.start(ANA.user)
    await play_one(table)
    await asyncio.wait_for(moved.wait(), 20)
    await hub.drain()
    hub.stop()


# ---------------------------------------------------------------------- people


async def test_for_a_person_the_bot_begins_to_think_when_their_time_is_up(house: House) -> None:
    table = await house.match(people=(BEN,))
    await house.tick(119)
    assert house.think.asked == []
    await house.tick(1)
    assert house.think.asked == [(0, Level.NORMAL)]
    assert turn(table) == 1
    assert table.people[0].missed == 1


async def test_a_tick_waits_for_no_thought(store: FragileStore) -> None:
    house = House(store, think=Pondering())
    first = await house.match(people=(BEN,))
    second = await house.match(people=(BEN,), channel=71)
    house.clock.now = START + 120
    await house.hub.tick()
    await house.hub.tick()
    assert len(house.think.asked) <= 2
    await play_one(second)
    house.think.go.set()
    await house.hub.drain()
    assert turn(first) == turn(second) == 1
    assert (first.people[0].missed, second.people[0].missed) == (1, 0)
    assert house.think.asked == [(0, Level.NORMAL)] * 2


async def test_a_pause_stops_a_run_and_its_end_starts_it_again(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.play(table)
    await table.pause(ANA.user)
    await house.ring()
    assert turn(table) == 1
    house.clock.now += 100
    await table.resume(ANA.user)
    await house.hub.drain()
    await house.ring()
    assert turn(table) == 0
    assert house.clock.now == START + 1.5 + 100 + 1.5


# ---------------------------------------------------------------------- what goes wrong


async def test_a_move_that_could_not_be_kept_is_made_when_it_can_be_and_not_thought_anew(
    store: FragileStore, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.match(Level.EXPERT)
    await house.play(table)
    store.fails = StorageError("full")
    await house.ring()
    for _ in range(3):
        await house.tick(1)
    assert turn(table) == 1
    store.fails = None
    for _ in range(5):
        await house.tick(1)
    assert turn(table) == 0
    assert len(house.think.asked) == 1
    assert caplog.records == [], "that nothing can be kept is for the store to say"


async def test_a_thought_that_fails_is_asked_for_again_and_no_tile_gets_into_the_log(
    store: FragileStore, caplog: pytest.LogCaptureFixture
) -> None:
    failures = 2

    async def think(view: View, turned: FlippedTiles, level: Level) -> Decision:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise RuntimeError(f"what to do with {view.hand}?")
        return await at_once(view, turned, level)

    house = House(store, think=think)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    table = await house.match(Level.EXPERT)
    with caplog.at_level(logging.ERROR):
        await play_one(table)
        for _ in range(3):
            await house.hub.drain()
            house.clock.now += 1
            await house.hub.tick()
    await house.hub.drain()
    assert turn(table) == 0
    assert len(caplog.records) == 2
    assert "what to do with ((a tile), (a tile)" in caplog.text


async def test_time_given_back_to_all_lets_no_computer_think_for_that_long(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.hub.tick()
    # no tick for long, as without a connection; a press is faster than the first one after it
    house.clock.now += 600
    await play_one(table)
    await house.hub.tick()
    ply = table.ply
    await house.tick(PACE.reveal_pause)
    assert table.ply > ply
    assert table.bots_turn is False


async def test_nor_lets_it_wait_that_long_for_the_next_deal(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.hub.tick()
    house.clock.now += 600
    while table.view(None).turn is not None:
        if turn(table) == 0:
            await play_one(table)
        else:
            await table.expire(house.clock.now + PACE.reveal_pause)
    await house.hub.tick()
    assert table.header.deadline == house.clock.now + PACE.deal


async def test_what_was_halted_does_nothing_more(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.play(table)
    house.hub.stop()
    house.timers.go_off()
    house.clock.now += 10
    await house.hub.drain()
    assert turn(table) == 1
    await table.pause(ANA.user)


async def test_what_was_halted_before_it_began_is_waited_for_by_nobody(house: House) -> None:
    table = await house.match(Level.EASY)
    await house.hub.drain()
    # the bot is in turn now, and its task has not begun
    await play_one(table)
    house.hub.stop()
    await asyncio.wait_for(house.hub.drain(), 5)
    assert house.think.asked == []


# ---------------------------------------------------------------------- restarts


async def test_a_run_that_a_restart_interrupted_goes_on(kept: FragileStore) -> None:
    house = House(kept, think=Pondering(go=True))
    table = await house.match(Level.EASY, Level.NORMAL, Level.EXPERT)
    await house.play(table)
    # the second of the run never gets an answer
    house.think.go.clear()
    house.timers.go_off()
    while len(house.think.asked) < 2:
        await house.think.is_asked()
    ply = table.ply
    assert (turn(table), ply > 2) == (2, True)
    await house.hub.heartbeat()
    house.hub.stop()

    later_house = House(kept, Clock(house.clock.now + 500))
    ((again, _),) = await later_house.hub.load()
    assert (again.ply, turn(again), again.catching_up) == (ply, 2, True)
    assert later_house.told == [], "not before whoever loads has seen what there is"
    await later_house.hub.drain()
    assert turn(again) == 0
    assert later_house.think.asked == [(2, Level.NORMAL), (3, Level.EXPERT)]
    assert later_house.clock.now == START + 1.5 + 500


async def test_twenty_tables_are_thought_for_in_turn_and_none_twice(store: FragileStore) -> None:
    asked: list[str] = []
    running = 0

    async def think(view: View, turned: FlippedTiles, level: Level) -> Decision:
        nonlocal running
        running += 1
        asked.append(f"{view.deal}.{len(view.history)}")
        await asyncio.sleep(0)
        running -= 1
        return await at_once(view, turned, level)

    house = House(store, think=think)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tables = [await house.match(*[Level.EXPERT] * 3, channel=number) for number in range(20)]
    for table in tables:
        await house.play(table)
    assert len(asked) == 20
    while house.timers.set:
        await house.ring()
    assert {turn(table) for table in tables} == {0}
    assert len(asked) == 60
    assert running == 0


def test_where_no_loop_follows_the_clock_there_are_no_timers() -> None:
    no_timer(1, lambda: pytest.fail("called"))
