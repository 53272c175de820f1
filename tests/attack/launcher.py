"""Starts the bot unmodified, against another Discord, with another clock and another disk.

python -m tests.attack.launcher URL TROUBLES

The file TROUBLES holds three doubles: by how many seconds this process's time of day is wrong, how many seconds a
commit takes, and the SQLite error with which a commit fails; 0 for none. Changes take effect at once.
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

TROUBLES = struct.Struct("3d")


def bend_time(troubles: Callable[[], tuple[float, ...]]) -> None:
    """Have the whole process read another time of day."""
    right = time.time
    time.time = lambda: right() + troubles()[0]


def bend_disk(troubles: Callable[[], tuple[float, ...]]) -> None:
    """Have every commit of this process take its time, or fail."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            _, seconds, code = troubles()
            if sql == "COMMIT" and (seconds or code):
                time.sleep(seconds)
                if code:
                    error = sqlite3.OperationalError("the attacker's disk fails")
                    error.sqlite_errorcode = int(code)
                    raise error
            return super().execute(sql, *more)

    sqlite3.connect = partial(sqlite3.connect, factory=Connection)


def main() -> int:
    """Run the bot; return its exit status."""
    _, url, file = sys.argv
    mapped = mmap.mmap(os.open(file, os.O_RDONLY), TROUBLES.size, prot=mmap.PROT_READ)
    for bend in (bend_time, bend_disk):
        bend(partial(TROUBLES.unpack_from, mapped))
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://{url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{url}/gateway")
    import bot

    return bot.main([])


if __name__ == "__main__":
    sys.exit(main())
