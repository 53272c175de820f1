"""The sums of each person's scores, used by leaderboards, recomputing and single queries.

A tally is stored for each person, kind of match, period and rule set: a leaderboard need not add up years of matches.
Tallies are derived: :func:`tally` computes the same from the scores at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.live.database.session import Session
from engine.live.league.figures import Season, Span, month_of

ALL = "all"
"""The period of all time."""

LAST = 2**63 - 1
"""The greatest possible id."""

STAT_COLUMNS = "matches, wins, points, against, streak, best_streak, comeback"
"""The columns of a tally that hold figures."""

_ADD = f"""
INSERT INTO tallies (guild_id, league, period, rules, user_id, {STAT_COLUMNS})
VALUES (:guild, :league, :period, :rules, :user, 1, :won, :points, :against, :won, :won, :comeback)
ON CONFLICT (guild_id, league, period, rules, user_id) DO UPDATE SET
    matches = tallies.matches + 1,
    wins = tallies.wins + excluded.wins,
    points = tallies.points + excluded.points,
    against = tallies.against + excluded.against,
    streak = (tallies.streak + 1) * excluded.wins,
    best_streak = CASE
        WHEN excluded.wins = 1 AND tallies.streak >= tallies.best_streak THEN tallies.streak + 1
        ELSE tallies.best_streak
    END,
    comeback = CASE WHEN excluded.comeback > tallies.comeback THEN excluded.comeback ELSE tallies.comeback END
"""


def sums(where: str, each: str = "", source: str = "scores") -> str:
    """Return the SELECT that adds up scores. Its columns are those of ``each``, ``user_id`` and the figures.

    Args:
        where: the condition on the scores' columns.
        each: further columns to group by, such as ``"league, rules, "``.
        source: the scores, with any joins.

    """
    # the wins between two losses are one streak: the same number of losses came before them
    return f"""
SELECT {each}user_id, sum(count) AS matches, sum(run) AS wins, sum(points) AS points, sum(against) AS against,
       max(CASE WHEN lost = losses THEN run END) AS streak, max(run) AS best_streak, max(comeback) AS comeback
FROM (
    SELECT {each}user_id, lost, losses, count(*) AS count, sum(won) AS run, sum(points) AS points,
           sum(against) AS against, max(comeback) AS comeback
    FROM (
        SELECT {each}user_id, won, points, against, comeback,
               sum(1 - won) OVER (PARTITION BY {each}user_id ORDER BY number) AS lost,
               sum(1 - won) OVER (PARTITION BY {each}user_id) AS losses
        FROM {source} WHERE user_id > 0 AND {where}
    ) AS numbered GROUP BY {each}user_id, lost, losses
) AS streaks GROUP BY {each}user_id
"""


def month(at: float) -> str:
    """Return the period of the month of a point in time."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def season(number: int) -> str:
    """Return the period of a season."""
    return f"season {number}"


def periods_at(connection: Session, guild_id: int, at: float) -> list[str]:
    """Return a server's periods that contain a point in time."""
    seasons = connection.execute(
        "SELECT number FROM seasons WHERE guild_id = ? AND opened_at <= ? AND (closed_at IS NULL OR closed_at > ?)",
        (guild_id, at, at),
    )
    return [ALL, month(at), *(season(number) for (number,) in seasons)]


def period_of(connection: Session, guild_id: int, span: Span) -> str | None:
    """Return the period of a time span; None if there are no tallies for it."""
    if span == Span():
        return ALL
    if span.since > 0 and span == month_of(span.since):
        return month(span.since)
    return next((season(each.number) for each in seasons(connection, guild_id) if each.span == span), None)


def seasons(connection: Session, guild_id: int) -> list[Season]:
    """Return a server's seasons, newest first."""
    rows = connection.execute(
        "SELECT number, name, opened_at, closed_at FROM seasons WHERE guild_id = ? ORDER BY number DESC", (guild_id,)
    )
    return [Season(*row) for row in rows]


def months(connection: Session, guild_id: int) -> list[float]:
    """Return the begins of all months from a server's first match to its last."""
    first, last = connection.execute(
        "SELECT min(finished_at), max(finished_at) FROM matches WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    begins: list[float] = []
    while first is not None and first <= last:
        begins.append(month_of(first).since)
        first = month_of(first).until
    return begins


def spans(connection: Session, guild_id: int) -> dict[str, Span]:
    """Return all periods of a server that may have tallies, with their time spans."""
    by_month = {month(since): month_of(since) for since in months(connection, guild_id)}
    by_season = {season(each.number): each.span for each in seasons(connection, guild_id)}
    return {ALL: Span(), **by_month, **by_season}


def add(connection: Session, periods: list[str], score: Mapping[str, Any]) -> None:
    """Add a person's newest score to their tallies.

    Args:
        connection: the database, in a transaction.
        periods: the periods that the score counts in.
        score: its ``guild``, ``league``, ``rules``, ``user``, ``won``, ``points``, ``against`` and ``comeback``.

    """
    connection.executemany(
        _ADD, [{**score, "period": period, "rules": rules} for period in periods for rules in ("", score["rules"])]
    )


def tally(connection: Session, guild_id: int, spans: Mapping[str, Span], above: int = 0, upto: int = LAST) -> None:
    """Recompute the tallies of some periods.

    Args:
        connection: the database, in a transaction.
        guild_id: the server's id.
        spans: the periods with their time spans.
        above: only people with a greater id.
        upto: only people whose id is not greater.

    """
    values: dict[str, object] = {"guild": guild_id, "above": above, "upto": upto}
    whose = "user_id > :above AND user_id <= :upto"
    listed: list[str] = []
    for at, (period, span) in enumerate(spans.items()):
        values |= {f"p{at}": period, f"s{at}": span.since, f"u{at}": span.until}
        listed.append(f"(:p{at}, :s{at}, :u{at})")
    periods = f"WITH periods (period, since, until) AS (VALUES {', '.join(listed)})"
    connection.execute(
        f"{periods} DELETE FROM tallies WHERE guild_id = :guild AND {whose} AND period IN (SELECT period FROM periods)",
        values,
    )
    columns = f"guild_id, league, period, rules, user_id, {STAT_COLUMNS}"
    # the cross join makes SQLite go through the scores once, and not once for each period; the plus sign, in the order
    # of people, which are a part of them
    source = "scores CROSS JOIN periods"
    where = f"{'' if (above, upto) == (0, LAST) else '+'}guild_id = :guild AND {whose}"
    where += " AND finished_at >= since AND finished_at < until"
    for rules, each in (("''", "league, period, "), ("rules", "league, period, rules, ")):
        connection.execute(
            f"{periods} INSERT INTO tallies ({columns}) SELECT :guild, league, period, {rules}, user_id, {STAT_COLUMNS}"
            f" FROM ({sums(where, each, source)}) AS summed",
            values,
        )
