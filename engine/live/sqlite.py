"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

import aiosqlite

from engine.live.backup import DamagedDatabase, copy
from engine.live.migrate import NewerDatabase, check, migrate
from engine.live.outage import Cause, Outage, cause_of
from engine.live.preferences import Preferences
from engine.live.rows import CHANGING, as_json, changing, header_of
from engine.live.store import (
    Behind,
    ChannelTaken,
    Entry,
    HandMessage,
    Header,
    Kept,
    P,
    Post,
    Score,
    Standing,
    Unkept,
)

__all__ = ["DamagedDatabase", "NewerDatabase", "SQLiteStore"]

BUSY_MILLISECONDS = 1500
"""How long to wait for another process's lock; whoever pressed a button is to hear of it within Discord's 3 s."""

HASTY_MILLISECONDS = 50
"""The same once somebody has waited in vain: people in a queue must not wait for each other's waiting."""

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}")

STANDINGS = """
SELECT rank() OVER (ORDER BY wins DESC, points DESC, matches) AS rank, user_id,
       (SELECT name FROM scores JOIN matches USING (table_id)
        WHERE user_id = board.user_id AND guild_id = :guild ORDER BY finished_at DESC LIMIT 1) AS name,
       matches, wins, points
FROM (SELECT user_id, count(*) AS matches, sum(won) AS wins, sum(points) AS points
      FROM scores JOIN matches USING (table_id)
      WHERE guild_id = :guild AND table_id != :without GROUP BY user_id) AS board
"""


class SQLiteStore:
    """Keeps tables in a SQLite file: write-ahead log, every commit synced to the disk, foreign keys enforced.

    Use :meth:`open`. One connection serves all; a lock keeps each transaction whole.
    """

    def __init__(self, connection: aiosqlite.Connection, file: Path | str = ":memory:") -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._outage = Outage(str(file))
        self._hasty = False

    @classmethod
    async def open(cls, file: Path | str, *, only_to_copy: bool = False) -> Self:
        """Open ``file`` (or ``":memory:"``), creating it and bringing it up to date.

        Args:
            file: where the database is.
            only_to_copy: leave it at its version, for :meth:`backup` alone: an older bot may be using it.

        Raises:
            NewerDatabase: a later version of the bot wrote it.
            sqlite3.Error: it can't be opened or is no database.

        """
        if file != ":memory:":
            await asyncio.to_thread(Path(file).parent.mkdir, parents=True, exist_ok=True)
        connection = await aiosqlite.connect(file, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                await connection.execute(f"PRAGMA {pragma}")
            await (check if only_to_copy else migrate)(connection)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, file)

    @asynccontextmanager
    async def _transaction(self, *, writing: bool = True) -> AsyncGenerator[aiosqlite.Connection]:
        async with self._lock:
            try:
                await self._hurry(self._outage.cause is Cause.HELD)
                # inside, since a cancelled caller leaves this statement to the connection's thread all the same
                await self._connection.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
                yield self._connection
                await self._connection.execute("COMMIT")
            except BaseException as error:
                # shielded: a cancelled caller must not leave a transaction open for the next one
                await asyncio.shield(self._roll_back())
                if (unkept := self._unkept(error)) is not None:
                    raise unkept from error
                raise
            if writing:
                self._outage.over()

    async def _hurry(self, hasty: bool) -> None:
        """Wait less for another process's lock, or as long as ever."""
        if hasty is not self._hasty:
            milliseconds = HASTY_MILLISECONDS if hasty else BUSY_MILLISECONDS
            await self._connection.execute(f"PRAGMA busy_timeout={milliseconds}")
            self._hasty = hasty

    async def _roll_back(self) -> None:
        """Undo what the running transaction has done; a file that fails may have undone it by itself."""
        with suppress(sqlite3.OperationalError, sqlite3.DatabaseError):
            await self._connection.rollback()

    def _unkept(self, error: BaseException) -> Unkept | None:
        """Give what is raised in place of an error, if it is the fault of the file."""
        cause = cause_of(error)
        if cause is None:
            return None
        self._outage.began(cause, error)
        return Unkept(f"{cause.words} ({error})")

    async def _rows(self, sql: str, parameters: Any = ()) -> list[Any]:
        async with self._lock:
            try:
                return await _fetched(self._connection, sql, parameters)
            except sqlite3.DatabaseError as error:
                if (unkept := self._unkept(error)) is not None:
                    raise unkept from error
                raise

    async def create(self, header: Header) -> None:
        """Keep a new table; raise :class:`ChannelTaken` where its channel has an open one."""
        try:
            async with self._transaction() as connection:
                values = (header.id, header.guild, header.opened_at, *changing(header))
                await connection.execute(
                    f"INSERT INTO tables (id, guild_id, opened_at, {', '.join(CHANGING)})"
                    f" VALUES ({', '.join('?' * len(values))})",
                    values,
                )
                await _save_people(connection, header)
        except sqlite3.IntegrityError as error:
            raise _taken(error) from error

    async def save(self, header: Header, ply: int) -> None:
        """Keep a table's changed header and people, all but its post; raise :class:`Behind` where the log went on."""
        try:
            async with self._transaction() as connection:
                await _save_header(connection, header, ply)
                await _save_people(connection, header)
        except sqlite3.IntegrityError as error:
            raise _taken(error) from error

    async def append(
        self,
        header: Header,
        entries: Sequence[Entry],
        scores: Sequence[Score] = (),
        deals: int = 0,
        *,
        people: bool = True,
    ) -> None:
        """Keep actions, the header they lead to, and a finished match, all or nothing."""
        try:
            async with self._transaction() as connection:
                await _insert(
                    connection,
                    "INSERT INTO log (table_id, ply, action, user_id, at) VALUES (?, ?, ?, ?, ?)",
                    [(header.id, each.ply, each.action, each.user, each.at) for each in entries],
                )
                await _save_header(connection, header, entries[-1].ply + 1)
                if people:
                    await _save_people(connection, header)
                if scores:
                    await connection.execute(
                        "INSERT INTO matches VALUES (?, ?, ?, ?, ?)",
                        (header.id, header.guild, header.rules, deals, entries[-1].at),
                    )
                    await _insert(
                        connection,
                        "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?)",
                        [
                            (header.id, seat, each.person.user, each.person.name, each.points, each.won)
                            for seat, each in enumerate(scores)
                        ],
                    )
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorname != "SQLITE_CONSTRAINT_PRIMARYKEY":
                raise
            raise Behind from error

    async def post(self, table: str, post: Post | None) -> None:
        """Keep which message shows a table."""
        text = as_json(post)
        async with self._transaction() as connection:
            await connection.execute("UPDATE tables SET post = ? WHERE id = ?", (text, table))

    async def hand_message(self, table: str, message: HandMessage) -> None:
        """Keep which private message shows a hand."""
        async with self._transaction() as connection:
            await connection.execute(
                "INSERT OR REPLACE INTO hand_messages VALUES (?, ?, ?, ?, ?, ?)",
                (table, message.user, message.deal, message.channel, message.message, message.face),
            )

    async def faces(self, seen: Sequence[tuple[str, int, int, str]]) -> None:
        """Keep how hands look in their messages: for each its table, user, message and face."""
        async with self._transaction() as connection:
            for table, user, message, face in seen:
                await connection.execute(
                    "UPDATE hand_messages SET face = ? WHERE table_id = ? AND user_id = ? AND message_id = ?",
                    (face, table, user, message),
                )

    async def open_tables(self) -> list[Kept]:
        """Give every table that is in its lobby or playing."""
        return await self._found("status IN ('lobby', 'playing') ORDER BY opened_at")

    async def postpone(self, seconds: float, now: float | None = None) -> None:
        """Put off whatever is due at any open table, and note with it, where that is given, when that was."""
        async with self._transaction() as connection:
            await connection.execute(
                "UPDATE tables SET deadline = deadline + :by, lively_at = lively_at + :by,"
                " vote = json_set(vote, '$.until', json_extract(vote, '$.until') + :by)"
                " WHERE status IN ('lobby', 'playing')",
                {"by": seconds},
            )
            if now is not None:
                await connection.execute("INSERT OR REPLACE INTO notes VALUES ('alive_at', ?)", (repr(now),))

    async def untold_tables(self) -> list[Kept]:
        """Give every table that has ended without its channel having been told."""
        return await self._found("status IN ('finished', 'closed') AND json_extract(post, '$.status') != status")

    async def find(self, table: str) -> Kept | None:
        """Give any table, open or not."""
        found = await self._found("id = ?", table)
        return found[0] if found else None

    async def _found(self, which: str, *parameters: object) -> list[Kept]:
        """Give tables as they were at one moment, whoever else writes."""
        async with self._transaction(writing=False) as connection:
            rows = await _fetched(
                connection,
                f"SELECT id, guild_id, opened_at, post, {', '.join(CHANGING)} FROM tables WHERE {which}",
                parameters,
            )
            return [await _kept(connection, *row) for row in rows]

    async def leaderboard(self, guild: int, limit: int, offset: int = 0) -> tuple[list[Standing], int]:
        """Give a page of a server's standing, best first, and how many people it has in all."""
        rows = await self._rows(
            f"{STANDINGS} ORDER BY rank, matches, user_id LIMIT :limit OFFSET :offset",
            {"guild": guild, "without": "", "limit": limit, "offset": offset},
        )
        total = await self._rows(
            "SELECT count(DISTINCT user_id) FROM scores JOIN matches USING (table_id) WHERE guild_id = ?", (guild,)
        )
        return [Standing(*row) for row in rows], int(total[0][0])

    async def standing(self, guild: int, user: int, *, without: str = "") -> Standing | None:
        """Give one person's place on a server's leaderboard, as it would be without one table's match."""
        rows = await self._rows(
            f"SELECT * FROM ({STANDINGS}) WHERE user_id = :user", {"guild": guild, "user": user, "without": without}
        )
        return Standing(*rows[0]) if rows else None

    async def remember(self, name: str, value: str) -> None:
        """Keep a small fact under a name."""
        async with self._transaction() as connection:
            await connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    async def recall(self, name: str) -> str | None:
        """Give the fact kept under a name, or None."""
        rows = await self._rows("SELECT value FROM notes WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    async def preferences(self, kind: type[P], whose: int) -> P:
        """Give what a server or a person, by the kind, has set; the defaults for the rest."""
        rows = await self._rows(
            "SELECT json_group_object(name, json(value)) FROM preferences WHERE kind = ? AND whose = ?",
            (kind.KIND, whose),
        )
        return kind.read(rows[0][0])

    async def prefer(self, whose: int, change: Preferences) -> None:
        """Keep the settings that ``change`` was made with; the others of the same server or person stay."""
        async with self._transaction() as connection:
            await _insert(
                connection,
                "INSERT OR REPLACE INTO preferences VALUES (?, ?, ?, ?)",
                [(change.KIND, whose, name, value) for name, value in change.chosen().items()],
            )

    async def backup(self, file: Path) -> None:
        """Write a whole copy to ``file``, in use or not; see :func:`engine.live.backup.copy` for what it raises."""
        async with self._lock:
            await copy(self._connection, file)

    async def close(self) -> None:
        """Let go of the file."""
        await self._connection.close()


async def _insert(connection: aiosqlite.Connection, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows one by one.

    Not by ``executemany``: with it about one match in fifty, played at full speed, ended in SQLITE_MISUSE, and with
    single statements none. The likely cause is its cursor, which dies in the event loop's thread and resets the
    statement while the connection's own thread runs it again.
    """
    for row in rows:
        await connection.execute(sql, row)


async def _fetched(connection: aiosqlite.Connection, sql: str, parameters: Any = ()) -> list[Any]:
    async with connection.execute(sql, parameters) as cursor:
        return list(await cursor.fetchall())


async def _kept(connection: aiosqlite.Connection, table: str, *row: Any) -> Kept:
    people = await _fetched(
        connection,
        "SELECT user_id, name, locale, presence, missed FROM seats WHERE table_id = ? ORDER BY seat",
        (table,),
    )
    log = await _fetched(
        connection, "SELECT ply, action, user_id, at FROM log WHERE table_id = ? ORDER BY ply", (table,)
    )
    hands = await _fetched(
        connection,
        "SELECT user_id, deal, channel_id, message_id, face FROM hand_messages WHERE table_id = ?",
        (table,),
    )
    header = header_of(table, row, people)
    return Kept(header, tuple(Entry(*each) for each in log), tuple(HandMessage(*each) for each in hands))


def _taken(error: sqlite3.IntegrityError) -> Exception:
    """Give what a breach of the one constraint of a table that can be broken means."""
    return ChannelTaken() if error.sqlite_errorname == "SQLITE_CONSTRAINT_UNIQUE" else error


async def _save_header(connection: aiosqlite.Connection, header: Header, ply: int) -> None:
    columns = ", ".join(f"{name} = ?" for name in CHANGING)
    cursor = await connection.execute(
        # a message stays behind when its table goes to another channel
        f"UPDATE tables SET {columns}, post = CASE channel_id WHEN ? THEN post END"
        " WHERE id = ? AND (SELECT count(*) FROM log WHERE table_id = tables.id) = ?",
        (*changing(header), header.channel, header.id, ply),
    )
    if cursor.rowcount != 1:
        raise Behind


async def _save_people(connection: aiosqlite.Connection, header: Header) -> None:
    await connection.execute("DELETE FROM seats WHERE table_id = ?", (header.id,))
    await _insert(
        connection,
        "INSERT INTO seats (table_id, seat, user_id, name, locale, presence, missed) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (header.id, seat, person.user, person.name, person.locale, person.presence.value, person.missed)
            for seat, person in enumerate(header.people)
        ],
    )
