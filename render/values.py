"""What pictures and texts show that is not on a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.i18n import N_


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One player's standing.

    Attributes:
        rank: the place, from 1; players who are level share it.
        name: the display name, as people write it; empty for who wants to be shown without.
        matches: how many matches were finished.
        wins: how many of them were won.
        points: the points of all deals.
        you: whether the reader is meant.
        against: the points that others made in them.
        streak: how many of the newest matches were won in a row.
        best_streak: the longest such row.
        comeback: the most points they were behind in a match that they won; 0 for none.
        rating: how well they play; None where nobody is rated.
        provisional: whether the rating rests on few matches.

    """

    rank: int
    name: str
    matches: int
    wins: int
    points: int
    you: bool = False
    against: int = 0
    streak: int = 0
    best_streak: int = 0
    comeback: int = 0
    rating: float | None = None
    provisional: bool = False

    @property
    def rate(self) -> int:
        """The share of matches won, in whole percent; 0 without matches."""
        return round(100 * self.wins / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """What somebody has done in matches of one kind.

    Attributes:
        title: which matches, for example ``Alone``.
        row: their figures, with their place among all.
        curve: their rating after each rated match, oldest first, and whether it was provisional then.
        since: the day of the first of these, as it is to be written.
        until: the day of the last.

    """

    title: str
    row: LeaderboardRow
    curve: tuple[tuple[float, bool], ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody met often.

    Attributes:
        name: their name; empty for who wants to be shown without.
        matches: how many matches together.
        wins: how many of them the person whose statistics these are won.

    """

    name: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All about one person.

    Attributes:
        name: their name; empty for who wants to be shown without.
        chapters: what they did in each kind of match that they have finished.
        rules: for each rule set played, most played first: its name, matches, wins.
        partner: with whom they won most often in a pair; None for nobody.
        nemesis: who beat them most often; None for nobody.

    """

    name: str
    chapters: tuple[Chapter, ...]
    rules: tuple[tuple[str, int, int], ...] = ()
    partner: Companion | None = None
    nemesis: Companion | None = None


MAX_ROWS: Final = 10
"""How many rows a picture shows; further ones are left out."""
TILE_SETS: Final[Mapping[int, str]] = {
    6: N_("The double-six set"),
    9: N_("The double-nine set"),
    12: N_("The double-twelve set"),
}
"""What each set is called, to be translated, by the most pips that a half of it has."""
