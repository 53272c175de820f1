"""Writes a finished match, its scores, ratings and tallies in the transaction of the match's last action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.game import teams_of
from engine.live.database.session import Session
from engine.live.league import ratings, tallies
from engine.live.league.figures import Kind, Span, day_of
from engine.live.league.query import EARLY, WITH_DEPARTURES
from engine.live.league.ratings import NEW, Rated
from engine.live.model.table import Header, Presence, Score

STATS_VERSION = 3
"""The version of the formulas that compute a match's figures.

Increase it when :func:`~engine.live.model.seating.scores_of`, :mod:`~engine.live.league.ratings` or
:mod:`~engine.live.league.tallies` compute something else from a match: the bot then recomputes all figures when it
starts.
"""

_WAS_EARLY = f"""
SELECT EXISTS (
    SELECT * FROM scores {WITH_DEPARTURES}
    WHERE scores.user_id = ? AND scores.guild_id = ? AND scores.league != '{Kind.COMPUTERS}'
      AND scores.finished_at >= ? AND scores.finished_at < ? AND {EARLY} = 1
)
"""
"""Whether a person was gone early before in a time, in a match of people."""


def kind_of(header: Header) -> Kind:
    """Return the kind of match played at a table."""
    if any(person.computer for person in header.people):
        return Kind.COMPUTERS
    return Kind.PAIRS if header.options.get("pairs") else Kind.ALONE


def score_rows(header: Header, scores: Sequence[Score]) -> list[dict[str, Any]]:
    """Return the stored scores of a finished match, without ratings: those of the people there, then lost matches.

    A player whose seat somebody else took has lost the match, without points: their scores have the seats -1, -2, …
    A player whom the host removed has not left, and has the place of the seat's side.

    Args:
        header: the table.
        scores: the score of each seat.

    """
    teams = teams_of(len(scores), bool(header.options.get("pairs")))
    side_of = {seat: side for side, seats in enumerate(teams) for seat in seats}
    same = {"table": header.id, "league": kind_of(header)}
    seated = [
        same
        | {
            "seat": seat,
            "user": each.person.user_id,
            "name": each.person.name,
            "points": each.points,
            "won": each.won,
            "side": side_of[seat],
            "stayed": each.person.presence in (Presence.HERE, Presence.REMOVED),
            "place": _place(each),
            "against": each.against,
            "comeback": each.comeback,
        }
        for seat, each in enumerate(scores)
        if not each.person.computer
    ]
    lost = same | {"points": 0, "won": False, "against": 0, "comeback": 0}
    replaced = [
        lost
        | {
            "seat": -number,
            "user": each.user_id,
            "name": each.name,
            "side": side_of[each.seat],
            "stayed": each.presence is Presence.REMOVED,
            "place": _place(scores[each.seat]) if each.presence is Presence.REMOVED else len(teams) + 1,
        }
        for number, each in enumerate(header.substitutions, 1)
    ]
    return [*seated, *replaced]


def _place(score: Score) -> int:
    return score.rank or 2 - score.won


def match_writer(header: Header, scores: Sequence[Score], deals: int, at: float) -> Callable[[Session], None]:
    """Return a function that writes a finished match. Call it in a transaction: it reads what is stored by then.

    Args:
        header: the table.
        scores: the score of each seat.
        deals: the number of deals played.
        at: when the match ended, in seconds since 1970.

    """
    kind = kind_of(header)
    rows = score_rows(header, scores)
    computers = sum(each.person.computer for each in scores)

    def write(connection: Session) -> None:
        (number,) = connection.execute(
            "SELECT coalesce(max(number), 0) + 1 FROM matches WHERE guild_id = ?", (header.guild_id,)
        ).fetchone()
        connection.execute(
            "INSERT INTO matches (table_id, guild_id, rules, deals, finished_at, computers, league, number, figures)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (header.id, header.guild_id, header.rules, deals, at, computers, kind, number, STATS_VERSION),
        )
        users, day = [row["user"] for row in rows], day_of(at)
        people = [_rated(connection, header, scores, row, day) for row in rows]
        after, after_in_rules = (
            _rate(connection, header.guild_id, kind, rules, users, people) for rules in ("", header.rules)
        )
        for row, rating, in_rules in zip(rows, after, after_in_rules, strict=True):
            if rating is None or in_rules is None or row["user"] < 0:
                row |= {"mu": None, "sigma": None}
                continue
            row |= {"mu": rating.mu, "sigma": rating.sigma}
            for rules, new in (("", rating), (header.rules, in_rules)):
                ratings.keep(connection, header.guild_id, kind, rules, row["user"], new)
        periods = tallies.periods_at(connection, header.guild_id, at)
        for row in rows:
            score = row | {"guild": header.guild_id, "rules": header.rules, "at": at, "number": number}
            connection.execute(
                "INSERT INTO scores (table_id, seat, user_id, name, points, won, guild_id, league, rules, finished_at,"
                " number, side, stayed, place, against, comeback, mu, sigma)"
                " VALUES (:table, :seat, :user, :name, :points, :won, :guild, :league, :rules, :at,"
                " :number, :side, :stayed, :place, :against, :comeback, :mu, :sigma)",
                score,
            )
            if row["user"] > 0:
                tallies.add(connection, periods, score)

    return write


def _rated(connection: Session, header: Header, scores: Sequence[Score], row: Mapping[str, Any], day: Span) -> Rated:
    """Return a score as ratings see it: a person's first early departure on a day is excused."""
    seat: int = row["seat"]
    left = header.substitutions[-seat - 1] if seat < 0 else None
    excused = scores[seat].person.early if left is None else left.early
    if excused:
        values = (row["user"], header.guild_id, day.since, day.until)
        excused = not connection.execute(_WAS_EARLY, values).fetchone()[0]
    return Rated(row["side"], row["place"], row["stayed"], excused, None if left is None else left.seat)


def _rate(
    connection: Session, guild_id: int, kind: Kind, rules: str, users: Sequence[int], people: Sequence[Rated]
) -> Sequence[ratings.Rating | None]:
    """Return the ratings after a match; all None if it is not rated."""
    if not ratings.is_rated(kind, people):
        return [None] * len(people)
    before = [ratings.rating_of(connection, guild_id, kind, rules, user_id) or NEW for user_id in users]
    return ratings.rate(people, before)
