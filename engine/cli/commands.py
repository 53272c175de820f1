"""Helpers of the command lines that read records or print tables."""

from __future__ import annotations

import io
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, TextIO

PIPE_CLOSED: Final = 141
"""The exit status after the reader of the output has closed the pipe, as shells give it."""

MAX_FILE_BYTES: Final = 16 * 2**20
"""The size of the largest file that is read; a record of a long match has less than a tenth of it."""


def run(command: Callable[[], int]) -> int:
    """Run a command, and return its exit status.

    A character that the encoding of the output lacks is replaced. The command ends without a word if the reader of its
    output closes the pipe.
    """
    output: TextIO = sys.stdout
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(errors="replace")
    try:
        try:
            status = command()
        finally:
            # argparse prints the help and exits
            output.flush()
            # the status is decided; uv repeats a Ctrl-C after 0.2 seconds
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except BrokenPipeError:
        # the interpreter flushes once more when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        return PIPE_CLOSED
    return status


@contextmanager
def uninterrupted() -> Generator[None]:
    """Ignore Ctrl-C until the context ends: for a step that is done as a whole, and for cleaning up after Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        # Ctrl-C is the main thread's
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def read_file(name: str) -> bytes:
    """Return the content of a file; of standard input if ``name`` is ``-``.

    Raises:
        OSError: the file can't be read, or is larger than :data:`MAX_FILE_BYTES`.

    """
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise OSError(f"{name} is larger than {MAX_FILE_BYTES >> 20} MB")
    return data


def one_line(text: str) -> str:
    r"""Return ``text`` on one line, with unprintable characters escaped: a record must not control a terminal.

    >>> print(one_line("two\nlines \x1b[2J"))
    two lines \x1b[2J
    """
    line = " ".join(text.split())
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)


def in_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> Iterator[str]:
    r"""Yield ``rows`` as lines with aligned columns: to the left for the column numbers in ``left``, else to the right.

    >>> "".join(in_columns([["tile", "pips"], ["0-0", "0"]], left=[0]))
    'tile  pips\n0-0      0\n'
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        yield "  ".join(cells).rstrip() + "\n"


def percentile(values: Sequence[float], part: int) -> float:
    """Return the value that ``part`` per cent of ``values`` do not exceed; ``values`` must not be empty.

    >>> percentile([1, 2, 3, 4], 50)
    2
    """
    return sorted(values)[math.ceil(len(values) * part / 100) - 1]
