"""Lines of the log: as text or JSON, each kind of warning once a minute."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
from datetime import UTC, datetime
from typing import Literal

LogFormat = Literal["text", "json"]

WARNING_SECONDS = 60.0
"""The seconds between two warnings of one kind."""

SHARD = re.compile(r"shard(?: id|_id:)? %[sd]", re.IGNORECASE)
"""The place of a shard in a template, the library's or one of the bot's own."""

TEXT = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
"""Formats a record as discord.py does."""


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
    match = SHARD.search(str(record.msg))
    if match is None or not isinstance(record.args, tuple):
        return None
    # each placeholder before it has an argument before its own
    shard = record.args[str(record.msg)[: match.start()].count("%")]
    return shard if isinstance(shard, int) else None


def set_up(level: int, form: LogFormat, process: str | None = None, handler: logging.Handler | None = None) -> None:
    """Set up logging. Libraries never log below INFO: their payloads contain hands.

    Args:
        level: the lowest level that is logged.
        form: the form of the lines.
        process: the name of this process, for each line; None for none.
        handler: a handler that may have its own format of text; None for standard error and :data:`TEXT`.

    """
    handler = handler or logging.StreamHandler()
    handler.addFilter(RepeatedWarnings())
    text = handler.formatter or TEXT
    if form == "json":
        handler.setFormatter(JsonLines(process))
    else:
        handler.setFormatter(text if process is None else NamedLines(process, text))
    root = logging.getLogger()
    root.setLevel(level)
    root.addHandler(handler)
    for library in ("discord", "aiosqlite"):
        logging.getLogger(library).setLevel(max(level, logging.INFO))
