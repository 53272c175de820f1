"""The message of a deal in play: the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.core.command_names import CommandNames
from cogs.core.components import button
from cogs.core.frame import Rows, framed, rows_of_five
from cogs.core.refusals import link
from cogs.messages.content import TURN_ROOM, Content, fit_lines
from cogs.messages.grid import MAX_BESIDE_GRID, flipped_back, grid_rows
from cogs.messages.more import show_button
from cogs.messages.names import name, picture_names
from cogs.messages.narration import narrate
from cogs.messages.on_hold import hold_buttons, hold_text, without_hold_news
from cogs.messages.prompts import open_double_text
from engine.actions import Draw
from engine.events import BidMade, Drew, Flipped, Passed, Played, TrumpNamed
from engine.live.model.news import CameBack, NewHost, News, Removed, TookSeat, WentAway
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, SentMessage
from engine.rules import has_hands
from engine.view import View
from render.text.forms import text_form


def board(
    header: Header, view: View, ply: int, news: Sequence[News], t: NullTranslations, theme: render.Theme
) -> Content:
    """Return the message of a deal in play: the picture, the events, the player in turn and the buttons."""
    people, parts = picture_names(header, t), _Board(header, view, ply, t)
    # text replaces a text board and is removed with it; beside a picture it would stay
    lines = narrate(without_hold_news(news, header), view, header.people, t, ephemeral=header.as_text)
    lines += parts.turn_lines()
    archived_lines = narrate(news, view, header.people, t, half_turns=False)
    has_moves = any(isinstance(each, Played | Drew | Passed | Flipped | BidMade | TrumpNamed) for each in news)
    plain = render.table_text(view, people, t, last=not has_moves) if header.as_text else ""
    return Content(
        fit_lines(lines, t, plain),
        fit_lines(archived_lines, t, plain, spare=TURN_ROOM),
        None if header.as_text else render.table(view, people, t, theme=theme),
        render.table_alt(view, people, t),
        "" if header.as_text else "table.png",
        parts.rows(),
        parts.notified(news),
        ephemeral_picture=view.layout.is_face_down,
        plain=plain,
        deadline=turn_deadline(header, view),
    )


def with_new_deadline(
    header: Header, view: View, ply: int, post: SentMessage, t: NullTranslations
) -> discord.ui.LayoutView:
    """Return a board as it was posted, with the new deadline of the turn."""
    parts, posted = _Board(header, view, ply, t), post.text.split("\n")
    text = fit_lines([*filter(None, posted), *parts.turn_lines()], t)
    return framed(text, post.file, post.alt, parts.rows())


class _Board:
    """The lines on a turn, and the buttons."""

    def __init__(self, header: Header, view: View, ply: int, t: NullTranslations) -> None:
        assert view.turn is not None
        self._header = header
        self._view = view
        self._ply = ply
        self._t = t
        self._turn = header.people[view.turn]
        self._hold = hold_text(header, t)

    def notified(self, news: Sequence[News]) -> tuple[int, ...]:
        """Return the id of the user whom the board notifies, if any: the player in turn, once a turn."""
        # where the bot reminds nobody, players are hurried by Nudge alone
        if self._hold or self._turn.away or self._view.mid_turn or not self._header.delivery.has_reminders:
            return ()
        # people came or went and nothing else happened: the player has been notified before
        presence = CameBack | NewHost | Removed | TookSeat | WentAway
        return () if news and all(isinstance(each, presence) for each in news) else (self._turn.user_id,)

    def turn_lines(self) -> list[str]:
        """Return lines on the turn and its deadline, or on a hold, and on an open double."""
        double = open_double_text(self._view, self._header.people, self._t)
        return [*filter(None, (self._hold or self._turn_line(), double))]

    def _turn_line(self) -> str:
        """Return a line on the turn and its deadline; empty where a hand stands below."""
        t, turn, delivery = self._t, self._turn, self._header.delivery
        if turn.computer:
            return t.gettext("It is **{name}**'s turn.").format(name=name(turn))
        if delivery.single_message:
            return "" if has_hands(self._header.rules) else t.gettext("➡️ It's your turn.")
        if turn.away:
            return t.gettext("It is **{name}**'s turn; the bot is playing for them.").format(name=name(turn))
        if self._view.mid_turn:
            # no second ping for the same turn
            return text_form(self._view, t).still_in_turn(name(turn))
        if delivery.hands_alone and (until := turn_deadline(self._header, self._view)):
            text = t.gettext("➡️ It's **{name}**'s turn. Their time runs out {until}.")
            return text.format(name=name(turn), until=f"<t:{until}:R>")
        if not delivery.has_reminders:
            # only Nudge notifies there
            return t.gettext("➡️ It's **{name}**'s turn.").format(name=name(turn))
        if until := turn_deadline(self._header, self._view):
            text = t.gettext("➡️ <@{user}>, it's your turn. Your time runs out {until}.")
            return text.format(user=turn.user_id, until=f"<t:{until}:R>")
        return t.gettext("➡️ <@{user}>, it's your turn.").format(user=turn.user_id)

    def rows(self) -> Rows:
        """Return the buttons."""
        header, t = self._header, self._t
        hold, more = hold_buttons(header, t), button("menu", header.id, label=t.gettext("More"))
        if self._view.layout.is_face_down:
            # a message has room for the first of these
            if header.pause is not None:
                return [[*hold, more]]
            beside = [*self._nudge(), *self._ways_to_friends(), *hold][: MAX_BESIDE_GRID - 1]
            return [*grid_rows(header, self._view, self._ply), [*beside, more]]
        if header.delivery.hand_below:
            # the controls of the hand below do the rest; where others have hands, it has its own way back
            return [[*self._ways_to_friends(), *(() if header.delivery.hands_alone else hold), more]]
        return rows_of_five([hand_button(header, t), *self._default_move(), *self._nudge(), *hold, more])

    def _default_move(self) -> list[discord.ui.Item[Any]]:
        """Return the button for the only move without a tile."""
        move = self._view.default_move
        if move is None or self._header.pause is not None:
            return []
        # there whether or not the player could play: anything else would give the hand away
        label = self._t.gettext("Draw") if isinstance(move, Draw) else self._t.gettext("Pass")
        return [button("pass", self._header.id, self._ply, label=label)]

    def _nudge(self) -> list[discord.ui.Item[Any]]:
        """Return the button for those who wait for a player."""
        header = self._header
        if not header.delivery.has_nudge or header.pause is not None or not self._has_others_waiting():
            return []
        return [button("nudge", header.id, self._ply, label=self._t.gettext("Nudge"))]

    def _ways_to_friends(self) -> list[discord.ui.Item[Any]]:
        """Return the buttons of a private match that bring it to others."""
        header, t = self._header, self._t
        if not header.delivery.ephemeral:
            return []
        wait = [button("wait", header.id, label=t.gettext("Wait for friends"))]
        return [show_button(header, t), *(wait if may_wait(header, self._view) else ())]

    def _has_others_waiting(self) -> bool:
        """Whether a person is in turn, and others may be waiting for them."""
        here = [seat for seat in self._header.human_seats if not self._header.people[seat].gone]
        return self._view.turn in here and not self._turn.away and len(here) > 1


def turn_deadline(header: Header, view: View) -> int:
    """Return the deadline that a board names, in whole seconds since 1970; 0 if it names none."""
    if view.turn is None or header.deadline is None or header.time_control is TimeControl.NONE:
        return 0
    is_named = not view.mid_turn and not header.people[view.turn].away and header.pause is None
    return int(header.deadline) if is_named else 0


def begins_alone(header: Header, view: View) -> bool:
    """Whether one person has begun a match with computers and not moved yet."""
    seats = header.human_seats
    return len(seats) == 1 and view.deal == 1 and all(move.seat not in seats for move in view.history)


def may_wait(header: Header, view: View) -> bool:
    """Whether the player of a match with computers may wait for friends instead, where they could come."""
    has_room = header.has_host and (header.delivery.ephemeral or not header.delivery.alone)
    return has_room and header.pause is None and not header.asleep and begins_alone(header, view)


def hand_button(header: Header, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button My hand."""
    return button("hand", header.id, label=t.gettext("My hand"), style=discord.ButtonStyle.primary)


def reminder(header: Header, view: View, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message that reminds the player in turn of their deadline; a grid has no hands to show."""
    assert view.turn is not None
    text = t.gettext("⏳ <@{user}>, it's still your turn. The bot will play for you {when}.")
    line = text.format(user=header.people[view.turn].user_id, when=f"<t:{int(header.deadline or 0)}:R>")
    return framed(line, rows=() if view.layout.is_face_down else [[hand_button(header, t)]])


def turn_call(header: Header, view: View, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message to the player in turn below an edited picture."""
    assert view.turn is not None
    text = t.gettext("➡️ <@{user}>, it's your turn.")
    return framed(text.format(user=header.people[view.turn].user_id), rows=[[hand_button(header, t)]])


def turn_notice(header: Header, server: str, mentions: Mapping[str, str], t: NullTranslations) -> discord.ui.LayoutView:
    """Return the direct message on a player's turn, with its table, its deadline and the command to turn it off."""
    where = t.gettext("➡️ It's your turn in <#{channel}> on **{server}**. Your time runs out {until}.")
    until = f"<t:{int(header.deadline or 0)}:R>"
    stop = t.gettext("To turn these messages off, type {command}.")
    lines = [
        where.format(channel=header.channel_id, server=server, until=until),
        f"[{t.gettext('go to the table')}]({link(header)})",
        f"-# {stop.format(command=CommandNames(mentions, t).name('settings', 'messages'))}",
    ]
    return framed("\n".join(lines), rows=[[hand_button(header, t)]] if has_hands(header.rules) else ())


def table_text(header: Header, view: View, t: NullTranslations) -> str:
    """Return a table as text for one person that stays readable: without tiles that are soon flipped back."""
    if view.turn is None:
        return render.deal_end_text(view, picture_names(header, t), t)
    return render.table_text(flipped_back(view), picture_names(header, t), t)
