"""What a league tells: who stands where, and what one person has done. Plain values, without where they come from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

PROVISIONAL = 10
"""Below how many rated matches a rating is provisional."""


class Kind(StrEnum):
    """Which matches count: each kind has figures and ratings of its own."""

    ALONE = "alone"
    PAIRS = "pairs"
    COMPUTERS = "computers"
    """Matches with computers at the table, alone or in pairs; rated for nobody."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in which matches ended: from ``since`` on, before ``until``, in seconds since 1970."""

    since: float = 0.0
    until: float = math.inf


def month_of(at: float) -> Span:
    """Give the month, of UTC, in which a moment lies."""
    first = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    following = first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
    return Span(first.timestamp(), following.timestamp())


@dataclass(frozen=True, slots=True)
class LeaderboardFilter:
    """Which matches of a server are asked about.

    Attributes:
        guild: the server.
        kind: alone, in pairs, or with computers.
        span: when they ended.
        rules: the rule set's id; empty for all.

    """

    guild: int
    kind: Kind = Kind.ALONE
    span: Span = Span()
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays, as openskill's Plackett-Luce model sees it, in rated matches of all rule sets.

    Attributes:
        mu: how well on average; 25 at first.
        sigma: how unsure that is; 25/3 at first.
        matches: in how many rated matches.

    """

    mu: float
    sigma: float
    matches: int

    @property
    def value(self) -> float:
        """The number shown: three sigmas below mu, what somebody very likely reaches."""
        return self.mu - 3 * self.sigma

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few matches to be relied on."""
        return self.matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Standing:
    """What one person has done in the matches asked about.

    Attributes:
        rank: from 1, by most wins, then most points, then fewest matches; people level in all three share it.
        user: their Discord id.
        name: the name they last finished a match under; empty for who is shown without name.
        matches: matches finished.
        wins: matches won.
        points: points made in all, where rule sets are played to points.
        against: points the other sides made in them, those of the best of them where there are several.
        streak: how many of the newest matches in a row they won.
        best_streak: the longest such row.
        comeback: the most points they were behind at a deal's end of a match that they won; 0 for none.
        rating: their rating; None where they have none.

    """

    rank: int
    user: int
    name: str
    matches: int
    wins: int
    points: int
    against: int
    streak: int
    best_streak: int
    comeback: int
    rating: Rating | None

    @property
    def win_rate(self) -> float:
        """The part of their matches that they won, from 0 to 1."""
        return self.wins / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server.

    Attributes:
        number: from 1.
        name: what it is called; may be empty.
        opened_at: when it began.
        closed_at: when it ended; None while it runs.

    """

    number: int
    name: str
    opened_at: float
    closed_at: float | None

    @property
    def span(self) -> Span:
        """When matches that count for it ended."""
        return Span(self.opened_at, math.inf if self.closed_at is None else self.closed_at)


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody met often: a partner, or a nemesis, against whom most matches were lost.

    Attributes:
        user: their Discord id.
        name: their name; empty for who is shown without name.
        matches: matches together.
        wins: of those, how many the person asked about won.

    """

    user: int
    name: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All about one person on a server beside their figures.

    Attributes:
        rules: for each rule set played, most played first: its id, matches, wins.
        partner: with whom they won most often in a pair; None for nobody.
        nemesis: who beat them most often; None for nobody.
        curve: when, and what their rating was then, oldest first; of the kind asked about.

    """

    rules: tuple[tuple[str, int, int], ...]
    partner: Companion | None
    nemesis: Companion | None
    curve: tuple[tuple[float, Rating], ...]
