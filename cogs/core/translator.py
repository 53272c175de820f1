"""Names and descriptions of commands, in Discord's languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import Locale, app_commands

from render.i18n import translations

if TYPE_CHECKING:
    from discord.app_commands import TranslationContextTypes, locale_str


class CommandTranslator(app_commands.Translator):
    """Gives Discord the names and descriptions of commands in every language there is a catalog for."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Give ``string`` in a Discord language, or None where it stays as it is."""
        del context
        translated = translations(locale).gettext(string.message)
        return translated if translated != string.message else None
