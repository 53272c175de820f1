"""Matches that are only finished: the results of each player, without the play."""

from __future__ import annotations

from dataclasses import replace

from engine.live.database_store import DatabaseStore
from engine.live.league.figures import Standing
from engine.live.model.table import LogEntry, Person, Score, Status
from tests.engine.live.people import GUILD, header

Result = tuple[Person, int, bool] | Score
"""Who, their points, and whether they won; or all of it."""


async def finish(
    store: DatabaseStore,
    identity: str,
    *results: Result,
    guild: int = GUILD,
    at: float | None = None,
    rules: str = "express",
    pairs: bool = False,
    deals: int = 3,
) -> None:
    """Keep a finished match; by default the later the higher the number in its name."""
    scores = [each if isinstance(each, Score) else Score(*each) for each in results]
    number = int(identity[1:])
    made = header(
        identity=identity,
        guild=guild,
        channel=number + guild * 1_000_000,
        people=tuple(each.person for each in scores),
        rules=rules,
        options={"pairs": True} if pairs else {},
    )
    await store.create(made)
    entry = LogEntry(0, "x", None, float(number) if at is None else at)
    await store.append(replace(made, status=Status.FINISHED), [entry], scores, deals)


def short(figures: Standing | None) -> tuple[int, int, str, int, int, int]:
    """Return a place on a board as rank, user, name, matches, wins and points."""
    return figures.rank, figures.user_id, figures.name, figures.matches, figures.wins, figures.points
