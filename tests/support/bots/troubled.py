"""Starts the bot unmodified, as :mod:`playground.child` does, with another clock and another disk.

python -m tests.support.bots.troubled TROUBLES --url URL

The file TROUBLES holds five doubles: by how many seconds this process's time of day is wrong, how many seconds a
commit takes, the SQLite error with which a commit fails, how many seconds have passed at once, and after how many
seconds of silence a new connection to the gateway is given up; 0 for none. Changes take effect at once.
"""

from __future__ import annotations

import mmap
import os
import sqlite3
import struct
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

TROUBLES = struct.Struct("5d")

PATIENCE = 60.0
"""The library's own patience with a silent gateway, in seconds."""


def bend_time(troubles: Callable[[], tuple[float, ...]]) -> None:
    """Have the whole process read another time of day, and other seconds since its start."""
    right, since = time.time, time.monotonic

    def of_day() -> float:
        ahead, _, _, passed, _ = troubles()
        return right() + ahead + passed

    time.time = of_day
    time.monotonic = lambda: since() + troubles()[3]


def bend_disk(troubles: Callable[[], tuple[float, ...]]) -> None:
    """Have every commit of this process take its time, or fail."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            _, seconds, code, _, _ = troubles()
            if sql == "COMMIT" and (seconds or code):
                time.sleep(seconds)
                if code:
                    error = sqlite3.OperationalError("the attacker's disk fails")
                    error.sqlite_errorcode = int(code)
                    raise error
            return super().execute(sql, *more)

    sqlite3.connect = partial(sqlite3.connect, factory=Connection)


def bend_patience(troubles: Callable[[], tuple[float, ...]]) -> None:
    """Have new connections to the gateway take less silence."""
    import discord.state

    patience = property(lambda _: troubles()[4] or PATIENCE, lambda _, given: None)
    discord.state.ConnectionState.heartbeat_timeout = patience  # pyright: ignore[reportAttributeAccessIssue]


def main() -> int:
    """Run the bot; return its exit status."""
    _, file, *arguments = sys.argv
    mapped = mmap.mmap(os.open(file, os.O_RDONLY), TROUBLES.size, prot=mmap.PROT_READ)
    for bend in (bend_time, bend_disk, bend_patience):
        bend(partial(TROUBLES.unpack_from, mapped))
    from playground import child

    return child.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
