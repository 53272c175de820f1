"""What commands that read records or print tables share."""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path


def read(name: str) -> bytes:
    """Read a file, or standard input where ``name`` is ``-``.

    Raises:
        OSError: it can't be read.

    """
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def one_line(text: str) -> str:
    """Give ``text`` on one line, with what is not printable escaped: a stranger's record must not steer a terminal."""
    line = " ".join(text.split())
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)


def in_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> Iterator[str]:
    """Give ``rows`` as lines with their columns below each other, those numbered in ``left`` aligned to the left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        yield "  ".join(cells).rstrip() + "\n"


def percentile(values: Sequence[float], part: int) -> float:
    """Give the value that ``part`` per cent of ``values`` do not exceed; they must not be empty."""
    return sorted(values)[math.ceil(len(values) * part / 100) - 1]
