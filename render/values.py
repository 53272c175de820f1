"""Values shown in pictures and texts that do not come from a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engine.cups import Broke
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


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A person or a pair in the standings of a cup. A figure that the cup does not count is None.

    Attributes:
        place: from 1; 0 for none.
        names: the display names of one or two people.
        wins: the win points.
        buchholz: the wins of the opponents.
        difference: points for less points against.
        points: points for.
        shared: whether somebody else has the same place.
        moved: the places gained since the last round; negative for places lost.
        broke: what put the row behind the one above; None if nothing did, or wins.
        out: whether the row is no longer in the cup.
        reached: where a knock-out ended for the row: ``out in the semi-finals``; empty outside of one.

    """

    place: int
    names: tuple[str, ...]
    wins: Fraction | None = None
    buchholz: Fraction | None = None
    difference: Fraction | None = None
    points: Fraction | None = None
    shared: bool = False
    moved: int = 0
    broke: Broke | None = None
    out: bool = False
    reached: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a cup, or a page of them.

    Attributes:
        title: the name of the cup.
        rows: the rows, best first.
        about: phrases on the moment: ``after round 2 of 5``.
        first: the place in the standings at which the rows begin, from 0.
        final: whether the cup is over; the first three then have medals.

    """

    title: str
    rows: tuple[StandingsRow, ...]
    about: tuple[str, ...] = ()
    first: int = 0
    final: bool = False


class BracketSide(NamedTuple):
    """A side of a match in a bracket.

    Attributes:
        names: the display names of one or two people; empty if nobody is known yet.
        points: the points; None if there are none.
        won: whether the side won or, of a knock-out, goes on; None as long as that is open, and of a level match.

    """

    names: tuple[str, ...] = ()
    points: int | None = None
    won: bool | None = None


class BracketMatch(NamedTuple):
    """A match of a bracket, or of another round of a cup.

    Attributes:
        sides: both sides.
        note: a phrase on the end of the match: ``time was up``; empty if there is nothing to say.
        empty: whether nobody meets here: a bye, or a place that nobody has.

    """

    sides: tuple[BracketSide, BracketSide]
    note: str = ""
    empty: bool = False


class BracketRound(NamedTuple):
    """A round of a bracket: its name, and its matches from the top."""

    name: str
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a knock-out up to the final.

    Attributes:
        title: the name of the cup.
        rounds: at most four; each has half as many matches as the one before, the last one has one.
        third: the match for third place; None if there is none.
        about: phrases on the moment.

    """

    title: str
    rounds: tuple[BracketRound, ...]
    third: BracketMatch | None = None
    about: tuple[str, ...] = ()


MAX_STANDINGS: Final = 16
"""The maximum number of rows of standings in a picture, and of sides in the first round of a bracket."""
MAX_ROWS: Final = 10
"""The maximum number of rows shown."""
TILE_SETS: Final[Mapping[int, str]] = {
    6: N_("The double-six set"),
    9: N_("The double-nine set"),
    12: N_("The double-twelve set"),
}
"""The name of each set, to be translated, by the maximum pips on a half."""
