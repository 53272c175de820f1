"""Cups on the in-memory Discord: they are opened, people come to their tables, and matches are played at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.cups import Format, Settings, Sides
from engine.live.cups import signing
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson, LiveTable, Situation
from engine.live.cups.tempo import Tempo
from engine.live.model.errors import TableError
from engine.live.tables.table import Table
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

START_SECONDS = 60
"""The seconds until a cup begins."""

STEP_SECONDS, PLAYING_SECONDS = 20, 10
"""The seconds between two ticks, and while matches are played: after more of them the bot counts as asleep."""

ALONE = Settings(Format.SWISS, Sides.ALONE, "express", {"target": 50}, rounds=2)


def person(player: Player) -> CupPerson:
    return CupPerson(player.id, player.user.name.title(), "en-US")


class Club:
    """A server on which a cup is played.

    Attributes:
        world: the bot and its people.
        cup_id: the id of the cup.

    """

    def __init__(self, world: World, cup_id: str) -> None:
        self.world = world
        self.cup_id = cup_id

    @property
    def cup(self) -> LiveCup:
        return self.world.cog("OpenCups").cups.find(self.cup_id)

    @property
    def at(self) -> Situation:
        return self.cup.situation

    @property
    def is_open(self) -> bool:
        return any(each.id == self.cup_id for each in self.world.cog("OpenCups").cups.open)

    async def stored(self) -> Situation:
        """Return the cup as it is stored."""
        found = await self.world.store.cups.find(self.cup_id, self.world.time)
        assert found is not None
        return found

    # ------------------------------------------------------------------ time

    async def tick(self) -> None:
        """Let the bot do what is due now."""
        async with self.world.directly():
            await self.world.cog("CupRunner").tick()
        await self.world.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass, in steps of some ticks."""
        until = self.world.time + seconds
        while self.world.time < until:
            step = PLAYING_SECONDS if self.world.tables else STEP_SECONDS
            self.world.skip(min(step, until - self.world.time))
            async with self.world.directly():
                await self.world.bot.hub.tick()
            await self.tick()

    async def begin(self) -> None:
        """Let the sign-up end, and the first tables be shown."""
        await self.wait(START_SECONDS + 1)
        await self.show()

    async def show(self) -> None:
        """Let the bot show the tables of the round that was paired."""
        for _ in range(3):
            await self.tick()

    # ------------------------------------------------------------------ tables

    @property
    def tables(self) -> list[LiveTable]:
        """The tables of the present round that have no result."""
        return [live for _, live in self.at.waiting]

    def place(self, live: LiveTable) -> Any:
        """Return the channel or thread of a table."""
        places = [self.world.channel, *self.world.channel.threads]
        return next(each for each in places if each.id == live.channel_id)

    def message(self, live: LiveTable) -> Seen:
        """Return the message of a table."""
        found = self.place(self.at.tables[live.key]).history()
        return next(Seen(each) for each in found if each.id == self.at.tables[live.key].message_id)

    def ids(self, live: LiveTable) -> list[int]:
        """Return the ids of the people whose table it is, in the order of its sides."""
        table = next(table for table, each in self.at.waiting if each.key == live.key)
        return [user for each in table.entrants for user in self.at.cup.entrants[each].members]

    def people(self, live: LiveTable) -> list[Player]:
        """Return the people whose table it is, in the order of its sides."""
        return [self.world.who(user) for user in self.ids(live)]

    async def come(self, live: LiveTable, people: Iterable[Player] | None = None) -> None:
        """Let people press I'm here at their table."""
        for each in self.people(live) if people is None else people:
            await each.press("I'm here", self.message(live))

    def match(self, live: LiveTable) -> Table | None:
        """Return the match of a table; None if it is not played."""
        try:
            return self.world.bot.hub.find(self.at.tables[live.key].match_id)
        except TableError:
            return None

    async def play(self, live: LiveTable) -> None:
        """Play the match of a table to its end."""
        table = self.match(live)
        assert table is not None
        await self.world.rush(table)

    async def play_round(self) -> None:
        """Let everybody come and play the present round."""
        for live in self.tables:
            await self.come(live)
        await self.tick()
        for live in self.tables:
            await self.play(live)
        await self.tick()

    # ------------------------------------------------------------------ what was sent

    async def post(self, key: str) -> Seen:
        """Return a message of the cup in its channel, by its key."""
        post = (await self.stored()).header.posts[key]
        return next(Seen(each) for each in self.world.channel.history() if each.id == post.message_id)

    def _sent(self) -> list[Mapping[str, Any]]:
        """Return the messages of the cup that were sent, as the bot asked for them."""
        asked: list[Any] = [each.json for each in self.world.requests(0, "POST", "/messages")]
        return [each for each in asked if each is not None and str(each.get("nonce")).startswith(self.cup_id)]

    def mentions(self) -> list[int]:
        """Return the ids of the users whom messages of the cup have notified."""
        return [int(user) for each in self._sent() for user in each["allowed_mentions"].get("users", ())]

    def nonces(self) -> list[str]:
        """Return the names of the cup's messages that were sent."""
        return [str(each["nonce"]) for each in self._sent()]


async def opened(
    world: World,
    *people: Player,
    settings: Settings = ALONE,
    tempo: Tempo = Tempo.TONIGHT,
    substitutes: Sequence[Player] = (),
    **more: Any,
) -> Club:
    """Open a cup of Alice's for which people have signed up, and which begins in a minute."""
    async with world.directly():
        cup = await world.cog("OpenCups").cups.create(
            person(world.alice),
            guild_id=world.guild.id,
            channel_id=world.channel.id,
            name="Thursday Cup",
            locale="en-US",
            settings=settings,
            tempo=tempo,
            starts_at=world.time + START_SECONDS,
            **more,
        )
        for each in people:
            await cup.do(signing.sign_up, person(each))
        for each in substitutes:
            await cup.do(signing.offer, person(each))
    return Club(world, cup.id)
