"""Shows how far a long command is: a bar on a terminal, elsewhere a line from time to time."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, TextIO

from tqdm import tqdm

Report = Callable[[int, int], None]
"""Is called with the number of parts that are done, and the number of all."""

LINE_SECONDS: Final = 20.0
"""The seconds between two lines where there is no terminal."""


@contextmanager
def shown(task: str, unit: str, stream: TextIO | None = None) -> Generator[Report]:
    """Show the progress of a task until the context ends.

    Args:
        task: the task in a word or two, as ``backup``.
        unit: the parts of the task in the plural, as ``pages``.
        stream: standard error if None, since results go to standard output.

    """
    output: TextIO = sys.stderr if stream is None else stream
    if not output.isatty():
        yield in_lines(task, unit, lambda line: print(line, file=output, flush=True))
        return
    with tqdm(desc=task, unit=f" {unit}", file=output, dynamic_ncols=True, leave=False) as bar:

        def report(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield report


def in_lines(task: str, unit: str, say: Callable[[str], None]) -> Report:
    """Return a report that says a line every :data:`LINE_SECONDS`, with the time left."""
    began = said = time.monotonic()

    def report(done: int, of: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < LINE_SECONDS or not 0 < done < of:
            return
        said = now
        left = tqdm.format_interval((now - began) * (of - done) / done)
        say(f"{task}: {done} of {of} {unit}, {left} left")

    return report


def logged(task: str, unit: str, log: logging.Logger) -> Report:
    """Return a report that logs such lines."""
    return in_lines(task, unit, log.info)
