"""People's data: all that is kept about one of them, given or taken away; and what nobody needs any more, cleared.

In the place of whoever was deleted stands a former player: :mod:`engine.live.model.deleted_users` tells what
number and name they have, and what may be done with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from engine.live.database.connection import Connection, Statement
from engine.live.model.errors import StorageError
from engine.live.model.table import SavedTable
from engine.live.privacy.erase import OPEN, UNPURGED, UNVACUUMED, WITHOUT_TEXTS, StillSeated, deletion_steps
from engine.live.privacy.export import (
    Export,
    TableExport,
    export_table,
    other_people,
    preamble,
    rows_of,
    tables_of,
    unnamed,
)

__all__ = ["PrivacyService", "StillSeated"]

LARGE = 64 * 2**20
"""Up to how many bytes a file is written anew while people play: others wait for that, a second or so."""

A_WEEK = 7 * 86_400.0
"""For how long a table that has ended keeps what tells its channel so, where that can't be told."""

PORTION = 200
"""How many tables are tidied or deleted at a time, so that nobody waits for long."""

_TOLD = "(post IS NULL OR json_extract(post, '$.status') = status OR lively_at < :long_ago)"

_TIDY = f"""
UPDATE tables SET invited = '[]', seating = '[]', words = '[]', vote = NULL, post = {WITHOUT_TEXTS}
WHERE id IN (SELECT id FROM tables WHERE {UNPURGED} AND {_TOLD} LIMIT {PORTION})
"""
_ENDED = f"EXISTS (SELECT 1 FROM tables WHERE id = table_id AND NOT {OPEN} AND {_TOLD})"
_TIDY_SEATS = f"UPDATE seats SET locale = '' WHERE locale != '' AND {_ENDED}"
_TIDY_HANDS = f"DELETE FROM hand_messages WHERE {_ENDED}"

_DELETE_TABLES = f"""
DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE guild_id = :guild AND NOT {OPEN} LIMIT {PORTION})
"""
_OF_A_SERVER = (
    "DELETE FROM ratings WHERE guild_id = :guild",
    "DELETE FROM tallies WHERE guild_id = :guild",
    "DELETE FROM seasons WHERE guild_id = :guild",
    "DELETE FROM preferences WHERE kind = 'server' AND whose = :guild",
    "DELETE FROM departures WHERE guild_id = :guild",
)
_UNLESS_OPEN = f"""
INSERT OR REPLACE INTO notes SELECT '{UNVACUUMED}', '' WHERE NOT EXISTS (
    SELECT 1 FROM tables WHERE guild_id = :guild AND {OPEN}
)
"""
_SERVERS = """
SELECT DISTINCT guild_id FROM tables
UNION SELECT guild_id FROM ratings UNION SELECT guild_id FROM tallies UNION SELECT guild_id FROM seasons
UNION SELECT whose FROM preferences WHERE kind = 'server'
"""


class StillOpen(Exception):
    """A table of that server is open, and goes on."""


class PrivacyService:
    """Gives and deletes what is kept about people and servers in a SQLite file.

    Args:
        connection: the file.
        find: gives all that is kept of a table.
        forget: is told whose settings, by kind and id, must not be remembered any more.

    """

    def __init__(
        self,
        connection: Connection,
        find: Callable[[str], Awaitable[SavedTable | None]],
        forget: Callable[[str, int], None],
    ) -> None:
        self._connection = connection
        self._find = find
        self._forget = forget

    # ------------------------------------------------------------------ a person's

    async def export(self, user: int, now: float) -> Export:
        """Give all that is kept about somebody, on every server; :func:`exporting.table_for` tells what of a table.

        A table at a time, so that nobody else waits for it; what takes long of it is done in another thread.

        Args:
            user: who.
            now: the time, in seconds since 1970.

        """
        rows = await self._connection.read(lambda connection: rows_of(connection, user))
        tables: list[TableExport] = []
        for table in await self._connection.read(lambda connection: tables_of(connection, user)):
            kept = await self._find(table)
            if kept is None:
                continue
            hidden = await self._unnamed(other_people(kept, user))
            tables.append(await asyncio.to_thread(export_table, kept, user, hidden))
        return Export(preamble(user, now, rows), tables)

    async def _unnamed(self, users: list[int]) -> frozenset[int]:
        return await self._connection.read(lambda connection: unnamed(connection, users))

    async def delete(self, user: int) -> None:
        """Put a former player in somebody's place in everything kept, and delete what is theirs alone.

        On the disk when this returns, and gone from unused parts of the file as :meth:`sweep` tells; where the file
        can't be written anew just now, that is done later.

        Raises:
            StillSeated: they have a seat at an open table, and nothing has changed.

        """
        try:
            await self._connection.write(*deletion_steps(user))
        finally:
            self._forget("person", user)
        await self._sweep_if_possible()

    # ------------------------------------------------------------------ a server's

    async def guilds(self) -> frozenset[int]:
        """Give every server of which anything is kept."""
        return frozenset(guild for (guild,) in await self._connection.rows(_SERVERS))

    async def guild_left(self, guilds: frozenset[int], now: float) -> None:
        """Note that servers have taken the bot out, those that are not noted yet."""
        insert = "INSERT OR IGNORE INTO departures VALUES (?, ?)"
        await self._connection.write(*(Statement(insert, (guild, now)) for guild in guilds))

    async def guild_joined(self, guilds: frozenset[int]) -> None:
        """Note that servers have the bot: what is kept of them stays."""
        noted = frozenset(guild for (guild,) in await self._connection.rows("SELECT guild_id FROM departures"))
        delete = "DELETE FROM departures WHERE guild_id = ?"
        if back := noted & guilds:
            await self._connection.write(*(Statement(delete, (guild,)) for guild in back))

    async def guilds_left_before(self, before: float) -> list[int]:
        """Give the servers that took the bot out no later than a moment, and have not taken it in again."""
        rows = await self._connection.rows("SELECT guild_id FROM departures WHERE at <= ? ORDER BY at", (before,))
        return [guild for (guild,) in rows]

    async def delete_guild(self, guild: int) -> None:
        """Delete everything of a server: its tables, matches, figures, seasons and settings.

        What is interrupted is taken up by doing it again: a departure is deleted last.

        Raises:
            StillOpen: one of its tables is open, and nothing has changed.

        """
        await self._connection.write(Statement(_UNLESS_OPEN, {"guild": guild}, otherwise_raise=StillOpen))
        left = f"SELECT EXISTS (SELECT 1 FROM tables WHERE guild_id = ? AND NOT {OPEN})"
        while (await self._connection.rows(left, (guild,)))[0][0]:
            await self._connection.write(Statement(_DELETE_TABLES, {"guild": guild}))
        try:
            await self._connection.write(*(Statement(each, {"guild": guild}) for each in _OF_A_SERVER))
        finally:
            self._forget("server", guild)
        await self._sweep_if_possible()

    # ------------------------------------------------------------------ what nobody needs

    async def purge(self, now: float) -> None:
        """Clear what only an open table needs, once it has ended and its channel has been told.

        That is who was invited, who wanted to end it, how people sat before, what its message said, in which language
        its people were spoken to, and where their hands were shown.
        """
        facts = {"long_ago": now - A_WEEK}
        left = f"SELECT EXISTS (SELECT 1 FROM tables WHERE {UNPURGED} AND {_TOLD})"
        while (await self._connection.rows(left, facts))[0][0]:
            await self._connection.write(Statement(_TIDY, facts))
        await self._connection.write(Statement(_TIDY_SEATS, facts), Statement(_TIDY_HANDS, facts))

    async def _sweep_if_possible(self) -> None:
        # what was to be deleted is: whoever asked for it must not hear that nothing was changed
        with suppress(StorageError):
            await self.vacuum()

    async def vacuum(self, largest: int = LARGE) -> None:
        """Write the file anew after something was deleted, so that nothing of it is left in unused parts.

        Everybody waits for that; a file that is larger than so many bytes is left for a better moment.

        Raises:
            StorageError: it can't be written now; it is tried again at the next call.

        """
        if not await self._connection.rows("SELECT 1 FROM notes WHERE name = ?", (UNVACUUMED,)):
            return
        ((pages,),) = await self._connection.rows("PRAGMA page_count")
        ((size,),) = await self._connection.rows("PRAGMA page_size")
        if pages * size <= largest and await self._connection.rewrite():
            await self._connection.write(Statement("DELETE FROM notes WHERE name = ?", (UNVACUUMED,)))
