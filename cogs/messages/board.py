"""Messages about a table in its channel: lobby, board, a deal's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.core.commands import command_name
from cogs.core.components import button
from cogs.core.layout import Rows, layout, text_room
from cogs.messages.computers import computer_rows
from cogs.messages.fairness import commitment_lines, seed_lines, word_buttons, words_line
from cogs.messages.grid import flipped_back, grid_rows
from cogs.messages.names import clock_text, labelled, level_name, name, options_text, picture_name, rules_name
from cogs.messages.narration import closing_lines, narrate
from cogs.messages.prompts import open_double_text
from engine.actions import Draw
from engine.events import DealEnded, Dealt, Drew, Flipped, Passed, Played
from engine.layouts import Grid
from engine.live.league.results import kind_of
from engine.live.model.news import CameBack, Held, NewHost, News, Paused, Removed, WentAway
from engine.live.model.pace import Timeouts
from engine.live.model.table import Header, Person, Post, Presence, Status
from engine.view import View
from render.text.length import length


@dataclass(frozen=True, slots=True)
class Message:
    """The content of a message about a table, none of which is secret.

    Attributes:
        text: the text, below the picture if there is one.
        archived_text: the part of the text that stays true when a newer message takes its place.
        picture: PNG bytes; None for no picture.
        alt: the picture's alt text; also set when text takes its place, to tell two messages apart.
        file: the picture's file name; empty without one.
        mentions: the ids of the users it notifies.
        ephemeral_picture: whether the picture shows something that must not stay readable.
        plain: text in place of the picture, below ``text``; empty if there is none.
        deal: the number of the deal whose end it shows; 0 if it shows none.
        deadline: the deadline of the turn it names, in whole seconds since 1970; 0 if it names none.
        words_line: its line about words for the next deal; empty if there is none.

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
    words_line: str = ""

    @property
    def layout(self) -> discord.ui.LayoutView:
        """The message as Discord takes it."""
        return layout(self.text, self.file, self.alt, self.rows, self.plain)

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """The users Discord may notify: only ``mentions``."""
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


def without_buttons(table: str, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Return an older message of a table with only what stays true; a deal can still be replayed."""
    text = post.text or f"-# {t.gettext('This table goes on further down.')}"
    rows = ((replay_button(table, post.deal, t),),) if post.deal else ()
    return layout(text, post.file, post.alt, rows)


def back_button(table: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button for a player whose seat the bot holds."""
    return button("here", table, label=t.gettext("I'm back"), style=discord.ButtonStyle.success)


def resume_button(table: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that ends a pause."""
    return button("resume", table, label=t.gettext("Resume"), style=discord.ButtonStyle.success)


def _hold_buttons(header: Header, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons that continue a match which is on hold."""
    row: list[discord.ui.Item[Any]] = [resume_button(header.id, t)] if header.pause is not None else []
    if any(person.presence is Presence.HELD for person in header.people):
        row.append(back_button(header.id, t))
    return row


def _on_hold(header: Header, t: NullTranslations) -> str:
    """Return why a match is on hold; empty if it is not."""
    if header.pause is not None:
        return t.gettext("⏸️ The match is paused. <@{host}> lets it go on.").format(host=header.host)
    if all(person.away for person in header.people):
        return t.gettext("Nobody is here, so the match rests. Whoever is back presses **I'm back**.")
    return ""


def _without_hold_news(news: Sequence[News], header: Header) -> Sequence[News]:
    """Leave out the events that :func:`_on_hold` already covers: a pause, or players the bot would play for."""
    if header.pause is not None:
        return [each for each in news if not isinstance(each, Paused)]
    if all(person.away for person in header.people):
        return [each for each in news if not isinstance(each, Held)]
    return news


def replay_button(table: str, deal: int, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that replays a deal that has ended."""
    return button("replay", table, deal, label=t.gettext("Replay"))


def lobby(header: Header, pace: Timeouts, t: NullTranslations) -> Message:
    """Return the message of a lobby: what will be played, who sits where, and the buttons."""
    least, most = header.seats[0], header.seats[-1]
    lines = [
        f"## {t.gettext('Dominoes: {rules}').format(rules=rules_name(header.rules, t))}",
        options_text(header.rules, header.options, t),
        f"-# {labelled(t.gettext('Clock'), clock_text(header.clock, pace, t), t)}",
        "",
    ]
    for seat in range(most):
        taken = seat < len(header.people)
        who = name(header.people[seat]) if taken else t.gettext("free")
        mark = _mark(header, header.people[seat], t) if taken else ""
        side = ("🔵 ", "🟠 ")[seat % 2] if header.options.get("pairs") else ""
        lines.append(f"{seat + 1}. {side}{f'**{who}**' if taken else f'*{who}*'}{mark}")
    if header.status is Status.PLAYING:
        lines += ["", f"-# {t.gettext('The match has begun.')}"]
    if header.hints:
        hints = t.gettext("Hints are allowed: {command}.").format(command=command_name(t, "hint"))
        lines += ["", f"-# {hints}"]
    if header.status is Status.LOBBY:
        if header.invited:
            invited = ", ".join(f"<@{user}>" for user in header.invited)
            lines += ["", t.gettext("Invited: {people}").format(people=invited)]
        if header.deadline is not None:
            closes = t.gettext("Closes {when} if nobody starts.").format(when=f"<t:{int(header.deadline)}:R>")
            lines += ["", f"-# {closes}"]
        if len(header.people) < least:
            needs = t.ngettext("Start takes at least {count} player.", "Start takes at least {count} players.", least)
            lines.append(f"-# {needs.format(count=least)}")
        lines += filter(None, [words_line(header, t)])
    if header.status is not Status.CLOSED and (commitment := commitment_lines(header, t)):
        lines += ["", *commitment]
    full = len(header.people) >= most
    rows = (
        (
            button("join", header.id, label=t.gettext("Join"), style=discord.ButtonStyle.success, disabled=full),
            button("leave", header.id, label=t.gettext("Leave")),
            button(
                "start",
                header.id,
                label=t.gettext("Start"),
                style=discord.ButtonStyle.primary,
                disabled=len(header.people) < least,
            ),
        ),
        (
            button("options", header.id, label=t.gettext("Options")),
            button("rules", header.rules, label=t.gettext("Rules")),
            *word_buttons(header, 1, t),
            button("cancel", header.id, label=t.gettext("Cancel"), style=discord.ButtonStyle.danger),
        ),
        *computer_rows(header, t),
    )
    archived_text = f"{lines[0]}\n-# {t.gettext('This table goes on further down.')}"
    if header.status is not Status.LOBBY:
        archived_text = "\n".join(lines)
        rows = ()
    return Message("\n".join(lines), archived_text, None, "", "", rows, header.invited)


def _mark(header: Header, person: Person, t: NullTranslations) -> str:
    """Return a note on the host, or on a computer's level."""
    if person.level is not None:
        return f" ({t.gettext('computer, {level}').format(level=level_name(person.level, t))})"
    return f" ({t.gettext('host')})" if person.user == header.host else ""


def closed_lobby(header: Header, pace: Timeouts, news: Sequence[News], t: NullTranslations) -> Message:
    """Return the message of a lobby that closed before its match began."""
    text = "\n".join([lobby(header, pace, t).text, "", *closing_lines(news, header.people, t)])
    return Message(text, text, None, "", "", ())


def closed_match(header: Header, view: View, news: Sequence[News], t: NullTranslations) -> Message:
    """Return the message of a match that ended early, with the seed of its deals."""
    text = _fit_lines([*narrate(news, view, header.people, t), *seed_lines(header, t)])
    return Message(text, text, None, "", "", ())


def board(
    header: Header, view: View, ply: int, news: Sequence[News], t: NullTranslations, theme: render.Theme
) -> Message:
    """Return the message of a deal in play: the picture, what happened, whose turn it is and the buttons."""
    assert view.turn is not None
    people = picture_names(header, t)
    turn = header.people[view.turn]
    # text replaces a text board and is removed with it; beside a picture it would stay
    lines = narrate(_without_hold_news(news, header), view, header.people, t, ephemeral=header.as_text)
    commitment = commitment_lines(header, t) if any(isinstance(each, Dealt) for each in news) else []
    archived_text = _fit_lines([*narrate(news, view, header.people, t, half_turns=False), *commitment])
    lines += [*_turn_lines(header, view, t), *commitment]
    plain = render.table_text(view, people, t, last=not _includes_last_move(news)) if header.as_text else ""
    return Message(
        _fit_lines(lines, plain),
        archived_text,
        None if header.as_text else render.table(view, people, t, theme=theme),
        render.table_alt(view, people, t),
        "" if header.as_text else "table.png",
        _board_rows(header, view, ply, t),
        () if _on_hold(header, t) or turn.away or view.mid_turn or _only_presence(news) else (turn.user,),
        ephemeral_picture=isinstance(view.layout, Grid),
        plain=plain,
        deadline=turn_deadline(header, view),
    )


def _turn_lines(header: Header, view: View, t: NullTranslations) -> list[str]:
    """Say whose turn it is and until when, or what the match waits for, and which double is open."""
    assert view.turn is not None
    turn = header.people[view.turn]
    if waiting := _on_hold(header, t):
        line = waiting
    elif turn.computer:
        line = t.gettext("It is **{name}**'s turn.").format(name=name(turn))
    elif turn.away:
        line = t.gettext("It is **{name}**'s turn; the bot plays.").format(name=name(turn))
    elif view.mid_turn:
        # no second ping for the same turn
        line = t.gettext("➡️ It's still **{name}**'s turn.").format(name=name(turn))
    elif until := turn_deadline(header, view):
        text = t.gettext("➡️ <@{user}>, it's your turn. Time is up {until}.")
        line = text.format(user=turn.user, until=f"<t:{until}:R>")
    else:
        line = t.gettext("➡️ <@{user}>, it's your turn.").format(user=turn.user)
    double = open_double_text(view, header.people, t)
    return [line, double] if double else [line]


def turn_deadline(header: Header, view: View) -> int:
    """Return the deadline that a board names, in whole seconds since 1970; 0 if it names none."""
    told = view.turn is not None and not view.mid_turn and not header.people[view.turn].away and header.pause is None
    return int(header.deadline) if told and header.deadline is not None else 0


def with_new_deadline(header: Header, view: View, ply: int, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Return a board as it was posted, with the new deadline of the turn."""
    text = _fit_lines([*filter(None, [post.text]), *_turn_lines(header, view, t)])
    return layout(text, post.file, post.alt, _board_rows(header, view, ply, t))


def _only_presence(news: Sequence[News]) -> bool:
    """Whether people came or went and nothing else happened: the player in turn has been notified before."""
    return bool(news) and all(isinstance(each, CameBack | NewHost | Removed | WentAway) for each in news)


def _includes_last_move(news: Sequence[News]) -> bool:
    """Whether the events include the last move, and no deal has begun after it."""
    return any(isinstance(each, Played | Drew | Passed | Flipped) for each in news)


def _board_rows(header: Header, view: View, ply: int, t: NullTranslations) -> Rows:
    """Return the buttons of a deal in play."""
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    last = [*_hold_buttons(header, t), rules]
    if isinstance(view.layout, Grid):
        return [last] if header.pause is not None else [*grid_rows(header, view, ply), last]
    row: list[discord.ui.Item[Any]] = [
        button("hand", header.id, label=t.gettext("My hand"), style=discord.ButtonStyle.primary)
    ]
    if view.default_move is not None and header.pause is None:
        # shown whether or not the player could play: anything else would give the hand away
        label = t.gettext("Draw") if isinstance(view.default_move, Draw) else t.gettext("Pass")
        row.append(button("pass", header.id, ply, label=label))
    return ([*row, *last],)


def deal_end(
    header: Header,
    view: View,
    news: Sequence[News],
    t: NullTranslations,
    theme: render.Theme,
    changes: Sequence[str] = (),
) -> Message:
    """Return the message of a deal's or a match's end: all hands, the points, and what comes next."""
    people = picture_names(header, t)
    # the commitment for the next deal, or the seed of all deals
    seed = seed_lines(header, t) if view.finished else commitment_lines(header, t)
    archived_lines = [*narrate(news, view, header.people, t), *changes, *seed]
    lines = [*narrate(_without_hold_news(news, header), view, header.people, t), *changes, *seed]
    told = any(isinstance(each, DealEnded) for each in news)
    plain = render.deal_end_text(view, people, t, outcome=not told) if header.as_text else ""
    if not view.finished:
        lines += _until_next_deal(header, t)
    return Message(
        _fit_lines(lines, plain),
        # the picture stays in its message, and so does the text in its place
        _fit_lines([*archived_lines, plain]) if plain else _fit_lines(archived_lines),
        None if header.as_text else render.deal_end(view, people, t, theme=theme),
        render.deal_end_alt(view, people, t),
        "" if header.as_text else "deal.png",
        (_end_buttons(header, view, t),),
        plain=plain,
        deal=view.deal,
        words_line="" if view.finished else words_line(header, t),
    )


def _until_next_deal(header: Header, t: NullTranslations) -> list[str]:
    """Return what the next deal waits for, and who has added a word to it."""
    lines = [words_line(header, t)]
    if waiting := _on_hold(header, t):
        lines.insert(0, waiting)
    elif header.deadline is not None:
        when = f"<t:{int(header.deadline)}:R>"
        lines.insert(0, f"-# {t.gettext('The next deal begins {when}.').format(when=when)}")
    return [line for line in lines if line]


def _end_buttons(header: Header, view: View, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons after a deal, five at most, or after a match."""
    replay = replay_button(header.id, view.deal, t)
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    if view.finished:
        return [
            button("rematch", header.id, label=t.gettext("Rematch"), style=discord.ButtonStyle.success),
            button("standing", 1, kind_of(header), label=t.gettext("Leaderboard")),
            replay,
            rules,
        ]
    row = [*word_buttons(header, view.deal + 1, t), *_hold_buttons(header, t), replay, rules]
    if header.pause is None:
        label = t.gettext("Next deal")
        row.insert(0, button("next", header.id, view.deal, label=label, style=discord.ButtonStyle.success))
    return row


def with_words(header: Header, view: View, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Return a deal's end as it was posted, with the current words and start of the next deal."""
    lines, rows = _until_next_deal(header, t), (_end_buttons(header, view, t),)
    if post.file:
        return layout(_fit_lines([*post.text.split("\n"), *lines]), post.file, post.alt, rows)
    # text in place of a picture is long, and is not cut
    return layout(_fit_lines(lines, post.text), rows=rows, plain=post.text)


def table_text(header: Header, view: View, t: NullTranslations) -> str:
    """Return a table as text for one person that stays readable: without tiles that are soon flipped back."""
    if view.turn is None:
        return render.deal_end_text(view, picture_names(header, t), t)
    shown = flipped_back(view) if isinstance(view.layout, Grid) else view
    return render.table_text(shown, picture_names(header, t), t)


def picture_names(header: Header, t: NullTranslations) -> list[str]:
    """Return each player's name for pictures and their alt texts."""
    return [picture_name(person, t) for person in header.people]


def _fit_lines(lines: Sequence[str], plain: str = "") -> str:
    """Join lines, dropping the oldest while they are too long to go with the text in place of a picture."""
    kept = list(lines)
    while len(kept) > 1 and sum(length(line) + 1 for line in kept) > text_room(plain):
        kept.pop(0)
    return "\n".join(kept)
