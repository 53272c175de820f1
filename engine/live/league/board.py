"""What a server's league tells: who stands where, what one person has done, and its seasons."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import Any

from engine.live.database.connection import Connection
from engine.live.league import tallies
from engine.live.league.figures import Kind, LeaderboardFilter, Profile, Rating, Season, Standing
from engine.live.league.query import HIDDEN, MATCHES_FILTER, WHO, filter_parameters, named
from engine.live.league.recompute import Find, Progress, Recomputed, needs_recompute, recompute, tally_missing
from engine.live.league.statistics import profile_of
from engine.live.league.tallies import STAT_COLUMNS
from engine.rules import CATALOGUE

_KEPT = f"""
SELECT user_id, {STAT_COLUMNS} FROM tallies
WHERE guild_id = :guild AND league = :kind AND period = :period AND rules = :rules"""


class SeasonRuns(Exception):
    """A season can't be opened, since one runs.

    Attributes:
        season: the one that runs.

    """

    def __init__(self, season: Season) -> None:
        super().__init__(f"season {season.number} runs")
        self.season = season


class NoSeasonRuns(Exception):
    """No season can be closed, since none runs."""


class League:
    """Tells what finished matches add up to, and keeps seasons.

    People who are hidden stand on no board, take no rank from others and are nobody's companion; those shown without
    name have the name ''. Former players are nobody here.

    Args:
        connection: the file where it is kept.
        find: gives a table with its log.

    """

    def __init__(self, connection: Connection, find: Find) -> None:
        self._connection = connection
        self._find = find

    async def board(self, question: LeaderboardFilter, limit: int, offset: int = 0) -> tuple[list[Standing], int]:
        """Give a page of a server's standing, best first, and how many people it has in all."""

        def read(connection: sqlite3.Connection) -> tuple[list[Standing], int]:
            source, values = _source(connection, question)
            rows = connection.execute(
                "SELECT count(*) OVER (), rank() OVER (ORDER BY wins DESC, points DESC, matches),"
                f" user_id, {STAT_COLUMNS} FROM ({source}) WHERE NOT {HIDDEN}"
                " ORDER BY wins DESC, points DESC, matches, user_id LIMIT :limit OFFSET :offset",
                {**values, "limit": limit, "offset": offset},
            ).fetchall()
            if rows:
                return [_figures(connection, question, *row[1:]) for row in rows], rows[0][0]
            # behind the last page nothing tells how many there are
            (total,) = connection.execute(f"SELECT count(*) FROM ({source}) WHERE NOT {HIDDEN}", values).fetchone()
            return [], total

        return await self._connection.read(read)

    async def standing(self, question: LeaderboardFilter, user: int, *, without: str = "") -> Standing | None:
        """Give what one person has done, as it would be without one table's match; None where that is nothing.

        Somebody hidden is told where they would stand.

        """

        def read(connection: sqlite3.Connection) -> Standing | None:
            source, values = _source(connection, question)
            values |= {"user": user, "without": without}
            mine = f"SELECT {STAT_COLUMNS} FROM ({source}) WHERE user_id = :user"
            if without:
                sums = tallies.sums(f"user_id = :user AND table_id != :without AND {MATCHES_FILTER}")
                mine = f"SELECT {STAT_COLUMNS} FROM ({sums})"
            row = connection.execute(mine, values).fetchone()
            if row is None:
                return None
            matches, wins, points = row[:3]
            # whoever was in that match is looked at one by one
            left_out = [] if not without else _without(connection, question, without, source, values)
            (better,) = connection.execute(
                f"SELECT count(*) FROM ({source}) WHERE (wins, points, -matches) > (:wins, :points, -:matches)"
                f" AND user_id NOT IN (SELECT value FROM json_each(:apart)) AND NOT {HIDDEN}",
                {
                    **values,
                    "wins": wins,
                    "points": points,
                    "matches": matches,
                    "apart": json.dumps([user, *(other for other, _ in left_out)]),
                },
            ).fetchone()
            better += sum(key > (wins, points, -matches) for other, key in left_out if other != user)
            figures = _figures(connection, question, better + 1, user, *row)
            return replace(figures, rating=_rating_before(connection, values)) if without else figures

        return await self._connection.read(read)

    async def profile(self, question: LeaderboardFilter, user: int) -> Profile:
        """Give what there is to tell about one person beside their figures."""
        return await self._connection.read(lambda reading: profile_of(reading, question, user))

    async def rule_sets(self, guild: int) -> list[str]:
        """Give the ids of the rule sets in which matches of a server have ended, in the order of the catalogue."""
        # one look for each that there is: a server has thousands of tallies
        rows = await self._connection.rows(
            "SELECT value FROM json_each(?) WHERE EXISTS ("
            "SELECT * FROM tallies WHERE guild_id = ? AND league IN (SELECT value FROM json_each(?))"
            " AND period = ? AND rules = json_each.value) ORDER BY key",
            (json.dumps(list(CATALOGUE)), guild, json.dumps(list(Kind)), tallies.ALL),
        )
        return [rules for (rules,) in rows]

    async def seasons(self, guild: int) -> list[Season]:
        """Give a server's seasons, newest first."""
        return await self._connection.read(lambda connection: tallies.seasons(connection, guild))

    async def open_season(self, guild: int, name: str, now: float) -> Season:
        """Open a season, in which matches count that end from now on.

        Raises:
            SeasonRuns: one runs already.

        """
        opened: list[Season] = []

        def write(connection: sqlite3.Connection) -> None:
            last = next(iter(tallies.seasons(connection, guild)), None)
            if last is not None and last.closed_at is None:
                raise SeasonRuns(last)
            # a clock that was put back must not let a match count for two
            since = now if last is None or last.closed_at is None else max(now, last.closed_at)
            season = Season(1 if last is None else last.number + 1, name, since, None)
            connection.execute(
                "INSERT INTO seasons (guild_id, number, name, opened_at) VALUES (?, ?, ?, ?)",
                (guild, season.number, name, since),
            )
            _tally_late(connection, guild, season, since)
            opened.append(season)

        await self._connection.write(write)
        return opened[0]

    async def close_season(self, guild: int, now: float) -> Season:
        """Close the season that runs; give it as it is now.

        Raises:
            NoSeasonRuns: none runs.

        """
        closed: list[Season] = []

        def write(connection: sqlite3.Connection) -> None:
            last = next(iter(tallies.seasons(connection, guild)), None)
            if last is None or last.closed_at is not None:
                raise NoSeasonRuns
            until = max(now, last.opened_at)
            season = Season(last.number, last.name, last.opened_at, until)
            connection.execute(
                "UPDATE seasons SET closed_at = ? WHERE guild_id = ? AND number = ?", (until, guild, season.number)
            )
            _tally_late(connection, guild, season, until)
            closed.append(season)

        await self._connection.write(write)
        return closed[0]

    async def needs_recompute(self) -> bool:
        """Tell whether figures were made by other formulas than there are now."""
        return await needs_recompute(self._connection)

    async def tally_missing(self) -> None:
        """Add up what servers have whose scores have not been added up yet."""
        await tally_missing(self._connection)

    async def recompute(self, told: Progress, *, outdated: bool = False, rest: float = 0.0) -> Recomputed:
        """Work out all figures anew; see :func:`engine.live.league.recompute.recompute`. People may play meanwhile."""
        return await recompute(self._connection, self._find, told=told, outdated=outdated, rest=rest)


def _source(connection: sqlite3.Connection, question: LeaderboardFilter) -> tuple[str, dict[str, Any]]:
    """Give the SELECT of everybody's figures, with its values: tallies, or sums where the time asked about has none."""
    values = filter_parameters(question)
    period = tallies.period_of(connection, question.guild, question.span)
    return (tallies.sums(MATCHES_FILTER), values) if period is None else (_KEPT, values | {"period": period})


def _without(
    connection: sqlite3.Connection, question: LeaderboardFilter, table: str, source: str, values: dict[str, Any]
) -> list[tuple[int, tuple[int, int, int]]]:
    """Give who was in a match that is asked about, with what they would be ranked by without it; not who is hidden."""
    there = {
        user: (won, points)
        for user, won, points, *match, at in connection.execute(
            "SELECT user_id, won, points, guild_id, league, rules, finished_at FROM scores WHERE table_id = ?", (table,)
        )
        if match == [question.guild, question.kind, question.rules or match[2]]
        and question.span.since <= at < question.span.until
    }
    return [
        # who played no other match is behind everybody
        (user, (wins - there[user][0], points - there[user][1], 1 - matches) if matches > 1 else (-1, 0, 0))
        for user, wins, points, matches in connection.execute(
            f"SELECT user_id, wins, points, matches FROM ({source})"
            f" WHERE user_id IN (SELECT value FROM json_each(:there)) AND NOT {HIDDEN}",
            {**values, "there": json.dumps(list(there))},
        )
    ]


def _figures(
    connection: sqlite3.Connection, question: LeaderboardFilter, rank: int, user: int, *figures: int
) -> Standing:
    values = {"user": user, "guild": question.guild, "kind": question.kind.value}
    name, shown, *rating = connection.execute(
        f"SELECT {WHO}, mu, sigma, matches FROM (SELECT 1) LEFT JOIN ratings"
        " ON guild_id = :guild AND league = :kind AND user_id = :user",
        values,
    ).fetchone()
    return Standing(rank, user, named(name, shown), *figures, rating=None if rating[0] is None else Rating(*rating))


def _rating_before(connection: sqlite3.Connection, values: dict[str, Any]) -> Rating | None:
    """Give the rating that somebody had before one table's match, if they were in it; None where they had none."""
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


def _tally_late(connection: sqlite3.Connection, guild: int, season: Season, since: float) -> None:
    """Make a season's tallies right where matches have ended at a time that was still to come: clocks are put back."""
    (late,) = connection.execute(
        "SELECT EXISTS (SELECT * FROM matches WHERE guild_id = ? AND finished_at >= ?)", (guild, since)
    ).fetchone()
    if late:
        tallies.tally(connection, guild, {tallies.season(season.number): season.span})
