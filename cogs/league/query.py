"""What is asked of a server's league: which kind of match, which time, which rule set; read, kept in ids, and told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Final

import discord

import render
from cogs.core.bot import Interaction
from cogs.core.preferences import language_of, server_preferences
from cogs.messages.names import rules_name
from engine.i18n import N_
from engine.live.league.board import League
from engine.live.league.figures import Kind, Season, Span, Standing, month_of
from engine.live.model.errors import Code, TableError
from engine.rules import find
from render.i18n import month_name, translations
from render.names import clean

EVER, ALL_RULES, PEOPLE = "all", "all", "people"
"""All time and all rule sets, as they stand in custom ids; and, in those of earlier versions, matches among people."""

KINDS: Final = {Kind.ALONE: N_("Alone"), Kind.PAIRS: N_("In pairs"), Kind.COMPUTERS: N_("With computers")}
"""What each kind of match is called."""

_MONTH: Final = re.compile(r"m([12]\d{3})(0[1-9]|1[0-2])", re.ASCII)
_SEASON: Final = re.compile(r"s([1-9]\d{0,8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: their texts, and the language in which dates are told."""

    t: NullTranslations
    locale: str

    @classmethod
    def of(cls, locale: object) -> Reader:
        """Give somebody who reads in a language that Discord names so."""
        return cls(translations(str(locale)), str(locale))

    @classmethod
    async def everybody(cls, interaction: Interaction) -> Reader:
        """Give those who read what everybody on a server does."""
        chosen = await server_preferences(interaction.client.hub.store, interaction.guild_id)
        return cls.of(language_of(chosen, interaction.guild_locale))


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks for, as it stands in custom ids.

    Attributes:
        kind: which kind of match.
        time: :data:`EVER`, a month as ``m202611``, a season as ``s3``.
        rules: a rule set's id; empty for all.

    """

    kind: Kind = Kind.ALONE
    time: str = EVER
    rules: str = ""

    @classmethod
    def read(cls, kind: str, time: str, rules: str) -> Asked:
        """Read it from a custom id.

        Raises:
            TableError: no version of the bot wrote it.
            IllegalMove: there is no such rule set.

        """
        if kind not in (PEOPLE, *Kind):
            raise TableError(Code.STALE)
        if rules != ALL_RULES:
            find(rules)
        return cls(Kind.ALONE if kind == PEOPLE else Kind(kind), time, "" if rules == ALL_RULES else rules)

    @property
    def arguments(self) -> tuple[str, str, str]:
        """What stands for it in a custom id."""
        return self.kind.value, self.time, self.rules or ALL_RULES

    def month(self) -> Span | None:
        """Give the month that is asked about; None where it is none."""
        found = _MONTH.fullmatch(self.time)
        if found is None:
            return None
        return month_of(datetime(int(found[1]), int(found[2]), 1, tzinfo=UTC).timestamp())

    def season(self, seasons: Sequence[Season]) -> Season | None:
        """Give the season that is asked about; None where it is none of these."""
        found = _SEASON.fullmatch(self.time)
        return next((each for each in seasons if found is not None and each.number == int(found[1])), None)

    def span(self, seasons: Sequence[Season]) -> Span:
        """Give the time that is asked about; raise :class:`TableError` where there is no such one on the server."""
        if self.time == EVER:
            return Span()
        month, season = self.month(), self.season(seasons)
        if month is not None:
            return month
        if season is None:
            raise TableError(Code.STALE)
        return season.span

    def in_words(self, seasons: Sequence[Season], reader: Reader) -> tuple[str, str, str]:
        """Tell it in three phrases: ``In pairs``, ``November 2026``, ``Mata``."""
        t = reader.t
        rules = rules_name(self.rules, t) if self.rules else t.gettext("All rule sets")
        return t.gettext(KINDS[self.kind]), self.time_in_words(seasons, reader), rules

    def time_in_words(self, seasons: Sequence[Season], reader: Reader) -> str:
        """Tell the time that is asked about: ``All time``, ``November 2026``, ``Season 3: Winter``."""
        month, season = self.month(), self.season(seasons)
        if season is not None:
            return season_name(season, reader.t)
        return reader.t.gettext("All time") if month is None else month_name(month.since, reader.locale)


def month_at(now: float) -> str:
    """Give what stands in custom ids for the month in which a moment lies."""
    return datetime.fromtimestamp(now, UTC).strftime("m%Y%m")


def season_time(season: Season) -> str:
    """Give what stands in custom ids for a season."""
    return f"s{season.number}"


def season_name(season: Season, t: NullTranslations) -> str:
    """Name a season: ``Season 3: Winter``; as people wrote it, so that it has yet to be escaped."""
    name = clean(season.name)
    form = t.gettext("Season {number}: {name}") if name else t.gettext("Season {number}")
    return form.format(number=season.number, name=name)


def running(seasons: Sequence[Season]) -> Season | None:
    """Give the season that runs, if one does."""
    return next((each for each in seasons if each.closed_at is None), None)


def league_of(interaction: Interaction) -> League:
    """Give the league that an interaction asks about."""
    return interaction.client.hub.store.league


def quoted(text: str) -> str:
    """Give what somebody wrote for a message: nothing in it formats or mentions."""
    escaped = discord.utils.escape_markdown(text, ignore_links=False).replace("<", r"\<").replace("://", r"\://")
    return discord.utils.escape_mentions(escaped)


def row_of(figures: Standing, *, you: bool = False) -> render.LeaderboardRow:
    """Give somebody's figures as they are drawn."""
    rating = figures.rating
    return render.LeaderboardRow(
        rank=figures.rank,
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
