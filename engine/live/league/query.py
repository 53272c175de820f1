"""SQL for a leaderboard filter, and for the names on a leaderboard."""

from __future__ import annotations

from typing import Any

from engine.live.league.figures import LeaderboardFilter
from engine.live.model.preferences import Visibility

MATCHES_FILTER = """
    guild_id = :guild AND league = :kind AND finished_at >= :since AND finished_at < :until
    AND (:rules = '' OR rules = :rules)"""
"""Whether a score passes the filter."""

_SHOWN = "(SELECT value FROM preferences WHERE kind = 'person' AND whose = {user} AND name = 'shown')"

HIDDEN = f"coalesce({_SHOWN.format(user='user_id')}, '') = '\"{Visibility.HIDDEN}\"'"
"""Whether a row's ``user_id`` is hidden from leaderboards."""

WHO = f"""
(SELECT name FROM scores WHERE user_id = :user AND guild_id = :guild AND league = :kind
 ORDER BY finished_at DESC, number DESC LIMIT 1) AS name, {_SHOWN.format(user=":user")} AS shown"""
"""The name of ``:user`` in their last match, and their visibility."""


WITH_DEPARTURES = """
LEFT JOIN seats ON seats.table_id = scores.table_id AND seats.seat = scores.seat
LEFT JOIN replaced ON replaced.table_id = scores.table_id AND replaced.number = -scores.seat"""
"""Joins a score with its seat, or with the seat that was given up."""

EARLY = "coalesce(seats.early, replaced.early, 0)"
"""Whether the person of a score :data:`WITH_DEPARTURES` was gone before everybody had had a turn."""


def filter_parameters(question: LeaderboardFilter) -> dict[str, Any]:
    """Return the values of the filter's named SQL parameters."""
    return {
        "guild": question.guild_id,
        "kind": question.kind.value,
        "rules": question.rules,
        "since": question.span.since,
        "until": question.span.until,
    }


def shown_as(kept: str | None) -> Visibility:
    """Return a person's stored visibility; an unknown value counts as the default."""
    return next((each for each in Visibility if kept == f'"{each}"'), Visibility.NAMED)


def named(name: str | None, visibility: str | None) -> str:
    """Return a person's name on a leaderboard from the stored name and visibility; empty if the name is not shown."""
    return name or "" if shown_as(visibility) is Visibility.NAMED else ""
