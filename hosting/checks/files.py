"""The permissions of the files with secrets and data of people."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.live.database.copies.kept import kept
from hosting.checks.line import Line, NotObserved, fault, hint, ok
from settings import ENV_FILE, Settings

FILES: Final = "files"

BACKUPS: Final = Path("backups")
"""The folder of backups, as docs/hosting.md names it."""

MAX_NAMES: Final = 3
"""The number of private files that are named."""


class PathSeen(NamedTuple):
    """A file or folder with secrets or data of people, as it was observed.

    Attributes:
        path: its path.
        mode: its permissions.
        folder: whether it is a folder.
        open_to: whether each folder above lets the file's group in, and everybody.

    """

    path: Path
    mode: int
    folder: bool = False
    open_to: tuple[bool, bool] = (True, True)


class FilesSeen(NamedTuple):
    """The files as they were observed.

    Attributes:
        paths: the files and folders.
        owner: the name of the user whom the database belongs to, if root looks and it belongs to another one.

    """

    paths: Sequence[PathSeen] = ()
    owner: str = ""


OPEN: Final = (
    (fault, False, 0o002, "every user of this machine can change these files"),
    (fault, True, 0o002, "every user of this machine can change what is in these folders"),
    (fault, False, 0o004, "every user of this machine can read these files"),
    (hint, True, 0o004, "every user of this machine can see what is in these folders"),
    (hint, False, 0o060, "the users of their group can read these files"),
)
"""The ways in which paths are open: the kind of the line, whether it is about folders, permissions, and the text."""


def look(settings: Settings) -> FilesSeen:
    """Return the files with secrets or data of people."""
    if os.name != "posix":
        raise NotObserved("this system has other permissions")
    database = settings.domino_database if isinstance(settings.domino_database, Path) else None
    paths = [ENV_FILE]
    if database is not None:
        paths += [database.parent, *(Path(f"{database}{each}") for each in ("", "-wal", "-shm")), *kept(database)]
    with suppress(OSError):
        paths += [BACKUPS, *sorted(each for each in BACKUPS.iterdir() if each.is_file())]
    seen = [_path(each) for each in dict.fromkeys(paths) if _is_there(each)]
    as_root = not os.getuid() and database is not None and database.exists() and database.stat().st_uid
    return FilesSeen(seen, database.owner() if database is not None and as_root else "")


def _is_there(path: Path) -> bool:
    with suppress(OSError):
        # the folder that the bot was started from is no folder of the database alone
        return path.exists() and not path.samefile(Path.cwd())
    return False


def _path(path: Path) -> PathSeen:
    folders = [each.stat().st_mode for each in path.resolve().parents]
    group, everybody = (all(mode & bit for mode in folders) for bit in (0o010, 0o001))
    return PathSeen(path=path, mode=path.stat().st_mode, folder=path.is_dir(), open_to=(group or everybody, everybody))


def lines(seen: FilesSeen) -> list[Line]:
    """Return the lines about the permissions of files."""
    ways = [_way(each) for each in seen.paths]
    lines: list[Line] = []
    for way, (made, folders, _, text) in enumerate(OPEN):
        names = " ".join(shlex.quote(str(each.path)) for each, its in zip(seen.paths, ways, strict=True) if its == way)
        if names:
            lines.append(made(FILES, f"{text}: chmod {700 if folders else 600} {names}"))
    if not lines:
        files = [str(each.path) for each in seen.paths if not each.folder]
        more = f" and {len(files) - MAX_NAMES} more" if len(files) > MAX_NAMES else ""
        private = f"nobody else reads {', '.join(files[:MAX_NAMES])}{more}"
        lines = [ok(FILES, private if files else "there are none yet")]
    if seen.owner:
        text = f"the bot's files are {seen.owner}'s, and you are root: run this with sudo -u {seen.owner}"
        lines.append(hint(FILES, text))
    return lines


def _way(seen: PathSeen) -> int | None:
    """Return the way in which a path is open to others, by its place in :data:`OPEN`; None if it is not."""
    group, everybody = seen.open_to
    ways = (
        way
        for way, (_, folders, bits, _) in enumerate(OPEN)
        if folders is seen.folder and seen.mode & bits and (group if bits & 0o070 else everybody)
    )
    return next(ways, None)
