"""How something is shown to somebody: in their server's theme, or as text."""

from __future__ import annotations

import render
from engine.live.preferences import PersonPreferences, ServerPreferences
from engine.live.store import Store


async def theme_of(store: Store, guild: int | None) -> render.Theme:
    """Give the theme that a server has chosen; the default one where it has not, and outside of servers."""
    if guild is None:
        return render.DEFAULT
    chosen = await store.preferences(ServerPreferences, guild)
    return render.THEMES.get(chosen.theme, render.DEFAULT)


async def reads_text(store: Store, user: int) -> bool:
    """Tell whether somebody wants text in place of pictures in what is shown to them alone."""
    return (await store.preferences(PersonPreferences, user)).as_text
