"""The content of a message about a table, and the part that stays when a newer message replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import button
from cogs.core.frame import Picture, Rows, framed, gallery, notifying, text_room
from engine.live.model.table import SentMessage
from render.text.length import length

TURN_ROOM = 500
"""The number of characters kept free for the lines about a turn, which an edit puts below the archived text."""


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a message about a table, none of which is secret.

    Attributes:
        text: the text, below the picture if there is one.
        archived_text: the part of the text that stays true when a newer message takes its place.
        picture: PNG bytes; None for no picture.
        alt: the picture's alt text; also set when text takes its place, to tell two messages apart.
        file: the picture's file name; empty without one.
        mentions: the ids of the users it notifies.
        ephemeral_picture: whether the picture must not stay readable.
        plain: text in place of the picture, below ``text``; empty if there is none.
        deal: the number of the deal whose end it shows; 0 if it shows none.
        deadline: the deadline of the turn it names, in whole seconds since 1970; 0 if it names none.
        hand: the picture of the hand, in a message that one person alone sees.
        controls: the controls of the hand there, with headings between them.

    """

    text: str
    archived_text: str
    picture: bytes | None
    alt: str
    file: str
    rows: Rows
    mentions: tuple[int, ...] = ()
    ephemeral_picture: bool = False
    plain: str = ""
    deal: int = 0
    deadline: int = 0
    hand: Picture | None = None
    controls: Sequence[discord.ui.Item[Any]] = ()

    @property
    def components(self) -> discord.ui.LayoutView:
        """The message as Discord takes it."""
        more = list(self.controls) if self.hand is None else [gallery(self.hand.name, self.hand.alt), *self.controls]
        return framed(self.text, self.file, self.alt, self.rows, self.plain, more)

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """The users Discord may notify: only ``mentions``."""
        return notifying(self.mentions)


def without_buttons(table_id: str, post: SentMessage, t: NullTranslations) -> discord.ui.LayoutView:
    """Return an older message of a table with only what stays true; a deal can still be replayed."""
    text = post.text or f"-# {t.gettext('This table continues further down.')}"
    rows = ((replay_button(table_id, post.deal, t),),) if post.deal else ()
    return framed(text, post.file, post.alt, rows)


def replay_button(table_id: str, deal: int, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that replays a deal that has ended."""
    return button("replay", table_id, deal, label=t.gettext("Replay"))


def fit_lines(lines: Sequence[str], t: NullTranslations, plain: str = "", *, spare: int = 0) -> str:
    """Join lines; of too many beside a text in place of a picture, only the newest are kept, below a note.

    Args:
        lines: the lines, oldest first.
        t: the channel's catalog.
        plain: the text in place of a picture; empty if there is none.
        spare: the number of characters to leave for other lines.

    """
    room = text_room(plain) - spare
    if sum(length(line) + 1 for line in lines) <= room:
        return "\n".join(lines)
    note = "-# " + t.gettext("Earlier moves don't fit here.")
    room -= length(note) + 1
    kept: list[str] = []
    for line in reversed(lines):
        room -= length(line) + 1
        if kept and room < 0:
            return "\n".join([note, *reversed(kept)])
        kept.append(line)
    return "\n".join(lines)


def continued(post: SentMessage, message: Content, t: NullTranslations) -> Content:
    """Return a message that starts with the archived text of the one that it replaces."""
    before = [*filter(None, post.text.split("\n"))]
    text = fit_lines([*before, *message.text.split("\n")], t, message.plain)
    lasting = fit_lines([*before, *filter(None, message.archived_text.split("\n"))], t, message.plain, spare=TURN_ROOM)
    return replace(message, text=text, archived_text=lasting)
