"""Names and descriptions of commands in Discord's languages."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from render.i18n import translations


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands into every language with a catalog.

    Where other texts have the words of a name in another sense, its ``sense`` is the text to translate.
    """

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return ``string`` in a Discord language, or None if it stays as it is."""
        del context
        text: str = string.extras.get("sense", string.message)
        translated = translations(locale).gettext(text)
        return translated if translated != text else None
