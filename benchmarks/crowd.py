"""Scripted people at many tables: they open, join, start, play and continue with the controls that the bot sends."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from benchmarks.support.discord_server import DiscordServer, Sent
from benchmarks.support.tally import Tally
from tests.support.discord_payloads import Control, channel_id, controls, dm_of, user_id

PATIENCE_SECONDS = 30
PLAYS = ("act", "tile", "pick")
SEATS = 8
"""The number of people for each table."""

Think = Callable[[], float]


class Stuck(RuntimeError):
    """A table at which a press had no effect."""


class Press(NamedTuple):
    """A possible press: its person, message and control, and the ply of the table's log."""

    user: int
    message: dict[str, Any]
    control: Control
    verb: str
    ply: int


class Table:
    """A table and the people at it.

    Args:
        crowd: all tables; counts go to its tally.
        number: determines the channel and the people.
        rules: the rule set, and the number of players.
        random_: chooses the presses.

    """

    def __init__(self, crowd: Crowd, number: int, rules: tuple[str, int], random_: random.Random) -> None:
        self.channel = channel_id(number)
        self.people = [user_id(SEATS * number + seat) for seat in range(rules[1])]
        self.dm_counts: Counter[int] = Counter()
        self.most_dms = 0
        self._crowd = crowd
        self._rules = rules[0]
        self._random = random_
        self._hands: dict[int, tuple[dict[str, Any], list[Control]]] = {}
        self._board: tuple[dict[str, Any], list[Control]] = ({"id": "0"}, [])
        self._changed = asyncio.Event()
        self._waiting = 0
        self._answered_at = 0.0
        self._picture_at = 0.0
        self._last: tuple[int, str] = (-1, "")
        self._pressed_board = ""

    # -------------------------------------------------------------------- seeing

    def saw(self, sent: Sent) -> None:
        """Note what the bot sent to the channel or to one of the players."""
        if sent.interaction and sent.interaction == self._waiting:
            self._answered_at = sent.at
        message = sent.message
        if message is not None and message["flags"] & 64:
            self._crowd.tally.refused += 1
            self._crowd.refusals.append(message["content"])
        elif message is not None and sent.channel == self.channel:
            if sent.kind != "edit" or message["id"] == self._board[0]["id"]:
                self._board = message, list(controls(message["components"]))
            if sent.kind == "post" and sent.picture:
                self._picture_at = sent.at
        elif message is not None:
            user = sent.channel - dm_of(0)
            self._hands[user] = message, list(controls(message["components"]))
            if sent.kind == "post":
                self.dm_counts[user] += 1
                self.most_dms = max(self.most_dms, self.dm_counts[user])
        self._changed.set()

    async def _until(self, condition: Callable[[], Any]) -> Any:
        """Wait until a function returns a result, and return that."""
        if found := condition():
            return found
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not (found := condition()):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise Stuck(f"table in {self.channel} after {self._last}: {self._board}") from None
        return found

    def _on_board(self, verb: str) -> Press | None:
        message, found = self._board
        for control in found:
            if control.custom_id.split(":")[1] == verb and message["id"] + verb != self._pressed_board:
                return Press(self.people[0], message, control, verb, -1)
        return None

    def _next(self) -> Press | None:
        """Return a press that continues the match."""
        offers: list[Press] = []
        for user, (message, found) in self._hands.items():
            for control in found:
                _, verb, *rest = control.custom_id.split(":")
                if verb not in PLAYS or len(rest) < 3:
                    continue
                ply = int(rest[1])
                if ply > self._last[0] or (ply == self._last[0] and self._last[1] == "tile" and verb == "act"):
                    offers.append(Press(user, message, control, verb, ply))
        if offers:
            newest = max(each.ply for each in offers)
            return self._random.choice([each for each in offers if each.ply == newest])
        return self._on_board("next") or self._on_board("rematch")

    # -------------------------------------------------------------------- doing

    async def _press(self, press: Press) -> float:
        """Press a control and wait for the acknowledgement; return the time of the press."""
        values = None if press.control.values is None else [self._random.choice(press.control.values)]
        self._answered_at = self._picture_at = 0.0
        begun = time.perf_counter()
        self._waiting = await self._crowd.server.press(press.user, press.message, press.control.custom_id, values)
        await self._until(lambda: self._answered_at)
        return begun

    async def open(self) -> None:
        """Open the table, sit down, and start; return when the first hand can be played."""
        await self._crowd.server.command(self.people[0], self.channel, "play", **self._crowd.options(self._rules))
        await self._seat()

    async def _seat(self) -> None:
        self._last = -1, ""
        self._hands.clear()
        for person in self.people[1:]:
            join = await self._until(lambda: self._on_board("join"))
            await self._press(join._replace(user=person))
        # the lobby is edited after each join, so its button to start comes after the answer
        await self._press(await self._until(lambda: self._on_board("start")))
        self.dm_counts.clear()
        await self._until(lambda: self._picture_at and self._next())

    async def play(self, until: float, think: Think, *, hurry: bool) -> None:
        """Play until a time of the monotonic clock.

        Args:
            until: the time of the last press.
            think: returns how many seconds a person waits before each press.
            hurry: whether they press as soon as a hand can be played, before the table is seen.

        """
        await asyncio.sleep(think() * self._random.random())
        while time.perf_counter() < until:
            press = await self._until(self._next)
            if press.verb == "rematch":
                self._pressed_board = press.message["id"] + press.verb
                await self._press(press)
                self._crowd.tally.presses += 1
                await self._seat()
                continue
            if press.verb == "next":
                self._pressed_board = press.message["id"] + press.verb
                self.dm_counts.clear()
            else:
                self._last = press.ply, press.verb
            begun = await self._press(press)
            tally = self._crowd.tally
            tally.presses += 1
            tally.answers.append(1000 * (self._answered_at - begun))
            if press.verb != "tile":
                if not hurry:
                    await self._until(lambda: self._picture_at)
                    tally.pictures.append(1000 * (self._picture_at - begun))
                tally.moves += press.verb != "next"
            await self._until(self._next)
            if wait := think():
                await asyncio.sleep(min(wait, max(until - time.perf_counter(), 0)))


class Crowd:
    """All tables of a Discord.

    Attributes:
        tables: the open ones.
        tally: counts since the last call of :meth:`play`.
        refusals: the texts that refused a press.

    """

    def __init__(self, *, target: int, kinds: Sequence[tuple[str, int]], seed: int = 1) -> None:
        self.tables: list[Table] = []
        self.tally = Tally()
        self.refusals: list[str] = []
        self.server: DiscordServer
        self._target = target
        self._kinds = kinds
        self._random = random.Random(seed)
        self._by_channel: dict[int, Table] = {}

    def options(self, rules: str) -> dict[str, str | int | bool]:
        """Return the options with which a table is opened: nobody waits for moves that the bot does for players."""
        target = {"target": self._target} if rules in ("express", "all-fives") else {}
        return {"rules": rules, "auto": "nothing", **target}

    def saw(self, sent: Sent) -> None:
        """Note what the bot sent; this is the server's listener."""
        self.tally.note(sent)
        table = self._by_channel.get(sent.channel)
        if table is not None:
            table.saw(sent)

    async def open(self, tables: int) -> None:
        """Open tables up to this number."""
        fresh: list[Table] = []
        for number in range(len(self.tables), tables):
            kind = self._kinds[number % len(self._kinds)]
            table = Table(self, number, kind, random.Random(self._random.random()))
            fresh.append(table)
            self._by_channel |= dict.fromkeys((table.channel, *map(dm_of, table.people)), table)
        self.tables += fresh
        await asyncio.gather(*(table.open() for table in fresh))

    async def play(self, seconds: float, *, tables: int = 0, think: Think = lambda: 0.0, hurry: bool = False) -> Tally:
        """Play at the first tables, with 0 at all of them; return the tally."""
        self.tally = tally = Tally()
        begun = time.perf_counter()
        playing = self.tables[: tables or None]
        await asyncio.gather(*(table.play(begun + seconds, think, hurry=hurry) for table in playing))
        tally.seconds = time.perf_counter() - begun
        return tally

    @property
    def most_dms(self) -> int:
        """The most direct messages that one person got for one deal."""
        return max(table.most_dms for table in self.tables)
