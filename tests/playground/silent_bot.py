"""A bot for the tests of processes: writes its process id to a file, and lives or ends as the environment says."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str]) -> int:
    del argv
    if os.environ.get("STUBBORN"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # a test that has read it may send the signal
    with Path(os.environ["PID_FILE"]).open("a") as file:
        file.write(f"{os.getpid()}\n")
    if os.environ.get("SHORT_LIVED"):
        return 3
    while True:
        time.sleep(0.1)
