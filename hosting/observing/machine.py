"""Observes this machine: ports, permissions of files, packages and libraries."""

from __future__ import annotations

import asyncio
import http.client
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from engine.live.database.address import DatabaseURL
from engine.live.database.copies.kept import kept
from hosting.checks.line import NotObserved
from hosting.checks.machine import EVERYWHERE, PLAYGROUND, FilesSeen, PackageSeen, PathSeen, PortSeen
from settings import ENV_FILE, Settings

PORT_SECONDS: Final = 2.0
"""The seconds for the answer of a program at a port."""

MAX_ANSWER_BYTES: Final = 65_536
MYSELF: Final = "127.0.0.1"
BACKUPS: Final = Path("backups")
"""The folder of backups, as docs/hosting.md names it."""


# ------------------------------------------------------------------ ports


def look_at_ports(settings: Settings) -> list[PortSeen]:
    """Return the ports that the settings name."""
    on_server, plays_here = isinstance(settings.domino_database, DatabaseURL), settings.discord_token is None
    wanted = (
        ("DOMINO_METRICS_PORT", settings.domino_metrics_host, settings.domino_metrics_port, not plays_here),
        ("DOMINO_PEER_PORT", settings.peer_address or "", settings.domino_peer_port, on_server and not plays_here),
        (PLAYGROUND, MYSELF, settings.domino_playground_port, plays_here),
    )
    return [_port(setting, host, port, needed=needed) for setting, host, port, needed in wanted if port]


def _port(setting: str, host: str, port: int, *, needed: bool) -> PortSeen:
    error = _taken(host, port)
    bot = bool(error) and _is_bot(setting, MYSELF if host in EVERYWHERE else host, port)
    return PortSeen(setting=setting, host=host, port=port, error=error, bot=bot, needed=needed)


def _taken(host: str, port: int) -> str:
    """Return why a port can't be opened; empty if it can, which is tried for a moment as the bot opens it."""

    async def tried() -> None:
        server = await asyncio.get_running_loop().create_server(
            asyncio.Protocol, host or None, port, start_serving=False
        )
        server.close()

    try:
        asyncio.run(tried())
    except OSError as error:
        # asyncio puts the address before the reason
        return (error.strerror or str(error)).rpartition(": ")[2]
    return ""


def _is_bot(setting: str, host: str, port: int) -> bool:
    """Whether a bot of this kind answers at a port; a question that it does not log."""
    path, is_ours = _SIGNS[setting]
    connection = http.client.HTTPConnection(host, port, timeout=PORT_SECONDS)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return is_ours(answer, answer.read(MAX_ANSWER_BYTES))
    except (http.client.HTTPException, OSError):
        return False
    finally:
        connection.close()


_SIGNS: Final[Mapping[str, tuple[str, Callable[[http.client.HTTPResponse, bytes], bool]]]] = {
    "DOMINO_METRICS_PORT": ("/readyz", lambda answer, body: b'"gateway"' in body and b'"database"' in body),
    "DOMINO_PEER_PORT": ("/interactions", lambda answer, body: answer.headers["Allow"] == "POST"),
    PLAYGROUND: ("/", lambda answer, body: b"<title>Domino" in body),
}
"""The answers of the bot at each of its ports: a path, and a function that knows the answer."""


# ------------------------------------------------------------------ files


def look_at_files(database: Path | None) -> FilesSeen:
    """Return the files with secrets or data of people.

    Args:
        database: the database, if it is a file.

    """
    if os.name != "posix":
        raise NotObserved("this system has other permissions")
    paths = [each for each in (ENV_FILE, *_of_database(database), *_in(BACKUPS)) if _is_there(each)]
    return FilesSeen(paths=[_path(each) for each in dict.fromkeys(paths)], owner=_owner(database))


def _of_database(database: Path | None) -> Iterator[Path]:
    if database is not None:
        yield database.parent
        yield database
        yield from (Path(f"{database}{ending}") for ending in ("-wal", "-shm"))
        yield from kept(database)


def _in(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield folder
        with suppress(OSError):
            yield from sorted(each for each in folder.iterdir() if each.is_file())


def _is_there(path: Path) -> bool:
    with suppress(OSError):
        # the folder that the bot was started from is no folder of the database alone
        return path.exists() and not path.samefile(Path.cwd())
    return False


def _path(path: Path) -> PathSeen:
    folders = [each.stat().st_mode for each in path.resolve().parents]
    group, everybody = (all(mode & bit for mode in folders) for bit in (0o010, 0o001))
    return PathSeen(path=path, mode=path.stat().st_mode, folder=path.is_dir(), open_to=(group or everybody, everybody))


def _owner(database: Path | None) -> str:
    """Return the name of the database's owner, if root looks and it is another user."""
    if os.getuid() or database is None or not database.exists() or not database.stat().st_uid:
        return ""
    return database.owner()


# ------------------------------------------------------------------ packages and libraries


def look_at_packages(settings: Settings) -> list[PackageSeen]:
    """Return the library for names in pictures, and the packages that the settings need beside those of every bot."""
    # imported here alone: it takes a moment
    from PIL import features

    fribidi = bool(features.check("raqm") and features.check("fribidi"))
    purpose = "names in Arabic and Indian scripts and some emoji need"
    found = [PackageSeen(name="FriBidi", purpose=purpose, there=fribidi, remedy="apt-get install libfribidi0")]
    if isinstance(settings.domino_database, DatabaseURL):
        found.append(_extra("psycopg", "PostgreSQL needs", "postgres", needed=True))
    if settings.domino_metrics_port is not None:
        found.append(_extra("prometheus-client", "/metrics needs", "metrics"))
    if settings.discord_token is None:
        # without its import, which takes a second
        there, purpose = find_spec("simcord") is not None, "the playground needs"
        found.append(PackageSeen(name="simcord", purpose=purpose, there=there, remedy="uv sync", needed=True))
    return found


def _extra(name: str, purpose: str, extra: str, *, needed: bool = False) -> PackageSeen:
    """Return a package of an extra of ``pyproject.toml``; it is there if its compiled part is, too."""
    try:
        import_module(name.replace("-", "_"))
        there = True
    except ImportError:
        there = False
    remedy = f"uv sync --no-default-groups --extra {extra}"
    return PackageSeen(name=name, purpose=purpose, there=there, remedy=remedy, needed=needed)
