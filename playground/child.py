"""The bot's own process: points discord.py at the playground, and runs the bot unmodified.

python -m playground.child --url http://127.0.0.1:8321 [--bot MODULE] [ARGUMENTS OF THE BOT]
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading
from collections.abc import Sequence

GRACE_SECONDS = 8.0
TOKEN = "loopback.token.of-no-worth"  # noqa: S105


def _end_with_parent() -> None:
    """End this process in order when the parent is gone and so its end of the pipe closed; after a while, by force."""

    def watch() -> None:
        # unbuffered and without Python's lock on stdin, which would be in the way at exit
        while os.read(0, 4096):
            pass
        threading.Timer(GRACE_SECONDS, os._exit, (1,)).start()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def point_at(url: str) -> None:
    """Make discord.py talk to the server at `url` instead of Discord."""
    import discord
    import discord.asset
    import discord.gateway
    import discord.http
    import yarl

    host = url.removeprefix("http://").rstrip("/")
    discord.http.Route.BASE = f"http://{host}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{host}/gateway")
    discord.asset.Asset.BASE = f"http://{host}/cdn"  # pyright: ignore[reportAttributeAccessIssue]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a module's `main(argv)`, the bot, against the playground; return its exit status."""
    parser = argparse.ArgumentParser(prog="playground.child", description=__doc__, allow_abbrev=False)
    parser.add_argument("--url", required=True, help="the playground's address")
    parser.add_argument("--bot", default="bot", help="the module whose main(argv) is run")
    parser.add_argument("--no-parent", action="store_true", help="go on when standard input closes")
    options, rest = parser.parse_known_args(argv)
    if not options.no_parent:
        _end_with_parent()
    os.environ["DISCORD_TOKEN"] = TOKEN
    # before a proxy that the owner may have set for Discord
    os.environ["DOMINO_API_URL"] = options.url
    point_at(options.url)
    status = importlib.import_module(options.bot).main(rest)
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
