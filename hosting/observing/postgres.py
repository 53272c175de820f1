"""Observes a PostgreSQL database without a change."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import DatabaseError
from engine.live.database.migrate import scripts
from engine.live.database.timestamps import server_time
from hosting.checks.database import Contents, ServerSeen

if TYPE_CHECKING:
    from engine.live.database.postgres_session import PostgresSession

FIRST_TABLE = "tables"
"""A table that every version has."""


def look_at_server(url: DatabaseURL) -> ServerSeen:
    """Return what is at the address of a PostgreSQL database."""
    try:
        # imported here alone: with a file nobody needs the package
        from engine.live.database.postgres_session import connect
    except ImportError:
        return ServerSeen(address=str(url), missing=True)
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
    setting = "SELECT current_setting('server_version_num'), current_setting('server_encoding'), pg_is_in_recovery()"
    ((number, encoding, replica),) = session.execute(setting).fetchall()
    ((read_only,),) = session.execute("SELECT current_setting('default_transaction_read_only')").fetchall()
    names = {name for (name,) in session.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    version = version_of(session)
    contents = Contents(
        version=version, known=len(scripts()), foreign=FIRST_TABLE not in names if version else FIRST_TABLE in names
    )
    return ServerSeen(
        address=address,
        server=int(number) // 10_000,
        encoding=encoding,
        contents=contents,
        read_only=bool(replica) or read_only == "on",
        forbidden=tuple(_forbidden(session, contents)),
        running=_running(session, names, now),
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


def _running(session: PostgresSession, names: set[str], now: float) -> int:
    """Return how many bots run."""
    if "processes" not in names:
        return 0
    ((count,),) = session.execute("SELECT count(*) FROM processes WHERE until > ?", (now,)).fetchall()
    return count
