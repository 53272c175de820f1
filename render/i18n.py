"""Texts in the reader's language: gettext catalogs, read straight from their ``.po`` files.

Discord's library is not loaded here, so that the pictures' command can read the catalogs, too.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from babel.dates import format_date, format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DOMAIN = "domino"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there is a catalog for, beside English: ``fr`` …"""
    return tuple(
        sorted(
            folder.name
            for folder in files("render").joinpath("locales").iterdir()
            if folder.joinpath("LC_MESSAGES", f"{DOMAIN}.po").is_file()
        )
    )


@cache
def _catalog(language: str) -> NullTranslations:
    file = files("render").joinpath("locales", language, "LC_MESSAGES", f"{DOMAIN}.po")
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(file.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def _english() -> NullTranslations:
    return NullTranslations()


@cache
def translations(locale: object) -> NullTranslations:
    """Return the texts in a Discord language, as ``fr`` or ``es-ES``; in English where there is no catalog."""
    name = str(locale)
    for language in (name, name.split("-", maxsplit=1)[0]):
        if language in languages():
            return _catalog(language)
    return _english()


def _language(locale: object) -> str:
    """Return the language in which somebody reads this bot, as babel names it: English where there is no catalog."""
    name = str(locale)
    known = next((each for each in (name, name.split("-", maxsplit=1)[0]) if each in languages()), "en")
    return known.replace("-", "_")


def month_name(at: float, locale: object) -> str:
    """Name the month in which a moment lies: ``November 2026``."""
    said = format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), tzinfo=UTC, locale=_language(locale))
    return said[:1].upper() + said[1:]


def day_name(at: float, locale: object) -> str:
    """Name the day in which a moment lies: ``21 Nov 2026``, in the order that the language has."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=_language(locale))
