"""The log: its filters, and its lines as text or JSON."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
from datetime import UTC, datetime
from typing import Literal, cast

import discord

from cogs.core.gateway import ANEW, UnreadableFrame
from cogs.core.http.requests import describe

LogFormat = Literal["text", "json"]

WARNING_SECONDS = 60.0
"""The seconds between two warnings of one kind."""

RECONNECT = "Attempting a reconnect for shard ID %s in %.2fs"
"""What the library logs, with a traceback, when a connection to the gateway ends."""

RELAUNCH, RELAUNCH_SECONDS = "Failed to connect for shard_id: %s. Retrying...", 5.0
"""What it logs when the first connection of a shard can't be made, and the seconds until it tries again."""

SHARD = re.compile(r"shard(?: id|_id:)? %[sd]", re.IGNORECASE)
"""Where a template names a shard, the library's or one of the bot's own."""


def process_name() -> str:
    """Return the name of this process, which no other has that runs: its machine's or container's, and its id."""
    return f"{socket.gethostname()}-{os.getpid()}"


class RepeatedWarnings(logging.Filter):
    """Drops warnings of a kind that was logged less than a minute ago: an outage fills no disk.

    A kind is a template with its last argument, the reason; the others say where.
    """

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[tuple[object, ...], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be logged."""
        if record.levelno != logging.WARNING:
            return True
        reason = record.args[-1] if isinstance(record.args, tuple) and record.args else None
        kind, now = (record.name, record.msg, str(reason)), record.created
        if 0 <= now - self._logged.get(kind, -WARNING_SECONDS) < WARNING_SECONDS:
            return False
        self._logged = {each: at for each, at in self._logged.items() if 0 <= now - at < WARNING_SECONDS}
        self._logged[kind] = now
        return True


class JsonLines(logging.Formatter):
    """Formats a record as one line: a JSON object with ``time``, ``level``, ``logger``, ``message`` and ``process``.

    ``time`` is in UTC, ``process`` an id. ``shard`` is there if the message names one, ``traceback`` if an error was
    logged with it.

    Args:
        process: the name of this process, as ``process_name`` in each line; None for none.

    """

    def __init__(self, process: str | None) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if self._process is not None:
            line["process_name"] = self._process
        shard = _shard_of(record)
        if shard is not None:
            line["shard"] = shard
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class NamedLines(logging.Formatter):
    """Formats a record as another formatter does, after the name of this process."""

    def __init__(self, process: str, formatter: logging.Formatter) -> None:
        super().__init__()
        self._process = process
        self._formatter = formatter

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return f"[{self._process}] {self._formatter.format(record)}"


def _shard_of(record: logging.LogRecord) -> int | None:
    """Return the shard that a record is about."""
    found = SHARD.search(str(record.msg))
    if found is None or not isinstance(record.args, tuple):
        return None
    # each placeholder before it has an argument before its own
    shard = record.args[str(record.msg)[: found.start()].count("%")]
    return shard if isinstance(shard, int) else None


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
    """Set up logging. Libraries never log below INFO: their payloads contain hands.

    Args:
        level: the least level that is logged.
        form: how lines look.
        process: the name of this process, for each line; None for none.

    """
    handler = logging.StreamHandler()
    handler.addFilter(shorten_reconnect)
    handler.addFilter(RepeatedWarnings())
    if form == "json":
        discord.utils.setup_logging(level=level, handler=handler, formatter=JsonLines(process))
    else:
        discord.utils.setup_logging(level=level, handler=handler)
        if process is not None and handler.formatter is not None:
            handler.setFormatter(NamedLines(process, handler.formatter))
    for library in ("discord", "aiosqlite"):
        logging.getLogger(library).setLevel(max(level, logging.INFO))
