"""Whole cups over HTTP and WebSocket: simulated people, a third of whom stay away, where threads are limited."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.cups import Format, Phase, Sides
from engine.live.cups.model import Situation
from engine.live.database_store import DatabaseStore
from playground.process import child_command
from tests.engine.live.cups.second_reading import check_final_standings
from tests.support.bots.process import Bot
from tests.support.people import Message, NotAllowed, NotAnswered, People, Person
from tests.support.playground import AwakePlayground, populate, wait_for_bot, wait_for_commands

pytestmark = [pytest.mark.wire, pytest.mark.long]

MENTION = re.compile(r"<@(\d+)>")


class Field(NamedTuple):
    """The players and troubles of a cup: Discord's limit of threads in five minutes, and the rounds with a crash."""

    form: Format
    sides: Sides
    people: int
    substitutes: int = 0
    threads: int = 10
    deaths: int = 0


FIELDS = {
    "changing": Field(Format.SWISS, Sides.PARTNERS_CHANGE, 8, 1, threads=5, deaths=3),
    "round-robin": Field(Format.ROUND_ROBIN, Sides.ALONE, 5, threads=3),
    "knock-out-pairs": Field(Format.KNOCK_OUT, Sides.PAIRS, 10, threads=0),
}


class Guests:
    """The people of a server with one cup: each presses what they are asked to, or stays away.

    Attributes:
        cup_id: the id of the cup.
        pressed: how often each verb was pressed.

    """

    def __init__(self, people: Sequence[Person], seed: str, away: float) -> None:
        self.people = [*people]
        self.cup_id = ""
        self.pressed: Counter[str] = Counter()
        # what each one does at each call, whatever the others have done before
        self._luck = {each.id: random.Random(f"{seed} {each.name}") for each in people}
        self._away = away
        self._answered: set[tuple[int, int]] = set()

    @property
    def organizer(self) -> Person:
        """The person who opens the cup."""
        return self.people[0]

    async def open(self, field: Field) -> None:
        """Let the organizer open a cup, and the others enter."""
        panel = await self.organizer.run(
            "domino-cup new", name="Friday", sides=field.sides.value, format=field.form.value, rules="express"
        )
        assert panel.message is not None
        (go,) = [each["custom_id"] for each in panel.message.buttons if "cupopen" in each["custom_id"]]
        await self.organizer.press(panel.message, custom_id=go)
        message = await self.organizer.wait_for(lambda each: _controls(each, "cupin") != [])
        self.cup_id = _controls(message, "cupin")[0].split(":")[2]
        entrants, rest = self.people[: field.people], self.people[field.people :]
        verb = "cuppartner" if field.sides is Sides.PAIRS else "cupin"
        await asyncio.gather(*(self._press(each, message, f"b:{verb}:{self.cup_id}") for each in entrants))
        await asyncio.gather(*(self._press(each, message, f"b:cupsub:{self.cup_id}") for each in rest))

    async def live(self, who: Person) -> None:
        """Let a person look at their screen for as long as this task lives, and come or not."""
        while True:
            for message in who.seen:
                for control in _controls(message, "cuphere", "cupstandby"):
                    key = (who.id, message.id)
                    if key in self._answered or who.id not in map(int, MENTION.findall(message.text)):
                        continue
                    self._answered.add(key)
                    luck = self._luck[who.id]
                    if luck.random() >= self._away:
                        await self._press(who, message, control)
                    elif luck.random() < 0.2:
                        await self._withdraw(who)
            await asyncio.sleep(0.3)

    async def _withdraw(self, who: Person) -> None:
        with suppress(NotAllowed, NotAnswered, LookupError):
            message = next(each for each in who.seen if _controls(each, "cupmore", "cupout"))
            self.pressed["cupout"] += 1
            asked = await who.press_id(message, f"b:cupout:{self.cup_id}")
            if asked.message is not None and (go := _controls(asked.message, "cupgo")):
                await who.press(asked.message, custom_id=go[0])

    async def _press(self, who: Person, message: Message, control: str) -> None:
        self.pressed[control.split(":")[1]] += 1
        # the message may be edited, or gone, meanwhile
        with suppress(NotAllowed, NotAnswered):
            await who.press_id(message, control)


def _controls(message: Message, *verbs: str) -> list[str]:
    """Return the controls of a message that do something."""
    found = [str(each.get("custom_id")) for each in message.buttons if not each.get("disabled")]
    return [each for each in found if each.split(":")[1:2] and each.split(":")[1] in verbs]


@asynccontextmanager
async def hasty(folder: Path, field: Field, seed: str, away: float) -> AsyncGenerator[tuple[Bot, Guests]]:
    """Have a server with people and a bot whose cups wait for seconds."""
    playground = AwakePlayground(port=0, data=None, rate_limits=True)
    playground.limits.thread_limit = field.threads
    populate(playground, field.people + field.substitutes)
    command = child_command("tests.support.bots.hasty_bot")
    async with playground, Bot(playground.url, folder, command=command) as bot:
        await wait_for_bot(playground)
        await wait_for_commands(playground)
        async with People(playground.url) as people:
            guests = Guests([*people][: field.people + field.substitutes], seed, away)
            yield bot, guests
        assert not playground.journal.problems, playground.journal.problems


class Progress(NamedTuple):
    """How far the one cup of a database is: its stored changes and rounds, and whether its end was told."""

    changes: int = 0
    rounds: int = 0
    closed: bool = False


def progress(database: Path) -> Progress:
    """Return how far the one cup of a database is."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        asked = "SELECT revision, (SELECT coalesce(max(round), 0) FROM cup_tables), closed FROM cups"
        return Progress(*connection.execute(asked).fetchone())


async def stored(database: Path, cup_id: str) -> Situation:
    """Return a cup as it is stored."""
    store = await DatabaseStore.open(database)
    try:
        found = await store.cups.find(cup_id, time.time())
        assert found is not None
        return found
    finally:
        await store.close()


async def play(folder: Path, field: Field, seed: str, *, seconds: float, away: float = 0.3) -> Situation:
    """Play a cup to its end; check it, and return it."""
    source = random.Random(seed)
    async with hasty(folder, field, seed, away) as (bot, guests):
        await guests.open(field)
        living = [asyncio.create_task(guests.live(each)) for each in guests.people]
        try:
            until, deaths, due = time.monotonic() + seconds, 0, 0
            while not (now := progress(folder / "bot.sqlite3")).closed:
                assert time.monotonic() < until, "the cup is stuck"
                # a round has more changes than this, on a fast machine and on a slow one
                due = due or (now.changes + source.randint(0, 10) if now.rounds > deaths else 0)
                if deaths < field.deaths and due and now.changes >= due:
                    deaths, due = deaths + 1, 0
                    await bot.kill()
                    await bot.start()
                await asyncio.sleep(0.2)
            assert deaths == field.deaths
        finally:
            for each in living:
                each.cancel()
            await asyncio.gather(*living, return_exceptions=True)
        messages = [each for each in guests.organizer.seen if not each.ephemeral]
        await bot.stop()
        assert not bot.unhandled()
    found = await stored(folder / "bot.sqlite3", guests.cup_id)
    check(found, messages)
    return found


def check(found: Situation, messages: Sequence[Message]) -> None:
    """Check a cup that is over: its end, its messages, whom they mention, and its standings."""
    assert found.phase is Phase.ENDED
    assert all(table.result for each in found.cup.rounds for table in each.tables)
    told = sorted(each.id for each in messages if each.text.startswith("## Friday"))
    assert told == sorted(each.message_id for each in found.header.posts.values())
    headings = [each.text.partition("\n")[0] for each in messages]
    tables = Counter(each for each in headings if each.startswith("## ") and not each.startswith("## Friday"))
    assert {*tables.values()} == {1}, tables
    check_final_standings(found)


@pytest.mark.parametrize("name", FIELDS)
async def test_a_cup_is_played_to_its_podium_although_a_third_stays_away(tmp_path: Path, name: str) -> None:
    await play(tmp_path, FIELDS[name], name, seconds=300)
