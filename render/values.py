"""Values shown in pictures and texts that do not come from a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.i18n import N_

MEDALS: Final = 3
"""The number of places with a medal."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One player's standing.

    Attributes:
        rank: the place, from 1; tied players share it. 0 for none.
        name: the display name; empty for a player who is shown without a name.
        matches: the number of finished matches.
        wins: the number of matches won.
        points: the points of all deals in one rule set; 0 over several.
        you: whether the player is the reader.
        against: the points that others scored in these deals.
        streak: the current run of wins.
        best_streak: the longest run of wins.
        comeback: the largest deficit in a match that was won, in points; 0 for none.
        rating: the rating; None if there are no ratings.
        provisional: whether the rating rests on few matches.
        shared: whether somebody else has the same place.

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
    shared: bool = False

    @property
    def medal(self) -> int:
        """The place, if it is one of the first three and the player has won something; else 0."""
        return self.rank if self.rank <= MEDALS and self.wins else 0

    @property
    def rate(self) -> int:
        """The share of matches won, in whole percent; 0 without matches."""
        return round(100 * self.wins / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """A player's statistics in matches of one kind.

    Attributes:
        title: the kind of matches, for example ``Singles``.
        row: the figures, with the rank.
        curve: the rating after each rated match, oldest first, and whether it was provisional then.
        since: the formatted date of the first rating.
        until: the formatted date of the last rating.

    """

    title: str
    row: LeaderboardRow
    curve: tuple[tuple[float, bool], ...] = ()
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Companion:
    """A frequent partner or opponent.

    Attributes:
        name: the name; empty for a player who is shown without a name.
        matches: the number of matches together.
        wins: the number of these won together by partners, or by the opponent against the player.

    """

    name: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's statistics.

    Attributes:
        name: the name; empty for a player who is shown without a name.
        chapters: the statistics of each kind of match.
        rules: for each rule set played, most played first: its name, matches, wins.
        partner: the partner with the most wins together, if any.
        nemesis: the opponent with the most wins against the player, if any.

    """

    name: str
    chapters: tuple[Chapter, ...]
    rules: tuple[tuple[str, int, int], ...] = ()
    partner: Companion | None = None
    nemesis: Companion | None = None


MAX_ROWS: Final = 10
"""The maximum number of rows shown."""
TILE_SETS: Final[Mapping[int, str]] = {
    6: N_("The double-six set"),
    9: N_("The double-nine set"),
    12: N_("The double-twelve set"),
}
"""The name of each set, to be translated, by the maximum pips on a half."""
