"""Texts, numbers, lists and dates in the reader's language: gettext catalogs, read directly from their ``.po`` files.

A catalog may leave texts to the nearest other one: ``es-419`` holds only what it says otherwise than ``es-ES``.

This module does not import discord.py, so the command line of :mod:`render` can read the catalogs too.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final, Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from render.elision import Text

DOMAIN = "domino"
ENGLISH: Final = "en"
"""The language of the texts in the code, which has no catalog."""
_ENGLISH: Final = "en_GB"
"""How numbers, lists and dates are written in it."""
_locales = files("render").joinpath("locales")


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalog, besides English: ``fr`` …"""
    return tuple(
        sorted(folder.name for folder in _locales.iterdir() if folder.joinpath("LC_MESSAGES", f"{DOMAIN}.po").is_file())
    )


def fallbacks(locale: object, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the catalogs for a locale, the nearest first; each has what those before it leave out.

    These are the catalog of that name, those of its parents in CLDR (``es-MX``: ``es-419``), and that of the language
    (``fr-CA``: ``fr``) or of the region that it is at home in (``es-419``: ``es-ES``, ``pt``: ``pt-BR``). Where there
    is none of these, any other of the language serves: Spanish from anywhere is nearer than English.

    Args:
        locale: a locale of Discord, or another name of a language.
        known: the catalogs that there are; by default those of :func:`languages`.

    """
    known, name = known or languages(), str(locale).replace("_", "-")
    found = list(dict.fromkeys(each for each in _relatives(name) if each in known))
    language = name.split("-", maxsplit=1)[0]
    return tuple(found or [each for each in known if each.split("-", maxsplit=1)[0] == language][:1])


def _relatives(name: str) -> Iterator[str]:
    """Yield a locale, its parents, and its language at home."""
    parents = get_global("parent_exceptions")
    at: str | None = name
    while at is not None:
        yield at
        parent = parents.get(at.replace("-", "_"))
        at = None if parent is None else parent.replace("_", "-")
    language = name.split("-", maxsplit=1)[0]
    yield language
    home = get_global("likely_subtags").get(language, "").split("_")
    yield f"{language}-{home[-1]}"


@cache
def _catalog(languages: tuple[str, ...]) -> NullTranslations:
    """Return the first catalog, which asks the next one for texts without a translation."""
    first, *others = languages
    file = _locales.joinpath(first, "LC_MESSAGES", f"{DOMAIN}.po")
    found = compiled(read_po(io.BytesIO(file.read_bytes()), locale=first.replace("-", "_")))
    if others:
        found.add_fallback(_catalog(tuple(others)))
    return found


def compiled(catalog: Catalog) -> GNUTranslations:
    """Return a catalog as gettext reads it, without what it does not translate."""
    for message in list(catalog):
        if isinstance(message.string, tuple) and not all(message.string):
            # gettext would take the English for a translation, and ask no other catalog
            catalog.delete(message.id)
    written = io.BytesIO()
    write_mo(written, catalog)
    written.seek(0)
    return _Translations(written)


class _Translations(GNUTranslations):
    """A catalog whose texts change words before what is filled in."""

    def gettext(self, message: str) -> str:
        return Text(super().gettext(message), _language(self))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return Text(super().ngettext(msgid1, msgid2, n), _language(self))


@cache
def _english() -> NullTranslations:
    return NullTranslations()


def nearest(locale: object) -> str:
    """Return the language in which texts are for a locale: ``es-419``, or ``en`` if there is no catalog."""
    return next(iter(fallbacks(locale)), ENGLISH)


@cache
def translations(locale: object) -> NullTranslations:
    """Return the texts in the language of a locale such as ``fr`` or ``es-419``; English if there is no catalog."""
    found = fallbacks(locale)
    return _catalog(found) if found else _english()


def language_name(language: str) -> str:
    """Return a language's name in itself: ``Français``, ``Español (Latinoamérica)``; unknown ones as they are."""
    try:
        said = Locale.parse(language, sep="-").get_display_name() or language
    except (UnknownLocaleError, ValueError):
        return language
    return said[:1].upper() + said[1:]


# ---------------------------------------------------------------------- numbers, lists, dates


def _written_in(t: NullTranslations) -> str:
    """Return Babel's name for the language of a catalog."""
    return t.info().get("language", _ENGLISH)


def _language(t: NullTranslations) -> str:
    return _written_in(t).split("_", maxsplit=1)[0]


def grouped(value: int, t: NullTranslations) -> str:
    """Return a whole number with its thousands apart: ``12,345``."""
    return format_decimal(value, locale=_written_in(t))


def tenths(value: float, t: NullTranslations) -> str:
    """Return a number with one digit after the point, unless that is zero: ``2.3``."""
    return format_decimal(value, "#,##0.#", _written_in(t))


def percent(value: int, t: NullTranslations) -> str:
    """Return a number of hundredths: ``63%``."""
    return format_percent(value / 100, locale=_written_in(t))


def list_items(items: Sequence[str], t: NullTranslations, style: Literal["standard", "or"] = "standard") -> str:
    """List items: ``Ana, Ben and Cleo``; with the style ``or``, as alternatives."""
    pattern = format_list([f"{{{at}}}" for at in range(len(items))], style, _written_in(t))
    return Text(pattern, _language(t)).format(*items)


def month_name(at: float, t: NullTranslations) -> str:
    """Return the month of a time: ``November 2026``."""
    said = format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), tzinfo=UTC, locale=_written_in(t))
    return said[:1].upper() + said[1:]


def day_name(at: float, t: NullTranslations) -> str:
    """Return the date of a time, in the language's own order: ``21 Nov 2026``."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=_written_in(t))
