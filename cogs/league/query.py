"""A query of a server's leaderboard: kind of match, time and rule set, as custom ids and as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Final

import render
from cogs.bot import Interaction
from cogs.messages.names import rules_name
from engine.i18n import N_
from engine.live.league.figures import Kind, Season, Span, Standing, month_of, shown_rank
from engine.live.league.leaderboard import League
from engine.live.model.errors import Code, TableError
from engine.rules import find
from render.i18n import month_name
from render.names import clean

ALL_TIME, ALL_RULES, PEOPLE = "all", "all", "people"
"""All time and all rule sets in custom ids; and, in those of earlier versions, matches among people."""

KINDS: Final = {Kind.ALONE: N_("Singles"), Kind.PAIRS: N_("In pairs"), Kind.COMPUTERS: N_("With computers")}
"""The name of each kind of match."""

_MONTH: Final = re.compile(r"m([12]\d{3})(0[1-9]|1[0-2])", re.ASCII)
BY_RATING: Final = "rating"
"""The suffix of the kind in custom ids where the best rating is first."""

_SEASON: Final = re.compile(r"s([1-9]\d{0,8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Which matches count, as stored in custom ids.

    Attributes:
        time: :data:`ALL_TIME`, a month as ``m202611``, a season as ``s3``.
        rules: a rule set's id; empty for all.
        by_rating: whether the best rating is first; else the most wins.

    """

    kind: Kind = Kind.ALONE
    time: str = ALL_TIME
    rules: str = ""
    by_rating: bool = False

    @classmethod
    def read(cls, kind: str, time: str, rules: str) -> LeaderboardQuery:
        """Parse the arguments of a custom id.

        Raises:
            TableError: no version of the bot wrote them.
            IllegalMove: there is no such rule set.

        """
        kind, _, order = kind.partition("-")
        if kind not in (PEOPLE, *Kind) or order not in ("", BY_RATING):
            raise TableError(Code.STALE)
        if rules != ALL_RULES:
            find(rules)
        of = Kind.ALONE if kind == PEOPLE else Kind(kind)
        return cls(of, time, "" if rules == ALL_RULES else rules, by_rating=bool(order) and of is not Kind.COMPUTERS)

    @property
    def arguments(self) -> tuple[str, str, str]:
        """The arguments of a custom id."""
        kind = f"{self.kind}-{BY_RATING}" if self.by_rating else self.kind.value
        return kind, self.time, self.rules or ALL_RULES

    def month(self) -> Span | None:
        """Return the time as a month; None if it is no month."""
        match = _MONTH.fullmatch(self.time)
        if match is None:
            return None
        return month_of(datetime(int(match[1]), int(match[2]), 1, tzinfo=UTC).timestamp())

    def season(self, seasons: Sequence[Season]) -> Season | None:
        """Return the time as one of these seasons; None if it is none of them."""
        match = _SEASON.fullmatch(self.time)
        return next((each for each in seasons if match is not None and each.number == int(match[1])), None)

    def span(self, seasons: Sequence[Season]) -> Span:
        """Return the span of the time; raise :class:`TableError` if the server has no such time."""
        if self.time == ALL_TIME:
            return Span()
        month, season = self.month(), self.season(seasons)
        if month is not None:
            return month
        if season is None:
            raise TableError(Code.STALE)
        return season.span

    def phrases(self, seasons: Sequence[Season], t: NullTranslations) -> tuple[str, str, str]:
        """Return three phrases: ``In pairs``, ``November 2026``, ``Mata``."""
        rules = rules_name(self.rules, t) if self.rules else t.gettext("All rule sets")
        return t.gettext(KINDS[self.kind]), self.time_text(seasons, t), rules

    def time_text(self, seasons: Sequence[Season], t: NullTranslations) -> str:
        """Return the time as text: ``All time``, ``November 2026``, ``Season 3: Winter``."""
        month, season = self.month(), self.season(seasons)
        if season is not None:
            return season_name(season, t)
        return t.gettext("All time") if month is None else month_name(month.since, t)


def month_at(now: float) -> str:
    """Return the month of a moment as in custom ids."""
    return datetime.fromtimestamp(now, UTC).strftime("m%Y%m")


def season_time(season: Season) -> str:
    """Return a season as in custom ids."""
    return f"s{season.number}"


def season_name(season: Season, t: NullTranslations) -> str:
    """Return a season's name, ``Season 3: Winter``, not yet escaped."""
    name = clean(season.name)
    form = t.gettext("Season {number}: {name}") if name else t.gettext("Season {number}")
    return form.format(number=season.number, name=name)


def open_season(seasons: Sequence[Season]) -> Season | None:
    """Return the open season, if there is one."""
    return next((each for each in seasons if each.closed_at is None), None)


def league_of(interaction: Interaction) -> League:
    """Return the league of an interaction's bot."""
    return interaction.client.hub.store.league


def row_of(kind: Kind, figures: Standing, *, you: bool = False) -> render.LeaderboardRow:
    """Return a person's figures in one kind of match as a row to draw."""
    rating = figures.rating
    return render.LeaderboardRow(
        rank=shown_rank(kind, figures),
        shared=figures.shared,
        name=figures.name,
        matches=figures.matches,
        wins=figures.wins,
        points=figures.points,
        you=you,
        against=figures.against,
        streak=figures.streak,
        best_streak=figures.best_streak,
        comeback=figures.comeback,
        rating=None if rating is None else rating.value,
        provisional=rating is not None and rating.provisional,
    )
