"""Shows the progress of a long command: a bar on a terminal, elsewhere a line from time to time."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TextIO, TypeVar

# The library is imported where something is shown: the bot, which starts with this module, shows nothing.
if TYPE_CHECKING:
    from tqdm import tqdm

T = TypeVar("T")

_LOCK = threading.RLock()

Report = Callable[[float, int], None]
"""Takes the number of parts that are done, also a fraction of one, and the number of all; 0 while it is unknown."""

BAR_AFTER: Final = 1.0
"""The seconds after which a bar appears: shorter work shows nothing."""

BAR_SECONDS: Final = 0.1
"""The seconds between two pictures of a bar."""

MOVING_WIDTH: Final = 20
"""The characters of a bar for work of unknown length."""

MARK: Final = "<=>"

LINE_SECONDS: Final = 20.0
"""The seconds between two lines where there is no terminal."""

PATIENCE: Final = 1.0
"""The seconds that the end of the work waits for a terminal that takes no more text."""


class Standing(NamedTuple):
    """The progress of a task.

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
        return f"{self.task}: {self.details()}"

    def details(self) -> str:
        """Return the parts that are done, and the time left; the time so far while that is unknown."""
        from tqdm import tqdm

        parts = [f"{int(self.done)} of {self.of} {self.unit}"] if self.of else []
        if not parts and self.done:
            parts = [f"{int(self.done)} {self.unit}"]
        if 0 < self.done < self.of:
            parts.append(f"{tqdm.format_interval(self.seconds * (self.of - self.done) / self.done)} left")
        else:
            parts.append(f"{tqdm.format_interval(self.seconds)} so far")
        return ", ".join(parts)


def to_and_fro(seconds: float) -> str:
    """Return a bar at a time for work of unknown length: a mark that moves to the right and back.

    >>> [to_and_fro(each) for each in (0, 0.5, 1.7, 2.9)]
    ['<=>                 ', '     <=>            ', '                 <=>', '     <=>            ']
    """
    way = MOVING_WIDTH - len(MARK)
    at = int(10 * seconds) % (2 * way)
    return f"{' ' * min(at, 2 * way - at)}{MARK}".ljust(MOVING_WIDTH)


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
        from tqdm.contrib.logging import logging_redirect_tqdm

        # the log is on the terminal, too: its lines go above the bar
        with (
            logging_redirect_tqdm(),
            closing(_Bar(output)) as bar,
            _observed(task, unit, bar.show, BAR_AFTER, BAR_SECONDS) as report,
        ):
            yield report
    else:
        with _observed(task, unit, lambda now: _print(now, output), LINE_SECONDS, LINE_SECONDS) as report:
            yield report


@contextmanager
def logged(task: str, unit: str, log: logging.Logger) -> Generator[Report]:
    """Log such lines, as :func:`shown` prints them, until the context ends."""
    with _observed(task, unit, lambda now: log.info("%s", now.line()), LINE_SECONDS, LINE_SECONDS) as report:
        yield report


def counted(items: Iterable[T], of: int, report: Report) -> Iterator[T]:
    """Yield items, and report each once the reader asks for the next one."""
    for done, item in enumerate(items, 1):
        yield item
        report(done, of)


@contextmanager
def _observed(task: str, unit: str, show: Callable[[Standing], None], first: float, every: float) -> Generator[Report]:
    """Show the standing after ``first`` seconds and then after each ``every``, whenever reports come.

    A thread does so: the work may be in one long statement. Reports therefore cost next to nothing.
    """
    began, latest, ended = time.monotonic(), (0.0, 0), threading.Event()

    def report(done: float, of: int) -> None:
        nonlocal latest
        latest = done, of

    def showing() -> None:
        pause = first
        while not ended.wait(pause):
            show(Standing(task, unit, *latest, time.monotonic() - began))
            pause = every

    thread = threading.Thread(target=showing, name="progress", daemon=True)
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


class _Bar:
    """A bar of the library's, with the details of a standing."""

    def __init__(self, stream: TextIO) -> None:
        from tqdm import tqdm

        # a bar has a thread of its own to show it, and no other process draws one
        tqdm.monitor_interval = 0
        tqdm.set_lock(_LOCK)  # pyright: ignore[reportUnknownMemberType]
        self._stream = stream
        self._bar: tqdm[NoReturn] | None = None

    def show(self, now: Standing) -> None:
        """Show a standing in place of the one before."""
        from tqdm import tqdm

        bar = "{percentage:3.0f}%|{bar}|" if now.of else f"|{to_and_fro(now.seconds)}|"
        # the library's own way to show it keeps the lock for good if the terminal is gone
        with suppress(OSError, ValueError), _LOCK:
            if self._bar is None:
                self._bar = tqdm(total=now.of, file=self._stream, leave=False, dynamic_ncols=True, delay=BAR_AFTER)
                self._bar.delay = 0
            self._bar.n, self._bar.total = min(now.done, now.of), now.of
            self._bar.bar_format = f"{now.task}: {bar} {now.details()}"
            self._bar.refresh(nolock=True)

    def close(self) -> None:
        """Remove the bar."""
        with suppress(OSError, ValueError):
            if self._bar is not None:
                self._bar.close()
