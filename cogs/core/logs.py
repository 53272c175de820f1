"""The log of the bot: discord.py's lines about connections, shortened, in its colours."""

from __future__ import annotations

import logging
from typing import cast

import discord

from cogs.core.gateway import ANEW, UnreadableFrame
from cogs.core.http.requests import describe
from engine.live import logs
from engine.live.logs import LogFormat

RECONNECT = "Attempting a reconnect for shard ID %s in %.2fs"
"""The library logs this, with a traceback, when a connection to the gateway ends."""

RELAUNCH, RELAUNCH_SECONDS = "Failed to connect for shard_id: %s. Retrying...", 5.0
"""The library logs this when the first connection of a shard can't be made; the seconds until it tries again."""


def shorten_reconnect(record: logging.LogRecord) -> bool:
    """Turn the library's traceback of a connection that could not be made into a warning of one line."""
    if record.name == "discord.shard" and record.msg in (RECONNECT, RELAUNCH) and record.exc_info:
        error = record.exc_info[1] or ConnectionError()
        shard, seconds = cast("tuple[int, float]", (*(record.args or ()), RELAUNCH_SECONDS)[:2])
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg = "Discord can't be reached, trying again with shard %s in %.1f s: %s"
        if isinstance(error, UnreadableFrame):
            record.msg = ANEW
        record.args = (shard, seconds, describe(error))
    return True


def set_up(level: int, form: LogFormat, process: str | None = None) -> None:
    """Set up logging as :func:`engine.live.logs.set_up` does, with text in colours where the terminal has them."""
    handler = logging.StreamHandler()
    # first: it makes warnings, which may be repeated
    handler.addFilter(shorten_reconnect)
    # this gives the handler its format of text
    discord.utils.setup_logging(level=level, handler=handler)
    logs.set_up(level, form, process, handler)
