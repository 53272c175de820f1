"""Names and descriptions of commands in Discord's languages."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from cogs.core.command_names import word_of
from render.i18n import translations


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands into every language with a catalog."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return ``string`` in a Discord language, or None if it stays as it is."""
        t, text = translations(locale), string.message
        if context.location is TranslationContextLocation.command_name:
            translated = word_of(context.data.qualified_name, t)
        else:
            translated = t.gettext(text)
        return translated if translated != text else None
