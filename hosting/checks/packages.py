"""Packages and libraries beside those of every bot."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

from engine.live.database.address import DatabaseURL
from hosting.checks.line import Line, fault, hint, ok
from settings import Settings

PACKAGES: Final = "packages"


class PackageSeen(NamedTuple):
    """A package or library as it was observed.

    Attributes:
        name: its name.
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


def look(settings: Settings) -> list[PackageSeen]:
    """Return the library for names in pictures, and the packages that the settings need."""
    # imported here alone: it takes a moment
    from PIL import features

    fribidi = bool(features.check("raqm") and features.check("fribidi"))
    names = "names in Arabic and Indian scripts and some emoji need"
    found = [PackageSeen("FriBidi", names, fribidi, "apt-get install libfribidi0")]
    extra = "uv sync --no-default-groups --extra {}"
    if isinstance(settings.domino_database, DatabaseURL):
        found.append(PackageSeen("psycopg", "PostgreSQL needs", _imports("psycopg"), extra.format("postgres"), True))
    if settings.domino_metrics_port is not None:
        there = _imports("prometheus_client")
        found.append(PackageSeen("prometheus-client", "/metrics needs", there, extra.format("metrics")))
    if settings.discord_token is None:
        # without its import, which takes a second
        there = find_spec("simcord") is not None
        found.append(PackageSeen("simcord", "the playground needs", there, "uv sync", True))
    return found


def _imports(name: str) -> bool:
    """Whether a package is there, with its compiled part."""
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def lines(packages: Sequence[PackageSeen]) -> list[Line]:
    """Return the lines about packages and libraries."""
    return [
        (fault if each.needed else hint)(PACKAGES, f"{each.purpose} {each.name}, which is not installed: {each.remedy}")
        for each in packages
        if not each.there
    ] or [ok(PACKAGES, f"{', '.join(each.name for each in packages)}: installed")]
