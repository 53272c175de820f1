"""Starts the bot unmodified, against another Discord and with another clock.

python -m tests.attack.launcher URL CLOCK [ARGUMENTS OF THE BOT]

The file CLOCK holds a number of seconds, as a double, by which this process's time of day is wrong.
"""

from __future__ import annotations

import mmap
import os
import resource
import struct
import sys
import time


def bend_time(clock: str) -> None:
    """Have the whole process read the time of day as the file says; steps take effect at once."""
    file = os.open(clock, os.O_RDONLY)
    offset, right = mmap.mmap(file, 8, prot=mmap.PROT_READ), time.time
    unpack = struct.Struct("d").unpack_from
    time.time = lambda: right() + unpack(offset)[0]


def main() -> int:
    """Run the bot; return its exit status."""
    _, url, clock, *arguments = sys.argv
    bend_time(clock)
    if limit := os.environ.get("ATTACK_FILE_BYTES"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), resource.RLIM_INFINITY))
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://{url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{url}/gateway")
    import bot

    return bot.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
