"""Starts the playground: `python -m playground`."""

from __future__ import annotations

import argparse
import asyncio
import logging
from contextlib import suppress
from pathlib import Path

from .host import serve
from .process import child_command


def main() -> None:
    """Read the command line and serve until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="playground", description="A Discord on loopback, with the bot in it.")
    parser.add_argument("--port", type=int, help="the port on 127.0.0.1 (default: 8321, or the next free one)")
    parser.add_argument("--data", type=Path, default=Path("data"), help="the folder of the file (default: data)")
    parser.add_argument("--bot", default="bot", help="the module of the bot; empty for none (default: bot)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    command = child_command(options.bot) if options.bot else []
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(port=options.port, data=options.data, bot_command=command))


if __name__ == "__main__":
    main()
