"""The figures of a league as plain values, independent of the database."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

PROVISIONAL = 10
"""A rating from fewer rated matches is provisional."""

NEWCOMER, CLASS = 1000, 100
"""The rating of a newcomer as it is shown, and how many points more two of three matches are won with."""

_MU, _BETA = 25.0, 25 / 6
"""In openskill's model: a newcomer's mean, and the difference of means that is a class."""

_DAY = 86_400.0
"""The seconds of a day."""


class Kind(StrEnum):
    """The kind of a match. Each kind has its own figures and ratings."""

    ALONE = "alone"
    PAIRS = "pairs"
    COMPUTERS = "computers"
    """Matches with computers at the table, alone or in pairs; never rated."""


@dataclass(frozen=True, slots=True)
class Span:
    """A time span: from ``since`` on, before ``until``, in seconds since 1970."""

    since: float = 0.0
    until: float = math.inf


def month_of(at: float) -> Span:
    """Return the month, in UTC, of a point in time."""
    first = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    following = first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
    return Span(first.timestamp(), following.timestamp())


def day_of(at: float) -> Span:
    """Return the day, in UTC, of a point in time."""
    since = at // _DAY * _DAY
    return Span(since, since + _DAY)


@dataclass(frozen=True, slots=True)
class LeaderboardFilter:
    """Selects matches of a server.

    Attributes:
        guild_id: the server's id.
        span: the time in which the matches ended.
        rules: the rule set's id; empty for all.

    """

    guild_id: int
    kind: Kind = Kind.ALONE
    span: Span = Span()
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating by openskill's Plackett-Luce model, from rated matches of one rule set or of all.

    Attributes:
        mu: the mean of the skill; 25 at first.
        sigma: the standard deviation of the skill; 25/3 at first.
        matches: the number of rated matches.

    """

    mu: float
    sigma: float
    matches: int

    @property
    def value(self) -> float:
        """The number shown."""
        return NEWCOMER + CLASS * (self.mu - _MU) / _BETA

    @property
    def provisional(self) -> bool:
        """Whether the rating comes from too few matches to be reliable."""
        return self.matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's figures in the selected matches.

    Attributes:
        rank: from 1, by most wins, then most points, then fewest matches, or by rating; people level in all share one.
        user_id: the person's Discord id.
        name: the person's name in their last match; empty if they are shown without a name.
        matches: the number of finished matches.
        wins: the number of matches won.
        points: the total of points in one rule set; 0 over all, since points of different games don't add up.
        against: the total of the other sides' points in these matches, of the best other side if there are several.
        streak: the number of wins in a row up to the newest match.
        best_streak: the longest streak.
        comeback: the largest deficit in points at the end of a deal in a match that the person won; 0 for none.
        rating: the rating in the rule set, or over all; None before the first rated match.
        shared: whether somebody else has the same rank.

    """

    rank: int
    user_id: int
    name: str
    matches: int
    wins: int
    points: int
    against: int
    streak: int
    best_streak: int
    comeback: int
    rating: Rating | None
    shared: bool = False


def shown_rank(kind: Kind, standing: Standing) -> int:
    """Return the rank that a leaderboard shows; 0 for none.

    Against computers alone nobody is behind anybody: a person without a win has no rank.
    """
    return standing.rank if standing.wins or kind is not Kind.COMPUTERS else 0


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server.

    Attributes:
        number: from 1.
        name: may be empty.
        closed_at: None while the season runs.

    """

    number: int
    name: str
    opened_at: float
    closed_at: float | None

    @property
    def span(self) -> Span:
        """The time in which matches count for the season."""
        return Span(self.opened_at, math.inf if self.closed_at is None else self.closed_at)


@dataclass(frozen=True, slots=True)
class Companion:
    """A frequent companion: the best partner, or the opponent with most wins.

    Attributes:
        user_id: the companion's Discord id.
        name: empty if the companion is shown without a name.
        matches: the number of matches together.
        wins: the number of these matches that a partner won with the profile's person, or an opponent against them.

    """

    user_id: int
    name: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's rule sets, companions and rating curve on a server.

    Attributes:
        rules: the id, matches and wins of each rule set played, most played first.
        partner: the partner with the most wins together.
        nemesis: the opponent with the most wins.
        curve: ratings with their time in seconds since 1970, oldest first.

    """

    rules: tuple[tuple[str, int, int], ...]
    partner: Companion | None
    nemesis: Companion | None
    curve: tuple[tuple[float, Rating], ...]
