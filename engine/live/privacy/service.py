"""Exports and deletes the data of people and servers, and purges data that is no longer needed.

A deleted person is replaced by a former player: :mod:`engine.live.model.deleted_users` describes their number and name,
and how they are handled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, NamedTuple

from engine.live.cups.model import Situation
from engine.live.database.connection import UNVACUUMED, Connection, Statement
from engine.live.database.rows import OPEN, without_texts
from engine.live.database.session import Session
from engine.live.database.shards import IN_GUILD
from engine.live.model.errors import StorageError
from engine.live.model.table import SavedTable
from engine.live.privacy.cup_data import cups_of, export_cup
from engine.live.privacy.erase import UNPURGED, StillSeated, deletion_steps
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
"""The greatest size in bytes of a file that is rewritten during play: all others wait for that, about a second."""

A_WEEK = 7 * 86_400.0
"""The seconds for which an ended table keeps its message data if its end can't be published."""

PORTION = 200
"""The number of tables purged or deleted at a time; few, to keep waits short."""

_TOLD = "(post IS NULL OR json_extract(post, '$.status') = status OR lively_at < :long_ago)"

_UNTIDY = f"SELECT id, post FROM tables WHERE {UNPURGED} AND {_TOLD} LIMIT {PORTION}"
_TIDY = """
UPDATE tables SET invited = '[]', seating = '[]', words = '[]', vote = NULL, post = :bare
WHERE id = :table AND coalesce(post, '') = coalesce(:post, '')
"""
_ENDED = f"EXISTS (SELECT 1 FROM tables WHERE id = table_id AND NOT {OPEN} AND {_TOLD})"
_TIDY_SEATS = f"UPDATE seats SET locale = '' WHERE locale != '' AND {_ENDED}"
_TIDY_HANDS = f"DELETE FROM hand_messages WHERE {_ENDED}"

_TIDY_CUPS = """
UPDATE cup_people SET locale = '' WHERE locale != '' AND EXISTS (SELECT 1 FROM cups WHERE id = cup_id AND closed = 1)
"""
_NEVER_BEGUN = """
closed = 1 AND NOT EXISTS (SELECT 1 FROM cup_tables WHERE cup_id = cups.id)
AND NOT EXISTS (SELECT 1 FROM cup_log WHERE cup_id = cups.id AND at >= :long_ago)
"""

_NOTE_PURGE = f"""
INSERT INTO notes (name, value) SELECT '{UNVACUUMED}', '' WHERE EXISTS (
    SELECT 1 FROM tables WHERE {UNPURGED} AND {_TOLD}
    UNION ALL SELECT 1 FROM seats WHERE locale != '' AND {_ENDED}
    UNION ALL SELECT 1 FROM hand_messages WHERE {_ENDED}
    UNION ALL SELECT 1 FROM cup_people JOIN cups ON id = cup_id WHERE cup_people.locale != '' AND closed = 1
    UNION ALL SELECT 1 FROM cups WHERE {_NEVER_BEGUN}
) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""

_DELETE_TABLES = f"""
DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE guild_id = :guild AND NOT {OPEN} LIMIT {PORTION})
"""
_OF_A_SERVER = (
    "DELETE FROM ratings WHERE guild_id = :guild",
    "DELETE FROM tallies WHERE guild_id = :guild",
    "DELETE FROM seasons WHERE guild_id = :guild",
    "DELETE FROM preferences WHERE kind = 'server' AND whose = :guild",
    "DELETE FROM saved_rules WHERE kind = 'server' AND whose = :guild",
    "DELETE FROM challenges WHERE kind = 'friends' AND guild_id = :guild",
    "DELETE FROM challenge_posts WHERE guild_id = :guild",
    "DELETE FROM cups WHERE guild_id = :guild",
    "UPDATE challenge_players SET guild_id = 0 WHERE guild_id = :guild",
    "DELETE FROM departures WHERE guild_id = :guild",
)
_UNLESS_OPEN = f"""
INSERT INTO notes (name, value) SELECT '{UNVACUUMED}', '' WHERE NOT EXISTS (
    SELECT 1 FROM tables WHERE guild_id = :guild AND {OPEN}
) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
_SERVERS = f"""
SELECT DISTINCT guild_id FROM tables
UNION SELECT guild_id FROM ratings UNION SELECT guild_id FROM tallies UNION SELECT guild_id FROM seasons
UNION SELECT whose FROM preferences WHERE kind = 'server'
UNION SELECT whose FROM saved_rules WHERE kind = 'server'
UNION SELECT guild_id FROM challenge_posts UNION SELECT guild_id FROM cups
UNION SELECT guild_id FROM challenges WHERE kind = 'friends' AND guild_id <> channel_id
EXCEPT SELECT guild_id FROM tables WHERE NOT {IN_GUILD}
"""
"""The servers with stored data. The places of attempts are not among them: a place may be a private channel."""


class Remains(Enum):
    """How long deleted data may stay in unused parts of the file."""

    NONE = "none"
    AN_HOUR = "an hour"
    UNTIL_START = "until the next start"


class Departure(NamedTuple):
    """A server that has removed the bot.

    Attributes:
        guild_id: the id of the server.
        at: when it did so, or was found to have done so, in seconds since 1970.
        asked_at: the time at which Discord answered that the bot is not there; None if the bot did not ask.

    """

    guild_id: int
    at: float
    asked_at: float | None


class StillOpen(Exception):
    """The server has an open table, and the table goes on."""


def _tidy(connection: Session, facts: dict[str, float]) -> None:
    """Purge some ended tables. A table whose message changes meanwhile is left for the next portion."""
    untidy = connection.execute(_UNTIDY, facts).fetchall()
    connection.executemany(
        _TIDY, [{"table": table, "post": post, "bare": without_texts(post)} for table, post in untidy]
    )


class PrivacyService:
    """Exports and deletes the data of people and servers in a SQLite file.

    Args:
        connection: the database.
        find: returns a table with its log.
        find_cup: returns a cup at a time.
        forget: drops cached settings; called with their kind and id.

    """

    def __init__(
        self,
        connection: Connection,
        find: Callable[[str], Awaitable[SavedTable | None]],
        find_cup: Callable[[str, float], Awaitable[Situation | None]],
        forget: Callable[[str, int], None],
    ) -> None:
        self._connection = connection
        self._find = find
        self._find_cup = find_cup
        self._forget = forget

    # ------------------------------------------------------------------ a person's

    async def export(self, user_id: int, now: float) -> Export:
        """Return all data about a person on all servers; see :func:`~engine.live.privacy.export.export_table`.

        Tables and cups are read one at a time to keep waits short, and formatted in another thread.

        Args:
            user_id: the person.
            now: the time, in seconds since 1970.

        """
        rows = await self._connection.read(lambda connection: rows_of(connection, user_id))
        tables: list[TableExport] = []
        for table in await self._connection.read(lambda connection: tables_of(connection, user_id)):
            kept = await self._find(table)
            if kept is None:
                continue
            hidden = await self._unnamed(other_people(kept, user_id))
            tables.append(await asyncio.to_thread(export_table, kept, user_id, hidden))
        cups: list[dict[str, Any]] = []
        for cup, _ in await self._connection.read(lambda connection: cups_of(connection, user_id)):
            at = await self._find_cup(cup, now)
            if at is not None:
                cups.append(await asyncio.to_thread(export_cup, at, user_id))
        return Export(preamble(user_id, now, {**rows, "cups": cups}), tables)

    async def _unnamed(self, users: list[int]) -> frozenset[int]:
        return await self._connection.read(lambda connection: unnamed(connection, users))

    async def delete(self, user_id: int) -> Remains:
        """Replace a person by a former player in all data, and delete the rows that belong only to the person.

        When this returns, the change is on the disk. :meth:`vacuum` removes the old data from unused parts of the file;
        if the file can't be rewritten now, that is done later.

        Returns:
            How long traces stay in the file.

        Raises:
            StillSeated: the person has or had a seat at an open table, and nothing has changed.

        """
        try:
            await self._connection.write(*deletion_steps(user_id), everywhere=True)
        finally:
            self._forget("person", user_id)
        return await self._vacuum_if_possible()

    # ------------------------------------------------------------------ a server's

    async def guilds(self) -> frozenset[int]:
        """Return the servers with stored data."""
        return frozenset(guild_id for (guild_id,) in await self._connection.rows(_SERVERS))

    async def guild_left(self, guilds: frozenset[int], now: float) -> None:
        """Note that servers have removed the bot. Servers noted before keep their time."""
        insert = "INSERT INTO departures (guild_id, at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
        await self._connection.write(*(Statement(insert, (guild_id, now)) for guild_id in guilds))

    async def guild_joined(self, guilds: frozenset[int]) -> None:
        """Note that servers have the bot: their data stays."""
        noted = frozenset(guild_id for (guild_id,) in await self._connection.rows("SELECT guild_id FROM departures"))
        delete = "DELETE FROM departures WHERE guild_id = ?"
        if back := noted & guilds:
            await self._connection.write(*(Statement(delete, (guild_id,)) for guild_id in back))

    async def departures(self, before: float) -> list[Departure]:
        """Return the servers that removed the bot at ``before`` or earlier, and have not added it again."""
        sql = "SELECT guild_id, at, asked_at FROM departures WHERE at <= ? ORDER BY at"
        return [Departure(*row) for row in await self._connection.rows(sql, (before,))]

    async def departure_asked(self, guild_id: int, now: float) -> None:
        """Store the time at which Discord answered that the bot is not in a server."""
        noted = "UPDATE departures SET asked_at = ? WHERE guild_id = ?"
        await self._connection.write(Statement(noted, (now, guild_id)))

    async def delete_guild(self, guild_id: int) -> Remains:
        """Delete all data of a server: tables, matches, figures, seasons, settings, saved rules, challenges, cups.

        An interrupted deletion can be repeated: the note that the server left is deleted last.

        Returns:
            How long traces stay in the file.

        Raises:
            StillOpen: one of the server's tables is open, and nothing has changed.

        """
        await self._connection.write(Statement(_UNLESS_OPEN, {"guild": guild_id}, otherwise_raise=StillOpen))
        left = f"SELECT EXISTS (SELECT 1 FROM tables WHERE guild_id = ? AND NOT {OPEN})"
        while (await self._connection.rows(left, (guild_id,)))[0][0]:
            await self._connection.write(Statement(_DELETE_TABLES, {"guild": guild_id}))
        try:
            steps = (Statement(each, {"guild": guild_id}) for each in _OF_A_SERVER)
            await self._connection.write(*steps, servers=(guild_id,))
        finally:
            self._forget("server", guild_id)
        return await self._vacuum_if_possible()

    # ------------------------------------------------------------------ unneeded data

    async def purge(self, now: float) -> None:
        """Purge data that only an open table needs, once the table has ended and its end is published.

        These are the invitations, the vote, the last match's seating, the words for the next deal, the texts of the
        table's message, the players' languages, and the messages with their hands. So are the languages of a cup's
        people once it is over, and after a week a cup that was called off before its first round.
        """
        facts = {"long_ago": now - A_WEEK}
        if not self._connection.driver.overwrites:
            await self._connection.write(Statement(_NOTE_PURGE, facts))
        left = f"SELECT EXISTS (SELECT 1 FROM tables WHERE {UNPURGED} AND {_TOLD})"
        while (await self._connection.rows(left, facts))[0][0]:
            await self._connection.write(lambda connection: _tidy(connection, facts))
        await self._connection.write(
            Statement(_TIDY_SEATS, facts),
            Statement(_TIDY_HANDS, facts),
            Statement(_TIDY_CUPS),
            Statement(f"DELETE FROM cups WHERE {_NEVER_BEGUN}", facts),
        )

    async def _vacuum_if_possible(self) -> Remains:
        try:
            return await self.vacuum()
        except StorageError:
            # the data is already deleted: the user must not get the error that nothing was changed
            return Remains.AN_HOUR

    async def vacuum(self, largest: int = LARGE) -> Remains:
        """Rewrite the file after a deletion, to remove the deleted data from its unused parts.

        All others wait for that, except on PostgreSQL. A file of more than ``largest`` bytes is left for a later call.

        Returns:
            How long traces stay in the file.

        Raises:
            StorageError: the file can't be rewritten now; the next call tries again.

        """
        if not await self._connection.rows("SELECT 1 FROM notes WHERE name = ?", (UNVACUUMED,)):
            return Remains.NONE
        if await self._connection.size() > largest:
            return Remains.UNTIL_START
        if not await self._connection.rewrite():
            return Remains.AN_HOUR
        await self._connection.write(Statement("DELETE FROM notes WHERE name = ?", (UNVACUUMED,)))
        return Remains.NONE
