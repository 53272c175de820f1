"""The copies that are kept beside a database file: from before its last migration, and from before its last restore.

They hold data that people delete later, so the first deletion deletes them, too.
"""

from __future__ import annotations

from glob import escape
from pathlib import Path
from typing import Final

from engine.live.database.copies.backup import PART, remove

MIGRATION, RESTORE = ".before-migration", ".before-restore"

KEPT: Final = (MIGRATION, RESTORE)
"""The endings of the copies' names."""


def before_migration(file: Path) -> Path:
    """Return the path of the copy that is made of a file before its last migration."""
    return Path(f"{file}{MIGRATION}")


def before_restore(file: Path) -> Path:
    """Return the path of the database that the last restore replaced. Beside a damaged database, its log is kept."""
    return Path(f"{file.resolve()}{RESTORE}")


def remove_kept(file: Path) -> None:
    """Delete all copies that are kept beside a file, unfinished ones too; raise OSError if one stays."""
    for place in {file, file.resolve()}:
        for ending in KEPT:
            copy = Path(f"{place}{ending}")
            for part in copy.parent.glob(f"{escape(copy.name)}{PART}"):
                remove(part)
            remove(copy)
