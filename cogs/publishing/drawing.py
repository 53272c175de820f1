"""The messages about tables, drawn: as pictures, or as text where that is chosen or the only way."""

from __future__ import annotations

import logging
from dataclasses import replace

from cogs.core.bot import Bot
from cogs.core.preferences import server_theme
from cogs.messages import rank_changes
from cogs.messages.board import board
from cogs.messages.deal_end import closed_match, deal_end
from cogs.messages.emojis import TileEmojis
from cogs.messages.grid import flipped_back
from cogs.messages.hand import HandState
from cogs.messages.hand_message import with_hand
from cogs.messages.lobby import closed_lobby, lobby, unreadable_table
from cogs.messages.message import Message, fit_lines
from cogs.publishing.plan import Face
from cogs.publishing.scenes import Moment
from cogs.publishing.screen import Screen
from engine.errors import redacted_traceback
from engine.events import MatchEnded
from engine.live.model.table import Header, Status
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations

_log = logging.getLogger(__name__)


class Drawing:
    """Draws messages about tables."""

    def __init__(self, bot: Bot, tiles: TileEmojis) -> None:
        self._bot = bot
        self._tiles = tiles

    def lobby(self, moment: Moment) -> Message:
        """Return the message of a table before its match."""
        header, t = moment.header, moment.t
        if moment.unreadable:
            return unreadable_table(header, moment.news, t)
        if header.status is Status.LOBBY:
            return lobby(header, self._bot.hub.pace, self._bot.mentions, t)
        return closed_lobby(header, self._bot.hub.pace, self._bot.mentions, moment.news, t)

    async def message(self, moment: Moment, face: Face | None) -> Message:
        """Draw the message of a moment; with its tiles face down, if that is the face."""
        view = moment.view
        if view is None:
            return self.lobby(moment)
        if face == "down":
            view = flipped_back(view)
        return await self._draw(moment, view)

    async def _draw(self, moment: Moment, view: View) -> Message:
        header, news, hand, t = moment.header, moment.news, moment.hand, moment.t
        if header.status is Status.CLOSED:
            return closed_match(header, view, news, t)
        theme = await server_theme(self._bot.hub.store, header.guild)
        changes: list[str] = []
        if any(isinstance(each, MatchEnded) for each in news) and not header.delivery.in_place:
            changes = await rank_changes.changes(self._bot.hub.store, header, t)

        def made(header: Header) -> Message:
            if view.turn is not None:
                shown = board(header, view, moment.ply, news, t, theme)
                read = hand and replace(hand, as_text=header.as_text)
                return shown if read is None else with_hand(shown, read, self._tiles)
            return deal_end(header, view, news, t, theme, changes)

        if hand is not None and hand.as_text:
            header = replace(header, as_text=True)
        try:
            return await self._bot.rendering.draw(made, header)
        except Exception as error:
            if header.as_text:
                raise
            # play goes on, and what has been turned back doesn't stay to be seen
            _log.error(
                "table %s is shown as text, since it could not be drawn:\n%s", header.id, redacted_traceback(error)
            )
            return await self._bot.rendering.draw(made, replace(header, as_text=True))

    async def redraw(self, screen: Screen, hand: HandState, ends_of: Tile | None) -> Message:
        """Return the message of a table with a hand, for a press that changes nothing but what is asked."""
        header, ply, view = screen.table.header, screen.table.ply, screen.table.view(None)
        t = translations(hand.person.locale)
        told = "" if header.post is None else header.post.text
        theme = await server_theme(self._bot.hub.store, header.guild)

        def made() -> Message:
            shown = board(replace(header, as_text=hand.as_text), view, ply, (), t, theme)
            shown = replace(shown, text=fit_lines([*filter(None, told.split("\n")), shown.text], t))
            return with_hand(shown, hand, self._tiles, ends_of)

        return await self._bot.rendering.draw(made)
