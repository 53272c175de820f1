"""``/domino-server settings``: the channels, rule set, looks and language of a server's tables."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import render
from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_channel_select, on_modal, on_select
from cogs.core.commands import ON_SERVERS, SERVER, command
from cogs.core.components import button, channel_select, select
from cogs.core.context import manages_server
from cogs.core.errors import UserError
from cogs.core.frame import choice, framed
from cogs.core.preferences import mentions, options_of, rules_of, server_language, server_preferences
from cogs.messages.names import auto_text, clock_text, labelled, options_text, rules_name
from cogs.messages.option_fields import (
    ANOTHER,
    auto_of,
    auto_select,
    clock_of,
    clock_select,
    is_edited,
    number_modal,
    number_typed,
    option_select,
    page_of,
    pictures_select,
    pictures_text,
    redraw,
    rules_select,
    value_of,
)
from cogs.settings.appearance import theme_select
from cogs.settings.language import language_chosen, language_select
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import ServerPreferences
from engine.options import Value, accepted, complete
from engine.rules import RULE_SETS, find
from render.i18n import ENGLISH, language_name, nearest, translations

_ = app_commands.locale_str

ON, OFF = "on", "off"
PLACES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
"""The kinds of channel in which, or in whose threads, commands can be given."""


class ServerSettings(Cog):
    """Changes a server's settings."""

    @command(
        under=SERVER,
        name=_("settings"),
        description=_("Where and how tables open on this server"),
        formerly=["domino settings server"],
        where=ON_SERVERS,
    )
    async def server_command(self, interaction: Interaction) -> None:
        """Handle ``/domino-server settings``: show the settings, with controls for members who may change them."""
        chosen = await server_preferences(interaction)
        t = translations(interaction.locale)
        if manages_server(interaction):
            components = _panel(interaction, chosen, t)
        else:
            note = t.gettext("Members with the Manage Server permission can change this.")
            components = framed(f"{_settings_text(interaction, chosen, t)}\n-# {note}")
        await interaction.response.send_message(view=components, ephemeral=True)

    @on_channel_select("serverchannels")
    async def choose_channels(self, interaction: Interaction, chosen: list[str]) -> None:
        """Handle the choice of channels where tables may be opened."""
        _require_manager(interaction)
        guild = interaction.guild
        channels = tuple(int(each) for each in chosen if each.isascii() and each.isdecimal())
        if guild is None or len(channels) != len(chosen) or any(guild.get_channel(each) is None for each in channels):
            raise TableError(Code.STALE)
        kept = await _store(interaction, ServerPreferences(channels=channels))
        await redraw(interaction, _panel(interaction, kept, translations(interaction.locale)))

    @on_select("server")
    async def choose(self, interaction: Interaction, field: str, choice: str) -> None:
        """Handle the choice of any other setting."""
        _require_manager(interaction)
        kept, page = await server_preferences(interaction), page_of(choice) if field == "rules" else None
        if page is None:
            kept = await _store(interaction, _change(kept, field, choice))
        await redraw(interaction, _panel(interaction, kept, translations(interaction.locale), page))

    @on_button("serverpage")
    async def turn_page(self, interaction: Interaction, page: str) -> None:
        """Handle House rules and Back."""
        _require_manager(interaction)
        chosen, t = await server_preferences(interaction), translations(interaction.locale)
        await redraw(interaction, _options_page(chosen, t) if page == "options" else _panel(interaction, chosen, t))

    @on_select("serveroption")
    async def choose_option(self, interaction: Interaction, rules: str, name: str, choice: str) -> None:
        """Handle the choice of an option's value."""
        _require_manager(interaction)
        present = await server_preferences(interaction)
        option = find(rules).option(name) if rules == rules_of(present) else None
        if option is None:
            # the rule set has changed since
            raise TableError(Code.STALE)
        if option.min_value is not None and choice == ANOTHER:
            asked = number_modal("servernumber", rules, name, option=option, t=translations(interaction.locale))
            await interaction.response.send_modal(asked)
            return
        await _store_option(interaction, rules, name, value_of(option, options_of(present, rules), choice))

    @on_modal("servernumber")
    async def type_number(self, interaction: Interaction, rules: str, name: str, typed: list[str]) -> None:
        """Handle the modal with a number for an option."""
        await _store_option(interaction, rules, name, number_typed(typed))


# ---------------------------------------------------------------------- telling


def _settings_text(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> str:
    """Return all settings, a line each."""
    rules = rules_of(chosen)
    options = complete(rules, find(rules).options, options_of(chosen, rules))
    places = mentions(interaction.guild, chosen.channels)
    if not chosen.channels:
        places = t.gettext("anywhere")
    settings = (
        (t.gettext("Tables may be opened"), _bold(places or t.gettext("nowhere: those channels no longer exist"))),
        (t.gettext("Rule set"), _bold(f"{rules_name(rules, t)} ({options_text(rules, options, t)})")),
        (t.gettext("Clock"), _bold(clock_text(chosen.clock, interaction.client.hub.pace, t))),
        (t.gettext("The bot plays"), _bold(auto_text(chosen.auto, t))),
        (t.gettext("Language"), _language_text(interaction, chosen, t, _bold)),
        (t.gettext("Theme"), _bold(t.gettext(_theme(chosen).name))),
        (t.gettext("Pictures"), _bold(pictures_text(chosen.one_picture, t))),
        (t.gettext("Threads"), _bold(_threads_text(chosen.threads, t))),
    )
    lines = [f"- {labelled(label, value, t)}" for label, value in settings]
    return "\n".join([f"## {t.gettext('Settings of this server')}", *lines])


def _theme(chosen: ServerPreferences) -> render.Theme:
    return render.THEMES.get(chosen.theme, render.DEFAULT)


def _bold(value: str) -> str:
    return f"**{value}**"


def _language_text(
    interaction: Interaction, chosen: ServerPreferences, t: NullTranslations, marked: Callable[[str], str] = str
) -> str:
    """Return the language of public messages, named in itself and marked, with the reason for it."""
    if chosen.language:
        return t.gettext("{language}, as chosen here").format(language=marked(language_name(chosen.language)))
    language = server_language(chosen, interaction.guild, interaction.guild_locale)
    if not language:
        return t.gettext("that of whoever opens a table, since this is no Community server")
    read = nearest(language)
    if read == ENGLISH and not language.startswith(ENGLISH):
        why = t.gettext("{language}, since I don't speak {other}")
    else:
        why = t.gettext("{language}, as this server is set on Discord")
    return why.format(language=marked(language_name(read)), other=language_name(language))


def _threads_text(threads: bool, t: NullTranslations) -> str:
    if threads:
        return t.gettext("each table opens its own thread")
    return t.gettext("tables stay in the channel")


# ---------------------------------------------------------------------- the panel


def _panel(
    interaction: Interaction, chosen: ServerPreferences, t: NullTranslations, page: int | None = None
) -> discord.ui.LayoutView:
    """Return the settings with a select for each."""
    guild = interaction.guild
    places = [each for each in chosen.channels if guild is None or guild.get_channel(each) is not None]
    rules = rules_of(chosen)
    rows: list[list[discord.ui.Item[Any]]] = [
        [
            channel_select(
                "serverchannels",
                channels=places,
                types=PLACES,
                placeholder=t.gettext("Tables may be opened anywhere"),
            )
        ],
        [rules_select("server", "rules", chosen=rules, t=t, page=page)],
        [clock_select("server", "clock", chosen=chosen.clock, pace=interaction.client.hub.pace, t=t)],
        [auto_select("server", "auto", chosen=chosen.auto, t=t)],
        [
            language_select(
                "server",
                "language",
                label=t.gettext("Language"),
                chosen=chosen.language,
                unset=_language_text(interaction, ServerPreferences(), t),
                t=t,
            )
        ],
        [theme_select("server", "theme", label=t.gettext("Theme"), chosen=_theme(chosen).id, t=t)],
        [pictures_select("server", "pictures", one_picture=chosen.one_picture, t=t)],
        [_switch("threads", t.gettext("Threads"), {OFF: False, ON: True}, chosen.threads, _threads_text, t)],
    ]
    if find(rules).options:
        label = t.gettext("House rules for {rules}").format(rules=rules_name(rules, t))
        rows.append([button("serverpage", "options", label=label[:80])])
    return framed(_settings_text(interaction, chosen, t), rows=rows)


def _switch(
    field: str,
    label: str,
    values: dict[str, bool],
    chosen: bool,
    text_of: Callable[[bool, NullTranslations], str],
    t: NullTranslations,
) -> discord.ui.Item[Any]:
    """Return a select for a setting that is on or off."""
    return select(
        "server",
        field,
        options=[
            choice(labelled(label, text_of(value, t), t), name, chosen=value == chosen)
            for name, value in values.items()
        ],
        placeholder=label,
    )


def _options_page(chosen: ServerPreferences, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the options of the server's rule set, as in a lobby's panel, with a way back."""
    rules = rules_of(chosen)
    offered = find(rules).options
    options = complete(rules, offered, options_of(chosen, rules))
    rows: list[list[discord.ui.Item[Any]]] = [
        [option_select("serveroption", rules, option.id, option=option, chosen=options, t=t)]
        for option in offered
        if option.matters(options) and option.is_choice
    ]
    rows.append([button("serverpage", "main", label=t.gettext("Back"))])
    title = t.gettext("House rules for {rules}").format(rules=rules_name(rules, t))
    text = f"## {title}\n{options_text(rules, options, t)}"
    return framed(text, rows=rows)


# ---------------------------------------------------------------------- choosing


def _require_manager(interaction: Interaction) -> None:
    """Raise UserError unless the user manages the server now; the panel may be older than their permissions."""
    if not manages_server(interaction):
        t = translations(interaction.locale)
        raise UserError(t.gettext("Only members with the Manage Server permission can change this."))


async def _store(interaction: Interaction, change: ServerPreferences) -> ServerPreferences:
    assert interaction.guild_id is not None
    await interaction.client.hub.store.preferences.set(interaction.guild_id, change)
    return await server_preferences(interaction)


def _change(present: ServerPreferences, field: str, value: str) -> ServerPreferences:
    """Return the change an entry stands for; raise :class:`TableError` if it was not offered."""
    match field, value:
        case "rules", rules if rules in RULE_SETS:
            # options that the new rule set also has are kept, as in a lobby
            offered, kept = find(rules).options, options_of(present, rules_of(present))
            # without it, an option that earlier versions lacked would have their behaviour
            new = {option.id: option.default for option in offered if option.unwritten is not None}
            return ServerPreferences(rules=rules, options=new | accepted(offered, kept))
        case "clock", clock:
            return ServerPreferences(clock=clock_of(clock))
        case "auto", auto:
            return ServerPreferences(auto=auto_of(auto))
        case "language", language:
            return ServerPreferences(language=language_chosen(language))
        case "theme", theme if theme in render.THEMES:
            return ServerPreferences(theme=theme)
        case "pictures", pictures:
            return ServerPreferences(one_picture=is_edited(pictures))
        case "threads", ("on" | "off") as threads:
            return ServerPreferences(threads=threads == ON)
        case _:
            raise TableError(Code.STALE)


async def _store_option(interaction: Interaction, rules: str, name: str, value: Value) -> None:
    _require_manager(interaction)
    present = await server_preferences(interaction)
    if rules != rules_of(present):
        raise TableError(Code.STALE)
    options = {**options_of(present, rules), name: value}
    # raises for a value that is not offered
    complete(rules, find(rules).options, options)
    kept = await _store(interaction, ServerPreferences(options=options))
    await redraw(interaction, _options_page(kept, translations(interaction.locale)))
