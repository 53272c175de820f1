"""The store in a database: a SQLite file, or PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from engine.cli.progress import Report, silent
from engine.live.challenges.store import ChallengeStore
from engine.live.cups.store import CupStore
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection, Statement, Step, set_note
from engine.live.database.copies.backup import DamagedDatabase
from engine.live.database.errors import ConstraintError
from engine.live.database.migrate import NewerDatabase
from engine.live.database.parameters import several
from engine.live.database.preferences_store import PreferencesStore
from engine.live.database.rows import CHANGING, OPEN, as_json, changing, header_of, remains_of, without_texts
from engine.live.database.saved_rules_store import SavedRulesStore
from engine.live.database.session import Session
from engine.live.database.shards import PLACE, Shards, of_shards
from engine.live.history.experience import Experience
from engine.live.history.finished import MatchHistory
from engine.live.league.leaderboard import League
from engine.live.league.results import match_writer
from engine.live.model.deleted_users import DELETED_BELOW
from engine.live.model.errors import ChannelTaken, Conflict, PlayedElsewhere
from engine.live.model.table import (
    OWNERS_FROM_BIT,
    HandMessage,
    Header,
    LogEntry,
    Place,
    SavedTable,
    Score,
    SentMessage,
    Status,
)
from engine.live.privacy.service import PrivacyService

__all__ = ["DamagedDatabase", "DatabaseStore", "NewerDatabase", "Shards"]

_POST = f"""post = CASE
    WHEN EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user_id < {DELETED_BELOW})
      OR EXISTS (SELECT 1 FROM replaced WHERE table_id = tables.id AND user_id < {DELETED_BELOW})
    THEN ?
    ELSE ?
END"""
"""Sets the post: the first parameter, without texts, if the table has a former player, else the second."""

POST = f"UPDATE tables SET {_POST} WHERE id = ? AND revision >> {OWNERS_FROM_BIT} = ?"

CLOSE = f"""
UPDATE tables SET status = ?, post = ?, revision = revision + 1 WHERE id = ? AND revision >> {OWNERS_FROM_BIT} = ?
"""

HAND_MESSAGE = f"""
INSERT INTO hand_messages (table_id, user_id, deal, channel_id, message_id, face)
SELECT id, :user_id, :deal, :channel_id, :message_id, :fingerprint
FROM tables WHERE id = :table AND revision >> {OWNERS_FROM_BIT} = :owners
AND EXISTS (SELECT 1 FROM seats WHERE table_id = :table AND user_id = :user_id)
ON CONFLICT (table_id, user_id) DO UPDATE SET
    deal = excluded.deal, channel_id = excluded.channel_id, message_id = excluded.message_id, face = excluded.face
"""

FINGERPRINT = f"""
UPDATE hand_messages SET face = ? WHERE table_id = ? AND user_id = ? AND message_id = ?
AND EXISTS (SELECT 1 FROM tables WHERE id = table_id AND revision >> {OWNERS_FROM_BIT} = ?)
"""

PLAYED_ELSEWHERE = """
SELECT EXISTS (
    SELECT 1 FROM seats WHERE user_id = ? AND table_id != ?
    AND EXISTS (SELECT 1 FROM log WHERE log.table_id = seats.table_id)
)
"""


class DatabaseStore:
    """Stores tables in a database. Use :meth:`open`. All tables share one connection.

    A write is durable when its method returns. Each method raises :class:`StorageError` if the database can't be read
    or written.

    Attributes:
        league: the figures, ratings and leaderboards of finished matches.
        history: the finished matches.
        experience: the duration of matches, and the people who have finished one.
        preferences: the settings of servers and people.
        saved_rules: the rules that servers and people have saved under names.
        challenges: the deals of the day, challenges among friends, and the attempts at them.
        cups: the tournaments.
        privacy: exports, deletions, and purges of unneeded data.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.league = League(connection, self.find)
        self.history = MatchHistory(connection)
        self.experience = Experience(connection)
        self.preferences = PreferencesStore(connection)
        self.saved_rules = SavedRulesStore(connection)
        self.challenges = ChallengeStore(connection)
        self.cups = CupStore(connection)
        self.privacy = PrivacyService(connection, self.find, self.cups.find, self.preferences.forget)

    @classmethod
    async def open(cls, database: Path | str | DatabaseURL, *, report: Report = silent) -> Self:
        """Open a database, created if needed, and migrate it to the current version.

        Args:
            database: the path of a SQLite file, ``":memory:"``, or the address of a PostgreSQL database.
            report: takes the steps of the migration.

        Raises:
            NewerDatabase: a later version of the bot wrote the database.
            PackageMissing: the package for PostgreSQL is not installed.
            DatabaseError: PostgreSQL can't be reached, or refuses the bot.
            sqlite3.Error: the file can't be opened, or is not a database.
            OSError: the folder of the file can't be made.

        """
        return cls(await Connection.open(database, report=report))

    @property
    def connection(self) -> Connection:
        """The connection to the database."""
        return self._connection

    async def create(self, header: Header, entries: Sequence[LogEntry] = ()) -> None:
        """Store a new table, with its first actions if its match begins at once.

        Raises:
            Conflict: a stored table has its id.
            ChannelTaken: its place has an open table.

        """
        seed = header.seed.reveal() if header.seed is not None else None
        values = (header.id, header.guild_id, header.opened_at, seed, *changing(header))
        places = ", ".join("?" * len(values))
        columns = ", ".join(CHANGING)
        insert = f"INSERT INTO tables (id, guild_id, opened_at, seed, {columns}) VALUES ({places})"
        try:
            await self._connection.write(Statement(insert, values), *_people(header), *_log(header, entries))
        except ConstraintError as error:
            if error.primary:
                raise Conflict from error
            raise _taken(error) from error

    async def save(self, header: Header) -> None:
        """Store the changed header and people of a table, except its post.

        Raises:
            Conflict: the stored header is at another revision: another writer changed it.
            ChannelTaken: the new place has an open table.

        """
        try:
            await self._connection.write(*_change(header), *_people(header))
        except ConstraintError as error:
            raise _taken(error) from error

    async def close_unreadable(self, header: Header) -> None:
        """Store that an open table is closed, and leave all else as it is, for a repair.

        An unreadable post is dropped: the search for unpublished tables reads posts.

        Raises:
            PlayedElsewhere: the table's shard has a later owner.

        """
        values = (Status.CLOSED.value, as_json(header.post), header.id, header.owners)
        await self._connection.write(Statement(CLOSE, values, otherwise_raise=PlayedElsewhere))

    async def append(
        self,
        header: Header,
        entries: Sequence[LogEntry],
        scores: Sequence[Score] = (),
        deals: int = 0,
        *,
        people: bool = True,
        post: bool = False,
    ) -> None:
        """Store actions, the header after them, and with scores the finished match, all or nothing.

        Args:
            header: the header after the actions.
            entries: the actions.
            scores: the score of each seat, if the actions end the match.
            deals: how many deals the match took.
            people: whether the people have changed.
            post: whether to store the post, too, as :meth:`save_post` does.

        Raises:
            Conflict: one of the plies is already stored, or the stored header is at another revision.

        """
        statements: list[Step] = [*_log(header, entries)]
        statements += _change(header, post=post)
        if people:
            statements += _people(header)
        if scores:
            statements.append(match_writer(header, scores, deals, entries[-1].at))
        try:
            # the number of a finished match follows from the earlier ones
            await self._connection.write(*statements, servers=(header.guild_id,) if scores else ())
        except ConstraintError as error:
            if not error.primary:
                raise
            raise Conflict from error
        if scores:
            self.experience.forget(header.rules)

    async def save_post(self, header: Header, post: SentMessage | None) -> None:
        """Store which message shows a table, unless its shard has a later owner.

        The texts are dropped if the table has a former player.
        """
        kept = as_json(post)
        await self._connection.write(Statement(POST, (without_texts(kept), kept, header.id, header.owners)))

    async def save_hand_message(self, header: Header, message: HandMessage) -> None:
        """Store which private message shows a hand, unless its user was deleted or its shard has a later owner."""
        facts = {"table": header.id, "owners": header.owners}
        await self._connection.write(Statement(HAND_MESSAGE, asdict(message) | facts))

    async def save_hand_fingerprints(self, seen: Sequence[tuple[Header, HandMessage]]) -> None:
        """Store the fingerprints of edited hands, each unless the shard of its table has a later owner."""
        await self._connection.write(
            *(
                Statement(FINGERPRINT, (hand.fingerprint, header.id, hand.user_id, hand.message_id, header.owners))
                for header, hand in seen
            )
        )

    async def open_tables(self, shards: Shards | None = None) -> list[SavedTable]:
        """Return every table that is in its lobby or playing, or those of some shards."""
        return await self._found(f"{OPEN}{of_shards(shards)} ORDER BY opened_at")

    async def shift_deadlines(self, seconds: float, now: float | None = None, shards: Shards | None = None) -> None:
        """Postpone all deadlines of open tables, or of those of some shards, by seconds that no player is charged for.

        ``now`` is stored as ``alive_at`` in the same write, which prevents crediting the time twice.
        """
        steps: list[Step] = [lambda connection: shift(connection, seconds, shards)]
        if now is not None:
            steps.append(set_note("alive_at", repr(now)))
        await self._connection.write(*steps)

    async def unpublished_tables(self, shards: Shards | None = None) -> list[SavedTable]:
        """Return every table that has ended without a published end, or with older messages that have buttons."""
        return await self._found(
            "status IN ('finished', 'closed')"
            " AND (json_extract(post, '$.status') != status OR json_extract(post, '$.older[0]') IS NOT NULL)"
            f"{of_shards(shards)} ORDER BY opened_at"
        )

    async def revisions(self, shards: Shards | None = None, ended: Collection[str] = ()) -> dict[str, int]:
        """Return the revision of every open table's header, or of those of some shards, by the table's id.

        Those of ``ended`` tables are there, too.
        """
        listed, values = several("table", (*ended, ""))
        select = "SELECT id, revision FROM tables WHERE"
        either = f"{select} {OPEN}{of_shards(shards)} UNION ALL {select} id IN {listed}"
        return dict(await self._connection.rows(either, values))

    async def find(self, table_id: str) -> SavedTable | None:
        """Return a table, open or not; None if there is no such table."""
        tables = await self._found("id = ?", table_id)
        return tables[0] if tables else None

    async def _found(self, which: str, *parameters: object) -> list[SavedTable]:
        """Return tables from one consistent snapshot, despite concurrent writes."""
        columns = ", ".join(("id", "guild_id", "opened_at", "seed", "post", "revision", *CHANGING))
        select = f"SELECT {columns} FROM tables WHERE {which}"
        return await self._connection.read(
            lambda connection: [_kept(connection, *row) for row in connection.execute(select, parameters).fetchall()]
        )

    async def find_open(self, place: Place) -> SavedTable | None:
        """Return the table of a place that is in its lobby or playing; None if there is none."""
        tables = await self._found(f"({PLACE}) = (?, ?) AND {OPEN}", *place)
        return tables[0] if tables else None

    async def open_tables_of(self, user_id: int) -> list[SavedTable]:
        """Return every open table at which a user has or had a seat, the oldest first."""
        seats = "SELECT table_id FROM seats WHERE user_id = ? UNION SELECT table_id FROM replaced WHERE user_id = ?"
        return await self._found(f"{OPEN} AND id IN ({seats}) ORDER BY opened_at", user_id, user_id)

    async def has_played_elsewhere(self, user_id: int, table_id: str) -> bool:
        """Whether a user has a seat at another table, open or not, at which a match has begun."""
        rows = await self._connection.rows(PLAYED_ELSEWHERE, (user_id, table_id))
        return bool(rows[0][0])

    async def set_meta(self, name: str, value: str) -> None:
        """Store a value under a name."""
        await self._connection.write(set_note(name, value))

    async def get_meta(self, name: str) -> str | None:
        """Return the value stored under a name; None if there is no value."""
        rows = await self._connection.rows("SELECT value FROM notes WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()


def _rows(connection: Session, sql: str, table_id: str) -> list[Any]:
    return connection.execute(sql, (table_id,)).fetchall()


def _kept(connection: Session, table_id: str, *row: Any) -> SavedTable:
    people = _rows(
        connection,
        "SELECT user_id, name, locale, presence, missed, level, early FROM seats WHERE table_id = ? ORDER BY seat",
        table_id,
    )
    log = _rows(connection, "SELECT ply, action, user_id, at, words FROM log WHERE table_id = ? ORDER BY ply", table_id)
    hands = _rows(
        connection,
        "SELECT user_id, deal, channel_id, message_id, face FROM hand_messages WHERE table_id = ? ORDER BY user_id",
        table_id,
    )
    replaced = _rows(
        connection,
        "SELECT seat, user_id, name, ply, presence, early FROM replaced WHERE table_id = ? ORDER BY number",
        table_id,
    )
    hand_messages = tuple(HandMessage(*each) for each in hands)
    try:
        header = header_of(table_id, row, people, replaced)
        entries = tuple(
            LogEntry(ply, action, user_id, at, tuple(json.loads(words)) if words else ())
            for ply, action, user_id, at, words in log
        )
    except Exception as error:
        # the other tables can be read
        return SavedTable(remains_of(table_id, row, people), (), hand_messages, type(error).__name__)
    return SavedTable(header, entries, hand_messages)


def shift(connection: Session, seconds: float, shards: Shards | None = None) -> None:
    """Postpone the deadlines of open tables, and the times within their pauses and votes."""
    which = f"{OPEN}{of_shards(shards)}"
    connection.execute(
        f"UPDATE tables SET deadline = deadline + :by, lively_at = lively_at + :by WHERE {which}", {"by": seconds}
    )
    timed = connection.execute(
        f"SELECT pause, vote, id FROM tables WHERE {which} AND (pause IS NOT NULL OR vote IS NOT NULL)"
    ).fetchall()
    connection.executemany(
        "UPDATE tables SET pause = ?, vote = ? WHERE id = ?",
        [(_later(pause, "since", seconds), _later(vote, "until", seconds), table) for pause, vote, table in timed],
    )


def _later(kept: str | None, name: str, seconds: float) -> str | None:
    """Postpone a time in a stored pause or vote; pauses of earlier versions have none."""
    if kept is None:
        return None
    part = json.loads(kept)
    return json.dumps(part | {name: part.get(name, 0) + seconds})


def _taken(error: ConstraintError) -> Exception:
    """Return the exception for a violated constraint: ChannelTaken if the place has an open table."""
    return ChannelTaken() if error.unique else error


_COLUMNS = ", ".join(f"{name} = ?" for name in CHANGING)


def _change(header: Header, *, post: bool = False) -> tuple[Statement, ...]:
    """Return the writes that replace a stored header, with its post or without; it must be at the same revision."""
    columns, values = _COLUMNS, changing(header)
    if post:
        kept = as_json(header.post)
        columns, values = f"{_POST}, {_COLUMNS}", (without_texts(kept), kept, *values)
    return (
        Statement(
            f"UPDATE tables SET {columns}, revision = revision + 1 WHERE id = ? AND revision = ?",
            (*values, header.id, header.revision),
            otherwise_raise=Conflict,
            as_set=True,
        ),
        # clear the fingerprints: a crash may lose that of a later edit, and the hand may then match an older one
        Statement("UPDATE hand_messages SET face = '' WHERE table_id = ? AND face != ''", (header.id,), as_set=True),
    )


def _log(header: Header, entries: Sequence[LogEntry]) -> list[Statement]:
    """Return the writes of actions of a table."""
    insert = "INSERT INTO log (table_id, ply, action, user_id, at, words) VALUES (?, ?, ?, ?, ?, ?)"
    return [
        Statement(
            insert,
            (header.id, each.ply, each.action, each.user_id, each.at, json.dumps(each.words) if each.words else None),
            as_set=True,
        )
        for each in entries
    ]


def _people(header: Header) -> list[Statement]:
    """Return the writes that replace the people of a table."""
    columns = "table_id, seat, user_id, name, locale, presence, missed, level, early"
    insert = f"INSERT INTO seats ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    return [
        Statement("DELETE FROM seats WHERE table_id = ?", (header.id,)),
        *(
            Statement(
                insert,
                (
                    header.id,
                    seat,
                    person.user_id,
                    person.name,
                    person.locale,
                    person.presence.value,
                    person.missed,
                    person.level,
                    person.early,
                ),
            )
            for seat, person in enumerate(header.people)
        ),
        Statement("DELETE FROM replaced WHERE table_id = ?", (header.id,)),
        *(
            Statement(
                "INSERT INTO replaced (table_id, number, seat, user_id, name, ply, presence, early)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (header.id, number, each.seat, each.user_id, each.name, each.ply, each.presence.value, each.early),
            )
            for number, each in enumerate(header.substitutions, 1)
        ),
    ]
