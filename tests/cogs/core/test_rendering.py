"""Tests of drawing beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

import render
from cogs.core.rendering import WORKERS, Rendering
from cogs.cups.results.standings_message import standings_message
from cogs.messages import emojis
from engine.cups import Format
from tests.cogs import conftest
from tests.cogs.cups.test_results_flow import Hall
from tests.support.in_memory.world import World, spy


@pytest_asyncio.fixture
async def drawing() -> AsyncGenerator[Rendering]:
    made = Rendering()
    yield made
    made.close()


class Busy:
    """Something to draw that goes on until it is let go, and counts how many of it go on."""

    def __init__(self) -> None:
        self.ends = threading.Event()
        self.now = self.most = 0
        self._lock = threading.Lock()
        self._begun = threading.Semaphore(0)

    def draw(self) -> None:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self._begun.release()
        assert self.ends.wait(20)
        with self._lock:
            self.now -= 1

    async def until(self, count: int) -> None:
        """Wait until so many have begun."""
        for _ in range(count):
            assert await asyncio.to_thread(self._begun.acquire, timeout=20)


async def test_draw_returns_the_result_and_raises_the_error(drawing: Rendering) -> None:
    assert await drawing.draw(int, "12", base=8) == 10
    assert await drawing.draw_long(int, "12", base=8) == 10
    with pytest.raises(ValueError, match="invalid literal"):
        await drawing.draw(int, "x")


async def test_no_more_pictures_are_drawn_at_a_time_than_there_are_workers(drawing: Rendering) -> None:
    busy = Busy()
    waiting = [asyncio.ensure_future(drawing.draw(busy.draw)) for _ in range(5)]
    await busy.until(WORKERS)
    busy.ends.set()
    await asyncio.gather(*waiting)
    assert busy.most == WORKERS


async def test_a_table_does_not_wait_for_replays(drawing: Rendering) -> None:
    busy = Busy()
    waiting = [asyncio.ensure_future(drawing.draw_long(busy.draw)) for _ in range(5)]
    await busy.until(1)
    assert await drawing.draw(int, "7") == 7
    assert busy.now == 1
    busy.ends.set()
    await asyncio.gather(*waiting)
    assert busy.most == 1


async def test_nothing_is_drawn_after_the_end() -> None:
    made = Rendering()
    busy = Busy()
    waiting = [asyncio.ensure_future(made.draw(busy.draw)) for _ in range(WORKERS + 1)]
    await busy.until(WORKERS)
    made.close()
    busy.ends.set()
    *drawn, queued = await asyncio.gather(*waiting, return_exceptions=True)
    assert drawn == [None] * WORKERS
    assert isinstance(queued, asyncio.CancelledError)
    with pytest.raises(RuntimeError):
        await made.draw(int, "7")


DRAWN = (*conftest.DRAWN, "tile_icon")


@pytest.mark.pictures
@pytest.mark.long
async def test_all_pictures_are_drawn_by_the_threads_for_them(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[str]] = {}

    def noted(name: str) -> Any:
        original = getattr(render, name)

        def draw(*args: Any, **named: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread().name.split("_")[0])
            return original(*args, **named)

        return draw

    for name in DRAWN:
        monkeypatch.setattr(render, name, noted(name))
    monkeypatch.setattr(emojis, "UPLOAD_PAUSE_SECONDS", 0)
    await world.bot.tiles.load(world.bot, top=1)
    await world.play_and_end()
    for label in ("Leaderboard", "Replay"):
        await world.alice.press(label)
    for command in ("stats", "rules", "settings theme"):
        await world.alice.run(command)
    await world.alice.run_formerly("set", highest=6)
    for form in (Format.SWISS, Format.KNOCK_OUT):
        hall = await Hall.opened(world, form)
        await hall.round()
        await standings_message(world.bot, hall.cup.situation, 1)
    assert threads == {name: {"drawing"} for name in DRAWN}


@pytest.mark.pictures
async def test_a_first_picture_is_drawn_in_the_background(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = spy(monkeypatch, render, "hand")
    await world.replace(world.database.with_name("warm.sqlite3"), warm_up=True)
    assert len(drawn) == 1
