"""Provably fair deals in messages: one line, and the button that explains it to the user who presses."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import button
from cogs.messages.names import name
from engine.live.model.table import Header, Person
from render.text.markdown import escape


def fair_deal_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return the line that says that deals are fair; none if the table has no seed."""
    return [f"-# {t.gettext('🔒 fair deal')}"] if header.seed is not None else []


def fair_deal_buttons(header: Header, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the button that explains the fair deal; none if the table has no seed."""
    return [button("fair", header.id, label=t.gettext("Fair deal"))] if header.seed is not None else []


def words_by_player(deal_words: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """List the words of a deal, each with its player's name; empty if there are none."""
    return ", ".join(
        t.gettext("{name} “{word}”").format(name=f"**{name(person)}**", word=escape(word))
        for word, person in zip(deal_words, people, strict=bool(deal_words))
        if word
    )
