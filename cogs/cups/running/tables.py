"""The messages at the tables of cups: shown once, then edited as people come."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.http.requests import is_barred
from cogs.cups.running.places import Places, nonce_of, round_drawn_at
from cogs.cups.running.sending import Letter, Sender
from cogs.cups.table_message import mentioned_at, table_message
from engine.cups import Table
from engine.live.cups import course
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable


class Tables:
    """Shows the tables of cups in their places."""

    def __init__(self, sender: Sender, places: Places) -> None:
        self._sender = sender
        self._places = places
        # by message, its components as they are shown
        self._shown: dict[int, Any] = {}

    async def show(self, cup: LiveCup, live: LiveTable) -> None:
        """Show a table in its place; if Discord lets the bot post nothing there, another place is tried."""
        at = cup.situation
        table = next(table for table, each in at.waiting if each.key == live.key)
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
        self._shown[message_id] = letter.view.to_components()
        await cup.do(course.shown, live, message_id)

    async def lose(self, cup: LiveCup, channel_id: int) -> None:
        """Let the tables of a channel or thread that is gone go on elsewhere."""
        for _, live in cup.situation.waiting:
            if live.channel_id == channel_id:
                await cup.do(course.refused, live)

    async def refresh(self, cup: LiveCup) -> None:
        """Edit the messages of the present round that are out of date."""
        at = cup.situation
        tables = at.cup.rounds[-1].tables if at.cup.rounds else ()
        for table in tables:
            live = at.tables.get((table.round, table.number))
            if live is not None and live.message_id:
                await self._refresh(cup, table, live)

    async def _refresh(self, cup: LiveCup, table: Table, live: LiveTable) -> None:
        at = cup.situation
        letter = Letter(table_message(at, table, live))
        components = letter.view.to_components()
        shown = self._shown.get(live.message_id)
        # after a start it is not known what a message shows: one with a button may be out of date
        if shown == components or (shown is None and table.result is not None):
            return
        try:
            await self._sender.edit(at.header.guild_id, live.channel_id, live.message_id, letter)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            if table.result is None and not at.over:
                await cup.do(course.refused, live)
        self._shown[live.message_id] = components
