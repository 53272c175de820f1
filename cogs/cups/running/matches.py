"""The matches of a cup, at ordinary tables: they begin, hear that the round's time is over, and give their results."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from cogs.bot import DominoBot
from cogs.cups.running.places import Waiting, is_direct
from cogs.cups.texts import filler_name, person_name
from engine.bots.level import Level
from engine.errors import redacted_traceback
from engine.live.cups import course, presence
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable, Outcome, Situation
from engine.live.cups.seats import Seat, seats_of
from engine.live.model.computers import new_computer
from engine.live.model.errors import Code, PlayedElsewhere, TableError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.request import CupRequest
from engine.live.model.table import CupMatch, Delivery, Person
from engine.live.tables import lifecycle
from engine.live.tables.cup_matches import call_time, match_over
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)

LOST = Outcome(None, (0, 0), by_time=True)
"""The end of a match of which nothing is stored any more, or that can't be read: it must not hold its round."""


def people_of(at: Situation, seats: Sequence[Seat]) -> tuple[Person, ...]:
    """Return the people and computers on the seats of a table."""
    t, people = translations(at.header.locale), list[Person]()
    for seat in seats:
        known = at.people.get(seat.user_id)
        if known is not None:
            people.append(Person(known.user_id, known.name, known.locale))
        elif seat.user_id > 0:
            people.append(Person(seat.user_id, person_name(at.people, seat.user_id, t), at.header.locale))
        else:
            computer = new_computer(people, Level.NORMAL)
            # one that fills the field has a name of its own in the whole cup
            fills = seat.entrant_id < 0
            people.append(replace(computer, name=filler_name(seat.entrant_id)) if fills else computer)
    return tuple(people)


class Matches:
    """Begins the matches of cups at the hub's tables, and reads their ends."""

    def __init__(self, bot: DominoBot) -> None:
        self._bot = bot

    async def begin(self, cup: LiveCup, live: LiveTable) -> None:
        """Begin the match of a table; if its channel has another table by now, look for another place."""
        at = cup.situation
        table, live = presence.table_of(at, *live.key)
        chosen = await self._bot.hub.store.preferences.get(ServerPreferences, at.header.guild_id)
        request = CupRequest(
            table_id=live.match_id,
            cup=CupMatch(cup.id, live.round, live.number),
            people=people_of(at, seats_of(at.cup, table)),
            guild_id=at.header.guild_id,
            channel_id=live.channel_id,
            delivery=Delivery.HANDS if is_direct(at, live) else Delivery.SERVER,
            rules=at.cup.settings.rules,
            options=at.cup.settings.options,
            locale=at.header.locale,
            time_control=at.header.tempo.clock,
            as_text=at.header.as_text,
            auto=chosen.auto,
        )
        try:
            await self._bot.hub.begin(request)
        except TableError as error:
            if error.code is not Code.CHANNEL_TAKEN:
                raise
            await cup.do(course.refused, live)
            return
        await cup.do(course.match_begun, live)

    async def call_time(self, cup: LiveCup, live: LiveTable) -> None:
        """Call time at a match: its deal in play is the last one.

        Raises:
            Waiting: this process does not have the match yet.

        """
        table = self._open_table(live)
        if table is not None:
            await table.do(call_time)
        elif await self._outcome(live) is None:
            # it goes on, but this process does not have it yet
            raise Waiting
        await cup.do(course.time_called, live)

    async def call_off(self, cup: LiveCup, live: LiveTable) -> None:
        """End a match, since its cup was called off."""
        table = self._open_table(live)
        if table is not None:
            await table.do(lifecycle.call_off)
        await cup.do(course.time_called, live)

    async def outcomes(self, at: Situation) -> dict[tuple[int, int], Outcome]:
        """Return the ends of the matches that are over, by the numbers of round and table."""
        playing = [live for _, live in at.waiting if live.begun]
        found = [(live.key, await self._outcome(live)) for live in playing]
        return {key: outcome for key, outcome in found if outcome is not None}

    async def follow(self, cup: LiveCup) -> None:
        """Move the matches whose tables have another place by now; if another table took it, look for the next."""
        for _, live in cup.situation.waiting:
            table = self._open_table(live) if live.begun and live.channel_id else None
            if table is None or table.header.channel_id == live.channel_id:
                continue
            try:
                await self._bot.hub.relocate(table, live.channel_id)
            except TableError as error:
                if error.code is Code.CHANNEL_TAKEN:
                    await cup.do(course.refused, live)

    def _open_table(self, live: LiveTable) -> Table | None:
        try:
            return self._bot.hub.find(live.match_id)
        except (TableError, PlayedElsewhere):
            return None

    async def _outcome(self, live: LiveTable) -> Outcome | None:
        """Return the end of a match; None while it goes on."""
        try:
            self._bot.hub.find(live.match_id)
        except PlayedElsewhere:
            return None
        except TableError:
            return await self._stored_outcome(live)
        return None

    async def _stored_outcome(self, live: LiveTable) -> Outcome | None:
        kept = await self._bot.hub.store.find(live.match_id)
        if kept is not None and not kept.header.status.over:
            return None
        try:
            if kept is None or kept.unreadable:
                raise TableError(Code.UNREADABLE)
            over = match_over(kept)
        except Exception as error:
            # whatever is stored there, the round goes on
            _log.error("match %s of a cup is lost, and counts as level:\n%s", live.match_id, redacted_traceback(error))
            return LOST
        return Outcome(over.winner, over.points, over.how == "time", over.left)
