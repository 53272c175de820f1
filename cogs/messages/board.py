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
from cogs.messages.content import TURN_ROOM, Content, fit_lines, leaving_buttons
from cogs.messages.fairness import fair_deal_buttons, fair_deal_lines
from cogs.messages.grid import MAX_BESIDE_GRID, flipped_back, grid_rows
from cogs.messages.hand import has_hands
from cogs.messages.names import name, picture_names
from cogs.messages.narration import narrate
from cogs.messages.on_hold import hold_buttons, hold_text, without_hold_news
from cogs.messages.prompts import open_double_text
from engine.actions import Draw
from engine.events import BidMade, Dealt, Drew, Flipped, Passed, Played, TrumpNamed
from engine.live.model.news import CameBack, NewHost, News, Removed, TookSeat, WentAway
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, SentMessage
from engine.view import View
from render.text.forms import text_form


def board(
    header: Header, view: View, ply: int, news: Sequence[News], t: NullTranslations, theme: render.Theme
) -> Content:
    """Return the message of a deal in play: the picture, the events, the player in turn and the buttons."""
    assert view.turn is not None
    people = picture_names(header, t)
    # text replaces a text board and is removed with it; beside a picture it would stay
    lines = narrate(without_hold_news(news, header), view, header.people, t, ephemeral=header.as_text)
    begins = any(isinstance(each, Dealt) for each in news)
    fair = fair_deal_lines(header, t) if begins else []
    lines += [*_turn_lines(header, view, t), *fair]
    archived_lines = [*narrate(news, view, header.people, t, half_turns=False), *fair]
    plain = render.table_text(view, people, t, last=not _includes_last_move(news)) if header.as_text else ""
    return Content(
        fit_lines(lines, t, plain),
        fit_lines(archived_lines, t, plain, spare=TURN_ROOM),
        None if header.as_text else render.table(view, people, t, theme=theme),
        render.table_alt(view, people, t),
        "" if header.as_text else "table.png",
        _board_rows(header, view, ply, t, begins=begins),
        _notified(header, view, news, t),
        ephemeral_picture=view.layout.is_face_down,
        plain=plain,
        deadline=turn_deadline(header, view),
    )


def _notified(header: Header, view: View, news: Sequence[News], t: NullTranslations) -> tuple[int, ...]:
    """Return the id of the user whom the board notifies, if any: the player in turn, once a turn."""
    assert view.turn is not None
    turn = header.people[view.turn]
    # where the bot reminds nobody, players are hurried by Nudge alone
    waits = not header.delivery.has_reminders or bool(hold_text(header, t))
    return () if waits or turn.away or view.mid_turn or _only_presence(news) else (turn.user_id,)


def _turn_lines(header: Header, view: View, t: NullTranslations) -> list[str]:
    """Return lines on the turn and its deadline, or on a hold, and on an open double."""
    line = hold_text(header, t) or _turn_line(header, view, t)
    double = open_double_text(view, header.people, t)
    return [each for each in (line, double) if each]


def _turn_line(header: Header, view: View, t: NullTranslations) -> str:
    """Return a line on the turn and its deadline; empty where a hand stands below."""
    assert view.turn is not None
    turn = header.people[view.turn]
    if header.delivery.single_message and not turn.computer:
        return "" if has_hands(header.rules) else t.gettext("➡️ It's your turn.")
    if turn.computer:
        return t.gettext("It is **{name}**'s turn.").format(name=name(turn))
    if turn.away:
        return t.gettext("It is **{name}**'s turn; the bot is playing for them.").format(name=name(turn))
    if view.mid_turn:
        # no second ping for the same turn
        return text_form(view, t).still_in_turn(name(turn))
    if not header.delivery.has_reminders:
        # only Nudge notifies there
        return t.gettext("➡️ It's **{name}**'s turn.").format(name=name(turn))
    if until := turn_deadline(header, view):
        text = t.gettext("➡️ <@{user}>, it's your turn. Your time runs out {until}.")
        return text.format(user=turn.user_id, until=f"<t:{until}:R>")
    return t.gettext("➡️ <@{user}>, it's your turn.").format(user=turn.user_id)


def turn_deadline(header: Header, view: View) -> int:
    """Return the deadline that a board names, in whole seconds since 1970; 0 if it names none."""
    if view.turn is None or header.deadline is None or header.time_control is TimeControl.NONE:
        return 0
    is_named = not view.mid_turn and not header.people[view.turn].away and header.pause is None
    return int(header.deadline) if is_named else 0


def with_new_deadline(
    header: Header, view: View, ply: int, post: SentMessage, t: NullTranslations
) -> discord.ui.LayoutView:
    """Return a board as it was posted, with the new deadline of the turn."""
    text = fit_lines([*filter(None, post.text.split("\n")), *_turn_lines(header, view, t)], t)
    begins = set(fair_deal_lines(header, t)) <= set(post.text.split("\n"))
    return framed(text, post.file, post.alt, _board_rows(header, view, ply, t, begins=begins))


def _only_presence(news: Sequence[News]) -> bool:
    """Whether people came or went and nothing else happened: the player in turn has been notified before."""
    return bool(news) and all(isinstance(each, CameBack | NewHost | Removed | TookSeat | WentAway) for each in news)


def _includes_last_move(news: Sequence[News]) -> bool:
    """Whether the events include the last move, and no deal has begun after it."""
    return any(isinstance(each, Played | Drew | Passed | Flipped | BidMade | TrumpNamed) for each in news)


def begins_alone(header: Header, view: View) -> bool:
    """Whether one person has begun a match with computers and not moved yet."""
    seats = header.human_seats
    return len(seats) == 1 and view.deal == 1 and all(move.seat not in seats for move in view.history)


def _board_rows(header: Header, view: View, ply: int, t: NullTranslations, *, begins: bool) -> Rows:
    """Return the buttons of a deal in play; its first message has the one about fair deals."""
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    fair = fair_deal_buttons(header, t) if begins else []
    hold, leaving = hold_buttons(header, t), leaving_buttons(header, t)
    if view.layout.is_face_down:
        # a message has room for the first of these
        last = [*_waiting_buttons(header, view, ply, t), *hold[:1], *leaving, *hold[1:], *fair, rules]
        return [last] if header.pause is not None else [*grid_rows(header, view, ply), last[:MAX_BESIDE_GRID]]
    if header.delivery.single_message:
        # the controls of the hand below do the rest
        return [[*hold, *fair, rules, *leaving]]
    row = [*_hand_row(header, view, ply, t), *_waiting_buttons(header, view, ply, t), *hold]
    more = [*fair, button("look", header.id, label=t.gettext("Watch")), rules, *leaving]
    # controls beside those for playing stand apart where all together need two rows anyway
    return [row, more] if leaving else rows_of_five([*row, *more])


def _hand_row(header: Header, view: View, ply: int, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the button that shows the hand, and the one for the only move without a tile."""
    row: list[discord.ui.Item[Any]] = [hand_button(header, t)]
    if view.default_move is not None and header.pause is None:
        # there whether or not the player could play: anything else would give the hand away
        label = t.gettext("Draw") if isinstance(view.default_move, Draw) else t.gettext("Pass")
        row.append(button("pass", header.id, ply, label=label))
    return row


def _waiting_buttons(header: Header, view: View, ply: int, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons for those who wait for a player, or for friends."""
    row: list[discord.ui.Item[Any]] = []
    if header.delivery.has_nudge and header.pause is None and _waits_for_another(header, view):
        row.append(button("nudge", header.id, ply, label=t.gettext("Nudge")))
    if begins_alone(header, view) and not hold_text(header, t) and not header.delivery.alone:
        row.append(button("wait", header.id, label=t.gettext("Wait for friends")))
    return row


def _waits_for_another(header: Header, view: View) -> bool:
    """Whether a person is in turn, and others may be waiting for them."""
    here = [seat for seat in header.human_seats if not header.people[seat].gone]
    return view.turn in here and not header.people[view.turn].away and len(here) > 1


def hand_button(header: Header, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button My hand."""
    return button("hand", header.id, label=t.gettext("My hand"), style=discord.ButtonStyle.primary)


def reminder(header: Header, view: View, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message that reminds the player in turn of their deadline; a grid has no hands to show."""
    assert view.turn is not None
    text = t.gettext("⏳ <@{user}>, it's still your turn. The bot will play for you {when}.")
    line = text.format(user=header.people[view.turn].user_id, when=f"<t:{int(header.deadline or 0)}:R>")
    return framed(line, rows=() if view.layout.is_face_down else [[hand_button(header, t)]])


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
