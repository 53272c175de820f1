"""The lines about this machine: ports, permissions of files, packages and libraries."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from hosting.checks.line import Line, fault, hint, ok

PORTS, FILES, PACKAGES = "ports", "files", "packages"

MAX_NAMES: Final = 3
"""The number of private files that are named."""

PLAYGROUND: Final = "DOMINO_PLAYGROUND_PORT"

EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - nothing is bound here
"""Addresses that stand for all of this machine's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PortSeen:
    """A port that the settings name, as it was observed.

    Attributes:
        setting: the name of its setting.
        host: the address at which it is to be open; empty for all.
        error: why it can't be opened; empty if it is free.
        bot: whether a bot of this kind answers there.
        needed: whether the bot opens it with these settings.

    """

    setting: str
    host: str
    port: int
    error: str = ""
    bot: bool = False
    needed: bool = True


def port_lines(ports: Sequence[PortSeen], *, running: bool) -> list[Line]:
    """Return the lines about the ports.

    Args:
        ports: the ports of the settings.
        running: whether a bot runs with the database of the settings.

    """
    if not ports:
        return [ok(PORTS, "the settings name none")]
    return [*(_port(each, running=running) for each in ports), *_shared(ports)]


def _port(seen: PortSeen, *, running: bool) -> Line:
    name = f"{seen.setting} {seen.port}"
    if not seen.error:
        return ok(PORTS, f"{name} is free")
    if seen.bot and (running or seen.setting == PLAYGROUND):
        program = "the playground" if seen.setting == PLAYGROUND else "the bot"
        return ok(PORTS, f"{name} is open for {program} that is running")
    whose = "another bot of this kind has it" if seen.bot else seen.error
    text = f"{name} can't be opened: {whose}. Set another port or address, or end the program that has this one"
    return fault(PORTS, text) if seen.needed else hint(PORTS, text)


def _shared(ports: Sequence[PortSeen]) -> Iterator[Line]:
    for one, other in combinations(ports, 2):
        meet = one.host == other.host or not EVERYWHERE.isdisjoint({one.host, other.host})
        if one.port == other.port and meet and one.needed and other.needed:
            yield fault(PORTS, f"{one.setting} and {other.setting} are both {one.port}: set another for one")


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSeen:
    """A file or folder with secrets or data of people, as it was observed.

    Attributes:
        mode: its permissions.
        folder: whether it is a folder.
        open_to: whether each folder above lets the file's group in, and everybody.

    """

    path: Path
    mode: int
    folder: bool = False
    open_to: tuple[bool, bool] = (True, True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesSeen:
    """The files as they were observed.

    Attributes:
        paths: the files and folders.
        owner: the name of the user whom the database belongs to, if root looks and it belongs to another one.

    """

    paths: Sequence[PathSeen] = ()
    owner: str = ""


OPEN: Final = (
    (fault, "every user of this machine can change these files"),
    (fault, "every user of this machine can change what is in these folders"),
    (fault, "every user of this machine can read these files"),
    (hint, "every user of this machine can see what is in these folders"),
    (hint, "the users of their group can read these files"),
)
"""The ways in which paths are open to others: the kind of the line, and its text."""


def file_lines(seen: FilesSeen) -> list[Line]:
    """Return the lines about the permissions of files."""
    lines = list(_open_lines(seen.paths)) or [ok(FILES, _private_text(seen.paths))]
    if seen.owner:
        text = f"the bot's files are {seen.owner}'s, and you are root: run this with sudo -u {seen.owner}"
        lines.append(hint(FILES, text))
    return lines


def _private_text(paths: Sequence[PathSeen]) -> str:
    files = [str(each.path) for each in paths if not each.folder]
    if not files:
        return "there are none yet"
    more = f" and {len(files) - MAX_NAMES} more" if len(files) > MAX_NAMES else ""
    return f"nobody else reads {', '.join(files[:MAX_NAMES])}{more}"


def _open_lines(paths: Sequence[PathSeen]) -> Iterator[Line]:
    """Yield a line for all paths that are open to others in the same way."""
    for way, (made, text) in enumerate(OPEN):
        found = [each for each in paths if _way(each) == way]
        folders, names = any(each.folder for each in found), " ".join(shlex.quote(str(each.path)) for each in found)
        if found:
            yield made(FILES, f"{text}: chmod {700 if folders else 600} {names}")


def _way(seen: PathSeen) -> int | None:
    """Return the way in which a path is open to others, by its place in :data:`OPEN`; None if it is not."""
    group, everybody = seen.open_to
    if everybody and seen.mode & 0o002:
        return 1 if seen.folder else 0
    if everybody and seen.mode & 0o004:
        return 3 if seen.folder else 2
    return 4 if group and seen.mode & 0o060 and not seen.folder else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageSeen:
    """A package or library beside those of every bot.

    Attributes:
        purpose: the use of it with its verb, as the beginning of a sentence.
        there: whether it is installed.
        remedy: how to install it.
        needed: whether the bot does not start without it.

    """

    name: str
    purpose: str
    there: bool
    remedy: str
    needed: bool = False


def package_lines(packages: Sequence[PackageSeen]) -> list[Line]:
    """Return the lines about packages and libraries."""
    lacking = [each for each in packages if not each.there]
    if not lacking:
        return [ok(PACKAGES, f"{', '.join(each.name for each in packages)}: installed")]
    return [
        (fault if each.needed else hint)(PACKAGES, f"{each.purpose} {each.name}, which is not installed: {each.remedy}")
        for each in lacking
    ]
