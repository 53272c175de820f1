"""Scripted people with a bot that may die at any moment."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import aiohttp
from simcord.backend.errors import BackendError

from playground.changes import InteractionChange, MessageChange
from playground.errors import ApiError
from playground.server import Playground
from tests.support.bots.mortal_bot import Order
from tests.support.bots.nursery import Life, Nursery
from tests.support.people import Message, NotAllowed, Person
from tests.support.simcord_private import press as press_on_an_old_screen

T = TypeVar("T")
QUIET_LOOKS, LOOK_SECONDS = 3, 0.005
"""The number of looks, and the seconds between them, at which no request may be under way at the end."""

PATIENCE_SECONDS = 20
"""The seconds after which waiting has failed."""

PLAYABLE = frozenset({"hand", "pass", "flip", "next", "join", "start"})
"""The verbs of the buttons to play with."""

UNKNOWN_MESSAGE = 10008
"""What Discord says of a message that is not there."""

MESSAGES, FEW = 20, 2
"""The number of messages that a person looks back at, and at a time."""


class Gone(Exception):
    """The bot died while a person waited for it."""


class Deleted(Exception):
    """The message that a person pressed was deleted meanwhile."""


@dataclass(slots=True)
class Press:
    """Something that a person did, and what was to come of it.

    Attributes:
        who: the person.
        message: the message that they did it in; None for a command.
        control: the custom id, or the command.
        values: what they chose, in a select.
        expected: what it adds to the log.
        table: the table that it is for.
        options: a command's options.
        at: when they did it, by the bot's clock.
        id: the interaction's id.
        settled: whether it has been looked up what came of it.
        lost: whether nothing came of what was expected, since the bot died before.

    """

    who: Person
    message: Message | None
    control: str
    values: tuple[str, ...] = ()
    expected: list[str] = field(default_factory=list)
    table: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    at: float = 0.0
    id: int = 0
    settled: bool = False
    lost: bool = False

    @property
    def verb(self) -> str:
        """The verb of the control; empty for a command."""
        return "" if self.message is None else self.control.split(":")[1]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A message of the bot, when it came.

    Attributes:
        message: the message as it was then.
        table: the table whose match began last.
        life: the number of the bot's life, from 1.
        reader: who got it as a direct message; 0 in the channel.
        edited: whether it had been there before, with another picture.

    """

    message: Message
    table: str
    life: int
    reader: int = 0
    edited: bool = False


class Crowd:
    """The people, what they see, and what they do. Seeing takes no requests, doing is a request as from the page."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession, rows: Sequence[dict[str, Any]]) -> None:
        self.playground = playground
        self.world = playground.world
        self.people = {row["username"]: Person(session, playground.url, row, "table") for row in rows}
        self.channel = int(self.world.messages.channels(int(rows[0]["id"]))[0]["id"])
        self.life: Life | None = None
        self.lives = 0
        self.table = ""
        self.sightings: list[Sighting] = []
        self.hands: list[Sighting] = []
        self._changed = asyncio.Event()
        self._viewer = int(rows[0]["id"])
        self._dms = {int(row["id"]): int(self.world.messages.channels(int(row["id"]))[-1]["id"]) for row in rows}
        self.world.listeners.append(self._note)
        playground.gateway.listeners.append(self._changed.set)

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def wake(self) -> None:
        """Have those who wait look again."""
        self._changed.set()

    def _note(self, change: object) -> None:
        if isinstance(change, MessageChange) and change.author_id == self.world.bot_id:
            public = change.channel_id == self.channel
            if change.action == "created" and (not public or len(change.audience) > 1):
                reader = self._viewer if public else next(iter(change.audience))
                message = Message(self.world.messages.get(reader, change.channel_id, change.message_id))
                seen = Sighting(message, self.table, self.lives, 0 if public else reader)
                (self.sightings if public else self.hands).append(seen)
            elif change.action == "edited" and public and len(change.audience) > 1:
                self._note_edit(change)
        if isinstance(change, MessageChange | InteractionChange):
            self._changed.set()

    def _note_edit(self, change: MessageChange) -> None:
        message = Message(self.world.messages.get(self._viewer, change.channel_id, change.message_id))
        before = next((each.message for each in reversed(self.sightings) if each.message.id == message.id), message)
        if [alt for _, alt in message.pictures] != [alt for _, alt in before.pictures]:
            self.sightings.append(Sighting(message, self.table, self.lives, edited=True))

    # ------------------------------------------------------------------ lives

    @asynccontextmanager
    async def with_bot(self, nursery: Nursery, order: Order, *, doomed: bool) -> AsyncGenerator[Life]:
        """Have a bot for as long as a block lasts, or until it dies in it, as one that is doomed has to."""
        life = self.life = Life(nursery, order, self.wake)
        try:
            yield life
        except Gone:
            assert doomed
            assert life.point == order.point
        finally:
            life.kill()
            status = life.bury()
            await self.alone()
        assert status == -signal.SIGKILL, "it has ended without a kill"

    # ------------------------------------------------------------------ waiting

    async def until(self, found: Callable[[], T | None], what: str) -> T:
        """Wait for something to be there.

        Raises:
            Gone: it isn't, and the bot has died.
            AssertionError: it isn't for a long time, with the bot alive.

        """
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            self._changed.clear()
            there = found()
            if there:
                return there
            if self.life is None or self.life.dead:
                raise Gone
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), max(0, until - time.monotonic()))
            assert time.monotonic() < until, f"waited in vain for {what}; {self._scene()}"

    def _scene(self) -> str:
        """Describe what the channel shows, to find out what went wrong."""
        shown = [*self.board(limit=4), *self.left_behind()]
        return "\n".join(f"{each.id}: {each.text!r} {each.pictures} {each.buttons}" for each in shown)

    async def alone(self) -> None:
        """Wait until Discord has noticed that the bot is gone, and has done what it had asked for last."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.playground.gateway.connected or (self.life is not None and not self.life.dead):
                self._changed.clear()
                await self._changed.wait()
            quiet = 0
            while quiet < QUIET_LOOKS:
                await asyncio.sleep(LOOK_SECONDS)
                quiet = 0 if self.playground.rest.under_way else quiet + 1

    # ------------------------------------------------------------------ seeing

    def board(self, *, limit: int = MESSAGES) -> Iterator[Message]:
        """Return the newest messages in the table's channel that are no mere answers, newest first."""
        return self._messages(self._viewer, self.channel, limit)

    def left_behind(self) -> list[Message]:
        """Return the messages above the newest in the table's channel that still have buttons to play with."""
        above = [*self.board(limit=500)][1:]
        return [
            each for each in above if PLAYABLE.intersection(str(b["custom_id"]).split(":")[1] for b in each.buttons)
        ]

    def private(self, user: int) -> Iterator[Message]:
        """Return a person's newest direct messages that are no mere answers, newest first."""
        return self._messages(user, self._dms[user], MESSAGES)

    def _messages(self, user: int, channel: int, limit: int) -> Iterator[Message]:
        """Look at the newest few first: mostly these are enough."""
        before: int | None = None
        while limit > 0:
            found = self.world.messages.page(user, channel, before=before, limit=FEW)
            for message in map(Message, reversed(found)):
                before = message.id
                if not message.ephemeral:
                    yield message
            if len(found) < FEW:
                return
            limit -= FEW

    def state(self, press: Press) -> dict[str, Any]:
        """Return the state of the answer to a press."""
        return self.world.interactions.get(press.who.id, press.id)

    def answered(self, press: Press) -> bool:
        """Whether Discord has had an answer to a press, other than that it takes a while."""
        return self.state(press)["state"] in ("answered", "modal")

    def said(self, press: Press) -> list[Message]:
        """Return the messages that answer a press, or that it changed."""
        state = self.state(press)
        found: list[Message] = []
        for message in filter(None, [state["message_id"], *state["followup_ids"]]):
            with suppress(ApiError):
                found.append(Message(self.world.messages.get(press.who.id, int(state["channel_id"]), int(message))))
        return found

    # ------------------------------------------------------------------ doing

    async def _press(self, press: Press) -> None:
        """Press a control as it is on the screen, or was a moment ago; do not wait for the answer.

        Raises:
            Deleted: the message is gone, not only the control.

        """
        try:
            if press.values:
                kind = await press.who.choose(press.message, press.values, custom_id=press.control, wait=0)
            else:
                kind = await press.who.press_id(press.message, press.control, wait=0)
            press.id = kind.id
        except NotAllowed:
            # the control is gone by now, but a finger may be on its way
            stage = SimpleNamespace(backend=self.world._backend)
            message = SimpleNamespace(id=press.message.id, channel=SimpleNamespace(id=press.message.channel_id))
            more: dict[str, Any] = {"values": list(press.values), "component_type": 3} if press.values else {}
            try:
                sent = press_on_an_old_screen(cast("Any", stage), press.who, message, press.control, **more)
            except BackendError as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                raise Deleted from error
            press.id = sent._interaction.id

    async def _run(self, press: Press) -> int:
        """Run a command, which a new bot registers while it plays already; return the id of the interaction."""
        for _ in range(200):
            with suppress(NotAllowed):
                return (await press.who.run(press.control, channel=self.channel, wait=0, **press.options)).id
            await asyncio.sleep(0.05)
        raise AssertionError(f"there is no command {press.control}")

    async def answer_to(self, press: Press) -> None:
        """Press a control or run a command, and wait for the answer."""
        if press.message is None:
            press.id = await self._run(press)
        else:
            await self._press(press)
        await self.until(lambda: self.answered(press), f"an answer to {press.control}")


@asynccontextmanager
async def crowd() -> AsyncGenerator[Crowd]:
    """Have a playground without rate limits and the people in it, who need no bot to be there."""
    async with Playground(port=0, data=None, rate_limits=False) as playground, aiohttp.ClientSession() as session:
        async with session.get(f"{playground.url}/people") as response:
            overview = await response.json()
        yield Crowd(playground, session, overview["people"])
        assert not playground.journal.problems
