"""Shows how far a long command is: a bar on a terminal, elsewhere a line from time to time."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple, TextIO, TypeVar

T = TypeVar("T")

Report = Callable[[float, int], None]
"""Takes the number of parts that are done, also a fraction of one, and the number of all; 0 while it is unknown."""

BAR_AFTER: Final = 1.0
"""The seconds after which a bar appears: shorter work shows nothing."""

BAR_SECONDS: Final = 0.1
"""The seconds between two pictures of a bar."""

LINE_SECONDS: Final = 20.0
"""The seconds between two lines where there is no terminal."""

PATIENCE: Final = 1.0
"""The seconds that the end of the work waits for a terminal that takes no more text."""


class Standing(NamedTuple):
    """How far a task is.

    Attributes:
        task: the task in a word or two, as ``backup``.
        unit: the parts of the task in the plural, as ``pages``.
        done: the number of parts that are done.
        of: the number of all parts; 0 while it is unknown.
        seconds: the time since the task began.

    """

    task: str
    unit: str
    done: float
    of: int
    seconds: float

    def line(self) -> str:
        """Return the standing as a line.

        >>> Standing("backup", "pages", 250, 1000, 20).line()
        'backup: 250 of 1000 pages, 01:00 left'
        """
        return f"{self.task}: {self._details()}"

    def bar(self, columns: int, *, ascii_only: bool) -> str:
        """Return the standing as a bar with its line, or as the line alone while the number of parts is unknown.

        >>> Standing("backup", "pages", 250, 1000, 20).bar(60, ascii_only=True)
        'backup:  25%|####            | 250 of 1000 pages, 01:00 left'
        """
        if not self.of:
            return self.line()[:columns]
        from tqdm import tqdm  # here alone: it takes long to import, and short work needs none

        return tqdm.format_meter(
            min(self.done, self.of),
            self.of,
            self.seconds,
            ncols=columns,
            ascii=ascii_only,
            bar_format=f"{self.task}: {{percentage:3.0f}}%|{{bar}}| {self._details()}",
        )

    def _details(self) -> str:
        parts = [f"{int(self.done)} of {self.of} {self.unit}"] if self.of else []
        if not parts and self.done:
            parts = [f"{int(self.done)} {self.unit}"]
        if 0 < self.done < self.of:
            parts.append(f"{_clock(self.seconds * (self.of - self.done) / self.done)} left")
        else:
            parts.append(f"{_clock(self.seconds)} so far")
        return ", ".join(parts)


def _clock(seconds: float) -> str:
    from tqdm import tqdm

    return tqdm.format_interval(seconds)


def silent(done: float, of: int) -> None:
    """Take a report, and show nothing."""
    del done, of


@contextmanager
def shown(task: str, unit: str, stream: TextIO | None = None) -> Generator[Report]:
    """Show the progress of a task until the context ends, and then nothing more.

    Args:
        task: the task in a word or two, as ``backup``.
        unit: the parts of the task in the plural, as ``pages``.
        stream: standard error if None, since results go to standard output.

    """
    output: TextIO | None = sys.stderr if stream is None else stream
    if output is None:
        # the command was started with standard error closed
        yield silent
    elif output.isatty():
        terminal = _Terminal(output)
        with terminal.below_the_log(), _told(task, unit, terminal.show, BAR_AFTER, BAR_SECONDS) as report:
            yield report
    else:
        with _told(task, unit, lambda now: _print(now, output), LINE_SECONDS, LINE_SECONDS) as report:
            yield report


@contextmanager
def logged(task: str, unit: str, log: logging.Logger) -> Generator[Report]:
    """Log such lines, as :func:`shown` prints them, until the context ends."""
    with _told(task, unit, lambda now: log.info("%s", now.line()), LINE_SECONDS, LINE_SECONDS) as report:
        yield report


def counted(items: Iterable[T], of: int, report: Report) -> Iterator[T]:
    """Yield items, and report each once the reader asks for the next one."""
    for done, item in enumerate(items, 1):
        yield item
        report(done, of)


@contextmanager
def _told(task: str, unit: str, tell: Callable[[Standing], None], first: float, every: float) -> Generator[Report]:
    """Tell the standing after ``first`` seconds and then after each ``every``, whenever reports come.

    A thread does so: the work may be in one long statement. Reports therefore cost next to nothing.
    """
    began, latest, ended = time.monotonic(), (0.0, 0), threading.Event()

    def report(done: float, of: int) -> None:
        nonlocal latest
        latest = done, of

    def telling() -> None:
        pause = first
        while not ended.wait(pause):
            tell(Standing(task, unit, *latest, time.monotonic() - began))
            pause = every

    thread = threading.Thread(target=telling, name="progress", daemon=True)
    try:
        thread.start()
        yield report
    finally:
        ended.set()
        thread.join(PATIENCE)


def _print(now: Standing, output: TextIO) -> None:
    # a full disk or a closed pipe must not end the work
    with suppress(OSError, ValueError):
        print(now.line(), file=output, flush=True)


class _Terminal:
    """The last line of a terminal. The cursor stays at its beginning, so that nothing is left of it at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._replace: Callable[[str], None] | None = None
        self._ascii_only = not (stream.encoding or "").lower().startswith("utf")
        self._lock = threading.Lock()
        self._free_from = 0.0

    def show(self, now: Standing) -> None:
        """Show a standing in place of the one before."""
        with self._lock:
            if time.monotonic() >= self._free_from:
                self._write(now.bar(self._columns() - 1, ascii_only=self._ascii_only))

    def clear(self) -> None:
        """Remove what is shown."""
        with self._lock:
            if self._replace is not None:
                self._write("")
                self._replace = None

    @contextmanager
    def below_the_log(self) -> Generator[None]:
        """Remove what is shown before each line of the log, and at the end."""
        handlers = list(logging.getLogger().handlers)
        for each in handlers:
            each.addFilter(self._make_way)
        try:
            yield
        finally:
            for each in handlers:
                each.removeFilter(self._make_way)
            self.clear()

    def _make_way(self, record: logging.LogRecord) -> bool:
        del record
        self._free_from = time.monotonic() + BAR_SECONDS
        self.clear()
        return True

    def _write(self, text: str) -> None:
        if self._replace is None:
            from tqdm import tqdm

            self._replace = tqdm.status_printer(self._stream)
        with suppress(OSError, ValueError):
            self._replace(text)
            self._stream.write("\r")
            self._stream.flush()

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except (OSError, ValueError):
            return shutil.get_terminal_size().columns
