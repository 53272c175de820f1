"""What commands that read records share."""

from __future__ import annotations

import sys
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
