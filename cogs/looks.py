"""How something is shown to somebody: in their server's theme and language, or as text."""

from __future__ import annotations

import discord

import render
from engine.live.preferences import PersonPreferences, ServerPreferences
from engine.live.store import Store


async def server_preferences(store: Store, guild: int | None) -> ServerPreferences:
    """Give what a server has set; the defaults outside of servers."""
    return ServerPreferences() if guild is None else await store.preferences(ServerPreferences, guild)


async def theme_of(store: Store, guild: int | None) -> render.Theme:
    """Give the theme that a server has chosen; the default one where it has not, and outside of servers."""
    chosen = await server_preferences(store, guild)
    return render.THEMES.get(chosen.theme, render.DEFAULT)


async def one_picture(store: Store, guild: int | None) -> bool:
    """Tell whether a server's moves are shown in one message that is edited, rather than in a new one each."""
    return (await server_preferences(store, guild)).one_picture


def language_of(chosen: ServerPreferences, locale: discord.Locale | None) -> str:
    """Give the language of what everybody on a server reads: chosen, or the one that Discord says it has."""
    return chosen.language or str(locale or discord.Locale.american_english)


async def reads_text(store: Store, user: int) -> bool:
    """Tell whether somebody wants text in place of pictures in what is shown to them alone."""
    return (await store.preferences(PersonPreferences, user)).as_text
