"""Tests of the log: lines of JSON, and what they must not hold."""

from __future__ import annotations

import io
import json
import logging
import os
from collections.abc import Iterator
from datetime import datetime

import pytest

from cogs.core import logs


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Log as JSON into a text, and as before afterwards."""
    root, out = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    monkeypatch.setattr("sys.stderr", out)
    logs.set_up(logging.DEBUG, "json")
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(written: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_line_is_one_object_whatever_is_logged(written: io.StringIO) -> None:
    logging.getLogger("cogs.test").info('a "%s"\nof two lines, é ✓ \u2028', "text")
    (line,) = lines(written)
    assert line.pop("message") == 'a "text"\nof two lines, é ✓ \u2028'
    assert datetime.fromisoformat(str(line.pop("time"))).utcoffset().total_seconds() == 0
    assert line == {"level": "INFO", "logger": "cogs.test", "process": os.getpid()}


def test_a_line_has_its_shard_and_its_traceback_if_there_are_any(written: io.StringIO) -> None:
    log = logging.getLogger("cogs.test")
    log.warning("slow", extra={"shard": 3})
    try:
        raise ValueError("no number")
    except ValueError:
        log.exception("failed")
    slow, failed = lines(written)
    assert slow["shard"] == 3
    assert "traceback" not in slow
    assert "shard" not in failed
    assert str(failed["traceback"]).endswith("ValueError: no number")


def test_warnings_are_thinned_out_and_libraries_kept_quiet_as_in_text(written: io.StringIO) -> None:
    for _ in range(3):
        logging.getLogger("cogs.test").warning("refused: %s", "TimeoutError")
    for library in ("discord.http", "aiosqlite"):
        logging.getLogger(library).debug("INSERT INTO log VALUES ('0 play 6-6 start')")
    assert [line["message"] for line in lines(written)] == ["refused: TimeoutError"]


@pytest.mark.parametrize(
    ("logged", "args", "told"),
    [
        (logs.RECONNECT, (2, 1.5), "Discord can't be reached, trying again with shard 2 in 1.5 s: no route to …"),
        (logs.RELAUNCH, (2,), "Discord can't be reached, trying again with shard 2 in 5.0 s: no route to …"),
    ],
)
def test_a_gateway_that_cannot_be_reached_is_one_warning_without_an_address(
    written: io.StringIO, logged: str, args: tuple[float, ...], told: str
) -> None:
    try:
        raise OSError("no route to https://gateway/?token=secret")
    except OSError:
        logging.getLogger("discord.shard").exception(logged, *args)
    (line,) = lines(written)
    assert line["level"] == "WARNING"
    assert line["message"] == told
    assert line["shard"] == 2
    assert "traceback" not in line
