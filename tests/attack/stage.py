"""A Discord, a bot before it, people at tables, and what must be true of them."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from playground.child import TOKEN
from tests.attack.gateway import Gateway
from tests.attack.history import History, is_move
from tests.attack.people import Game, People, live_messages, verb_of
from tests.attack.rest import Rest
from tests.attack.world import Shown, World, too_big
from tests.support.bots.kept import Kept, alive_at, read
from tests.support.bots.process import TroubledBot


@dataclass(frozen=True, eq=False)
class Scene:
    """Who plays what.

    Attributes:
        people: their names, with their languages.
        tables: how many of them, in order, play what with what options; a channel each. One more channel is for
            strangers.
        as_text: whether all of them read text instead of pictures.
    """

    people: Mapping[str, str]
    tables: Sequence[tuple[int, dict[str, Any]]]
    as_text: bool = False


USUAL = Scene(
    {"Ana": "en-US", "Ben": "fr", "Cleo": "en-US", "Dan": "en-GB", "Eva": "fr", "Finn": "de", "Gus": "en-US"},
    (
        (2, {"rules": "express", "target": 50}),
        (2, {"rules": "memory"}),
        (1, {"rules": "classic-draw", "computers": 2, "level": "normal", "show": True}),
        (2, {"rules": "mexican-train"}),
    ),
)
BIGGEST = Scene(
    {f"{chr(ord('Ａ') + at)}{'Ｗ' * 31}": ("fr", "de", "en-GB")[at % 3] for at in range(13)},
    (
        (12, {"rules": "double-twelve"}),
        (1, {"rules": "double-twelve", "computers": 8, "level": "expert", "show": True}),
    ),
    as_text=True,
)
"""The most people that a table has, with the longest and widest names and in text; and eight experts beside a person.
"""

SETTINGS = {"DOMINO_LOBBY_SECONDS": "3600", "DOMINO_COMPUTER_PAUSE": "0.2-0.4", "DOMINO_THINKING": "200"}

START_SECONDS = 120.0
QUIET_SECONDS, TOUCH_SECONDS, MAX_QUIET_SECONDS = 3.0, 15.0, 75.0
"""How long a channel is left alone before it is looked at, how long requests may hang until the bot is asked to try
again, and for how long a channel may have no single live message."""
MAX_BEHIND_SECONDS = 35.0
"""For how long a channel is waited for that does not seem to show the newest move: what a failing disk did not note,
nothing but the next message tells."""

TIME_SECONDS, MAX_TIME_SECONDS = 2.5, 30.0
"""By how much the rest of a turn may change over a fault: time is given back within a second, at each tick. And how
long a slow machine may take for that."""
PLAY_ON_SECONDS = 120.0
"""How long it may take until the next move is acknowledged once all is well again."""


@dataclass
class Stage:
    """All of it, for as long as an attack lasts.

    Attributes:
        uncut: held by what must not be cut short: a comparison of times, the change of a spoilt file for a new one.
    """

    world: World
    rest: Rest
    gateway: Gateway
    bot: TroubledBot
    people: People
    luck: random.Random
    history: History = field(default_factory=History)
    figures: Counter[str] = field(default_factory=Counter)
    keeps_alive: bool = True
    uncut: asyncio.Lock = field(default_factory=asyncio.Lock)

    # ------------------------------------------------------------------ lives

    async def keep_alive(self) -> None:
        """Start the bot whenever it is dead, as a service manager does."""
        while True:
            if not self.keeps_alive:
                await asyncio.sleep(0.05)
                continue
            if not self.bot.alive:
                self.figures["lives"] += 1
                self.world.life += 1
                await self.bot.start()
            await self.bot.wait()

    async def connected(self, seconds: float = START_SECONDS) -> bool:
        """Wait until the bot hears; return whether it does in time."""
        until = time.monotonic() + seconds
        while not (self.bot.alive and self.gateway.connected):
            if time.monotonic() > until:
                self.history.note("does not start", self.bot.log[-500:])
                return False
            await asyncio.sleep(0.02)
        return True

    def calm(self) -> None:
        """Let everything be well again."""
        self.keeps_alive = self.gateway.greets = self.gateway.resumes = self.gateway.identifies = True
        self.gateway.unavailable = 0
        self.rest.spoiler = lambda name: None
        self.bot.trouble()
        with suppress(ProcessLookupError):
            self.bot.limit_files()
            for each in self.bot.workers():
                os.kill(each, signal.SIGCONT)
        self.people.resting.set()

    async def begin_anew(self) -> None:
        """End this life in order, and begin with a new file, empty channels and no memory of what was done."""
        self.keeps_alive = False
        self.people.resting.clear()
        await self.bot.stop()
        for each in self.bot.files():
            each.unlink(missing_ok=True)
        self.world.messages.clear()
        self.world.moderated.clear()
        self.history.begin_anew(self.people.presses[self.people.before :])
        self.people.begin_anew()
        self.calm()
        await self.connected()

    # ------------------------------------------------------------------ laws

    async def play_on(self) -> None:
        """Let everybody play until a move is acknowledged: all is well again."""
        self.people.resting.set()
        await self.connected()
        before, touched = len(self.people.presses), 0.0
        begun = time.monotonic()
        until = begun + PLAY_ON_SECONDS
        while not any(is_move(each) and each.acknowledged for each in self.people.presses[before:]):
            if time.monotonic() > until:
                self.history.note("does not go on", str(self.people.stuck[-1:]))
                return
            if time.monotonic() - touched > TOUCH_SECONDS:
                self._touch_channels()
                touched = time.monotonic()
            await asyncio.sleep(0.1)
        self.figures["longest until a move"] = max(
            self.figures["longest until a move"], round(time.monotonic() - begun)
        )

    async def quiet(self) -> None:
        """Let everybody rest, and look at all that must be true then."""
        self.people.resting.clear()
        await self.connected()
        begun = time.monotonic()
        self._touch_channels()
        touched = begun
        await asyncio.sleep(QUIET_SECONDS)
        while (wrong := self._not_single()) or self._behind():
            if time.monotonic() - begun > (MAX_QUIET_SECONDS if wrong else MAX_BEHIND_SECONDS):
                break
            await asyncio.sleep(0.5)
            if time.monotonic() - touched > TOUCH_SECONDS:
                # what was under way has been given up
                self._touch_channels()
                touched = time.monotonic()
        self.figures["longest quiet"] = max(self.figures["longest quiet"], round(time.monotonic() - begun))
        for table, number in wrong.items():
            self.history.note("orphans" if number else "no board", self._describe(table))
        self.check()
        self.people.resting.set()

    def _touch_channels(self) -> None:
        """Have the bot try again at once whatever was refused."""
        for channel in self.world.channels:
            self.world.emit("CHANNEL_UPDATE", self.world.channel(channel))

    def _not_single(self) -> dict[str, int]:
        """Return each table that has not just one message with live controls, with their number."""
        playing = {each.id for each in self.tables() if each.status in ("lobby", "playing")}
        found = Counter(dict.fromkeys(playing, 0))
        for channel in self.world.channels:
            found.update(table for table, _ in live_messages(self.world, channel))
        return {table: number for table, number in found.items() if number != (table in playing)}

    def _behind(self) -> bool:
        """Whether the newest moves of a table are not yet shown in its channel, as the bot noted or as buttons tell."""
        shown: set[tuple[str, str]] = set()
        for channel in self.world.channels:
            for table, message in live_messages(self.world, channel):
                shown.update((table, each) for control in message.controls() for each in verb_of(control)[1][1:2])
        playing = [each for each in self.tables() if each.status == "playing"]
        return any(
            (each.id, str(len(each.log))) not in shown
            and (not each.post or json.loads(each.post)["ply"] != len(each.log))
            for each in playing
        )

    def _describe(self, table: str) -> str:
        """Describe the live messages of a table, and what the bot thinks of it."""
        kept = next((each for each in self.tables() if each.id == table), None)
        lines = [f"{table}: {kept and (kept.rules, kept.status, len(kept.log), kept.post)}"]
        for channel in self.world.channels:
            for whose, each in live_messages(self.world, channel):
                if whose == table:
                    controls = [control["custom_id"] for control in each.controls()]
                    age = time.monotonic() - each.changed
                    lines.append(f"{each.id}, edited {each.version} times, {age:.0f} s ago: {controls}")
        return "; ".join(lines)

    def tables(self) -> list[Kept]:
        with suppress(sqlite3.DatabaseError):
            return read(self.bot.database)
        return []

    def check(self) -> None:
        """Hold the file against the presses and the messages."""
        tables = self.tables()
        shown = sorted([*self.world.moderated, *self.world.messages.values()], key=lambda each: each.id)
        self.history.check(tables, self.people.presses[self.people.before :], shown)
        self._pictures(tables)
        log = self.bot.log
        for secret in (TOKEN, *(each.seed for each in tables if each.seed and each.status == "playing")):
            if secret in log:
                self.history.note("leak", "a seed or the token is in the log")

    def _pictures(self, tables: Sequence[Kept]) -> None:
        """Pictures of one public moment are the same to the last byte, whatever is hidden and in whichever life."""
        rules = {each.channel: each.rules for each in tables}
        seen: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        drawn: Counter[tuple[str, str]] = Counter()
        for each in self.world.messages.values():
            if each.reader is None:
                for digest, text, life in each.pictures:
                    # the time of a turn is told, not drawn
                    moment = rules.get(each.channel, ""), re.sub(r"<t:\d+:R>", "", text)
                    seen[moment][digest] = life
                    drawn[moment] += 1
        self.figures["pictures compared"] = sum(number for number in drawn.values() if number > 1)
        for (_, text), pictures in seen.items():
            if len(pictures) > 1:
                self.history.note("picture tells", f"{self._kept(pictures)} for {text!r}")

    def _kept(self, pictures: Mapping[str, int]) -> list[str]:
        """Keep pictures in files, those that are still known; return the files, with the lives that drew them."""
        known, found = dict(self.world.drawn), list[str]()
        for digest, life in pictures.items():
            kept = Path(tempfile.gettempdir()) / f"attack-{digest[:12]}.png"
            if digest in known:
                kept.write_bytes(known[digest])
            found.append(f"{kept if digest in known else digest} of life {life}")
        return found

    def watch(self, shown: Shown) -> None:
        """Look at a message for what Discord would not take, and at one of the channel for what it must not tell."""
        for each in too_big(shown.payload):
            self.history.note("too big", f"{each} in {shown.text[:300]!r}")
        verbs = {control["custom_id"].split(":")[1] for control in shown.controls()}
        if shown.reader is None and "hand" in verbs:
            tables = [each for each in self.tables() if each.channel == shown.channel]
            self.history.leaks(tables, shown.text)

    # ------------------------------------------------------------------ time

    def left(self) -> dict[tuple[str, int], float]:
        """Return what is left of each turn, in seconds, by table and ply."""
        now = self.bot.now()
        return {(each.id, len(each.log)): each.deadline - now for each in self.tables() if each.deadline is not None}

    @asynccontextmanager
    async def same_time_left(self, *, dies: bool = False) -> AsyncGenerator[None]:
        """Check that a block of faults takes no time from anybody, and gives none; people rest meanwhile.

        A bot that dies knows when it was alive last, not when it died.
        """
        async with self.uncut:
            self.people.resting.clear()
            begun = time.monotonic()
            await asyncio.sleep(QUIET_SECONDS)
            while self._behind() and time.monotonic() - begun < MAX_BEHIND_SECONDS:  # noqa: ASYNC110
                # time is given back until a move has been shown
                await asyncio.sleep(0.5)
            begun = time.monotonic()
            before = self.left()
            more = TIME_SECONDS + (self.bot.now() - alive_at(self.bot.database) if dies else 0.0)
            yield
            await self.connected()
            await asyncio.sleep(QUIET_SECONDS)
            while (wrong := self._other_times(before, more, begun)) and time.monotonic() - begun < MAX_TIME_SECONDS:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
            self.figures["times compared"] += len(before)
            for each in wrong:
                self.history.note("time", each)
            self.people.resting.set()

    def _other_times(self, before: dict[tuple[str, int], float], more: float, begun: float) -> list[str]:
        """Describe the turns that have more time left than they may have, or less."""
        lasted = time.monotonic() - begun
        errors = {moment: left - before[moment] for moment, left in self.left().items() if moment in before}
        return [
            f"{moment}: {error:+.1f} s over {lasted:.1f} s, at most {more:+.1f} s"
            for moment, error in errors.items()
            if not -lasted - TIME_SECONDS <= error <= more
        ]

    # ------------------------------------------------------------------ results

    def results(self) -> dict[str, Any]:
        """Return all figures."""
        answered = [each.made for each in self.people.presses]
        memory, unhandled = self.bot.memories, self.bot.unhandled().total()
        broken = self.history.broken + Counter({"unhandled": unhandled, "ended": self.bot.ended.total()})
        return {
            "presses": len(self.people.presses),
            "acknowledged": self.history.acknowledged,
            "unanswered": sum(not each.taken for each in answered),
            "late": sum(each.late for each in answered),
            "kills": self.bot.kills,
            "ended": dict(self.bot.ended),
            "stuck": len(self.people.stuck),
            "unhandled": unhandled,
            "memory MiB": [memory[0] // 1024, max(memory) // 1024, memory[-1] // 1024] if memory else [],
            **self.figures,
            **{f"BROKEN {name}": number for name, number in broken.items()},
        }


async def end(*tasks: asyncio.Future[None]) -> None:
    """Cancel tasks until they end: a wait that is over at the same moment forgets it.

    Raises:
        Exception: what one of them raised.

    """
    while running := [each for each in tasks if not each.done()]:
        for each in running:
            each.cancel()
        await asyncio.wait(running, timeout=1)
    for each in tasks:
        if not each.cancelled():
            each.result()


@asynccontextmanager
async def stage(seed: int, scene: Scene = USUAL) -> AsyncGenerator[Stage]:
    """Set everything up, begin to play, and take it down."""
    world = World(scene.people, len(scene.tables) + 1, strangers=300)
    rest, gateway = Rest(world), Gateway(world)
    app = web.Application(client_max_size=1 << 26)
    app.add_routes([web.get("/gateway", gateway.handle), *rest.routes()])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host = f"127.0.0.1:{runner.addresses[0][1]}"
    gateway.url = f"ws://{host}/gateway"
    names = iter(world.people)
    games = [
        Game(channel, [next(names) for _ in range(number)], command, scene.as_text)
        for channel, (number, command) in zip(world.channels, scene.tables, strict=False)
    ]
    with tempfile.TemporaryDirectory(prefix="attack-") as scratch:
        bot = TroubledBot(f"http://{host}", Path(scratch), **SETTINGS)
        made = Stage(world, rest, gateway, bot, People(world, games, seed), random.Random(seed))
        world.on_message.append(made.watch)
        tasks = [asyncio.create_task(made.keep_alive())]
        try:
            assert await made.connected(), bot.log[-1000:]
            tasks += [asyncio.create_task(made.people.play(each)) for each in games]
            await made.play_on()
            bot.note_memory()
            yield made
        finally:
            try:
                await end(*tasks)
            finally:
                await bot.stop()
                await runner.cleanup()
            await bot.kill()
