"""Names and descriptions of commands in Discord's languages."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from render.i18n import translations


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands into every language with a catalog."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return ``string`` in a Discord language, or None if it stays as it is."""
        del context
        translated = translations(locale).gettext(string.message)
        return translated if translated != string.message else None
