"""A match on hold, paused or without anyone present: its text and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import button
from cogs.messages.names import localized, name
from engine.live.model.news import Kept, News, Paused
from engine.live.model.table import Header, Presence


def back_button(table_id: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button for a player whose seat the bot keeps, or who left."""
    return button("here", table_id, label=t.gettext("I'm back"), style=discord.ButtonStyle.success)


def hold_buttons(header: Header, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons that continue a match which is on hold, and those of seats that the bot plays."""
    row: list[discord.ui.Item[Any]] = []
    if header.pause is not None:
        row.append(button("resume", header.id, label=t.gettext("Resume"), style=discord.ButtonStyle.success))
    if any(person.presence in (Presence.KEPT, Presence.LEFT) for person in header.people):
        row.append(back_button(header.id, t))
    if header.free_seats:
        # for somebody new who would like to play in place of a player who has left
        row.append(button("seat", header.id, label=t.gettext("Take this seat")))
    return row


def hold_text(header: Header, t: NullTranslations) -> str:
    """Return the reason why a match is on hold; empty if it is not."""
    if header.pause is not None:
        text = t.gettext(
            "⏸️ The match is paused. **{host}** can continue it; once this deal has been paused for an hour, every "
            "player can."
        )
        host = next(person for person in header.people if person.user_id == header.host_id)
        return text.format(host=name(localized(host, t)))
    if header.asleep:
        return t.gettext("Everyone is away, so the match is on hold. Press **I'm back** to continue.")
    return ""


def without_hold_news(news: Sequence[News], header: Header) -> Sequence[News]:
    """Leave out the events that :func:`hold_text` already covers: a pause, or players the bot would play for."""
    if header.pause is not None:
        return [each for each in news if not isinstance(each, Paused)]
    if header.asleep:
        return [each for each in news if not isinstance(each, Kept)]
    return news
