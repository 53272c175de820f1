"""The names of backups in a folder, and the choice of those to delete."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

MAX_KEPT: Final = 1000

PATTERN: Final = "domino-*.sqlite3"
"""The pattern of the names of files among which backups are."""

_NAME = re.compile(r"domino-[0-9]{8}-[0-9]{6}\.sqlite3")


def name_of(now: datetime, taken: Collection[str]) -> str:
    """Return the name of a backup that is made at a time in UTC, or in the first second after it that is not taken."""
    while (name := f"domino-{now:%Y%m%d-%H%M%S}.sqlite3") in taken:
        now += timedelta(seconds=1)
    return name


def outdated(names: Iterable[str], newest: str, keep: int) -> list[str]:
    """Return the names of the backups to delete, the oldest first, so that ``keep`` of them stay.

    A name later than that of the newest backup was given while the clock was wrong: it counts as older than the others.

    Args:
        names: the names of all files, of which only those of backups matter.
        newest: the name of the newest backup, which stays.
        keep: how many stay; at least one.

    """
    others = sorted((name <= newest, name) for name in names if _NAME.fullmatch(name) and name != newest)
    return [name for _, name in others[: max(0, len(others) + 1 - keep)]]
