"""The time of a PostgreSQL server, which all processes share."""

from __future__ import annotations

from typing import Any

from engine.live.database.session import Session

NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
"""Returns the seconds since 1970."""


def server_time(session: Session) -> float:
    """Return the server's time, in seconds since 1970."""
    row: Any = session.execute(NOW).fetchone()
    return float(row[0])
