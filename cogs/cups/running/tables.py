"""The messages at the tables of cups: shown once, then edited as people come."""

from __future__ import annotations

import logging
import math

import discord

from cogs.bot import DominoBot
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, describe, is_barred, may_be_done
from cogs.cups.running.places import Places, is_direct, nonce_of, round_drawn_at
from cogs.cups.running.sending import LOOK_SECONDS, Letter, Sender, Shown
from cogs.cups.table_message import is_awaited, mentioned_at, table_message
from engine.cups import Table
from engine.live.cups import course, presence
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import NOWHERE, LiveTable
from engine.live.cups.seats import expected, members_of

_log = logging.getLogger(__name__)


class Tables:
    """Shows the tables of cups in their places."""

    def __init__(self, bot: DominoBot, sender: Sender, places: Places) -> None:
        self._bot = bot
        self._sender = sender
        self._places = places
        # the components of messages
        self._shown = Shown(bot.monotonic)

    async def show(self, cup: LiveCup, live: LiveTable) -> None:
        """Show a table in its place; if Discord lets the bot post nothing there, another place is tried."""
        at = cup.situation
        table, live = presence.table_of(at, *live.key)
        if is_direct(at, live):
            await self._show_directly(cup, table, live)
            return
        # its heading and its sides
        letter = Letter(table_message(at, table, live), mentioned=mentioned_at(at, table, live), constant=2)
        nonce, since = nonce_of(at, live, live.channel_id), round_drawn_at(at)
        try:
            message_id = await self._sender.send(at.header.guild_id, live.channel_id, nonce, letter, since)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            self._places.bar(live.channel_id)
            await cup.do(course.refused, live)
            return
        self._shown.note(message_id, letter.view.to_components())
        await cup.do(course.shown, live, message_id)

    async def _show_directly(self, cup: LiveCup, table: Table, live: LiveTable) -> None:
        """Show a table to each of its people; those whose direct messages are closed have not come.

        Raises:
            discord.HTTPException: they are closed to all.

        """
        at, shown, closed = cup.situation, NOWHERE, None
        for user_id in expected(at, table):
            letter = Letter(table_message(at, table, live, at.people[user_id].locale), constant=2)
            try:
                channel = await self._bot.create_dm(discord.Object(user_id))
                nonce, since = nonce_of(at, live, user_id), round_drawn_at(at)
                shown = await self._sender.send(at.header.guild_id, channel.id, nonce, letter, since)
            except discord.HTTPException as error:
                if not is_barred(error):
                    raise
                closed = error
        if closed is not None and shown == NOWHERE:
            raise closed
        await cup.do(course.shown, live, shown)

    async def lose(self, cup: LiveCup, channel_id: int) -> None:
        """Let the tables of a channel or thread that is gone go on elsewhere."""
        for _, live in cup.situation.waiting:
            if live.channel_id == channel_id and not is_direct(cup.situation, live):
                await cup.do(course.refused, live)

    async def refresh(self, cup: LiveCup) -> None:
        """Edit the messages of the present round that are out of date."""
        at = cup.situation
        tables = at.cup.rounds[-1].tables if at.cup.rounds else ()
        for table in tables:
            live = at.tables.get(table.key)
            if live is not None and not live.archived:
                # whoever has to find another message has half of the grace for that
                await self._refresh(cup, table, live, at.header.graces.here / 2)

    async def look(self, cup: LiveCup, user_id: int) -> None:
        """Check that the message of a person's table is still there, if the table waits for people."""
        at = cup.situation
        for table, live in at.waiting:
            if user_id in members_of(at.cup, table):
                await self._refresh(cup, table, live, LOOK_SECONDS)

    async def archive(self, cup: LiveCup, live: LiveTable) -> None:
        """Archive the thread of a table, once its message has the result; if Discord refuses that, it stays open.

        Raises:
            Waiting: the server can't be reached now.

        """
        at = cup.situation
        guild = self._places.guild_of(at)
        if guild is not None:
            table = at.cup.table_at(*live.key)
            assert table is not None
            await self._refresh(cup, table, live)
        # an archived thread is in no cache
        thread = None if guild is None else guild.get_thread(live.channel_id)
        if thread is not None:
            try:
                with self._sender.requests(at.header.guild_id, Urgency.CLEANUP):
                    await thread.edit(archived=True)
            except discord.HTTPException as error:
                if may_be_done(error):
                    raise
                _log.info("a thread of cup %s stays open: %s", cup.id, describe(error))
        await cup.do(course.archived, live)

    async def _refresh(self, cup: LiveCup, table: Table, live: LiveTable, seconds: float = math.inf) -> None:
        """Edit a table's message if it is out of date, or unchecked for so many seconds; send a deleted one again.

        A press edits a direct message.
        """
        at, message_id = cup.situation, live.message_id
        if not message_id or is_direct(at, live):
            return
        letter = Letter(table_message(at, table, live), constant=2)
        components, awaited = letter.view.to_components(), is_awaited(at, table, live)
        if self._shown.is_fresh(message_id, components, seconds if awaited else math.inf):
            return
        missed = table.result is None and not self._shown.is_fresh(message_id, components, math.inf)
        urgency = Urgency.HAND if missed else Urgency.CLEANUP
        self._shown.note(message_id, components)
        try:
            there = await self._sender.edit(at.header.guild_id, live.channel_id, message_id, letter, urgency)
            if not there and awaited:
                again = await self._sender.send_again(at.header.guild_id, live.channel_id, message_id, letter)
                self._shown.note(again, components)
                await cup.do(course.shown_again, live, again)
        except FAILURES as error:
            if not is_barred(error):
                self._shown.forget(message_id)
                raise
            if table.result is None and not at.over:
                await cup.do(course.refused, live)
