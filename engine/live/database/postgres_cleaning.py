"""Removes PostgreSQL's traces of deleted rows: the rows themselves, their index entries, and statistics."""

from __future__ import annotations

import time

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import DatabaseError
from engine.live.database.postgres_session import PostgresSession, connect

PATIENCE_SECONDS = 1.0
"""How long to wait for transactions that may still see deleted rows."""

PAUSE_SECONDS = 0.02

LOCK_SECONDS = 0.5
"""How long writers may wait because a table without rows is altered."""

_TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()"

_RUNNING = """
SELECT virtualtransaction FROM pg_locks JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
WHERE locktype = 'virtualxid' AND granted AND datname = current_database() AND pg_locks.pid != pg_backend_pid()
"""
"""Finds all transactions, also those of other users, of which PostgreSQL tells nothing else."""

_COLUMNS = """
SELECT string_agg(
    format('ALTER COLUMN %I TYPE %s', attname, format_type(atttypid, atttypmod))
    || CASE WHEN collname IS NOT NULL
       THEN format(' COLLATE %s.%I', CAST(collnamespace AS regnamespace), collname) ELSE '' END,
    ', '
)
FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation AND collname != 'default'
WHERE attrelid = CAST(? AS regclass) AND attname IN (
    SELECT attname FROM pg_stats WHERE schemaname = current_schema() AND quote_ident(tablename) = ?
)
"""
"""Gives each column of a table that has statistics the type that it has already."""


def clean(url: DatabaseURL) -> bool:
    """Free the space of deleted rows, which later rows overwrite, and make statistics of the rows that are left.

    PostgreSQL does so by itself only once many rows of a table are dead.

    Returns:
        Whether all of it is gone. A transaction that has begun before, such as a dump's, keeps deleted rows.

    Raises:
        DatabaseError: the database can't be reached or cleaned.

    """
    session = connect(url, patient=True)
    try:
        alone = _is_alone(session)
        tables = [table for (table,) in session.execute(_TABLES).fetchall()]
        # it would leave the index entries of a few deleted rows where they are
        session.execute(f"VACUUM (INDEX_CLEANUP ON, ANALYZE) {', '.join(tables)}")
        own = [_has_own_statistics(session, table) for table in tables]
        return alone and all(own)
    finally:
        session.close()


def _is_alone(session: PostgresSession) -> bool:
    """Wait until all transactions have ended that run now; return whether they have, in time."""
    until = time.monotonic() + PATIENCE_SECONDS
    before = set(session.execute(_RUNNING).fetchall())
    while before and time.monotonic() < until:
        time.sleep(PAUSE_SECONDS)
        before.intersection_update(session.execute(_RUNNING).fetchall())
    return not before


def _has_own_statistics(session: PostgresSession, table: str) -> bool:
    """Drop the statistics of a table without rows: PostgreSQL keeps those of its last rows. Return whether it could."""
    if session.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall():
        return True
    ((columns,),) = session.execute(_COLUMNS, (table, table)).fetchall()
    if columns is None:
        return True
    try:
        session.execute(f"SET lock_timeout = {1000 * LOCK_SECONDS:.0f}")
        # statistics go with the type that they are of, also where the new one is the same
        session.execute(f"ALTER TABLE {table} {columns}")
    except DatabaseError as error:
        if error.cause is None:
            raise
        return False
    return True
