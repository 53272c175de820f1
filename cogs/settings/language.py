"""``/domino settings language``: the language of messages for one person alone."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_select
from cogs.core.commands import SETTINGS, command
from cogs.core.context import all_own_tables, refresh_person
from cogs.core.dispatch import read_languages
from cogs.core.frame import framed
from cogs.messages.forms.fields import one_of
from cogs.messages.forms.form import Choice, Field
from cogs.messages.option_fields import redraw
from cogs.settings.appearance import show_own_hands
from engine.live.model.preferences import PersonPreferences
from render.i18n import ENGLISH, language_name, languages, translations

_ = app_commands.locale_str

OWN = "own"
"""The entry for the language that Discord tells."""


class Languages(Cog):
    """Changes a person's language."""

    @command(under=SETTINGS, name=_("language"), description=_("The language of messages that only you see"))
    @app_commands.describe(language=_("The language from now on"))
    @app_commands.rename(language=_("language"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name=_("as on Discord"), value=OWN),
            *(app_commands.Choice(name=language_name(each), value=each) for each in (ENGLISH, *languages())),
        ]
    )
    async def language_command(self, interaction: Interaction, language: str | None = None) -> None:
        """Handle ``/domino settings language``: choose one's own language; say which it is, with a select."""
        if language is not None:
            await _choose(interaction, language)
        await interaction.response.send_message(view=await _panel(interaction), ephemeral=True)
        if language is not None:
            show_own_hands(interaction)

    @on_select("mylanguage")
    async def choose_own_language(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of one's own language."""
        await _choose(interaction, choice)
        await redraw(interaction, await _panel(interaction))
        show_own_hands(interaction)


async def _choose(interaction: Interaction, language: str) -> None:
    """Store the user's language, and use it for this answer and at their tables."""
    change = PersonPreferences(language=one_of(languages_offered(), language))
    await interaction.client.hub.store.preferences.set(interaction.user.id, change)
    await read_languages(interaction)
    for table in all_own_tables(interaction):
        await refresh_person(interaction, table)


async def _panel(interaction: Interaction) -> discord.ui.LayoutView:
    """Return which language the user reads, and a select of all."""
    t = translations(interaction.locale)
    chosen = (await interaction.client.hub.store.preferences.get(PersonPreferences, interaction.user.id)).language
    if chosen:
        line = t.gettext("Messages that only you see, everywhere: **{language}**.")
        line = line.format(language=language_name(chosen))
    else:
        line = t.gettext("Messages that only you see are in your language on Discord.")
    note = t.gettext("Discord itself shows the names of commands in its own language.")
    unset = t.gettext("as on Discord")
    picked = language_field(t.gettext("For you"), chosen, unset).select("mylanguage", t=t)
    return framed(f"{line}\n-# {note}", rows=[[picked]])


def languages_offered() -> dict[str, str]:
    """Return the languages by their entries; an empty one is Discord's."""
    return {OWN: "", **{each: each for each in (ENGLISH, *languages())}}


def language_field(label: str, chosen: str, unset: str) -> Field:
    """Return the field of a language, each named in itself, and of Discord's, which ``unset`` describes."""
    choices = [Choice(entry, language_name(each) if each else unset) for entry, each in languages_offered().items()]
    return Field("language", label, (chosen or OWN,), choices)
