"""Texts of the deal of the day over time: the rows of a month, and the last thirty days of one person."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import NamedTuple

from cogs.core.frame import escaped
from cogs.messages.names import labelled, rules_name
from render.i18n import percent
from render.text.figures import nameless
from render.text.sentences import capitalized
from render.text.verdict import signed

PAGE_SIZE = 25
"""The number of people on a page of a month."""


class MonthRow(NamedTuple):
    """A person's deals of the day in a month.

    Attributes:
        rank: their place, from 1; 0 for a person who has played too few days.
        name: their name; empty for a person who does not show it.
        average: the average percentage of the field; None for a person without a rank.
        days: how many days count for it; for a person without a rank, how many they have played.
        streak: how many days in a row they have played, up to now.
        you: whether the reader is this person.

    """

    rank: int
    name: str
    average: float | None
    days: int
    streak: int
    you: bool = False


class DayRow(NamedTuple):
    """A person's deal of the day of one day.

    Attributes:
        number: its number.
        rules: the id of its rule set.
        points: the points more than the others, over all deals.
        percentage: the final percentage of the field; None before, or without enough players.
        squares: a coloured square for each deal.

    """

    number: int
    rules: str
    points: int
    percentage: float | None
    squares: str


def month_lines(rows: Sequence[MonthRow], own: MonthRow | None, t: NullTranslations) -> list[str]:
    """Return a line for each person, and below them one for the reader.

    Args:
        rows: the people of a page, the best first.
        own: the reader's row if it is not among them; None without any day.
        t: the reader's catalog.

    """
    lines = [_person(row, t) for row in rows] or [t.gettext("Nobody has played enough days yet.")]
    return lines if own is None else [*lines, "", _person(own, t)]


def _person(row: MonthRow, t: NullTranslations) -> str:
    name = t.gettext("you") if row.you else escaped(row.name) or nameless(t)
    who = f"**{row.rank}.** {name}" if row.rank else capitalized(name)
    days = t.ngettext("{count} day", "{count} days", row.days).format(count=row.days)
    figures = [days]
    if row.streak > 1:
        figures.append(t.ngettext("{count} in a row", "{count} in a row", row.streak).format(count=row.streak))
    if row.average is not None:
        figures.insert(0, f"**{percent(round(row.average), t)}**")
    return labelled(who, " · ".join(figures), t)


def days_lines(rows: Sequence[DayRow], begun: int, streak: int, t: NullTranslations) -> list[str]:
    """Return the last thirty days of one person: their figures, and a line for each day.

    Args:
        rows: the days that were finished, the newest first.
        begun: how many days were begun.
        streak: how many days in a row they have played, up to now.
        t: the reader's catalog.

    """
    if not begun:
        return [t.gettext("You haven't played a deal of the day in the last thirty days.")]
    played = t.ngettext("{count} day of the last 30", "{count} days of the last 30", begun)
    figures = [played.format(count=begun)]
    if streak > 1:
        figures.append(t.ngettext("{count} day in a row", "{count} days in a row", streak).format(count=streak))
    if known := [each.percentage for each in rows if each.percentage is not None]:
        share = percent(round(sum(known) / len(known)), t)
        figures.append(t.gettext("{percent} on average").format(percent=share))
    return [" · ".join(figures), *(_day(row, t) for row in rows)]


def _day(row: DayRow, t: NullTranslations) -> str:
    # what differs in length comes last: it may take another line of a phone
    figures = [f"{row.number} {row.squares} **{signed(row.points)}**"]
    if row.percentage is not None:
        figures.append(percent(round(row.percentage), t))
    return " · ".join([*figures, rules_name(row.rules, t)])
