"""A server's league: the leaderboard, one person's figures, and the seasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from engine.cli.progress import Report
from engine.live.database.connection import Connection
from engine.live.database.parameters import several
from engine.live.database.session import Session
from engine.live.league import tallies
from engine.live.league.figures import PROVISIONAL, Kind, LeaderboardFilter, Profile, Rating, Season, Standing
from engine.live.league.query import HIDDEN, MATCHES_FILTER, WHO, filter_parameters, named
from engine.live.league.recompute import Find, Recomputed, needs_recompute, recompute, tally_missing
from engine.live.league.statistics import profile_of
from engine.live.league.tallies import STAT_COLUMNS
from engine.rules import RULE_SETS

_KEPT = f"""
SELECT user_id, {STAT_COLUMNS} FROM tallies
WHERE guild_id = :guild AND league = :kind AND period = :period AND rules = :rules"""

_RATED = """
LEFT JOIN (
    SELECT user_id, mu, matches AS rated FROM ratings WHERE guild_id = :guild AND league = :kind AND rules = :rules
) AS ladder USING (user_id)"""
_BY_WINS = "wins DESC, points DESC, matches"
_BY_RATING = f"rated IS NULL, rated < {PROVISIONAL}, mu DESC"
"""The best rating first, provisional ones below, and people without one last."""

_EVER = f"""
WITH known (id) AS (VALUES {", ".join(f"('{rules}')" for rules in RULE_SETS)})
SELECT id FROM known WHERE EXISTS (
    SELECT * FROM tallies WHERE guild_id = :guild AND league IN ({", ".join(f"'{kind}'" for kind in Kind)})
    AND period = :period AND rules = id
)"""
"""The rule sets that a server has played. One lookup for each: a server has thousands of tallies."""

_MONTHS = f"""
WITH known (month, since) AS (VALUES {{months}})
SELECT since FROM known WHERE EXISTS (
    SELECT * FROM tallies WHERE guild_id = :guild AND league IN ({", ".join(f"'{kind}'" for kind in Kind)})
    AND period = month AND rules = ''
) ORDER BY since DESC"""
"""The begins of the months in which matches of a server ended, newest first. One lookup for each."""

LATELY = 100
"""The number of a server's last matches that decide the order of its rule sets."""


class SeasonRuns(Exception):
    """A season can't be opened while another runs.

    Attributes:
        season: the running season.

    """

    def __init__(self, season: Season) -> None:
        super().__init__(f"season {season.number} runs")
        self.season = season


class NoSeasonRuns(Exception):
    """No season can be closed: none runs."""


class League:
    """Reads figures of finished matches, and keeps seasons.

    Hidden people are on no leaderboard, take no rank from others and are never a companion. People without a visible
    name have the name ''. Former players are left out.

    Args:
        connection: the database.
        find: returns a table with its log.

    """

    def __init__(self, connection: Connection, find: Find) -> None:
        self._connection = connection
        self._find = find

    async def leaderboard(
        self, question: LeaderboardFilter, limit: int, offset: int = 0, *, by_rating: bool = False
    ) -> tuple[list[Standing], int]:
        """Return a page of a server's leaderboard, best first, and the number of people on all pages."""
        order, people = (_BY_RATING, _RATED) if by_rating else (_BY_WINS, "")
        level = order.replace(" DESC", "")

        def read(connection: Session) -> tuple[list[Standing], int]:
            source, values = _source(connection, question)
            rows = connection.execute(
                f"SELECT count(*) OVER (), rank() OVER (ORDER BY {order}), count(*) OVER (PARTITION BY {level}) > 1,"
                f" user_id, {STAT_COLUMNS} FROM ({source}) AS everybody {people} WHERE NOT {HIDDEN}"
                f" ORDER BY {order}, user_id LIMIT :limit OFFSET :offset",
                {**values, "limit": limit, "offset": offset},
            ).fetchall()
            if rows:
                return [_figures(connection, question, *row[1:]) for row in rows], rows[0][0]
            # after the last page no row holds the total
            (total,) = connection.execute(
                f"SELECT count(*) FROM ({source}) AS everybody WHERE NOT {HIDDEN}", values
            ).fetchone()
            return [], total

        return await self._connection.read(read)

    async def standing(self, question: LeaderboardFilter, user_id: int, *, without: str = "") -> Standing | None:
        """Return a person's figures, leaving out one table's match; None without any match.

        A hidden person gets the rank they would have.

        """

        def read(connection: Session) -> Standing | None:
            source, values = _source(connection, question)
            values |= {"user": user_id, "without": without}
            own = f"SELECT {STAT_COLUMNS} FROM ({source}) AS everybody WHERE user_id = :user"
            if without:
                sums = tallies.sums(f"user_id = :user AND table_id != :without AND {MATCHES_FILTER}")
                own = f"SELECT {_columns(question)} FROM ({sums}) AS summed"
            row = connection.execute(own, values).fetchone()
            if row is None:
                return None
            matches, wins, points = row[:3]
            mine = (wins, points, -matches)
            # the people of that match are compared one by one
            left_out = [] if not without else _without(connection, question, without, source, values)
            apart, ids = several("apart", [user_id, *(other for other, _ in left_out)])
            keys = "(wins, points, -matches) {} (:wins, :points, -:matches)"
            better, level = connection.execute(
                f"SELECT count(CASE WHEN {keys.format('>')} THEN 1 END), count(*) FROM ({source}) AS everybody"
                f" WHERE {keys.format('>=')} AND user_id NOT IN {apart} AND NOT {HIDDEN}",
                {**values, **ids, "wins": wins, "points": points, "matches": matches},
            ).fetchone()
            level -= better
            others = [key for other, key in left_out if other != user_id]
            better, level = better + sum(key > mine for key in others), level + others.count(mine)
            figures = _figures(connection, question, better + 1, level > 0, user_id, *row)
            return replace(figures, rating=_rating_before(connection, values)) if without else figures

        return await self._connection.read(read)

    async def profile(self, question: LeaderboardFilter, user_id: int) -> Profile:
        """Return a person's rule sets, companions and rating curve."""
        return await self._connection.read(lambda reading: profile_of(reading, question, user_id))

    async def newest_kind(self, question: LeaderboardFilter) -> Kind | None:
        """Return the kind of the newest match that passes the filter, of any kind, and has somebody to show."""

        def read(connection: Session) -> Kind | None:
            newest: list[tuple[float, int, Kind]] = []
            for kind in Kind:
                row = connection.execute(
                    f"SELECT finished_at, number FROM scores WHERE {MATCHES_FILTER} AND user_id > 0 AND NOT {HIDDEN}"
                    " ORDER BY finished_at DESC, number DESC LIMIT 1",
                    filter_parameters(replace(question, kind=kind)),
                ).fetchone()
                newest += [] if row is None else [(*row, kind)]
            return max(newest)[2] if newest else None

        return await self._connection.read(read)

    async def rule_sets(self, guild_id: int) -> list[str]:
        """Return the ids of the rule sets of a server's finished matches, those most likely to be played again first.

        The first is the last match's; then come the most played of the last :data:`LATELY` matches, and the others in
        the order of the rule sets.
        """
        lately = await self._connection.rows(
            "SELECT rules FROM matches WHERE guild_id = ? ORDER BY finished_at DESC, table_id DESC LIMIT ?",
            (guild_id, LATELY),
        )
        played = Counter(rules for (rules,) in lately)
        rows = await self._connection.rows(_EVER, {"guild": guild_id, "period": tallies.ALL})
        first = [rules for (rules,) in lately[:1]]
        ever = {rules for (rules,) in rows}
        most = [rules for rules, _ in played.most_common()]
        return [rules for rules in dict.fromkeys([*first, *most, *RULE_SETS]) if rules in ever]

    async def months(self, guild_id: int) -> list[float]:
        """Return the begins of the months in which matches of a server ended, newest first, in seconds since 1970."""

        def read(connection: Session) -> list[float]:
            begins = tallies.months(connection, guild_id)
            if not begins:
                return []
            listed = ", ".join(f"('{tallies.month(each)}', {each})" for each in begins)
            return [since for (since,) in connection.execute(_MONTHS.format(months=listed), {"guild": guild_id})]

        return await self._connection.read(read)

    async def seasons(self, guild_id: int) -> list[Season]:
        """Return a server's seasons, newest first."""
        return await self._connection.read(lambda connection: tallies.seasons(connection, guild_id))

    async def open_season(self, guild_id: int, name: str, now: float) -> Season:
        """Open a season. It counts matches that end from now on.

        Raises:
            SeasonRuns: a season runs already.

        """
        opened: list[Season] = []

        def write(connection: Session) -> None:
            last = next(iter(tallies.seasons(connection, guild_id)), None)
            if last is not None and last.closed_at is None:
                raise SeasonRuns(last)
            # a clock that was set back must not make a match count for two seasons
            since = now if last is None or last.closed_at is None else max(now, last.closed_at)
            season = Season(1 if last is None else last.number + 1, name, since, None)
            connection.execute(
                "INSERT INTO seasons (guild_id, number, name, opened_at) VALUES (?, ?, ?, ?)",
                (guild_id, season.number, name, since),
            )
            _tally_late(connection, guild_id, season, since)
            opened.append(season)

        await self._connection.write(write, servers=(guild_id,))
        return opened[0]

    async def close_season(self, guild_id: int, now: float) -> Season:
        """Close the running season and return it.

        Raises:
            NoSeasonRuns: no season runs.

        """
        closed: list[Season] = []

        def write(connection: Session) -> None:
            last = next(iter(tallies.seasons(connection, guild_id)), None)
            if last is None or last.closed_at is not None:
                raise NoSeasonRuns
            until = max(now, last.opened_at)
            season = Season(last.number, last.name, last.opened_at, until)
            connection.execute(
                "UPDATE seasons SET closed_at = ? WHERE guild_id = ? AND number = ?", (until, guild_id, season.number)
            )
            _tally_late(connection, guild_id, season, until)
            closed.append(season)

        await self._connection.write(write, servers=(guild_id,))
        return closed[0]

    async def needs_recompute(self) -> bool:
        """Return whether the figures were computed by other formulas than the present ones."""
        return await needs_recompute(self._connection)

    async def tally_missing(self) -> None:
        """Compute the tallies of servers that have none."""
        await tally_missing(self._connection)

    async def recompute(self, report: Report, *, outdated: bool = False, rest: float = 0.0) -> Recomputed:
        """Recompute all figures, see :func:`engine.live.league.recompute.recompute`. People may play meanwhile."""
        return await recompute(self._connection, self._find, report=report, outdated=outdated, rest=rest)


def _source(connection: Session, question: LeaderboardFilter) -> tuple[str, dict[str, Any]]:
    """Return the SELECT of all people's figures and its values: tallies, or sums if the time span has no tallies."""
    values = filter_parameters(question)
    period = tallies.period_of(connection, question.guild_id, question.span)
    source = tallies.sums(MATCHES_FILTER) if period is None else _KEPT
    return f"SELECT user_id, {_columns(question)} FROM ({source}) AS kept", values | {"period": period}


def _columns(question: LeaderboardFilter) -> str:
    """Return the columns of figures; points of different games don't add up."""
    return STAT_COLUMNS if question.rules else STAT_COLUMNS.replace("points, against", "0 AS points, 0 AS against")


def _without(
    connection: Session, question: LeaderboardFilter, table_id: str, source: str, values: dict[str, Any]
) -> list[tuple[int, tuple[int, int, int]]]:
    """Return the people of a match that passes the filter, each with their sort key without it; no hidden people."""
    there = {
        user_id: (won, points if question.rules else 0)
        for user_id, won, points, *match, at in connection.execute(
            "SELECT user_id, won, points, guild_id, league, rules, finished_at FROM scores WHERE table_id = ?",
            (table_id,),
        )
        if match == [question.guild_id, question.kind, question.rules or match[2]]
        and question.span.since <= at < question.span.until
    }
    if not there:
        return []
    listed, ids = several("there", list(there))
    return [
        # a player without another match ranks last
        (user_id, (wins - there[user_id][0], points - there[user_id][1], 1 - matches) if matches > 1 else (-1, 0, 0))
        for user_id, wins, points, matches in connection.execute(
            f"SELECT user_id, wins, points, matches FROM ({source}) AS everybody"
            f" WHERE user_id IN {listed} AND NOT {HIDDEN}",
            {**values, **ids},
        )
    ]


def _figures(
    connection: Session, question: LeaderboardFilter, rank: int, shared: bool, user_id: int, *figures: int
) -> Standing:
    values = {"user": user_id, "guild": question.guild_id, "kind": question.kind.value, "rules": question.rules}
    name, visibility, *rating = connection.execute(
        f"SELECT {WHO}, mu, sigma, matches FROM (SELECT 1) AS always LEFT JOIN ratings"
        " ON guild_id = :guild AND league = :kind AND rules = :rules AND user_id = :user",
        values,
    ).fetchone()
    known = None if rating[0] is None else Rating(*rating)
    return Standing(rank, user_id, named(name, visibility), *figures, rating=known, shared=bool(shared))


def _rating_before(connection: Session, values: dict[str, Any]) -> Rating | None:
    """Return a person's rating before one table's match, or their newest if they were not in it; None without one.

    It is the one over all rule sets: of those in a single one, only the newest is stored.
    """
    if values["rules"]:
        return None
    row = connection.execute(
        """
        SELECT mu, sigma, count(*) OVER () FROM scores
        WHERE user_id = :user AND guild_id = :guild AND league = :kind AND mu IS NOT NULL AND table_id != :without
          AND number < coalesce(
              (SELECT number FROM scores WHERE table_id = :without AND user_id = :user AND guild_id = :guild),
              number + 1
          )
        ORDER BY number DESC LIMIT 1
        """,
        values,
    ).fetchone()
    return None if row is None else Rating(*row)


def _tally_late(connection: Session, guild_id: int, season: Season, since: float) -> None:
    """Recompute a season's tallies if matches ended after ``since``: the clock was set back."""
    (late,) = connection.execute(
        "SELECT EXISTS (SELECT * FROM matches WHERE guild_id = ? AND finished_at >= ?)", (guild_id, since)
    ).fetchone()
    if late:
        tallies.tally(connection, guild_id, {tallies.season(season.number): season.span})
