"""What becomes of publishing a table: whether its turn was seen, and what Discord refused."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import Bot, Trouble
from cogs.core.http.requests import FAILURES, UNKNOWN_CHANNEL, describe
from cogs.publishing.delivery import Presses
from cogs.publishing.lanes import Lanes
from cogs.publishing.screen import Lane, Screen, Screens
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)


class Outcomes:
    """Notes outcomes: failures are retried, hands show the trouble of the channel, and a turn that is seen is timed."""

    def __init__(self, bot: Bot, screens: Screens, lanes: Lanes, presses: Presses) -> None:
        self._bot = bot
        self._screens = screens
        self._lanes = lanes
        self._presses = presses

    def note_error(self, screen: Screen, error: Exception) -> None:
        """Note that a channel could not be reached; log unexpected errors in full."""
        if isinstance(error, (*FAILURES, StorageError)):
            channel = screen.header.channel
            _log.warning("table %s could not be shown in channel %s: %s", screen.id, channel, describe(error))
        else:
            _log.error("table %s could not be shown:\n%s", screen.id, redacted_traceback(error))
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        before = screen.trouble
        self.note_failure(screen, screen.channel, "lost" if gone else "blocked")
        if screen.trouble != before:
            # hands show the trouble
            self._lanes.publish(screen, screen.hands)

    def note_failure(self, screen: Screen, lane: Lane, trouble: Trouble = "") -> None:
        """Note that a lane has to be published again, and what the players are told of it."""
        if trouble == "lost":
            # so is its message
            screen.says = None
        lane.fail(trouble, self._bot.monotonic(), ended=screen.ended)
        self._screens.settle(screen)

    def note_untidy(self, screen: Screen) -> None:
        """Note that messages with live controls are left to be dealt with later, if there are any."""
        if screen.table.held and not screen.tidy:
            self.note_failure(screen, screen.channel, screen.trouble)
        self._screens.settle(screen)

    async def note_success(self, screen: Screen, ply: int) -> None:
        """Note that a channel has been reached; older messages that keep their buttons are tried again."""
        before = screen.trouble
        if screen.header.delivery.on_server and screen.refusal is None:
            self._presses.forget(screen.header.channel)
        if screen.tidy or screen.crowded:
            screen.channel.failure = None
        else:
            self.note_failure(screen, screen.channel)
        if before:
            self._lanes.publish(screen, screen.hands)
        await self._mark_published(screen, ply)
        self._screens.settle(screen)

    async def note_seen_hand(self, screen: Screen) -> None:
        """Start the clock of a player who sees their turn in their hand while the channel can't be written to."""
        if screen.trouble and screen.turn_seen_at >= 0:
            await self._mark_published(screen, screen.turn_seen_at)

    async def _mark_published(self, screen: Screen, ply: int) -> None:
        table, before = screen.table, screen.header.deadline
        try:
            await table.mark_published(ply)
        except Exception as error:
            _log.warning("table %s could not be given time back: %s", table.id, type(error).__name__)
        if table.header.deadline != before and table.ply == ply:
            self._lanes.publish(screen, screen.channel)
