"""The lines about the database."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from tqdm import tqdm

from engine.live.database.copies.kept import before_migration
from engine.live.database.errors import Cause
from engine.live.database.migrate import scripts
from hosting.checks.line import Line, fault, hint, ok, sentence

DATABASE: Final = "database"

MIN_FREE_BYTES: Final = 64 * 1000**2
"""The free space below which the disk counts as full."""

MIN_POSTGRES: Final = 15

FIRST_TABLE: Final = "tables"
"""A table that every version has."""

MAKING: Final = "the bot makes its tables at its start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a database.

    Attributes:
        version: the migrations that it has had; 0 for an empty one.
        known: the migrations that this bot knows.
        foreign: whether another program made it.

    """

    version: int
    known: int
    foreign: bool = False

    @classmethod
    def of(cls, version: int, tables: Collection[str]) -> Self:
        """Return the contents of a database of a version with tables of these names; an empty one has none."""
        foreign = FIRST_TABLE not in tables if version else bool(tables)
        return cls(version=version, known=len(scripts()), foreign=foreign)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSeen:
    """A database file as it was observed.

    Attributes:
        file: the path in the settings.
        place: the absolute path.
        size: bytes; None if there is no file.
        free: free bytes on its disk; None if they could not be counted.
        locked: paths that this user can't write.
        error: why it can't be read.
        cause: the kind of that error.
        contents: its contents, if it could be read.
        damage: the first damage that was found.
        looked_over: whether all of it was looked over.
        running: whether a bot has reserved it.
        unfinished: whether a restore has to be finished, so that the file was not read.

    """

    file: Path
    place: Path
    size: int | None = None
    free: int | None = None
    locked: tuple[Path, ...] = ()
    error: str = ""
    cause: Cause | None = None
    contents: Contents | None = None
    damage: str = ""
    looked_over: bool = True
    running: bool = False
    unfinished: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSeen:
    """A PostgreSQL database as it was observed.

    Attributes:
        address: the address without its password.
        error: why it can't be used.
        server: the server's version, as 15.
        encoding: how it stores texts.
        contents: its contents, if it could be read.
        read_only: whether it takes no writes, as a replica does.
        forbidden: rights that the user lacks, in words.
        running: the number of bots that run with it.
        ahead: seconds by which its clock is ahead of this machine's; None if it was not asked.

    """

    address: str
    error: str = ""
    server: int = MIN_POSTGRES
    encoding: str = "UTF8"
    contents: Contents | None = None
    read_only: bool = False
    forbidden: tuple[str, ...] = ()
    running: int = 0
    ahead: float | None = None


DatabaseSeen = FileSeen | ServerSeen


def database_lines(seen: DatabaseSeen) -> list[Line]:
    """Return the lines about the database."""
    return list(_file(seen) if isinstance(seen, FileSeen) else _server(seen))


def _file(seen: FileSeen) -> Iterator[Line]:
    faults = list(_file_faults(seen))
    if seen.unfinished:
        yield hint(DATABASE, f"{seen.file}: a restore was killed, and the next start of the bot finishes it")
        yield from faults
        return
    yield from faults or [ok(DATABASE, _file_text(seen))]
    if seen.running:
        yield hint(DATABASE, "a bot is running with it; that is no fault")
    if faults:
        return
    if seen.contents is not None:
        yield from _due(seen.contents, f"and keeps a copy in {before_migration(seen.file).name}")
    if not seen.looked_over:
        yield hint(DATABASE, "its integrity was not looked over to the end; bot.py --backup does so")
    if seen.size and seen.free is not None and seen.free < seen.size + MIN_FREE_BYTES:
        use = "to remove deleted data from the file, or to copy it before a migration"
        yield hint(DATABASE, f"{_bytes(seen.free)} free: {use}, takes {_bytes(seen.size + MIN_FREE_BYTES)}")


def _file_faults(seen: FileSeen) -> Iterator[Line]:
    if seen.error:
        advice = seen.cause.advice if seen.cause else "Check DOMINO_DATABASE, and the user who runs this."
        yield fault(DATABASE, f"{seen.file} can't be opened: {sentence(seen.error)} {advice}")
    if seen.damage:
        yield fault(DATABASE, f"{seen.file} is damaged ({seen.damage}). {Cause.DAMAGED.advice}")
    if seen.contents is not None:
        yield from _unusable(seen.contents, str(seen.file))
    for each in seen.locked:
        remedy = "let the bot's user write it, and run this as that user"
        yield fault(DATABASE, f"{each} can't be written by this user: {remedy}")
    if seen.free is not None and seen.free < MIN_FREE_BYTES:
        yield fault(DATABASE, f"{_bytes(seen.free)} free for {seen.file}: the disk is full. {Cause.FULL.advice}")


def _file_text(seen: FileSeen) -> str:
    free = f"{_bytes(seen.free or 0)} free"
    if seen.size is None:
        return f"{seen.place} is not there yet, and the bot makes it at its start; {free}"
    if seen.contents is None or not seen.contents.version:
        return f"{seen.file} is empty, and {MAKING}; {free}"
    intact = "intact, " if seen.looked_over else ""
    return f"{seen.file}: version {seen.contents.version}, {_bytes(seen.size)}, {intact}writable; {free}"


def _bytes(count: float) -> str:
    return tqdm.format_sizeof(count, "B")


def _server(seen: ServerSeen) -> Iterator[Line]:
    faults = list(_server_faults(seen))
    yield from faults or [ok(DATABASE, _server_text(seen))]
    if seen.running:
        bots = "1 bot is" if seen.running == 1 else f"{seen.running} bots are"
        yield hint(DATABASE, f"{bots} running with it; that is no fault")
    if not faults and seen.contents is not None:
        yield from _due(seen.contents, "so copy it with pg_dump before")


def _server_faults(seen: ServerSeen) -> Iterator[Line]:
    if seen.error:
        advice = "Check DOMINO_DATABASE, and that PostgreSQL runs."
        yield fault(DATABASE, f"{seen.address} can't be opened: {sentence(seen.error)} {advice}")
        return
    if seen.server < MIN_POSTGRES:
        yield fault(DATABASE, f"{seen.address} is PostgreSQL {seen.server}: the bot needs {MIN_POSTGRES} or later")
    if seen.encoding != "UTF8":
        yield fault(DATABASE, f"{seen.address} has the encoding {seen.encoding}: make a database with UTF8")
    if seen.read_only:
        yield fault(DATABASE, f"{seen.address} is read-only, perhaps a replica: name the primary in DOMINO_DATABASE")
    if seen.contents is not None:
        yield from _unusable(seen.contents, seen.address)
    if seen.forbidden:
        yield fault(DATABASE, f"the user of {seen.address} may not {' or '.join(seen.forbidden)}: grant it that right")


def _server_text(seen: ServerSeen) -> str:
    where = f"{seen.address}: PostgreSQL {seen.server}"
    if seen.contents is None or not seen.contents.version:
        return f"{where}, empty, and {MAKING}"
    return f"{where}, version {seen.contents.version}, writable; the free space of its disk is not known here"


def _unusable(contents: Contents, where: str) -> Iterator[Line]:
    if contents.foreign:
        yield fault(DATABASE, f"{where} was made by another program: name another database in DOMINO_DATABASE")
    elif contents.version > contents.known:
        known = f"this bot knows versions up to {contents.known}"
        yield fault(DATABASE, f"{where} is of version {contents.version}, and {known}: update the bot")


def _due(contents: Contents, copy: str) -> Iterator[Line]:
    if 0 < contents.version < contents.known:
        yield hint(DATABASE, f"the next start migrates it from version {contents.version} to {contents.known}, {copy}")
