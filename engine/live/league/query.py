"""A question to a league, in SQL: which scores it is about, and what names people stand there with."""

from __future__ import annotations

from typing import Any

from engine.live.league.figures import LeaderboardFilter
from engine.live.model.preferences import Visibility

MATCHES_FILTER = """
    guild_id = :guild AND league = :kind AND finished_at >= :since AND finished_at < :until
    AND (:rules = '' OR rules = :rules)"""
"""Whether a score is asked about."""

_SHOWN = "(SELECT value FROM preferences WHERE kind = 'person' AND whose = {user} AND name = 'shown')"

HIDDEN = f"coalesce({_SHOWN.format(user='user_id')}, '') = '\"{Visibility.HIDDEN}\"'"
"""Whether a row's ``user_id`` wants to stand nowhere."""

WHO = f"""
(SELECT name FROM scores WHERE user_id = :user AND guild_id = :guild AND league = :kind
 ORDER BY finished_at DESC, number DESC LIMIT 1) AS name, {_SHOWN.format(user=":user")} AS shown"""
"""The name that ``:user`` last finished a match under, and how they want to stand."""


def filter_parameters(question: LeaderboardFilter) -> dict[str, Any]:
    """Give the values that a question's SQL names."""
    return {
        "guild": question.guild,
        "kind": question.kind.value,
        "rules": question.rules,
        "since": question.span.since,
        "until": question.span.until,
    }


def shown_as(kept: str | None) -> Visibility:
    """Read how somebody wants to stand; what this version does not know is as though it had not been chosen."""
    return next((each for each in Visibility if kept == f'"{each}"'), Visibility.NAMED)


def named(name: str | None, shown: str | None) -> str:
    """Give the name that somebody stands with, from the one kept and how they want to stand."""
    return name or "" if shown_as(shown) is Visibility.NAMED else ""
