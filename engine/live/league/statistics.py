"""One person's rule sets, companions and rating curve."""

from __future__ import annotations

from engine.live.database.session import Session
from engine.live.league import tallies
from engine.live.league.figures import Companion, LeaderboardFilter, Profile, Rating
from engine.live.league.query import MATCHES_FILTER, WHO, filter_parameters, named, shown_as
from engine.live.model.preferences import Visibility

CURVE = 240
"""The greatest number of points of a rating curve."""


def profile_of(connection: Session, question: LeaderboardFilter, user_id: int) -> Profile:
    """Return a person's profile, from the matches that pass the filter."""
    partner, nemesis = _companions(connection, question, user_id)
    return Profile(
        tuple(_by_rules(connection, question, user_id)), partner, nemesis, tuple(_curve(connection, question, user_id))
    )


def _by_rules(connection: Session, question: LeaderboardFilter, user_id: int) -> list[tuple[str, int, int]]:
    """Return the rule sets that a person played, most played first, with matches and wins."""
    values = filter_parameters(question) | {
        "user": user_id,
        "period": tallies.period_of(connection, question.guild_id, question.span),
    }
    if values["period"] is not None:
        sql = (
            "SELECT rules, matches, wins FROM tallies WHERE user_id = :user AND guild_id = :guild AND league = :kind"
            " AND period = :period AND rules != '' AND (:rules = '' OR rules = :rules)"
        )
    else:
        sql = (
            "SELECT rules, count(*) AS matches, sum(won) AS wins FROM scores"
            f" WHERE user_id = :user AND {MATCHES_FILTER} GROUP BY rules"
        )
    return connection.execute(f"{sql} ORDER BY matches DESC, rules", values).fetchall()


def _companions(
    connection: Session, question: LeaderboardFilter, user_id: int
) -> tuple[Companion | None, Companion | None]:
    """Return a person's partner in most wins, and the opponent who beat them most.

    A tie goes to the one with fewer matches together, then to the one met last.
    """
    rows = connection.execute(
        """
        SELECT other.user_id, me.side = other.side AS paired, count(*), sum(me.won),
               sum(other.won * (1 - me.won)), max(me.number)
        FROM scores AS me JOIN scores AS other
          -- without players whose seats others took
          ON other.table_id = me.table_id AND other.seat != me.seat AND other.seat >= 0
        WHERE me.user_id = :user AND me.guild_id = :guild AND me.league = :kind
          AND me.finished_at >= :since AND me.finished_at < :until AND (:rules = '' OR me.rules = :rules)
          AND other.user_id > 0
        GROUP BY other.user_id, paired
        """,
        filter_parameters(question) | {"user": user_id},
    ).fetchall()

    def closest(paired: bool, decided: int) -> Companion | None:
        met = sorted(
            (row for row in rows if row[1] == paired and row[decided]),
            key=lambda row: (-row[decided], row[2], -row[5]),
        )
        for other, _, matches, *won, _ in met:
            name, visibility = connection.execute(
                f"SELECT {WHO}", {"user": other, "guild": question.guild_id, "kind": question.kind.value}
            ).fetchone()
            if shown_as(visibility) is not Visibility.HIDDEN:
                return Companion(other, named(name, visibility), matches, won[decided - 3])
        return None

    return closest(True, 3), closest(False, 4)


def _curve(connection: Session, question: LeaderboardFilter, user_id: int) -> list[tuple[float, Rating]]:
    """Return a person's ratings over the filter's time span, of all rule sets; a sample if there are many."""
    rows = connection.execute(
        """
        SELECT finished_at, mu, sigma, nth FROM (
            SELECT finished_at, mu, sigma, row_number() OVER (ORDER BY number) AS nth, count(*) OVER () AS total
            FROM scores WHERE user_id = :user AND guild_id = :guild AND league = :kind AND mu IS NOT NULL
        ) AS curve
        WHERE finished_at >= :since AND finished_at < :until AND (total - nth) % ((total - 1) / :most + 1) = 0
        ORDER BY nth
        """,
        filter_parameters(question) | {"user": user_id, "most": CURVE},
    )
    return [(at, Rating(mu, sigma, nth)) for at, mu, sigma, nth in rows]
