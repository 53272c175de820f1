"""The message of a lobby: the seats, and the selects that add and remove computers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.command_names import CommandNames
from cogs.core.components import button, select
from cogs.core.frame import Rows
from cogs.messages.content import Content
from cogs.messages.fairness import fair_deal_buttons, fair_deal_lines
from cogs.messages.names import (
    auto_text,
    clock_text,
    labelled,
    level_name,
    localized,
    name,
    options_text,
    plain_name,
    rules_name,
)
from cogs.messages.narration import closing_lines
from engine.bots.level import Level
from engine.live.model.news import News
from engine.live.model.pace import Auto, Timeouts
from engine.live.model.seating import may_name_opener, named_opener, next_opener
from engine.live.model.table import Header, Person, Status


def lobby(header: Header, pace: Timeouts, mentions: Mapping[str, str], t: NullTranslations) -> Content:
    """Return the message of a lobby: the rule set, the seats, and the buttons."""
    waiting = header.status is Status.LOBBY
    lines = [*_game_lines(header, pace, t), "", *_seat_lines(header, t)]
    notes = [*_agreed(header, mentions, t), *(_awaited(header, t) if waiting else ())]
    lines += [line for note in notes for line in ("", note)]
    if waiting:
        lines += _start_lines(header, t)
    if header.status is not Status.CLOSED and (fair := fair_deal_lines(header, t)):
        lines += ["", *fair]
    text = "\n".join(lines)
    if not waiting:
        return Content(text, text, None, "", "", (), header.invited)
    archived_text = f"{lines[0]}\n-# {t.gettext('This table continues further down.')}"
    rows = (*_button_rows(header, t), *_pair_rows(header, t), *_computer_rows(header, t))
    return Content(text, archived_text, None, "", "", rows, header.invited)


def _is_full(header: Header) -> bool:
    return len(header.people) >= header.seats[-1]


def _bold(person: Person, t: NullTranslations) -> str:
    return f"**{name(localized(person, t))}**"


def _game_lines(header: Header, pace: Timeouts, t: NullTranslations) -> list[str]:
    """Return the rule set and its options."""
    lines = [
        f"## {t.gettext('Dominoes: {rules}').format(rules=rules_name(header.rules, t))}",
        options_text(header.rules, header.options, t),
    ]
    if header.delivery.timed:
        lines.append(f"-# {labelled(t.gettext('Clock'), clock_text(header.time_control, pace, t), t)}")
    return lines


def _seat_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return the players by seat; a seat is free until the match starts."""
    seated = [f"{_bold(person, t)}{_mark(header, person, t)}" for person in header.people]
    if header.status is Status.LOBBY:
        seated += [f"*{t.gettext('free')}*"] * (header.seats[-1] - len(seated))
    sides = ("🔵 ", "🟠 ") if header.options.get("pairs") else ("", "")
    return [f"{seat + 1}. {sides[seat % 2]}{each}" for seat, each in enumerate(seated)]


def _agreed(header: Header, mentions: Mapping[str, str], t: NullTranslations) -> Iterator[str]:
    """Yield the pairs, the opener, and other settings of the match."""
    if _is_full(header) and header.options.get("pairs"):
        pairs = t.gettext("{first} + {third} against {second} + {fourth}")
        first, second, third, fourth = (_bold(person, t) for person in header.people)
        yield pairs.format(first=first, second=second, third=third, fourth=fourth)
    if header.status is Status.LOBBY and may_name_opener(header):
        yield f"-# {_opener_line(header, t)}"
    if header.status is Status.PLAYING:
        yield f"-# {t.gettext('The match has started.')}"
    if header.auto is not Auto.TURNS:
        yield f"-# {labelled(t.gettext('The bot plays'), auto_text(header.auto, t), t)}"
    if header.hints:
        hints = t.gettext("Hints are allowed: {command}.").format(command=CommandNames(mentions, t).name("hint"))
        yield f"-# {hints}"


def _awaited(header: Header, t: NullTranslations) -> Iterator[str]:
    """Yield the invitation, and the time at which an idle lobby closes."""
    if header.invited:
        invited = ", ".join(f"<@{user}>" for user in header.invited)
        yield t.gettext("Invited: {people}").format(people=invited)
    if header.deadline is not None:
        closes = t.gettext("Closes {when} if the match hasn't started by then.")
        yield f"-# {closes.format(when=f'<t:{int(header.deadline)}:R>')}"


def _start_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return the number of players that the match needs, or the host's right to start it at a full table."""
    min_players, max_players = header.seats[0], header.seats[-1]
    lines: list[str] = []
    if len(header.people) < min_players:
        needs = t.gettext("The match needs {count} players.")
        if min_players < max_players:
            needs = t.ngettext(
                "At least {count} player is needed to start.",
                "At least {count} players are needed to start.",
                min_players,
            )
        lines.append(f"-# {needs.format(count=min_players)}")
    if _is_full(header):
        lines.append(f"-# {t.gettext('The table is full: any player can press **Start**.')}")
    return lines


def _button_rows(header: Header, t: NullTranslations) -> Rows:
    """Return the buttons for all who read the lobby, and those of the host."""
    join = button(
        "join", header.id, label=t.gettext("Join"), style=discord.ButtonStyle.success, disabled=_is_full(header)
    )
    start = button(
        "start",
        header.id,
        label=t.gettext("Start"),
        style=discord.ButtonStyle.primary,
        disabled=len(header.people) < header.seats[0],
    )
    return (
        (join, button("leave", header.id, label=t.gettext("Leave")), start),
        (
            button("options", header.id, label=t.gettext("Options")),
            button("rules", header.rules, label=t.gettext("Rules")),
            *fair_deal_buttons(header, t),
            button("cancel", header.id, label=t.gettext("Cancel"), style=discord.ButtonStyle.danger),
        ),
    )


def _opener_line(header: Header, t: NullTranslations) -> str:
    """Return the opener of the first deal, where the host may name one."""
    named = named_opener(header)
    if named is not None:
        text = t.gettext("{name} opens the first deal: the host has decided so.")
        return text.format(name=_bold(header.people[named], t))
    if next_opener(header.starters, header.opener) is not None:
        return t.gettext("The opening passes on from the last match, unless the host names somebody in **Options**.")
    return t.gettext("The lot decides who opens the first deal, unless the host names somebody in **Options**.")


def _pair_rows(header: Header, t: NullTranslations) -> Rows:
    """Return the buttons that change the pairs: a player who presses a seat changes places with its player."""
    if not header.options.get("pairs") or len(header.people) < 3:
        return ()
    return (
        (
            *(
                button("swap", header.id, seat, label=t.gettext("Seat {number}").format(number=seat + 1))
                for seat in range(len(header.people))
            ),
            button("shuffle", header.id, label=t.gettext("Shuffle seats")),
        ),
    )


def _computer_rows(header: Header, t: NullTranslations) -> Rows:
    """Return the select of levels, while a seat is free, and the select of computers to remove.

    The number of people seated is part of the custom ids: Discord keeps showing the last choice in a select that has
    not changed, and the same entry could not be chosen again.
    """
    rows: list[list[discord.ui.Item[Any]]] = []
    seated = len(header.people)
    if seated < header.seats[-1]:
        labels = {level: t.gettext("Computer: {level}").format(level=level_name(level, t)) for level in Level}
        options = [discord.SelectOption(label=label, value=level.value) for level, label in labels.items()]
        placeholder = t.gettext("Add a computer…")
        rows.append([select("computer", header.id, seated, options=options, placeholder=placeholder)])
    computers = [person for person in header.people if person.computer]
    if computers:
        options = [discord.SelectOption(label=_computer_label(each, t), value=person_key(each)) for each in computers]
        placeholder = t.gettext("Remove a computer…")
        rows.append([select("unseat", header.id, seated, options=options, placeholder=placeholder)])
    return rows


def _computer_label(person: Person, t: NullTranslations) -> str:
    assert person.level is not None
    level = level_name(person.level, t)
    return t.gettext("{name} ({level})").format(name=plain_name(person), level=level)


def _mark(header: Header, person: Person, t: NullTranslations) -> str:
    """Return a note on the host, or on a computer's level."""
    if person.level is not None:
        return f" ({t.gettext('computer, {level}').format(level=level_name(person.level, t))})"
    return f" ({t.gettext('host')})" if person.user_id == header.host_id else ""


def person_key(person: Person) -> str:
    """Return a person's value in a select: the user id, or for a computer a text that can't be one."""
    return f"c{-person.user_id}" if person.computer else str(person.user_id)


def unreadable_table(header: Header, news: Sequence[News], t: NullTranslations) -> Content:
    """Return the message of a table that can't be read any more, and was closed."""
    text = "\n".join(closing_lines(news, header.people, t))
    return Content(text, text, None, "", "", ())


def closed_lobby(
    header: Header, pace: Timeouts, mentions: Mapping[str, str], news: Sequence[News], t: NullTranslations
) -> Content:
    """Return the message of a lobby that closed before its match began."""
    text = "\n".join([lobby(header, pace, mentions, t).text, "", *closing_lines(news, header.people, t)])
    return Content(text, text, None, "", "", ())
