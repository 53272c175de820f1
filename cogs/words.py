"""Texts in the reader's language: gettext catalogs, read straight from their ``.po`` files.

Discord's library is not loaded here, so that the pictures' command can read the catalogs, too.
"""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from discord import Locale

DOMAIN = "domino"


@cache
def languages() -> tuple[str, ...]:
    """Give the languages there is a catalog for, beside English: ``fr`` …"""
    return tuple(
        sorted(
            folder.name
            for folder in files("cogs").joinpath("locales").iterdir()
            if folder.joinpath("LC_MESSAGES", f"{DOMAIN}.po").is_file()
        )
    )


@cache
def _catalog(language: str) -> NullTranslations:
    file = files("cogs").joinpath("locales", language, "LC_MESSAGES", f"{DOMAIN}.po")
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(file.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def _english() -> NullTranslations:
    return NullTranslations()


@cache
def words_for(locale: Locale | str) -> NullTranslations:
    """Give the texts in a Discord language, as ``fr`` or ``es-ES``; in English where there is no catalog."""
    name = str(locale)
    for language in (name, name.split("-", maxsplit=1)[0]):
        if language in languages():
            return _catalog(language)
    return _english()
