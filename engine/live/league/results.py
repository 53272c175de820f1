"""Writes a finished match, its scores, ratings and tallies in the transaction of the match's last action."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from engine.game import teams_of
from engine.live.league import ratings, tallies
from engine.live.league.figures import Kind
from engine.live.league.ratings import NEW, Rated
from engine.live.model.table import Header, Score

STATS_VERSION = 2
"""The version of the formulas that compute a match's figures.

Increase it when :func:`~engine.live.model.seating.scores_of`, :mod:`~engine.live.league.ratings` or
:mod:`~engine.live.league.tallies` compute something else from a match: the bot then recomputes all figures when it
starts.
"""


def kind_of(header: Header) -> Kind:
    """Return the kind of match played at a table."""
    if any(person.computer for person in header.people):
        return Kind.COMPUTERS
    return Kind.PAIRS if header.options.get("pairs") else Kind.ALONE


def match_writer(
    header: Header, scores: Sequence[Score], deals: int, at: float
) -> Callable[[sqlite3.Connection], None]:
    """Return a function that writes a finished match. Call it in a transaction: it reads what is stored by then.

    Args:
        header: the table.
        scores: the score of each seat.
        deals: the number of deals played.
        at: when the match ended, in seconds since 1970.

    """
    kind = kind_of(header)
    pairs = bool(header.options.get("pairs"))
    side_of = {seat: side for side, seats in enumerate(teams_of(len(scores), pairs)) for seat in seats}
    people = [(seat, each) for seat, each in enumerate(scores) if not each.person.computer]
    rated = [Rated(side_of[seat], each.place or 2 - each.won, not each.person.away) for seat, each in people]

    def write(connection: sqlite3.Connection) -> None:
        (number,) = connection.execute(
            "SELECT coalesce(max(number), 0) + 1 FROM matches WHERE guild_id = ?", (header.guild,)
        ).fetchone()
        connection.execute(
            "INSERT INTO matches (table_id, guild_id, rules, deals, finished_at, computers, league, number, figures)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (header.id, header.guild, header.rules, deals, at, len(scores) - len(people), kind, number, STATS_VERSION),
        )
        users = [each.person.user for _, each in people]
        after, after_in_rules = (
            _rate(connection, header.guild, kind, rules, users, rated) for rules in ("", header.rules)
        )
        periods = tallies.periods_at(connection, header.guild, at)
        for (seat, each), own, rating, in_rules in zip(people, rated, after, after_in_rules, strict=True):
            user = each.person.user
            score: dict[str, object] = {
                "table": header.id,
                "seat": seat,
                "user": user,
                "name": each.person.name,
                "points": each.points,
                "won": each.won,
                "guild": header.guild,
                "kind": kind,
                "rules": header.rules,
                "at": at,
                "number": number,
                "side": own.side,
                "stayed": own.stayed,
                "place": own.place,
                "against": each.against,
                "comeback": each.comeback,
                "mu": None if rating is None else rating.mu,
                "sigma": None if rating is None else rating.sigma,
            }
            connection.execute(
                "INSERT INTO scores (table_id, seat, user_id, name, points, won, guild_id, league, rules, finished_at,"
                " number, side, stayed, place, against, comeback, mu, sigma)"
                f" VALUES ({', '.join(f':{key}' for key in score)})",
                score,
            )
            if user > 0:
                for rules, new in (("", rating), (header.rules, in_rules)):
                    if new is not None:
                        ratings.keep(connection, header.guild, kind, rules, user, new)
                tallies.add(connection, periods, score)

    return write


def _rate(
    connection: sqlite3.Connection, guild: int, kind: Kind, rules: str, users: Sequence[int], rated: Sequence[Rated]
) -> Sequence[ratings.Rating | None]:
    """Return the players' ratings after a match; all None if it is not rated."""
    if not ratings.is_rated(kind, rated):
        return [None] * len(rated)
    before = [ratings.rating_of(connection, guild, kind, rules, user) or NEW for user in users]
    return ratings.rate(rated, before)
