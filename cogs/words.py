"""Texts in the reader's language: gettext catalogs, read straight from their ``.po`` files."""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import Locale, app_commands

if TYPE_CHECKING:
    from discord.app_commands import TranslationContextTypes, locale_str

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


def words_for(locale: Locale | str) -> NullTranslations:
    """Give the texts in a Discord language, as ``fr`` or ``es-ES``; in English where there is no catalog."""
    name = str(locale)
    for language in (name, name.split("-", maxsplit=1)[0]):
        if language in languages():
            return _catalog(language)
    return _english()


class CommandTranslator(app_commands.Translator):
    """Gives Discord the names and descriptions of commands in every language there is a catalog for."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Give ``string`` in a Discord language, or None where it stays as it is."""
        del context
        translated = words_for(locale).gettext(string.message)
        return translated if translated != string.message else None
