"""The frame of every message: text, picture, rows of controls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from render.text.length import cut, length

FELT = discord.Colour(0x1F6B4A)

Rows = Sequence[Sequence[discord.ui.Item[Any]]]
"""Buttons and selects, a row each."""

WHOLE_LIMIT = 4_000
"""How many characters Discord takes in all the texts of a message, alt texts apart."""

TEXT_LIMIT = 3_500
"""How long a message's text may grow."""


def layout(
    text: str,
    file: str = "",
    alt: str = "",
    rows: Rows = (),
    plain: str = "",
    more: Iterable[discord.ui.Item[Any]] = (),
) -> discord.ui.LayoutView:
    """Put a picture, the text below it and the buttons below that into one framed message.

    What takes the place of a picture, ``plain``, stands below the text: what happened is read out first. Whatever
    else there is to show, ``more``, stands between these and the buttons.
    """
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=FELT)
    if file:
        box.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{file}", description=alt)))
    box.add_item(discord.ui.TextDisplay(cut(text, text_room(plain))))
    if plain:
        box.add_item(discord.ui.TextDisplay(plain))
    for item in more:
        box.add_item(item)
    for row in rows:
        box.add_item(discord.ui.ActionRow(*row))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(box)
    # its buttons are answered by their ids; a view that still listened would be kept for every message ever sent
    view.stop()
    return view


def text_room(plain: str) -> int:
    """Give how many characters a text has beside what takes the place of a picture."""
    return min(TEXT_LIMIT, WHOLE_LIMIT - length(plain))


SIZE_LIMIT = 10 * 2**20
"""How many bytes a file may have that a bot sends, wherever it is."""


def choice(label: str, value: str, *, chosen: bool = False) -> discord.SelectOption:
    """Give an entry of a select, as long as Discord takes it."""
    return discord.SelectOption(label=label[:100], value=value, default=chosen)
