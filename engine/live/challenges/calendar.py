"""The days of the daily deal, in UTC, and the game of each day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from engine.bots.level import Level
from engine.options import Value

FIRST_DAY: Final = date(2026, 1, 1)
"""The day with the number 1."""

DAY_SECONDS: Final = 86_400
"""The seconds of a day; UTC as computers count it has no leap seconds."""

DEALS: Final = 3
"""The number of deals of a day."""

LEVEL: Final = Level.NORMAL
"""The level of a day's computers."""

_FIRST_MIDNIGHT: Final = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC).timestamp()


class Game(NamedTuple):
    """The game of a day.

    Attributes:
        rules: the rule set's id.
        seats: the number of players, the person included.
        options: the options that differ from their defaults.

    """

    rules: str
    seats: int
    options: Mapping[str, Value] = {}


GAMES: Final = (
    Game("express", 4, {"pairs": True}),
    Game("all-fives", 2, {"target": 250}),
    Game("cubano", 4),
    Game("classic-rounds", 2),
    Game("bergen", 3),
    Game("dominicano", 4),
    Game("mexican-train-nine", 3),
    Game("fives-and-threes", 2, {"target": 121}),
    Game("no-boneyard", 2),
    Game("parejas", 4),
    Game("matador", 2),
    Game("fives", 2, {"target": 300}),
    Game("mata", 3),
    Game("quinientos", 4),
    Game("chickenfoot", 3),
)
"""The games in the order of the days; after the last one they begin anew.

There are fifteen, so no game returns within a fortnight, and whoever plays on one weekday only meets all of them. Two
games in a row are of different families. A third is in two pairs, with a computer as the partner.

A deal has to compare people: three to twelve choices of the person, and points that differ from one way to play to
another. So these are left out: Memory, where players remember tiles; games without points; games where each deal is
worth one point (cut-throat, six-love, dupla, forty-two); accountants, where two deals in five end level; and the trains
and the line of the double-twelve set, which take too long. The targets are the highest: a deal does not end early.
"""


def number_of(day: date) -> int:
    """Return the number of a day.

    >>> number_of(date(2026, 11, 25))
    329
    """
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the day with a number."""
    return FIRST_DAY + timedelta(days=number - 1)


def starts_at(number: int) -> float:
    """Return the Unix time at which a day begins, which is also the end of the day before."""
    return _FIRST_MIDNIGHT + (number - 1) * DAY_SECONDS


def number_at(now: float) -> int:
    """Return the number of the day at a Unix time."""
    return int((now - _FIRST_MIDNIGHT) // DAY_SECONDS) + 1


def month_of(number: int) -> range:
    """Return the numbers of all days in the month of a day."""
    first = day_of(number).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return range(number_of(first), number_of(following))


def game_of(number: int) -> Game:
    """Return the game of a day."""
    return GAMES[(number - 1) % len(GAMES)]
