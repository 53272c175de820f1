"""Starts everything: with a token the bot on Discord, without one the playground in a browser."""

from __future__ import annotations

import signal
import sys

if __name__ == "__main__":
    # Ctrl-C during imports ends the process without a traceback, with the status of shells
    sys.excepthook = lambda kind, error, trace: (
        sys.exit(128 + signal.SIGINT) if kind is KeyboardInterrupt else sys.__excepthook__(kind, error, trace)
    )

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cogs import __version__

if TYPE_CHECKING:
    from engine.live.database.address import DatabaseURL
    from settings import Settings

DESCRIPTION = """\
Dominoes for Discord: a picture after every move, private hands, a leaderboard.

With DISCORD_TOKEN set, in the environment or in the file .env (copy .env.example), the bot joins Discord.
Without one the playground starts: the same bot against a Discord of its own, in your browser.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description=DESCRIPTION,
        epilog="Settings come from the environment or from .env; --settings lists them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Dominoes for Discord {__version__}")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--playground", action="store_true", help="start the playground even with a token set")
    what.add_argument("--settings", action="store_true", help="list the settings with their defaults")
    what.add_argument("--setup", action="store_true", help="set up the bot's application on Discord, and .env")
    what.add_argument("--check", action="store_true", help="check all that the bot needs, and change nothing")
    what.add_argument("--backup", metavar="FILE", type=Path, help="copy the database to FILE, safe while the bot runs")
    what.add_argument(
        "--restore",
        metavar="FILE",
        type=Path,
        help="put the backup FILE in the place of the database, which is kept beside it; stop the bot first",
    )
    what.add_argument(
        "--move-to",
        metavar="DATABASE",
        help="move everything to another database, a file or a postgresql:// address; stop the bot first",
    )
    what.add_argument("--migrate", action="store_true", help="bring the database up to date, and start no bot")
    what.add_argument(
        "--recompute", action="store_true", help="recompute all figures of finished matches from their logs"
    )
    parser.add_argument(
        "--keep",
        metavar="N",
        type=_count,
        help="with --backup: FILE is a folder, a backup there is named by its time, and the newest N stay",
    )
    return parser


def _count(text: str) -> int:
    """Return the number of backups to keep."""
    from hosting.rotation import MAX_KEPT

    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_KEPT):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MAX_KEPT}")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.keep is not None and arguments.backup is None:
        parser.error("argument --keep: only with --backup")
    copies = any(each is not None for each in (arguments.backup, arguments.restore, arguments.move_to))
    starts = not (copies or arguments.check or arguments.migrate or arguments.recompute or arguments.setup)
    try:
        return _run(parser, arguments, starts=starts)
    except KeyboardInterrupt:
        from engine.cli.interrupts import INTERRUPTED

        # a bot is stopped in this way on Windows, and elsewhere while it starts; a copy would be incomplete
        return 0 if starts else INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name is None or (Path(__file__).parent / error.name.partition(".")[0]).exists():
            raise
        sys.stderr.write(f"The package {error.name} is not installed: start with uv, as docs/hosting.md says.\n")
        return 2


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace, *, starts: bool) -> int:
    # modules are imported where a command needs them: --help is ready at once, and a copy needs no Discord
    if arguments.check:
        # before the settings are loaded: bad ones are among its lines
        from hosting import check

        return check.run()
    from settings import CannotStart, database, describe, load

    if arguments.settings:
        print(describe())
        return 0
    try:
        target = None if arguments.move_to is None else database(arguments.move_to)
    except ValueError as error:
        parser.error(f"argument --move-to: {error}")
    as_json = False
    try:
        if arguments.setup:
            from hosting import setup

            return setup.run()
        settings = load()
        as_json = settings.domino_log_format == "json"
        if starts:
            _start(settings, playground=arguments.playground)
        else:
            print(_maintain(settings, arguments, target))
    except CannotStart as error:
        if as_json:
            import logging

            logging.getLogger("dominoes").critical("%s", error)
        else:
            sys.stderr.write(f"{error}\n")
        return error.exit_status
    return 0


def _start(settings: Settings, *, playground: bool) -> None:
    """Run the bot, or the playground where there is no token, until a signal ends it."""
    import asyncio

    import launch

    launch.set_up_log(settings)
    if settings.discord_token is None:
        print("No DISCORD_TOKEN is set, so this is the playground: dominoes in your browser.", flush=True)
    here = playground or settings.discord_token is None
    asyncio.run(launch.play_here(settings) if here else launch.run(settings))


def _maintain(settings: Settings, arguments: argparse.Namespace, target: Path | DatabaseURL | None) -> str:
    """Run a command for operators; return its result in words."""
    import asyncio

    from hosting import maintenance

    maintenance.set_up_log(settings)
    # copies are without a loop, which would not let Ctrl-C interrupt them
    if target is not None:
        return maintenance.move(settings, target)
    if arguments.restore is not None:
        from hosting.restore import restore

        return restore(settings, arguments.restore)
    if arguments.backup is not None:
        return maintenance.backup(settings, arguments.backup, arguments.keep)
    return asyncio.run(maintenance.migrate(settings) if arguments.migrate else maintenance.recompute(settings))


if __name__ == "__main__":
    try:
        status = main()
    finally:
        # the status is decided; uv repeats a Ctrl-C after 0.2 seconds
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)
