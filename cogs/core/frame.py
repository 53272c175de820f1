"""The frame of every message: a picture, the text, rows of controls."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord

from render.text.length import cut, length

FELT = discord.Colour(0x1F6B4A)

Rows = Sequence[Sequence[discord.ui.Item[Any]]]
"""Buttons and selects, by row."""

MAX_MESSAGE_TEXT = 4_000
"""Discord's limit for all texts of a message together, alt texts excepted."""

MAX_MAIN_TEXT = 3_500
"""The maximum length of a message's main text."""

MAX_FILE_BYTES = 10 * 2**20
"""The size in bytes of a file that a bot may send on any server."""


def escaped(text: str) -> str:
    """Escape text that people wrote, against formatting, links, invites and mentions."""
    # angle brackets start Discord's markup for channels, times, commands and emojis; an invite needs no "https://"
    marked = discord.utils.escape_markdown(text, ignore_links=False).replace("<", r"\<").replace("/", r"\/")
    return discord.utils.escape_mentions(marked)


def notifying(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Return the mentions that a message may have: of these users, and of nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(each) for each in user_ids])


def rows_of_five(items: Sequence[discord.ui.Item[Any]]) -> list[Sequence[discord.ui.Item[Any]]]:
    """Return buttons in rows; Discord allows five in a row."""
    return [items[at : at + 5] for at in range(0, len(items), 5)]


class Picture(NamedTuple):
    """A picture to send: its bytes, its file name and its alt text."""

    content: bytes
    name: str
    alt: str

    @property
    def file(self) -> discord.File:
        """The picture as an attachment."""
        return discord.File(io.BytesIO(self.content), self.name, description=self.alt)


def gallery(file: str, alt: str) -> discord.ui.MediaGallery[Any]:
    """Return the component that shows an attached picture."""
    return discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{file}", description=alt))


def framed(
    text: str,
    file: str = "",
    alt: str = "",
    rows: Rows = (),
    plain: str = "",
    more: Iterable[discord.ui.Item[Any]] = (),
) -> discord.ui.LayoutView:
    """Return a framed message: a picture, the text below it, and controls below that.

    Text in place of a picture, ``plain``, stands below ``text``: a screen reader starts with the news. Any
    other components, ``more``, stand between the texts and the controls.
    """
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=FELT)
    if file:
        box.add_item(gallery(file, alt))
    if text:
        box.add_item(discord.ui.TextDisplay(cut(text, text_room(plain))))
    if plain:
        box.add_item(discord.ui.TextDisplay(plain))
    for item in more:
        box.add_item(item)
    for row in rows:
        box.add_item(discord.ui.ActionRow(*row))
    components = discord.ui.LayoutView(timeout=None)
    components.add_item(box)
    # buttons are dispatched by custom id; the library would keep an active view for every message ever sent
    components.stop()
    return components


def picture_message(
    text: str, picture: Picture | str, rows: Rows = (), more: Iterable[discord.ui.Item[Any]] = ()
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return the files and the layout of a message with a picture, or with text in its place."""
    if isinstance(picture, str):
        return [], framed(text, rows=rows, plain=picture, more=more)
    return [picture.file], framed(text, picture.name, picture.alt, rows, more=more)


def text_room(plain: str) -> int:
    """Return how long a text may be beside the text in place of a picture."""
    return min(MAX_MAIN_TEXT, MAX_MESSAGE_TEXT - length(plain))


def choice(label: str, value: str, *, chosen: bool = False, description: str | None = None) -> discord.SelectOption:
    """Return an entry of a select, its texts cut to Discord's limit."""
    cut_description = description and description[:100]
    return discord.SelectOption(label=label[:100], value=value, default=chosen, description=cut_description)
