"""Texts in the reader's language: gettext catalogs, read directly from their ``.po`` files.

This module does not import discord.py, so the command line of :mod:`render` can read the catalogs too.
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
    """Return the languages that have a catalog, besides English: ``fr`` …"""
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
    """Return the catalog of a Discord locale such as ``fr`` or ``es-ES``; English texts if there is none."""
    name = str(locale)
    for language in (name, name.split("-", maxsplit=1)[0]):
        if language in languages():
            return _catalog(language)
    return _english()


def _language(locale: object) -> str:
    """Return the name that babel has for the language of a locale's catalog; English if there is none."""
    name = str(locale)
    known = next((each for each in (name, name.split("-", maxsplit=1)[0]) if each in languages()), "en")
    return known.replace("-", "_")


def month_name(at: float, locale: object) -> str:
    """Return the month of a time: ``November 2026``."""
    said = format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), tzinfo=UTC, locale=_language(locale))
    return said[:1].upper() + said[1:]


def day_name(at: float, locale: object) -> str:
    """Return the date of a time, in the language's own order: ``21 Nov 2026``."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=_language(locale))
