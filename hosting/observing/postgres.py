"""Observes a PostgreSQL database without a change."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import DatabaseError
from engine.live.database.timestamps import server_time
from hosting.checks.database import FIRST_TABLE, Contents, ServerSeen
from hosting.checks.line import NotObserved

if TYPE_CHECKING:
    from engine.live.database.postgres_session import PostgresSession

_SERVER: Final = """
SELECT current_setting('server_version_num'), current_setting('server_encoding'),
       pg_is_in_recovery() OR CAST(current_setting('default_transaction_read_only') AS boolean)
"""
_RUNNING: Final = "SELECT count(*) FROM processes WHERE until > ?"


def look_at_server(url: DatabaseURL) -> ServerSeen:
    """Observe the database at an address of PostgreSQL."""
    try:
        # imported here alone: with a file nobody needs the package
        from engine.live.database.postgres_session import connect
    except ImportError:
        raise NotObserved("a package is missing") from None
    try:
        session = connect(url)
    except DatabaseError as error:
        return ServerSeen(address=str(url), error=str(error))
    try:
        session.begin("BEGIN READ ONLY")
        return _looked_into(str(url), session)
    except DatabaseError as error:
        return ServerSeen(address=str(url), error=str(error))
    finally:
        session.close()


def _looked_into(address: str, session: PostgresSession) -> ServerSeen:
    # imported here alone: the module needs the package
    from engine.live.database.postgres import version_of

    before = time.time()
    now = server_time(session)
    ahead = now - (before + time.time()) / 2
    ((number, encoding, read_only),) = session.execute(_SERVER).fetchall()
    names = {name for (name,) in session.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    ((running,),) = session.execute(_RUNNING, (now,)).fetchall() if "processes" in names else [(0,)]
    # a server's database may have tables of others beside the bot's
    contents = Contents.of(version_of(session), names & {FIRST_TABLE})
    return ServerSeen(
        address=address,
        server=int(number) // 10_000,
        encoding=encoding,
        contents=contents,
        read_only=read_only,
        forbidden=tuple(_forbidden(session, contents)),
        running=running,
        ahead=ahead,
    )


def _forbidden(session: PostgresSession, contents: Contents) -> Iterator[str]:
    """Yield the rights that the bot needs and its user lacks, in words."""
    rights = "has_schema_privilege(current_schema(), 'CREATE')"
    ((may_create,),) = session.execute(f"SELECT coalesce({rights}, false)").fetchall()
    if contents.version < contents.known and not may_create:
        yield "make tables"
    if contents.version and not contents.foreign:
        # of several rights that are named together, PostgreSQL asks for any one
        each_right = (f"has_table_privilege('{FIRST_TABLE}', '{each}')" for each in ("INSERT", "UPDATE", "DELETE"))
        rights = " AND ".join(each_right)
        ((may_write,),) = session.execute(f"SELECT {rights}").fetchall()
        if not may_write:
            yield "write to its tables"
