"""The message that shows a hand, alone or below its table: the text, the picture or text in its place, the controls."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

import render
from cogs.core.command_names import CommandNames
from cogs.core.frame import MAX_MESSAGE_TEXT, Picture
from cogs.messages.board import board
from cogs.messages.content import Content, fit_lines
from cogs.messages.deal_end import closed_match, deal_end
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState, hand_text
from cogs.messages.hand_buttons import hand_rows
from cogs.messages.names import picture_names
from engine.errors import redacted_traceback
from engine.i18n import N_
from engine.live.model.table import Status
from engine.live.tables.cup_matches import ended_by_time
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations
from render.text.length import cut, length

_log = logging.getLogger(__name__)


class HandContent(NamedTuple):
    """The content of a message with a hand.

    Attributes:
        text: the text at the top.
        picture: the picture, or text in its place; empty for a hand without tiles.
        controls: the rows of controls below.

    """

    text: str
    picture: Picture | str
    controls: list[discord.ui.Item[Any]]


NO_DIRECT_MESSAGES = N_("I can't send you direct messages, so use this button to see your hand.")
TURN_OFF = N_("I'll send you your hand like this at the start of each deal. To turn that off, type {command}.")
"""Notes below the text of a hand."""


def hand_content(hand: HandState, tiles: TileEmojis, ends_of: Tile | None = None, *, note: str = "") -> HandContent:
    """Return the content of a message with a hand; this takes long, since it draws.

    Args:
        hand: the hand.
        tiles: the emojis of the tiles on the buttons.
        ends_of: the tile whose ends to choose from; None for all moves.
        note: a sentence below the text, not yet translated; empty for none.

    """
    t = translations(hand.person.locale)
    text = hand_text(hand, t, ends_of)
    if note:
        text += f"\n-# {t.gettext(note).format(command=CommandNames(hand.mentions, t).name('settings', 'messages'))}"
    rows = [discord.ui.ActionRow(*row) for row in hand_rows(hand, t, tiles, ends_of)]
    people = picture_names(hand.header, t)
    if not hand.as_text and not hand.view.hand:
        return HandContent(text, "", [*rows])
    picture = None if hand.as_text else _picture(hand, people, t)
    return HandContent(text, picture or cut(_plain(hand, people, t), MAX_MESSAGE_TEXT - length(text)), [*rows])


def _picture(hand: HandState, people: Sequence[str], t: NullTranslations) -> Picture | None:
    """Return the picture of a hand; None if it can't be drawn, since its player needs the controls to play."""
    try:
        ends = not hand.header.delivery.hand_below
        png = render.hand(hand.view, people, t, hand.theme, ends=ends)
        return Picture(png, "hand.png", render.hand_alt(hand.view, people, t))
    except Exception as error:
        _log.error("a hand of table %s could not be drawn:\n%s", hand.header.id, redacted_traceback(error))
        return None


def _plain(hand: HandState, people: Sequence[str], t: NullTranslations) -> str:
    """Return a hand as text, and below it the table, or the end of the deal.

    The turn and the winners are left out, since the message itself names them.
    """
    view, left = hand.view, hand.over or hand.away
    if view.turn is None:
        around = render.deal_end_text(view, people, t, outcome=left)
    else:
        around = render.table_text(view, people, t, turn=left or view.turn != view.seat)
    return f"{render.hand_text(view, people, t, turn=False)}\n\n{around}"


def with_hand(message: Content, hand: HandState, tiles: TileEmojis, ends_of: Tile | None = None) -> Content:
    """Return the message of a table with the hand of its only person in it.

    Args:
        message: the message of the table.
        hand: the hand; as text if the message is.
        tiles: the emojis of the tiles on the buttons.
        ends_of: the tile whose ends to choose from; None for all moves.

    """
    t = translations(hand.person.locale)
    content = hand_content(hand, tiles, ends_of)
    # the hand's text may ask for the open double or foot that the table's text names
    above = [line for line in message.text.split("\n") if line not in content.text]
    lines = [*above, *filter(None, content.text.split("\n"))]
    # a hand as text has the table in it
    plain = content.picture if isinstance(content.picture, str) else ""
    return replace(
        message,
        text=fit_lines(lines, t, plain),
        picture=None if plain else message.picture,
        file="" if plain else message.file,
        plain=plain,
        hand=None if isinstance(content.picture, str) else content.picture,
        controls=content.controls,
    )


def table_and_hand(hand: HandState, view: View, tiles: TileEmojis, ends_of: Tile | None = None) -> Content:
    """Return the content of a message with a table and the hand of its reader; this takes long, since it draws.

    Args:
        hand: the hand.
        view: the channel's view.
        tiles: the emojis of the tiles on the buttons.
        ends_of: the tile whose ends to choose from; None for all moves.

    """
    header, t = replace(hand.header, as_text=hand.as_text), translations(hand.person.locale)
    if header.status is Status.CLOSED and not ended_by_time(header, view.turn):
        return closed_match(header, view, hand.news, t)
    if view.turn is None:
        return deal_end(header, view, hand.news, t, hand.theme)
    return with_hand(board(header, view, hand.ply, hand.news, t, hand.theme), hand, tiles, ends_of)
