"""Tests of the log: lines of JSON, and their secrets."""

from __future__ import annotations

import io
import json
import logging
import os
import socket
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from cogs.core import logs
from engine.live.logs import LogFormat, process_name


@pytest.fixture
def log_into(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., io.StringIO]]:
    """Return a function that sets up logging into a text; log as before afterwards."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def set_up(form: LogFormat, process: str | None = None) -> io.StringIO:
        out = io.StringIO()
        monkeypatch.setattr("sys.stderr", out)
        root.handlers[:] = handlers
        logs.set_up(logging.DEBUG, form, process)
        return out

    yield set_up
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def written(log_into: Callable[..., io.StringIO]) -> io.StringIO:
    """Log as JSON into a text."""
    return log_into("json")


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
    log.warning("slow: shard %d", 3)
    try:
        raise ValueError("no number")
    except ValueError:
        log.exception("failed")
    slow, failed = lines(written)
    assert slow["shard"] == 3
    assert "traceback" not in slow
    assert "shard" not in failed
    assert str(failed["traceback"]).endswith("ValueError: no number")


@pytest.mark.parametrize(
    ("logged", "args"),
    [
        ("shard %d: the lease is over, another process may play on", (2,)),
        ("Shard ID %s has connected to Gateway (Session ID: %s).", (2, "a")),
        ("Can't keep up, shard ID %s websocket is %.1fs behind.", (2, 10.5)),
        ("Got a request to %s the websocket at Shard ID %s.", ("RECONNECT", 2)),
    ],
)
def test_a_line_has_the_shard_of_its_message(written: io.StringIO, logged: str, args: tuple[object, ...]) -> None:
    logging.getLogger("discord.gateway").info(logged, *args)
    logging.getLogger("cogs.test").info("%d servers", 7)
    about, other = lines(written)
    assert about["shard"] == 2
    assert "shard" not in other


def test_each_line_of_one_of_several_processes_has_its_name(log_into: Callable[..., io.StringIO]) -> None:
    assert process_name() == f"{socket.gethostname()}-{os.getpid()}"
    for form in ("json", "text"):
        written = log_into(form, "machine-1")
        for text in ("first", "second"):
            logging.getLogger("cogs.test").info(text)
        if form == "json":
            assert [line["process_name"] for line in lines(written)] == ["machine-1"] * 2
        else:
            found = written.getvalue().splitlines()
            assert [line.startswith("[machine-1] ") for line in found] == [True, True]
            assert found[1].endswith(" second")


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
