"""The message of a lobby: the game, the seats, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.command_names import CommandNames
from cogs.core.components import button
from cogs.messages.content import Content
from cogs.messages.names import (
    auto_text,
    clock_text,
    labelled,
    level_name,
    localized,
    name,
    options_text,
    rules_name,
)
from cogs.messages.narration import closing_lines
from engine.live.history.experience import Experience
from engine.live.model.news import News
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.live.model.seating import may_name_opener, missing_seats, named_opener, seats_in_pairs
from engine.live.model.table import Header, Person, Status
from engine.rules import find

MAX_MINUTES = 90
"""The minimum of minutes that a lobby shows in hours."""


class Guidance(NamedTuple):
    """Facts in a lobby besides its state.

    Attributes:
        seconds: about how long a match takes; 0 where nobody can say.
        explains: whether the game and the buttons are explained, for a host who has not finished a match yet.

    """

    seconds: float = 0.0
    explains: bool = False


def guidance(header: Header, experience: Experience) -> Guidance:
    """Return the guidance of a lobby; with the slow clock, nobody knows how long a match takes."""
    if header.status is not Status.LOBBY:
        return UNGUIDED
    players = min(max(len(header.people) + len(header.invited), header.seats[0]), header.seats[-1])
    seconds = 0.0 if header.time_control is TimeControl.SLOW else experience.seconds(header.rules, players)
    explains = not (header.delivery.alone or experience.has_finished(header.host_id))
    return Guidance(seconds, explains)


UNGUIDED = Guidance()


def lobby(
    header: Header,
    pace: Timeouts,
    mentions: Mapping[str, str],
    t: NullTranslations,
    guidance: Guidance = UNGUIDED,
) -> Content:
    """Return the message of a lobby: the game, the seats, and the buttons."""
    waiting = header.status is Status.LOBBY
    lines = [*_game_lines(header, pace, guidance, t), "", *_seat_lines(header, t)]
    notes = [*_agreed(header, mentions, t), *(_invited(header, t) if waiting else ())]
    lines += [line for note in notes for line in ("", note)]
    if waiting:
        lines += [*_button_lines(header, guidance, t), *_start_lines(header, t), *_closing_line(header, t)]
    text = "\n".join(lines)
    if not waiting:
        return Content(text, text, None, "", "", (), header.invited)
    archived_text = f"{lines[0]}\n-# {t.gettext('This table continues further down.')}"
    return Content(text, archived_text, None, "", "", (_buttons(header, t),), header.invited)


def _is_full(header: Header) -> bool:
    return len(header.people) >= header.seats[-1]


def _bold(person: Person, t: NullTranslations) -> str:
    return f"**{name(localized(person, t))}**"


def _game_lines(header: Header, pace: Timeouts, guidance: Guidance, t: NullTranslations) -> list[str]:
    """Return the rule set, its trait or aim, its options and the length of a match."""
    duration = duration_text(guidance.seconds, t) if guidance.seconds else ""
    about = find(header.rules).about
    told = (guidance.explains and about.aim) or about.tagline
    lines = [
        f"## {t.gettext('Dominoes: {rules}').format(rules=rules_name(header.rules, t))}",
        f"*{t.gettext(told)}*",
        " · ".join(filter(None, (options_text(header.rules, header.options, t), duration))),
    ]
    if header.delivery.timed:
        lines.append(f"-# {labelled(t.gettext('Clock'), clock_text(header.time_control, pace, t), t)}")
    return lines


def duration_text(seconds: float, t: NullTranslations) -> str:
    """Return about how long a match takes, rounded: ``about 25 minutes``, ``about 2 hours``."""
    minutes = seconds / 60
    if minutes >= MAX_MINUTES:
        hours = round(minutes / 60)
        return t.ngettext("about {count} hour", "about {count} hours", hours).format(count=hours)
    step = 1 if minutes < 10 else 5
    rounded = max(step, round(minutes / step) * step)
    return t.ngettext("about {count} minute", "about {count} minutes", rounded).format(count=rounded)


def _seat_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return the players by seat; a seat is free until the match starts."""
    seats: list[Person | None] = [*header.people]
    if header.status is Status.LOBBY:
        seats += [None] * (header.seats[-1] - len(seats))
        if header.options.get("pairs"):
            seats = [*seats_in_pairs(header.people, header.seating)]
    sides = ("🔵 ", "🟠 ") if header.options.get("pairs") else ("", "")
    free = f"*{t.gettext('free')}*"
    return [
        f"{seat + 1}. {sides[seat % 2]}{f'{_bold(person, t)}{_mark(header, person, t)}' if person else free}"
        for seat, person in enumerate(seats)
    ]


def _agreed(header: Header, mentions: Mapping[str, str], t: NullTranslations) -> Iterator[str]:
    """Yield the pairs, the opener, and other settings of the match."""
    in_pairs = bool(header.options.get("pairs"))
    if in_pairs and header.status is Status.LOBBY:
        yield f"-# {t.gettext('Choose your partner under **More**.')}"
    if in_pairs and _is_full(header):
        pairs = t.gettext("{first} + {third} against {second} + {fourth}")
        first, second, third, fourth = (_bold(person, t) for person in header.people)
        yield pairs.format(first=first, second=second, third=third, fourth=fourth)
    named = named_opener(header)
    if header.status is Status.LOBBY and named is not None and may_name_opener(header):
        opens = t.gettext("{name} opens the first deal: the host has decided so.")
        yield f"-# {opens.format(name=_bold(header.people[named], t))}"
    if header.status is Status.PLAYING:
        yield f"-# {t.gettext('The match has started.')}"
    if header.auto is not Auto.TURNS:
        yield f"-# {labelled(t.gettext('The bot plays'), auto_text(header.auto, t), t)}"
    if header.hints:
        hints = t.gettext("Hints are allowed: {command}.").format(command=CommandNames(mentions, t).name("hint"))
        yield f"-# {hints}"


def _invited(header: Header, t: NullTranslations) -> Iterator[str]:
    """Yield the invitation."""
    if header.invited:
        invited = ", ".join(f"<@{user}>" for user in header.invited)
        yield t.gettext("Invited: {people}").format(people=invited)


def _closing_line(header: Header, t: NullTranslations) -> Iterator[str]:
    """Yield the time at which an idle lobby closes."""
    if header.deadline is not None:
        closes = t.gettext("If the match hasn't started, this table closes {when}.")
        yield f"-# {closes.format(when=f'<t:{int(header.deadline)}:R>')}"


def _button_lines(header: Header, guidance: Guidance, t: NullTranslations) -> Iterator[str]:
    """Yield the effects of the buttons; a full table has its own line."""
    if guidance.explains and not _is_full(header):
        explained = t.gettext(
            "**Join** takes a seat, **Start** deals, **Play with computers** adds computers and deals."
        )
        yield f"-# {explained}"


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


def _buttons(header: Header, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons, the same for all who read the lobby."""
    full = _is_full(header)
    return [
        button("join", header.id, label=t.gettext("Join"), style=discord.ButtonStyle.success, disabled=full),
        button(
            "start",
            header.id,
            label=t.gettext("Start"),
            style=discord.ButtonStyle.primary,
            disabled=len(header.people) < header.seats[0],
        ),
        button(
            "computers",
            header.id,
            label=t.gettext("Play with computers"),
            disabled=not missing_seats(header),
        ),
        button("more", header.id, label=t.gettext("More")),
    ]


def _mark(header: Header, person: Person, t: NullTranslations) -> str:
    """Return a note on the host, or on a computer's level."""
    if person.level is not None:
        return f" ({t.gettext('computer, {level}').format(level=level_name(person.level, t))})"
    return f" ({t.gettext('host')})" if person.user_id == header.host_id else ""


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
