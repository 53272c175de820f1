"""People who press as soon as everything from their last press has arrived; for the bot without a game."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from benchmarks.support.discord_server import DiscordServer, Sent
from benchmarks.support.recipe import Recipe
from benchmarks.support.tally import Tally
from tests.support.discord_payloads import Form, channel_id, dm_of, message, snowflake, user_id

BARE = "bare"
PATIENCE_SECONDS = 30


class _Place:
    """A table's channel, and one person who presses for all players."""

    def __init__(self, number: int) -> None:
        self.channel = channel_id(number)
        self.user = user_id(number)
        button = {"type": 2, "style": 1, "label": "Play", "custom_id": BARE}
        rows = [{"type": 1, "components": [button]}]
        self.hand: dict[str, Any] = message(dm_of(self.user), Form({"components": rows}, [], 0), snowflake(), None)
        self.presses = 0
        self.awaited = 0
        self.done = asyncio.Event()


class BarePeople:
    """One person per table. Receives requests as the server's listener; ``tally`` counts the last run."""

    def __init__(self, recipe: Recipe, tables: int) -> None:
        self.server: DiscordServer
        self.tally = Tally()
        self._recipe = recipe
        self._places = [_Place(number) for number in range(tables)]
        self._by_channel = {each: place for place in self._places for each in (place.channel, dm_of(place.user))}

    def saw(self, sent: Sent) -> None:
        """Note what the bot sent."""
        self.tally.note(sent)
        place = self._by_channel[sent.channel]
        if sent.kind == "answer" and sent.message is not None:
            place.hand = sent.message
        place.awaited -= 1
        if not place.awaited:
            place.done.set()

    async def play(self, seconds: float) -> Tally:
        """Press at all tables for that long; return the tally."""
        self.tally = tally = Tally()
        begun = time.perf_counter()
        await asyncio.gather(*(self._play(place, begun + seconds) for place in self._places))
        tally.seconds = time.perf_counter() - begun
        return tally

    async def _play(self, place: _Place, until: float) -> None:
        while time.perf_counter() < until:
            place.awaited = len(self._recipe.requests(place.presses))
            place.done.clear()
            custom_id = f"{BARE}:{place.presses}:{place.channel}"
            place.presses += 1
            await self.server.press(place.user, place.hand, custom_id)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await place.done.wait()
            self.tally.presses += 1
