"""Ctrl-C during imports; this module imports next to nothing itself."""

from __future__ import annotations

import sys
from types import TracebackType

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it."""


def silence() -> None:
    """Let Ctrl-C end the process without a traceback where nothing handles it, as during imports."""
    others = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            raise SystemExit(INTERRUPTED)
        others(kind, error, trace)

    sys.excepthook = report
