"""The message of a challenge's match, for its player alone: a deal in play, with the hand, and the end of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.challenges.titles import heading
from cogs.core.components import button
from cogs.core.frame import Rows
from cogs.core.preferences import Appearance
from cogs.messages.board import board
from cogs.messages.content import Content
from cogs.messages.deal_end import deal_end
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState
from cogs.messages.hand_message import with_hand
from engine.events import Event, MatchEnded
from engine.live.challenges.attempt import Position, header_of, without_course
from engine.live.model.news import News
from engine.live.model.table import Header, Person
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations
from render.text.verdict import signed

VERBS = "ch"
"""The beginning of the verbs of a challenge's controls."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The player of a challenge, as the reader of its messages.

    Attributes:
        person: the player.
        look: how messages are shown to them.
        tiles: the emojis of the tiles on buttons.
        mentions: the mentions of commands.

    """

    person: Person
    look: Appearance
    tiles: TileEmojis
    mentions: Mapping[str, str]


def match_message(
    position: Position, events: Sequence[Event], reader: Reader, notes: Sequence[str] = (), ends_of: Tile | None = None
) -> Content:
    """Return the message of an attempt: its deal in play, or that deal's end; this takes long, since it draws.

    Args:
        position: the attempt.
        events: the events since the player's last choice.
        reader: the player.
        notes: the lines below the heading.
        ends_of: the tile whose ends to choose from; None for all moves.

    """
    challenge, person, look = position.challenge, reader.person, reader.look
    t, header = translations(person.locale), replace(header_of(challenge, person), as_text=look.as_text)
    lines, table = (heading(challenge, position.deal, t), *notes), position.view(None)
    if position.in_play:
        hand = HandState(
            header,
            person.user_id,
            position.view(),
            position.ply,
            as_text=look.as_text,
            theme=look.theme,
            mentions=reader.mentions,
            verbs=VERBS,
        )
        return in_play(hand, table, events, lines, reader.tiles, ends_of)
    forward = result_button(challenge.id, t) if position.over else next_button(challenge.id, position.deal, t)
    return deal_over(header, table, events, lines, position.margins[-1], forward, t, look.theme)


def in_play(
    hand: HandState,
    table: View,
    news: Sequence[News],
    lines: Sequence[str],
    tiles: TileEmojis,
    ends_of: Tile | None = None,
) -> Content:
    """Return the message of a deal in play: the table, the events, the hand and its controls; this takes long.

    Args:
        hand: the hand, as its player reads it.
        table: the view of the channel.
        news: the events since the player's last choice, which is the first of them.
        lines: the lines above the events: the heading, and below it what the player has to know.
        tiles: the emojis of the tiles on the buttons.
        ends_of: the tile whose ends to choose from; None for all moves.

    """
    t, header = translations(hand.person.locale), replace(hand.header, as_text=hand.as_text)
    message = board(header, without_course(table), hand.ply, news, t, hand.theme)
    hand = replace(hand, view=without_course(hand.view))
    return with_hand(_framed(message, lines, [[_rules_button(header, t)]]), hand, tiles, ends_of)


def deal_over(
    header: Header,
    table: View,
    news: Sequence[News],
    lines: Sequence[str],
    margin: int,
    forward: discord.ui.Button[Any],
    t: NullTranslations,
    theme: render.Theme,
) -> Content:
    """Return the message of a deal's end: the player's margin, the winners, the moves before; this takes long.

    Args:
        header: the header, as its player reads it.
        table: the view of the channel.
        news: the events since the player's last choice.
        lines: the lines above all else: the heading.
        margin: the player's points less those of the best other side.
        forward: the button that leads on: to the next deal, or to the result.
        t: the player's catalog.
        theme: the theme of the picture.

    """
    news = [each for each in news if not isinstance(each, MatchEnded)]
    message = deal_end(header, without_course(table), news, t, theme)
    won = t.gettext("This deal: **{points}**").format(points=signed(margin))
    return _framed(message, (*lines, won), [[forward, _rules_button(header, t)]])


def _framed(message: Content, lines: Sequence[str], rows: Rows) -> Content:
    """Return a message of a table with lines above its text, and with other buttons."""
    return replace(message, text="\n".join(filter(None, (*lines, message.text))), rows=rows)


def _rules_button(header: Header, t: NullTranslations) -> discord.ui.Button[Any]:
    return button("rules", header.rules, label=t.gettext("Rules"))


def next_button(challenge_id: str, deal: int, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that begins the deal after one that has ended."""
    label = t.gettext("Next deal")
    return button("chnext", challenge_id, deal, label=label, style=discord.ButtonStyle.success)


def result_button(challenge_id: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that shows a player's result after the last deal."""
    return button("chresult", challenge_id, label=t.gettext("Result"), style=discord.ButtonStyle.success)
