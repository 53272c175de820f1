"""The form of a server's settings: its fields, and the changes that a submitted one stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import NullTranslations

import discord

import render
from cogs.bot import Interaction
from cogs.core.cog import Sent
from cogs.core.components import only, read_user_id
from cogs.core.preferences import mentions, options_of, rules_of, server_language
from cogs.messages.forms.fields import (
    AUTOS,
    CLOCKS,
    PICTURES,
    auto_field,
    clock_field,
    option_pages,
    options_sent,
    others_sent,
    pictures_field,
    pictures_text,
)
from cogs.messages.forms.form import Choice, Field, Page
from cogs.messages.names import auto_text, clock_text, labelled, options_text, rules_name
from cogs.settings.appearance import theme_field
from cogs.settings.daily import daily_text, offers_daily
from cogs.settings.language import language_field, languages_offered
from cogs.settings.organizers import offers_tournaments, organizers_text
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Timeouts
from engine.live.model.preferences import ServerPreferences
from engine.options import accepted, complete
from engine.rules import RULE_SETS, find
from render.i18n import ENGLISH, language_name, nearest

ON, OFF = "on", "off"
THREADS = {OFF: False, ON: True}
"""The values on offer for threads."""

PLACES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
"""The kinds of channel in which, or in whose threads, commands can be given."""


def settings_text(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> str:
    """Return all settings, a line each."""
    rules = rules_of(chosen)
    options = complete(rules, find(rules).options, options_of(chosen, rules))
    places = mentions(interaction.guild, chosen.channels)
    if not chosen.channels:
        places = t.gettext("anywhere")
    client, guild = interaction.client, interaction.guild
    settings = (
        (t.gettext("Tables may be opened"), _bold(places or t.gettext("nowhere: those channels no longer exist"))),
        (t.gettext("Rule set"), _bold(f"{rules_name(rules, t)} ({options_text(rules, options, t)})")),
        (t.gettext("Clock"), _bold(clock_text(chosen.clock, interaction.client.hub.pace, t))),
        (t.gettext("The bot plays"), _bold(auto_text(chosen.auto, t))),
        (t.gettext("Language"), language_text(interaction, chosen, t, _bold)),
        (t.gettext("Theme"), _bold(t.gettext(_theme(chosen).name))),
        (t.gettext("Pictures"), _bold(pictures_text(chosen.one_picture, t))),
        (t.gettext("Threads"), _bold(_threads_text(chosen.threads, t))),
    )
    if offers_daily(client):
        settings += ((t.gettext("Deal of the day"), _bold(daily_text(guild, chosen, t))),)
    if offers_tournaments(client):
        settings += ((t.gettext("Tournament organizers"), organizers_text(guild, chosen, t)),)
    lines = [f"- {labelled(label, value, t)}" for label, value in settings]
    return "\n".join([f"## {t.gettext('Settings of this server')}", *lines])


def _theme(chosen: ServerPreferences) -> render.Theme:
    return render.THEMES.get(chosen.theme, render.DEFAULT)


def _bold(value: str) -> str:
    return f"**{value}**"


def language_text(
    interaction: Interaction, chosen: ServerPreferences, t: NullTranslations, marked: Callable[[str], str] = str
) -> str:
    """Return the language of public messages, named in itself and marked, with the reason for it."""
    if chosen.language:
        return t.gettext("{language}, as chosen here").format(language=marked(language_name(chosen.language)))
    language = server_language(chosen, interaction.guild, interaction.guild_locale)
    if not language:
        return t.gettext("the language of each table's host, since this is no Community server")
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


def server_pages(
    chosen: ServerPreferences, channels: Sequence[int], pace: Timeouts, unset: str, t: NullTranslations
) -> list[Page]:
    """Return the settings of a server, by page.

    Args:
        chosen: the settings.
        channels: those of its channels for tables that exist.
        pace: the times of clocks.
        unset: the language of a server that has chosen none.
        t: the reader's catalog.

    """
    rules = rules_of(chosen)
    options = complete(rules, find(rules).options, options_of(chosen, rules))
    threads = [Choice(value, _threads_text(on, t)) for value, on in THREADS.items()]
    places = [
        Field(
            "channels",
            t.gettext("Tables may be opened"),
            tuple(map(str, channels)),
            description=t.gettext("None ticked: anywhere."),
            channel_types=PLACES,
        ),
        Field("threads", t.gettext("Threads"), (ON if chosen.threads else OFF,), threads),
        language_field(t.gettext("Language"), chosen.language, unset),
        theme_field(t.gettext("Theme"), _theme(chosen).id, t),
        pictures_field(chosen.one_picture, t),
    ]
    games = option_pages(rules, options, [clock_field(chosen.clock, pace, t), auto_field(chosen.auto, t)], t)
    return [*games, Page(t.gettext("Channels, language, looks"), places)]


def with_rules(present: ServerPreferences, rules: str) -> ServerPreferences:
    """Return the change to another rule set; options that it also has are kept, as in a lobby."""
    if rules not in RULE_SETS:
        raise TableError(Code.STALE)
    offered, kept = find(rules).options, options_of(present, rules_of(present))
    # without it, an option that earlier versions lacked would have their behaviour
    new = {option.id: option.default for option in offered if option.unwritten is not None}
    return ServerPreferences(rules=rules, options=new | accepted(offered, kept))


def changes_sent(present: ServerPreferences, sent: Sent) -> ServerPreferences:
    """Return the change that a submitted form stands for.

    Raises:
        TableError: a value was not on offer, as only forged forms have it.
        IllegalMove: an option does not take its value.

    """
    readers = {
        "clock": ("clock", CLOCKS),
        "auto": ("auto", AUTOS),
        "language": ("language", languages_offered()),
        "theme": ("theme", {each: each for each in render.THEMES}),
        "pictures": ("one_picture", PICTURES),
        "threads": ("threads", THREADS),
    }
    changes = others_sent(readers, sent)
    if "channels" in sent:
        changes["channels"] = tuple(read_user_id(each) for each in sent["channels"])
    if "daily" in sent:
        changes["daily_channel"] = read_user_id(only(sent["daily"] or ["0"]))
    if "organizers" in sent:
        changes["cup_role"] = read_user_id(only(sent["organizers"] or ["0"]))
    rules = rules_of(present)
    kept, house = options_of(present, rules), {*sent} - {*readers, "channels", "daily", "organizers"}
    if house:
        changes["options"] = kept | options_sent(rules, kept, {field: sent[field] for field in house})
        # raises for a value that is not offered
        complete(rules, find(rules).options, changes["options"])
    return ServerPreferences(**changes)
