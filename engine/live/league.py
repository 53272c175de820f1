"""What a server's league tells: who stands where, what one person has done, and its seasons."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from engine.live import tallies
from engine.live.connection import Connection
from engine.live.figures import Companion, Figures, Kind, Portrait, Question, Rating, Season, Shown
from engine.live.recompute import Find, Recomputed, Told, recompute, stale, tally_missing
from engine.live.tallies import FIGURES

CURVE = 240
"""How many moments a curve of a rating has at most."""

_IN_QUESTION = """
    guild_id = :guild AND league = :kind AND finished_at >= :since AND finished_at < :until
    AND (:rules = '' OR rules = :rules)"""

_KEPT = f"""
SELECT user_id, {FIGURES} FROM tallies
WHERE guild_id = :guild AND league = :kind AND period = :period AND rules = :rules"""

_SHOWN = "(SELECT value FROM preferences WHERE kind = 'person' AND whose = {user} AND name = 'shown')"

_HIDDEN = f"coalesce({_SHOWN.format(user='user_id')}, '') = '\"{Shown.HIDDEN}\"'"

_WHO = f"""
(SELECT name FROM scores WHERE user_id = :user AND guild_id = :guild AND league = :kind
 ORDER BY finished_at DESC, number DESC LIMIT 1) AS name, {_SHOWN.format(user=":user")} AS shown"""


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

    async def board(self, question: Question, limit: int, offset: int = 0) -> tuple[list[Figures], int]:
        """Give a page of a server's standing, best first, and how many people it has in all."""

        def read(connection: sqlite3.Connection) -> tuple[list[Figures], int]:
            source, values = _source(connection, question)
            rows = connection.execute(
                f"SELECT rank() OVER (ORDER BY wins DESC, points DESC, matches), user_id, {FIGURES} FROM ({source})"
                f" WHERE NOT {_HIDDEN} ORDER BY wins DESC, points DESC, matches, user_id LIMIT :limit OFFSET :offset",
                {**values, "limit": limit, "offset": offset},
            ).fetchall()
            (total,) = connection.execute(f"SELECT count(*) FROM ({source}) WHERE NOT {_HIDDEN}", values).fetchone()
            return [_figures(connection, question, *row) for row in rows], total

        return await self._connection.read(read)

    async def of(self, question: Question, user: int, *, without: str = "") -> Figures | None:
        """Give what one person has done, as it would be without one table's match; None where that is nothing.

        Somebody hidden is told where they would stand.

        """

        def read(connection: sqlite3.Connection) -> Figures | None:
            source, values = _source(connection, question)
            values |= {"user": user, "without": without}
            mine = f"SELECT {FIGURES} FROM ({source}) WHERE user_id = :user"
            others = f"SELECT user_id, wins, points, matches FROM ({source})"
            if without:
                sums = tallies.sums(f"user_id = :user AND table_id != :without AND {_IN_QUESTION}")
                mine = f"SELECT {FIGURES} FROM ({sums})"
                others = f"""
                    SELECT user_id, wins - coalesce(won, 0) AS wins, points - coalesce(scored, 0) AS points,
                           matches - (won IS NOT NULL) AS matches
                    FROM ({source}) LEFT JOIN (
                        SELECT user_id, won, points AS scored FROM scores WHERE table_id = :without AND {_IN_QUESTION}
                    ) USING (user_id)"""
            row = connection.execute(mine, values).fetchone()
            if row is None:
                return None
            matches, wins, points = row[:3]
            (better,) = connection.execute(
                f"SELECT count(*) FROM ({others}) WHERE matches > 0 AND user_id != :user AND NOT {_HIDDEN}"
                " AND (wins, points, -matches) > (:wins, :points, -:matches)",
                {**values, "wins": wins, "points": points, "matches": matches},
            ).fetchone()
            return _figures(connection, question, better + 1, user, *row)

        return await self._connection.read(read)

    async def portrait(self, question: Question, user: int) -> Portrait:
        """Give what there is to tell about one person beside their figures."""

        def read(connection: sqlite3.Connection) -> Portrait:
            values = _values(question) | {"user": user}
            rules = connection.execute(
                f"SELECT rules, count(*), sum(won) FROM scores WHERE user_id = :user AND {_IN_QUESTION}"
                " GROUP BY rules ORDER BY count(*) DESC, rules",
                values,
            ).fetchall()
            return Portrait(
                tuple(rules),
                _companion(connection, question, values, partner=True) if question.kind is not Kind.ALONE else None,
                _companion(connection, question, values, partner=False),
                _curve(connection, values),
            )

        return await self._connection.read(read)

    async def rule_sets(self, guild: int) -> list[str]:
        """Give the ids of the rule sets that have been played to an end on a server, most played first."""
        rows = await self._connection.rows(
            "SELECT rules FROM tallies WHERE guild_id = ? AND period = ? AND rules != ''"
            " GROUP BY rules ORDER BY sum(matches) DESC, rules",
            (guild, tallies.ALL),
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
            tallies.tally(connection, guild, tallies.season(season.number), season.span)
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
            season = Season(last.number, last.name, last.opened_at, max(now, last.opened_at))
            connection.execute(
                "UPDATE seasons SET closed_at = ? WHERE guild_id = ? AND number = ?",
                (season.closed_at, guild, season.number),
            )
            (late,) = connection.execute(
                "SELECT EXISTS (SELECT * FROM matches WHERE guild_id = ? AND finished_at >= ?)",
                (guild, season.closed_at),
            ).fetchone()
            if late:
                tallies.tally(connection, guild, tallies.season(season.number), season.span)
            closed.append(season)

        await self._connection.write(write)
        return closed[0]

    async def stale(self) -> bool:
        """Tell whether figures were made by other formulas than there are now."""
        return await stale(self._connection)

    async def tally_missing(self) -> None:
        """Add up what servers have whose scores have not been added up yet."""
        await tally_missing(self._connection)

    async def recompute(self, told: Told, *, outdated: bool = False, rest: float = 0.0) -> Recomputed:
        """Work out all figures anew; see :func:`engine.live.recompute.recompute`. People may play meanwhile."""
        return await recompute(self._connection, self._find, told=told, outdated=outdated, rest=rest)


def _values(question: Question) -> dict[str, Any]:
    return {
        "guild": question.guild,
        "kind": question.kind.value,
        "rules": question.rules,
        "since": question.span.since,
        "until": question.span.until,
    }


def _source(connection: sqlite3.Connection, question: Question) -> tuple[str, dict[str, Any]]:
    """Give the SELECT of everybody's figures, with its values: tallies, or sums where the time asked about has none."""
    values = _values(question)
    period = tallies.period_of(connection, question.guild, question.span)
    return (tallies.sums(_IN_QUESTION), values) if period is None else (_KEPT, values | {"period": period})


def _figures(connection: sqlite3.Connection, question: Question, rank: int, user: int, *figures: int) -> Figures:
    values = {"user": user, "guild": question.guild, "kind": question.kind.value}
    name, shown, *rating = connection.execute(
        f"SELECT {_WHO}, mu, sigma, matches FROM (SELECT 1) LEFT JOIN ratings"
        " ON guild_id = :guild AND league = :kind AND user_id = :user",
        values,
    ).fetchone()
    return Figures(rank, user, _named(name, shown), *figures, rating=None if rating[0] is None else Rating(*rating))


def _named(name: str | None, shown: str | None) -> str:
    return name or "" if shown in (None, f'"{Shown.NAMED}"') else ""


def _companion(
    connection: sqlite3.Connection, question: Question, values: dict[str, Any], *, partner: bool
) -> Companion | None:
    """Give with whom somebody won most in a pair, or who beat them most."""
    met = "side = mine AND seat != own" if partner else "side != mine"
    decisive = "i_won" if partner else "NOT i_won AND won"
    row: Sequence[Any] | None = connection.execute(
        f"""
        SELECT user_id, count(*), sum(i_won), sum({decisive}) AS decided
        FROM (
            SELECT scores.*, me.side AS mine, me.seat AS own, me.won AS i_won
            FROM scores AS me JOIN scores USING (table_id)
            WHERE me.user_id = :user AND me.guild_id = :guild AND me.league = :kind
              AND me.finished_at >= :since AND me.finished_at < :until AND (:rules = '' OR me.rules = :rules)
        )
        WHERE {met} AND user_id > 0 AND user_id != :user
        GROUP BY user_id HAVING decided > 0 AND NOT {_HIDDEN}
        ORDER BY decided DESC, count(*), max(number) DESC LIMIT 1
        """,
        values,
    ).fetchone()
    if row is None:
        return None
    user, matches, wins, _ = row
    name, shown = connection.execute(f"SELECT {_WHO}", values | {"user": user}).fetchone()
    return Companion(user, _named(name, shown), matches, wins)


def _curve(connection: sqlite3.Connection, values: dict[str, Any]) -> tuple[tuple[float, Rating], ...]:
    """Give somebody's ratings over the time asked about, of all rule sets; where there are many, some of them."""
    rows = connection.execute(
        """
        SELECT finished_at, mu, sigma, nth FROM (
            SELECT finished_at, mu, sigma, row_number() OVER (ORDER BY number) AS nth, count(*) OVER () AS total
            FROM scores WHERE user_id = :user AND guild_id = :guild AND league = :kind AND mu IS NOT NULL
        )
        WHERE finished_at >= :since AND finished_at < :until AND (total - nth) % ((total - 1) / :most + 1) = 0
        ORDER BY nth
        """,
        values | {"most": CURVE},
    )
    return tuple((at, Rating(mu, sigma, nth)) for at, mu, sigma, nth in rows)
