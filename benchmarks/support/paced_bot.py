"""The bot, with a budget of requests that is in force only while a file exists: tables open faster without it.

Started by :mod:`benchmarks.table`; ``PACED`` names the file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import bot
from cogs.core.http.budget import Budget


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped."""
    paced, count = Path(os.environ["PACED"]), Budget._count

    def count_if_paced(budget: Budget) -> None:
        count(budget)
        if not paced.exists():
            budget._left = budget._burst
            budget._sent.clear()

    Budget._count = count_if_paced
    return bot.main(argv)
