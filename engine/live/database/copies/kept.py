"""The databases that are kept beside a database file: from before its last migration, and from before each restore.

They hold data that people delete later, so the first deletion deletes them, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from glob import escape
from pathlib import Path
from typing import Final

MIGRATION, RESTORE = ".before-migration", ".before-restore"

_ENDING: Final = re.compile(
    rf"(?:{MIGRATION}|{RESTORE}(?:-(?P<number>[0-9]+))?)(?:\.\w{{8}}\.part)?(?:-journal|-wal|-shm)?"
)
"""The endings of kept databases, unfinished ones too, and of the files beside them."""


def before_migration(file: Path) -> Path:
    """Return the path of the copy that is made of a file before its last migration."""
    return Path(f"{file}{MIGRATION}")


def before_restore(file: Path, number: int = 1) -> Path:
    """Return the path of a database that a restore replaced. Beside a damaged database, its log is kept.

    Args:
        file: the database.
        number: the number of the restore, from 1; each keeps its database under a name of its own.

    """
    return Path(f"{file.resolve()}{RESTORE}{f'-{number}' if number > 1 else ''}")


def last_restore(file: Path) -> int:
    """Return the highest number of a database that a restore replaced and that is still there; 0 without any."""
    file = file.resolve()
    found = (ending for _, ending in _kept(file) if ending[0].startswith(RESTORE))
    return max((int(ending["number"] or 1) for ending in found), default=0)


def kept(file: Path) -> list[Path]:
    """Return all that is kept beside a file, and beside the one that a link leads to; a database after its log."""
    places = [file, file.resolve()] if file.is_symlink() else [file]
    return sorted((path for place in places for path, _ in _kept(place)), reverse=True)


def remove_kept(file: Path) -> None:
    """Delete all that is kept beside a file; raise OSError if something stays."""
    for each in kept(file):
        each.unlink(missing_ok=True)


def _kept(file: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for each in file.parent.glob(f"{escape(file.name)}.before-*"):
        if ending := _ENDING.fullmatch(each.name, len(file.name)):
            yield each, ending
