"""What is done beside all play: servers that left are noted and, in time, deleted; what nobody needs is cleared."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

from cogs.core.bot import Bot
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError, TableError
from engine.live.privacy.service import Personal, StillOpen

_log = logging.getLogger(__name__)

MERCY_SECONDS = 30 * 86_400.0
"""For how long a server's data is kept after it has taken the bot out."""

HOUR = 3600.0


class Upkeep:
    """Keeps house for a client.

    What goes wrong is logged, and tried again an hour later; nobody waits for any of it.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def _personal(self) -> Personal:
        return self._bot.hub.store.personal

    async def begin(self) -> None:
        """Do, before anybody plays, what would keep them waiting."""
        try:
            await self._personal.sweep(sys.maxsize)
        except StorageError as error:
            _log.warning("what was deleted may still lie in unused parts of the database: %s", error)

    async def left(self, guild: int) -> None:
        """Note that a server has taken the bot out."""
        try:
            await self._personal.departed(frozenset({guild}), self._bot.clock())
        except StorageError as error:
            # the next start finds it missing
            _log.warning("that a server has taken the bot out could not be noted: %s", error)

    async def back(self, guilds: frozenset[int]) -> None:
        """Note that servers have the bot."""
        try:
            await self._personal.returned(guilds)
        except StorageError as error:
            _log.warning("that servers have the bot could not be noted: %s", error)

    async def compare(self) -> None:
        """Note which servers took the bot out while it was away, now that Discord has told which it is in; keep house.

        Those that Discord can't reach just now are told of as well, so that they don't count as missing.
        """
        present = frozenset(guild.id for guild in self._bot.guilds)
        await self.back(present)
        try:
            missing = await self._personal.servers() - present
            await self._personal.departed(missing, self._bot.clock())
        except StorageError as error:
            _log.warning("which servers have taken the bot out could not be noted: %s", error)
        await self.hourly()

    async def hourly(self) -> None:
        """Clear what nobody needs, and delete the servers whose time has come."""
        try:
            await self._personal.tidy(self._bot.clock())
            if self._bot.is_ready():
                await self._delete_departed()
            await self._personal.sweep()
        except StorageError as error:
            _log.warning("what is not needed any more could not be cleared: %s", error)
        except Exception as error:
            # an error would end the loop for good
            _log.error("what is not needed any more could not be cleared:\n%s", redacted_traceback(error))

    async def _delete_departed(self) -> None:
        for guild in await self._personal.gone_since(self._bot.clock() - MERCY_SECONDS):
            if self._bot.get_guild(guild) is not None:
                # it is there after all, whatever was noted
                await self._personal.returned(frozenset({guild}))
                continue
            for table in self._bot.hub.tables:
                if table.header.guild == guild:
                    with suppress(TableError):
                        await (table.end(0, manager=True) if table.playing else table.cancel(0, manager=True))
            with suppress(StillOpen):
                await self._personal.erase_server(guild)
                _log.info("the data of a server that took the bot out was deleted")
