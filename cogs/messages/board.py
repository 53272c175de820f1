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
from cogs.messages.fairness import adding, opened, sealed, word_button
from cogs.messages.grid import grid_rows, turned_back
from cogs.messages.names import clock_in_words, labelled, level_name, name, options_in_words, picture_name, rules_name
from cogs.messages.narration import tell, tell_closed
from cogs.messages.prompts import open_double
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
    """What a message about a table shows. Nothing in it is secret.

    Attributes:
        text: the text, under the picture if there is one.
        lasting: what of the text stays true when a newer message takes its place.
        picture: the picture, as PNG bytes; None for none.
        alt: the picture in words; also where text takes its place, since it tells two of them apart.
        file: the picture's file name; empty where there is none.
        rows: the buttons, a row each.
        mentions: the users whom it notifies.
        fleeting: whether the picture shows what nobody may look up later.
        plain: text in the place of the picture, under ``text``; empty where there is none.
        deal: the number of the deal whose end it shows; 0 where it shows none.
        until: when it says that a turn's time is up, in whole seconds since 1970; 0 where it does not.
        adding: the line in it that names who has added a word to the next deal; empty where there is none.

    """

    text: str
    lasting: str
    picture: bytes | None
    alt: str
    file: str
    rows: Rows
    mentions: tuple[int, ...] = ()
    fleeting: bool = False
    plain: str = ""
    deal: int = 0
    until: int = 0
    adding: str = ""

    @property
    def layout(self) -> discord.ui.LayoutView:
        """The message as Discord takes it."""
        return layout(self.text, self.file, self.alt, self.rows, self.plain)

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """Whom Discord may notify: nobody but ``mentions``."""
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


def without_buttons(table: str, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Give an older message of a table without what was true for its moment only; a deal can still be replayed."""
    text = post.text or f"-# {t.gettext('This table goes on further down.')}"
    rows = ((replay_button(table, post.deal, t),),) if post.deal else ()
    return layout(text, post.file, post.alt, rows)


def back_button(table: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Give the button for someone whose seat the bot holds."""
    return button("here", table, label=t.gettext("I'm back"), style=discord.ButtonStyle.success)


def resume_button(table: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Give the button that ends a pause."""
    return button("resume", table, label=t.gettext("Resume"), style=discord.ButtonStyle.success)


def _life_buttons(header: Header, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Give what goes on with a match that waits for people."""
    row: list[discord.ui.Item[Any]] = [resume_button(header.id, t)] if header.pause is not None else []
    if any(person.presence is Presence.HELD for person in header.people):
        row.append(back_button(header.id, t))
    return row


def _waiting(header: Header, t: NullTranslations) -> str:
    """Say why a match waits for people; empty where it does not."""
    if header.pause is not None:
        return t.gettext("⏸️ The match is paused. <@{host}> lets it go on.").format(host=header.host)
    if all(person.away for person in header.people):
        return t.gettext("Nobody is here, so the match rests. Whoever is back presses **I'm back**.")
    return ""


def _not_waited_for(news: Sequence[News], header: Header) -> Sequence[News]:
    """Leave out what the message says of a match that waits: that it was paused, or for whom the bot would play."""
    if header.pause is not None:
        return [each for each in news if not isinstance(each, Paused)]
    if all(person.away for person in header.people):
        return [each for each in news if not isinstance(each, Held)]
    return news


def replay_button(table: str, deal: int, t: NullTranslations) -> discord.ui.Button[Any]:
    """Give the button that shows a deal that has ended once more, move by move."""
    return button("replay", table, deal, label=t.gettext("Replay"))


def lobby(header: Header, pace: Timeouts, t: NullTranslations) -> Message:
    """Show a lobby: what will be played, who sits where, and the buttons."""
    least, most = header.seats[0], header.seats[-1]
    lines = [
        f"## {t.gettext('Dominoes: {rules}').format(rules=rules_name(header.rules, t))}",
        options_in_words(header.rules, header.options, t),
        f"-# {labelled(t.gettext('Clock'), clock_in_words(header.clock, pace, t), t)}",
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
        lines += filter(None, [adding(header, t)])
    if header.status is not Status.CLOSED and (promise := sealed(header, t)):
        lines += ["", *promise]
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
            *word_button(header, 1, t),
            button("cancel", header.id, label=t.gettext("Cancel"), style=discord.ButtonStyle.danger),
        ),
        *computer_rows(header, t),
    )
    lasting = f"{lines[0]}\n-# {t.gettext('This table goes on further down.')}"
    if header.status is not Status.LOBBY:
        lasting = "\n".join(lines)
        rows = ()
    return Message("\n".join(lines), lasting, None, "", "", rows, header.invited)


def _mark(header: Header, person: Person, t: NullTranslations) -> str:
    """Say in a lobby who the host is, and how well a computer plays."""
    if person.level is not None:
        return f" ({t.gettext('computer, {level}').format(level=level_name(person.level, t))})"
    return f" ({t.gettext('host')})" if person.user == header.host else ""


def closed_lobby(header: Header, pace: Timeouts, news: Sequence[News], t: NullTranslations) -> Message:
    """Show a lobby that closed before its match began."""
    text = "\n".join([lobby(header, pace, t).text, "", *tell_closed(news, header.people, t)])
    return Message(text, text, None, "", "", ())


def closed_match(header: Header, view: View, news: Sequence[News], t: NullTranslations) -> Message:
    """Show that a match ended before its time, and what its deals were drawn from."""
    text = _fit([*tell(news, view, header.people, t), *opened(header, t)])
    return Message(text, text, None, "", "", ())


def board(
    header: Header, view: View, ply: int, news: Sequence[News], t: NullTranslations, theme: render.Theme
) -> Message:
    """Show a deal in play: the picture, what happened, whose turn it is until when, and the buttons."""
    assert view.turn is not None
    people = names(header, t)
    turn = header.people[view.turn]
    # what tells the table as text goes with it; beside a picture a text would stay longer
    lines = tell(_not_waited_for(news, header), view, header.people, t, fleeting=header.as_text)
    promise = sealed(header, t) if any(isinstance(each, Dealt) for each in news) else []
    lasting = _fit([*tell(news, view, header.people, t, halves=False), *promise])
    lines += [*_turn_lines(header, view, t), *promise]
    plain = render.table_text(view, people, t, last=not _tells_last(news)) if header.as_text else ""
    return Message(
        _fit(lines, plain),
        lasting,
        None if header.as_text else render.table(view, people, t, theme=theme),
        render.table_alt(view, people, t),
        "" if header.as_text else "table.png",
        _rows(header, view, ply, t),
        () if _waiting(header, t) or turn.away or view.mid_turn or _of_people_only(news) else (turn.user,),
        fleeting=isinstance(view.layout, Grid),
        plain=plain,
        until=told_until(header, view),
    )


def _turn_lines(header: Header, view: View, t: NullTranslations) -> list[str]:
    """Say whose turn it is and until when, or what the match waits for, and which double is open."""
    assert view.turn is not None
    turn = header.people[view.turn]
    if waiting := _waiting(header, t):
        line = waiting
    elif turn.computer:
        line = t.gettext("It is **{name}**'s turn.").format(name=name(turn))
    elif turn.away:
        line = t.gettext("It is **{name}**'s turn; the bot plays.").format(name=name(turn))
    elif view.mid_turn:
        # no second ping for the same turn
        line = t.gettext("➡️ It's still **{name}**'s turn.").format(name=name(turn))
    elif until := told_until(header, view):
        text = t.gettext("➡️ <@{user}>, it's your turn. Time is up {until}.")
        line = text.format(user=turn.user, until=f"<t:{until}:R>")
    else:
        line = t.gettext("➡️ <@{user}>, it's your turn.").format(user=turn.user)
    double = open_double(view, header.people, t)
    return [line, double] if double else [line]


def told_until(header: Header, view: View) -> int:
    """Give when a turn's time is up, where a board says so, in whole seconds since 1970; else 0."""
    told = view.turn is not None and not view.mid_turn and not header.people[view.turn].away and header.pause is None
    return int(header.deadline) if told and header.deadline is not None else 0


def with_new_time(header: Header, view: View, ply: int, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Give a board as it was posted, but for the time that a turn has."""
    text = _fit([*filter(None, [post.text]), *_turn_lines(header, view, t)])
    return layout(text, post.file, post.alt, _rows(header, view, ply, t))


def _of_people_only(news: Sequence[News]) -> bool:
    """Tell whether people came and went and nothing else happened: whose turn it is has been notified of it before."""
    return bool(news) and all(isinstance(each, CameBack | NewHost | Removed | WentAway) for each in news)


def _tells_last(news: Sequence[News]) -> bool:
    """Tell whether the news tell the last move, after which no deal has begun."""
    return any(isinstance(each, Played | Drew | Passed | Flipped) for each in news)


def _rows(header: Header, view: View, ply: int, t: NullTranslations) -> Rows:
    """Give the buttons of a deal in play."""
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    last = [*_life_buttons(header, t), rules]
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
    """Show a deal's end, or with it the match's: all hands, the points, and what comes next."""
    people = names(header, t)
    # what is promised for the next deal, or was for all of them
    seed = opened(header, t) if view.finished else sealed(header, t)
    lasting = [*tell(news, view, header.people, t), *changes, *seed]
    lines = [*tell(_not_waited_for(news, header), view, header.people, t), *changes, *seed]
    told = any(isinstance(each, DealEnded) for each in news)
    plain = render.deal_end_text(view, people, t, outcome=not told) if header.as_text else ""
    if not view.finished:
        lines += _until_next_deal(header, t)
    return Message(
        _fit(lines, plain),
        # a picture stays in its message, and so does what takes its place
        _fit([*lasting, plain]) if plain else _fit(lasting),
        None if header.as_text else render.deal_end(view, people, t, theme=theme),
        render.deal_end_alt(view, people, t),
        "" if header.as_text else "deal.png",
        (_end_buttons(header, view, t),),
        plain=plain,
        deal=view.deal,
        adding="" if view.finished else adding(header, t),
    )


def _until_next_deal(header: Header, t: NullTranslations) -> list[str]:
    """Say what the next deal waits for, and who has added a word to it."""
    lines = [adding(header, t)]
    if waiting := _waiting(header, t):
        lines.insert(0, waiting)
    elif header.deadline is not None:
        when = f"<t:{int(header.deadline)}:R>"
        lines.insert(0, f"-# {t.gettext('The next deal begins {when}.').format(when=when)}")
    return [line for line in lines if line]


def _end_buttons(header: Header, view: View, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Give the buttons of a deal's end, five at most, or of a match's."""
    replay = replay_button(header.id, view.deal, t)
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    if view.finished:
        return [
            button("rematch", header.id, label=t.gettext("Rematch"), style=discord.ButtonStyle.success),
            button("standing", 1, kind_of(header), label=t.gettext("Leaderboard")),
            replay,
            rules,
        ]
    row = [*word_button(header, view.deal + 1, t), *_life_buttons(header, t), replay, rules]
    if header.pause is None:
        label = t.gettext("Next deal")
        row.insert(0, button("next", header.id, view.deal, label=label, style=discord.ButtonStyle.success))
    return row


def with_words(header: Header, view: View, post: Post, t: NullTranslations) -> discord.ui.LayoutView:
    """Give a deal's end as it was posted, but for who has added a word to the next deal, and when that begins."""
    lines, rows = _until_next_deal(header, t), (_end_buttons(header, view, t),)
    if post.file:
        return layout(_fit([*post.text.split("\n"), *lines]), post.file, post.alt, rows)
    # text in the place of a picture is long, and stays whole
    return layout(_fit(lines, post.text), rows=rows, plain=post.text)


def as_text(header: Header, view: View, t: NullTranslations) -> str:
    """Tell a table as text for one person, with what may still be read later: nothing that is turned back soon."""
    if view.turn is None:
        return render.deal_end_text(view, names(header, t), t)
    lasting = turned_back(view) if isinstance(view.layout, Grid) else view
    return render.table_text(lasting, names(header, t), t)


def names(header: Header, t: NullTranslations) -> list[str]:
    """Give everyone's name for pictures and what is told in their place."""
    return [picture_name(person, t) for person in header.people]


def _fit(lines: Sequence[str], plain: str = "") -> str:
    """Join lines; where they are too many beside what takes the place of a picture, the oldest make room."""
    kept = list(lines)
    while len(kept) > 1 and sum(length(line) + 1 for line in kept) > text_room(plain):
        kept.pop(0)
    return "\n".join(kept)
