"""How a person did in challenges: the percentage of the field, squares, streaks and a month's average."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

MIN_PLAYERS: Final = 5
"""The fewest players with whom the field is large enough for a percentage."""

MIN_DAYS: Final = 8
"""The fewest days with a percentage for a month's average."""

MIN_UPTIME: Final = 0.5
"""The share of a day that the bot has to be up, so that a missed day breaks streaks."""


class Square(StrEnum):
    """How a deal went, without anything about its tiles."""

    GREEN = "🟩"
    YELLOW = "🟨"
    WHITE = "⬜"


class Average(NamedTuple):
    """A person's month.

    Attributes:
        user_id: the person.
        percentage: the average percentage of the field.
        days: the number of days with a percentage.

    """

    user_id: int
    percentage: float
    days: int


def percentage(better: int, equal: int, others: int) -> float | None:
    """Return the percentage of the field that a result beats; an equal result counts half.

    Args:
        better: how many others did better.
        equal: how many others did as well.
        others: how many others played.

    Returns:
        A number from 0 to 100; None with fewer than :data:`MIN_PLAYERS` players.

    """
    if others + 1 < MIN_PLAYERS:
        return None
    return 100 * (others - better - equal / 2) / others


def percentages(totals: Mapping[int, int]) -> dict[int, float | None]:
    """Return the percentage of the field for each total, by the number of people with each total."""
    others, better = sum(totals.values()) - 1, 0
    shares: dict[int, float | None] = {}
    for total in sorted(totals, reverse=True):
        shares[total] = percentage(better, totals[total] - 1, others)
        better += totals[total]
    return shares


def squares(margins: Sequence[int], par: Sequence[int] | None) -> tuple[Square, ...]:
    """Return a square for each deal: green for at least par, yellow for a lead, else white.

    Args:
        margins: the person's points less those of the best other side.
        par: the same for the expert; None if it is not known yet.

    """
    green = [False] * len(margins) if par is None else [own >= best for own, best in zip(margins, par, strict=True)]
    return tuple(
        Square.GREEN if reached else Square.YELLOW if own > 0 else Square.WHITE
        for own, reached in zip(margins, green, strict=True)
    )


def was_up(seconds: float, of_seconds: float) -> bool:
    """Whether the bot was up for most of a day, so that whoever missed the day could have played."""
    return seconds > MIN_UPTIME * of_seconds


def streak(played: Collection[int], counted: Container[int], today: int) -> int:
    """Return the length of a person's streak: the days played in a row up to today, or to yesterday.

    Args:
        played: the numbers of the days that the person played.
        counted: the numbers of the days that break a streak, see :func:`was_up`. Other missed days are skipped.
        today: the number of the day, which can still be played.

    """
    length, number = 0, today
    first = min(played, default=today + 1)
    while number >= first:
        if number in played:
            length += 1
        elif number in counted and number != today:
            break
        number -= 1
    return length
