"""Tests of the progress of long work: a bar on a terminal, lines elsewhere, and nothing of either in the end."""

from __future__ import annotations

import io
import logging
import re
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from types import SimpleNamespace

import pytest

from engine.cli import progress
from engine.cli.progress import Standing, counted, logged, shown

SOON, LONG = 0.001, 60.0


class Stream(io.StringIO):
    """Standard error as a file: knows when something is written that has a text."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    def write(self, text: str) -> int:
        with self._changed:
            self._changed.notify_all()
            return super().write(text)

    def wait_for(self, text: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.getvalue(), 30), self.getvalue()


class Terminal(Stream):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """Return what can be read at last."""
        lines: list[str] = []
        for written in self.getvalue().split("\n"):
            shown = ""
            for text in written.split("\r"):
                shown = text + shown[len(text) :]
            lines.append(shown.rstrip())
        return lines


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let progress be shown soon, and the work take no time, however slow the machine is."""
    for name in ("BAR_AFTER", "BAR_SECONDS", "LINE_SECONDS"):
        monkeypatch.setattr(progress, name, SOON)
    monkeypatch.setattr(progress, "PATIENCE", LONG)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.parametrize(
    ("done", "of", "seconds", "details"),
    [
        (0, 0, 3, "00:03 so far"),
        (120, 0, 3, "120 rows, 00:03 so far"),
        (0, 400, 3, "0 of 400 rows, 00:03 so far"),
        (100, 400, 20, "100 of 400 rows, 01:00 left"),
        (1.5, 4, 3, "1 of 4 rows, 00:05 left"),
        (1, 4000, 20, "1 of 4000 rows, 22:13:00 left"),
        (400, 400, 20, "400 of 400 rows, 00:20 so far"),
        (401, 400, 20, "401 of 400 rows, 00:20 so far"),
    ],
)
def test_a_line_has_the_parts_that_are_known_and_the_time_left(
    done: float, of: int, seconds: float, details: str
) -> None:
    assert Standing("move", "rows", done, of, seconds).line() == f"move: {details}"


@pytest.mark.parametrize("stream", [Stream(), Terminal()], ids=["file", "terminal"])
def test_short_work_shows_nothing(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BAR_AFTER", "LINE_SECONDS"):
        monkeypatch.setattr(progress, name, LONG)
    with shown("move", "rows", stream) as report:
        report(1, 2)
    assert stream.getvalue() == ""


def test_a_terminal_has_a_bar_and_in_the_end_nothing() -> None:
    terminal = Terminal()
    with shown("move", "rows", terminal) as report:
        terminal.wait_for("so far")
        assert re.search(r"move: \|[ <=>]{20}\| 00:00 so far", terminal.lines()[-1])
        report(100, 400)
        terminal.wait_for("100 of 400 rows, ")
        assert terminal.lines()[-1].startswith("move:  25%|█")
    assert terminal.lines() == [""]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_stands_on_a_line_of_its_own(error: type[BaseException]) -> None:
    terminal = Terminal()
    with suppress(error), shown("move", "rows", terminal):
        terminal.wait_for("move: ")
        raise error
    terminal.write("it failed\n")
    assert terminal.lines() == ["it failed", ""]


def test_a_line_of_the_log_stands_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(logging.root, "handlers", [logging.StreamHandler()])
    with shown("move", "rows") as report:
        report(1, 2)
        terminal.wait_for("1 of 2")
        logging.getLogger("anything").warning("copied before")
    logging.getLogger("anything").warning("copied after")
    assert terminal.lines() == ["copied before", "copied after", ""]


def test_a_file_has_lines_without_control_characters() -> None:
    stream = Stream()
    with shown("move", "rows", stream) as report:
        report(100, 400)
        stream.wait_for("move: 100 of 400 rows, 00:00 left\n")
    assert all(line.startswith("move: ") and line.isprintable() for line in stream.getvalue().splitlines())


def test_the_bot_logs_such_lines() -> None:
    stream, log = Stream(), logging.Logger("bot")
    log.addHandler(logging.StreamHandler(stream))
    with logged("recompute", "matches", log) as report:
        report(25, 50)
        stream.wait_for("recompute: 25 of 50 matches, 00:00 left\n")


def test_a_clock_that_is_set_back_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    backwards = count(1_000_000_000, -3600)
    monkeypatch.setattr(progress, "time", time)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(time, "time", lambda: next(backwards))
    terminal = Terminal()
    with shown("move", "rows", terminal) as report:
        for done in (1, 2, 3):
            report(done, 4)
            terminal.wait_for(f"{done} of 4 rows, 00:00 left")
    assert "-" not in terminal.getvalue()


class Full(Terminal):
    def write(self, text: str) -> int:
        super().write(text)
        raise OSError("no space left")


def test_a_terminal_that_goes_away_does_not_hold_the_work() -> None:
    terminal = Terminal()
    with shown("move", "rows", terminal) as report:
        report(1, 2)
        terminal.wait_for("1 of 2")
        terminal.close()
        report(2, 2)
        time.sleep(0.05)


@pytest.mark.parametrize("tty", [True, False])
def test_a_stream_that_takes_nothing_does_not_end_the_work(tty: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Full()
    monkeypatch.setattr(stream, "isatty", lambda: tty)
    with shown("move", "rows", stream) as report:
        report(1, 2)
        stream.wait_for("move: ")


def test_work_goes_on_with_standard_error_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with shown("move", "rows") as report:
        report(1, 2)


def test_an_item_counts_once_its_reader_asks_for_the_next() -> None:
    reports: list[tuple[float, int]] = []
    items = counted("ab", 2, lambda done, of: reports.append((done, of)))
    assert next(items) == "a"
    assert reports == []
    assert list(items) == ["b"]
    assert reports == [(1, 2), (2, 2)]
