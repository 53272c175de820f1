"""One player's hand at one moment, and the text of the message that shows it."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from gettext import NullTranslations

import render
from cogs.core.bot import Trouble
from cogs.core.command_names import CommandNames
from cogs.core.refusals import DECLINES
from cogs.messages.moves import asks_facing
from cogs.messages.names import deal_heading, name
from cogs.messages.narration import narrate_result
from cogs.messages.prompts import bot_move_text, drawn_text, prompt
from engine.actions import Move
from engine.i18n import N_
from engine.live.model.errors import Code
from engine.live.model.news import News
from engine.live.model.table import Header, Person, Presence, Status
from engine.live.tables.cup_matches import ended_by_time
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.text.sentences import in_pairs

_TROUBLES = {
    "blocked": N_(
        "I can't show the table in its channel right now, so keep playing from here; {doctor} explains what is wrong."
    ),
    "lost": N_(
        "This table's channel no longer exists. Keep playing from here, or type {board} in another channel of the "
        "server to move the table there."
    ),
}

ABSENT = {
    Presence.KEPT: DECLINES[Code.KEPT],
    Presence.LEFT: DECLINES[Code.LEFT],
    Presence.REMOVED: N_(
        "The host has removed you from this match, and the bot is playing for you. Press **I'm back** to ask the host "
        "for your seat."
    ),
}
"""Sentences for a player for whom the bot plays."""


@dataclass(frozen=True)
class HandState:
    """One player's hand at one moment: everything in a message with the hand.

    Attributes:
        header: the table's header.
        user_id: the player's user id.
        view: the view from the player's seat.
        ply: the number of actions in the table's log.
        trouble: the trouble that keeps the table out of its channel.
        as_text: whether the player wants text in place of pictures.
        theme: the theme of the picture.
        only_move: the move that the bot soon makes for the player, who has no choice; None for a choice.
        mentions: the mentions of commands, as in :class:`~cogs.core.command_names.CommandNames`. They don't change.
        table: the channel's view, where the message has the table above the hand; else None.
        news: the news that it tells there.
        verbs: the beginning of the verbs of the controls, where a feature of its own answers them; it gives no hints.

    """

    header: Header
    user_id: int
    view: View
    ply: int
    trouble: Trouble = ""
    as_text: bool = False
    theme: render.Theme = render.DEFAULT
    only_move: Move | None = None
    mentions: Mapping[str, str] = field(default_factory=dict[str, str])
    table: View | None = None
    news: Sequence[News] = ()
    verbs: str = ""

    @property
    def person(self) -> Person:
        """The player."""
        return self.header.people[self.seat]

    @property
    def seat(self) -> int:
        """The player's seat."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def over(self) -> bool:
        """Whether the table has closed."""
        return self.header.status is Status.CLOSED

    @property
    def paused(self) -> bool:
        """Whether the match is paused."""
        return self.header.pause is not None

    @property
    def in_turn(self) -> bool:
        """Whether it is the player's turn."""
        return self.view.turn == self.view.seat

    @property
    def away(self) -> bool:
        """Whether the bot plays for the player."""
        return self.person.away

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the content, which does not reveal it; a message with an equal fingerprint needs no edit.

        On the player's turn, a hand shows the open ends, and its controls carry the ply. Otherwise a picture has
        neither, while text always includes the table.
        """
        return self._fingerprint(asks=bool(self.view.legal))

    def is_shown_by(self, fingerprint: Hashable) -> bool:
        """Whether a message with a fingerprint needs no edit.

        A hand out of turn needs none for the moments in which the bot is about to do the player's only move.
        """
        return fingerprint == self.fingerprint or (
            self.only_move is not None and fingerprint == self._fingerprint(asks=False)
        )

    def _fingerprint(self, *, asks: bool) -> str:
        view = self.view
        ply = self.ply if asks or self.as_text or self.table is not None else None
        look = "text" if self.as_text else self.theme.id
        hand, drawn = ([tile.order for tile in tiles] for tiles in (view.hand, view.drawn))
        seen = (view.seat, view.deal, hand, drawn, ply, view.turn is None, self.over, look)
        host = self.header.host_id if self.paused else 0
        whole = repr((*seen, self.person.presence, self.person.locale, self.paused, host, self.trouble))
        if self.table is not None:
            whole += repr((self.header.attendance, self.header.status, self.header.is_called))
        return hashlib.blake2s(whole.encode(), digest_size=12).hexdigest()


def hand_text(hand: HandState, t: NullTranslations, ends_of: Tile | None = None) -> str:
    """Return the heading of a hand and its player's choice."""
    view, lines = hand.view, [*_heading_lines(hand, t)]
    if not hand.over and ends_of is not None:
        lines.append(_ends_question(view, ends_of, t))
    else:
        lines += _out_of_play_lines(hand, t) or _in_play_lines(hand, t)
    if hand.trouble and not hand.over and not view.finished:
        names = CommandNames(hand.mentions, t)
        trouble = t.gettext(_TROUBLES[hand.trouble]).format(
            doctor=names.name("settings", "doctor"), board=names.name("board")
        )
        lines.append(f"-# {trouble}")
    return "\n".join(lines)


def _heading_lines(hand: HandState, t: NullTranslations) -> Iterator[str]:
    """Yield the table, and the player's partner."""
    header, view = hand.header, hand.view
    # below the table itself there is nothing to say of it
    if not header.delivery.hand_below:
        yield deal_heading(t.gettext("Your hand"), header, view, t)
    if in_pairs(view) and not hand.over:
        (partner,) = (seat for seat in view.teams[view.team_of(hand.seat)] if seat != hand.seat)
        yield t.gettext("Your partner: **{name}**").format(name=name(header.people[partner]))


def _ends_question(view: View, tile: Tile, t: NullTranslations) -> str:
    """Ask for the end of a tile, or for its half that faces out."""
    facing = asks_facing(view, tile)
    asked = t.gettext("{tile}: which half faces out?") if facing else t.gettext("{tile}: at which end?")
    return asked.format(tile=tile)


def _out_of_play_lines(hand: HandState, t: NullTranslations) -> list[str]:
    """Return the reason why the player does not play now: stopped, away, between deals, or out; else nothing."""
    view = hand.view
    if hand.over and not ended_by_time(hand.header, view.turn):
        return [t.gettext("This match was stopped.")]
    if hand.away:
        return [t.gettext(ABSENT[hand.person.presence])]
    if view.turn is None:
        return narrate_result(hand.header, view, t)
    if view.seat in view.eliminated:
        return [t.gettext("You are out of this match; the others keep playing.")]
    return []


def _in_play_lines(hand: HandState, t: NullTranslations) -> list[str]:
    """Return the player's drawn tiles, and their choice or the reason to wait."""
    if hand.paused:
        now = _paused_text(hand, t)
    elif hand.only_move is not None:
        now = bot_move_text(hand.only_move, t)
    elif hand.in_turn:
        now = prompt(hand.view, hand.header.people, t)
    else:
        # the table above says whose turn it is
        now = "" if hand.header.delivery.hand_below else t.gettext("Wait for your turn.")
    if not hand.view.hand and not hand.as_text and not hand.in_turn:
        now = f"{t.gettext('You hold no tiles.')} {now}".rstrip()
    return [*filter(None, (drawn_text(hand.view, t), now))]


def _paused_text(hand: HandState, t: NullTranslations) -> str:
    if hand.user_id == hand.header.host_id:
        return t.gettext("The match is paused. Press **Resume** under the table to continue it.")
    paused = t.gettext(
        "The match is paused. Its host, <@{host}>, can continue it with {command}; once this deal has been "
        "paused for an hour, every player can."
    )
    return paused.format(host=hand.header.host_id, command=CommandNames(hand.mentions, t).name("table", "pause"))


def taken_text(view: View, t: NullTranslations) -> str:
    """Return the tiles a player has taken, in a game without hands."""
    assert view.seat is not None
    tiles = view.open_hands[view.seat] if view.open_hands else ()
    nobody = t.gettext("Players have no hands in this game: they turn tiles over on the table.")
    if not tiles:
        return f"{nobody} {t.gettext('No tiles taken yet.')}"
    text = t.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", len(tiles))
    return f"{nobody} {text.format(count=len(tiles), tiles=list_items([*map(str, tiles)], t))}"
