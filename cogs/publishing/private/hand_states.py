"""The hands of a table as they are now, and as their players read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.layout import picture_message
from cogs.core.preferences import appearance
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState, has_hands
from cogs.messages.hand_message import hand_content
from cogs.publishing.screen import Screens
from engine.live.tables.table import Table
from engine.tiles import Tile


class HandStates:
    """Reads hands from tables, and draws them.

    Attributes:
        tiles: the emojis of tiles on buttons.

    """

    def __init__(self, bot: Bot, screens: Screens, tiles: TileEmojis) -> None:
        self.tiles = tiles
        self._bot = bot
        self._screens = screens

    def snapshot(self, table: Table) -> tuple[HandState, ...]:
        """Return every player's hand as it is now; none before the match, or in a game without hands."""
        if not table.ply or not has_hands(table.header.rules):
            return ()
        screen = self._screens.of(table)
        for seat in table.header.human_seats:
            screen.reader(table.people[seat].user).locale = table.people[seat].locale
        return self._hand_states(table, table.header.human_seats)

    def of(self, table: Table, seat: int) -> HandState:
        """Return one seat's hand as it is now."""
        return self._hand_states(table, (seat,))[0]

    def below(self, table: Table) -> HandState | None:
        """Return the hand that a message shows below the table; None if others see the message, or between deals."""
        header = table.header
        if not header.delivery.in_place or not table.playing or not has_hands(header.rules):
            return None
        if table.view(None).turn is None:
            return None
        (seat,) = header.human_seats
        return self.of(table, seat)

    def _hand_states(self, table: Table, seats: Sequence[int]) -> tuple[HandState, ...]:
        header, ply, trouble = table.header, table.ply, self._screens.of(table).trouble
        turn, only = table.view(None).turn, table.only_move
        return tuple(
            HandState(
                header,
                header.people[seat].user,
                table.view(seat),
                ply,
                trouble,
                only_move=only if seat == turn else None,
                mentions=self._bot.mentions,
            )
            for seat in seats
        )

    async def as_read(self, state: HandState) -> HandState:
        """Return a hand in the form that its player has chosen."""
        as_text, theme = await appearance(self._bot.hub.store, state.header.guild, state.user)
        return replace(state, as_text=as_text, theme=theme)

    async def draw(
        self, state: HandState, ends_of: Tile | None = None, *, note: str = ""
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        """Return the message with a hand: its files, and the rest.

        Args:
            state: the hand, as its player reads it.
            ends_of: the tile for which the message asks at which end to play it; None for the whole hand.
            note: a sentence below the hand, not yet translated.

        """
        text, shown, controls = await self._bot.rendering.draw(hand_content, state, self.tiles, ends_of, note=note)
        # not in the drawing thread: a view without a loop can't be stopped, and the library would keep it
        return picture_message(text, shown, more=controls)
