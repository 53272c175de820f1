"""Whole matches over the wire, as people play them: with what their screens show, on a server or anywhere else."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from engine.actions import Flip
from playground.server import Playground
from tests.support.bots.kept import Kept, Place, newest
from tests.support.bots.offers import Offer, holding, in_hand, under_board
from tests.support.people import HANG_SECONDS, Answer, Message, NotAllowed, Person

LOOK_SECONDS, FEW_LOOKS = 0.01, 50
SHORT_SECONDS = 1.5
MESSAGES = 8
"""The number of messages that a person looks back at."""


class MatchFlow:
    """People who play a match in a channel.

    Args:
        playground: their Discord.
        database: the bot's.
        players: who plays; the first of them opens the table.
        channel: where, by name, kind or id: "table", "group", "friend", "lounge", "dm".

    Attributes:
        database: where the bot's database is.
        presses: the number of presses by verb.

    """

    def __init__(self, playground: Playground, database: Place, players: Sequence[Person], channel: str | int) -> None:
        self.players = [*players]
        self.presses: Counter[str] = Counter()
        self._playground = playground
        self.database = database
        self._channel = channel

    @property
    def kept(self) -> Kept:
        """The table as the database has it."""
        kept = newest(self.database)
        assert kept is not None
        return kept

    @property
    def _gets_hands(self) -> bool:
        """Whether hands come by direct message, as on a server that has the bot."""
        return self._channel == "table"

    # ------------------------------------------------------------------ seeing

    async def screen(self, who: Person) -> list[Message]:
        """Return what a person sees of the bot in the channel and in direct messages, newest first."""
        found = await who.messages(self._channel, limit=MESSAGES)
        if self._channel != "dm":
            found += await who.messages("dm", limit=MESSAGES)
        bot = str(self._playground.world.bot_id)
        return sorted((each for each in found if each.data["author"]["id"] == bot), key=lambda each: -each.id)

    async def _seen(self, who: Person) -> list[tuple[str, list[str]]]:
        """Return what a person sees, in short."""
        return [(each.text[:80], each.labels) for each in await self.screen(who)]

    async def board(self, who: Person | None = None) -> Message:
        """Return the channel's newest message of the bot that everybody sees."""
        who = who or self.players[0]
        found = [each for each in await who.messages(self._channel, limit=MESSAGES) if not each.ephemeral]
        return found[-1]

    async def find(self, who: Person, control: str) -> Message:
        """Wait until a person sees a control; after a while without it, the table is brought back."""
        started, again = time.monotonic(), False
        while (found := holding(await self.screen(who), control)) is None:
            late = time.monotonic() > started + HANG_SECONDS
            assert not late, f"{who.name} sees no {control}: {await self._seen(who)}"
            await asyncio.sleep(LOOK_SECONDS)
            if not again and time.monotonic() > started + SHORT_SECONDS:
                again = True
                await self._bring_back(who)
        return found

    async def _bring_back(self, who: Person) -> None:
        """Press a button of the table's that is there from before, or have the first player ask for the table."""
        self.presses["again"] += 1
        for message in await self.screen(who):
            for button in message.buttons:
                verb = str(button.get("custom_id")).split(":")[1:2]
                if not message.ephemeral and not button.get("disabled") and verb in (["next"], ["hand"]):
                    await who.press(message, custom_id=button["custom_id"])
                    return
        await self.players[0].run("domino board", channel=self._channel)

    # ------------------------------------------------------------------ doing

    async def press(self, who: Person, message: Message, custom_id: str, values: Sequence[str] = ()) -> Answer:
        """Press a button, or choose in a select."""
        self.presses[custom_id.split(":")[1]] += 1
        if values:
            return await who.choose(message, values, custom_id=custom_id)
        return await who.press(message, custom_id=custom_id)

    async def open(self, **options: Any) -> Answer:
        """Let the first player open the table."""
        return await self.players[0].run("domino play", channel=self._channel, **options)

    async def sit(self, **options: Any) -> None:
        """Let the first player open the table, the others join, and the first start."""
        await self.open(**options)
        if self.kept.status == "lobby":
            await self.gather()

    async def gather(self) -> None:
        """Let those join who have not, and the first player start."""
        table = self.kept
        for who in self.players:
            if who.id not in table.seated:
                control = f"b:join:{table.id}"
                await self.press(who, await self.find(who, control), control)
        control = f"b:start:{table.id}"
        await self.press(self.players[0], await self.find(self.players[0], control), control)

    def mover(self, kept: Kept) -> Person | None:
        """Return the person in turn; None for a computer, or between two deals."""
        turn = kept.state().turn
        return None if turn is None else next((each for each in self.players if each.id == kept.seated[turn]), None)

    async def step(self) -> bool:
        """Do the next thing of the match, with as many presses as it takes; return False once it is over."""
        kept = self.kept
        if kept.status == "finished":
            return False
        state = kept.state()
        if state.turn is None:
            control = f"b:next:{kept.id}:{state.deal}"
            await self.press(self.players[0], await self.find(self.players[0], control), control)
            return True
        who = self.mover(kept)
        if who is None:
            await self._wait_for_computers(kept)
            return True
        with suppress(NotAllowed, LookupError):
            # its message may be replaced meanwhile
            await self._move(kept, who)
        return True

    async def _wait_for_computers(self, kept: Kept) -> None:
        deadline = time.monotonic() + HANG_SECONDS
        while len(self.kept.log) == len(kept.log):
            assert time.monotonic() < deadline, "the computers do not move"
            await asyncio.sleep(LOOK_SECONDS)

    async def offers(self, kept: Kept, who: Person) -> list[Offer]:
        """Return what a person can do; where nothing is to be seen, the hand is asked for. An action comes first."""
        offers = await self._shown_offers(kept, who)
        if not offers:
            control = f"b:hand:{kept.id}"
            shown = await self.press(who, await self.find(who, control), control)
            offers = [*in_hand(kept, kept.state(), shown.message)] if shown.message is not None else []
            offers = offers or await self._offers(kept, who)
        return sorted(offers, key=lambda each: each.action is None)

    async def _move(self, kept: Kept, who: Person) -> None:
        offers = await self.offers(kept, who)
        if not offers:
            await asyncio.sleep(LOOK_SECONDS)
            return
        # of a grid's positions always the first two would never be a pair
        chosen = random.choice([each for each in offers if isinstance(each.action, Flip)] or offers[:1])
        answer = await self.press(who, chosen.message, chosen.control, chosen.values)
        if chosen.action is None:
            asked = answer.message if answer.message is not None else await who.refresh(chosen.message)
            ends = [each for each in in_hand(kept, kept.state(), asked) if each.action is not None]
            ends = ends or [each for each in await self._offers(kept, who) if each.action is not None]
            if ends:
                await self.press(who, ends[0].message, ends[0].control, ends[0].values)

    async def _shown_offers(self, kept: Kept, who: Person) -> list[Offer]:
        """Return what a person can do without asking for the hand; wait where the hand comes by itself.

        After a while without any, the table is brought back.
        """
        looks = 0
        while not (offers := await self._offers(kept, who)):
            asks = holding(await self.screen(who), f"b:hand:{kept.id}") is not None
            if asks and (not self._gets_hands or looks > FEW_LOOKS):
                break
            assert looks * LOOK_SECONDS < HANG_SECONDS, f"{who.name} sees nothing to play: {await self._seen(who)}"
            looks += 1
            await asyncio.sleep(LOOK_SECONDS)
            if looks == SHORT_SECONDS // LOOK_SECONDS:
                await self._bring_back(who)
        return offers

    async def _offers(self, kept: Kept, who: Person) -> list[Offer]:
        """Return what a person can do with what is on the screen."""
        state, screen = kept.state(), await self.screen(who)
        hands = [offer for message in screen for offer in in_hand(kept, state, message)]
        return hands + [offer for message in screen for offer in under_board(kept, state, message)]

    async def play(self, most: int = 2000) -> int:
        """Play to the end; return the number of presses.

        Raises:
            AssertionError: it took too many steps.

        """
        for _ in range(most):
            if not await self.step():
                return self.presses.total()
        raise AssertionError(f"no end after {most} steps: {self.kept}")
