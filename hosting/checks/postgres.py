"""Observes a PostgreSQL database without a change."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Final

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import DatabaseError
from engine.live.database.migrate import scripts
from engine.live.database.timestamps import server_time
from hosting.checks.database import FIRST_TABLE, DatabaseSeen
from hosting.checks.line import NotObserved

if TYPE_CHECKING:
    from engine.live.database.postgres_session import PostgresSession

_SERVER: Final = """
SELECT current_setting('server_version_num'), current_setting('server_encoding'),
       pg_is_in_recovery() OR CAST(current_setting('default_transaction_read_only') AS boolean)
"""
_RUNNING: Final = "SELECT count(*) FROM processes WHERE until > ?"


def look(url: DatabaseURL) -> DatabaseSeen:
    """Observe the database at an address of PostgreSQL."""
    try:
        # imported here alone: with a file nobody needs the package
        from engine.live.database.postgres_session import connect
    except ImportError:
        raise NotObserved("a package is missing") from None
    try:
        with closing(connect(url)) as session:
            session.begin("BEGIN READ ONLY")
            return _looked_into(str(url), session)
    except DatabaseError as error:
        advice = "Check DOMINO_DATABASE, and that PostgreSQL runs."
        return DatabaseSeen(name=str(url), error=str(error), advice=advice)


def _looked_into(address: str, session: PostgresSession) -> DatabaseSeen:
    # imported here alone: the module needs the package
    from engine.live.database.postgres import version_of

    before = time.time()
    now = server_time(session)
    ahead = now - (before + time.time()) / 2
    ((number, encoding, read_only),) = session.execute(_SERVER).fetchall()
    names = {name for (name,) in session.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    ((running,),) = session.execute(_RUNNING, (now,)).fetchall() if "processes" in names else [(0,)]
    version = version_of(session)
    # a server's database may have tables of others beside the bot's
    foreign = bool(version) is not (FIRST_TABLE in names)
    return DatabaseSeen(
        name=address,
        version=version,
        foreign=foreign,
        running=running,
        server=int(number) // 10_000,
        encoding=encoding,
        read_only=read_only,
        forbidden=tuple(_forbidden(session, version, foreign=foreign)),
        ahead=ahead,
    )


def _forbidden(session: PostgresSession, version: int, *, foreign: bool) -> Iterator[str]:
    """Yield the rights that the bot needs and its user lacks, in words."""
    creates = "coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
    # of several rights that are named together, PostgreSQL asks for any one
    each_right = (f"has_table_privilege('{FIRST_TABLE}', '{each}')" for each in ("INSERT", "UPDATE", "DELETE"))
    rows = (
        (version < len(scripts()), creates, "make tables"),
        (version and not foreign, " AND ".join(each_right), "write to its tables"),
    )
    for needed, rights, words in rows:
        if needed and not session.execute(f"SELECT {rights}").fetchall()[0][0]:
            yield words
