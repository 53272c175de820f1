"""Ratings of a server's people: openskill's Plackett-Luce model, from its defaults.

Alone everybody is a team of one, in pairs there are two teams of two; teams rank as the match ended, and those level
there are level here. A match is rated where it was played without computers and people of at least two sides were there
at its end: so where of two one leaves, neither is rated.

Leaving saves nobody: a side none of whose people stayed is ranked below all others, and who left a partner behind is
rated as though their side were ranked last, while the partner takes what the side reached.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.live.league.figures import Kind, Rating

_MODEL = PlackettLuce()

NEW = Rating(_MODEL.mu, _MODEL.sigma, 0)
"""Whoever has not been rated yet."""


class Rated(NamedTuple):
    """One seat of a match that is rated.

    Attributes:
        side: its side.
        place: its side's place, from 1; those level share it.
        stayed: whether its player was there at the end.

    """

    side: int
    place: int
    stayed: bool


def is_rated(kind: Kind, seats: Sequence[Rated]) -> bool:
    """Tell whether a match is rated."""
    return kind is not Kind.COMPUTERS and len({each.side for each in seats if each.stayed}) > 1


def rate(seats: Sequence[Rated], before: Sequence[Rating]) -> tuple[Rating, ...]:
    """Give everybody's rating after a match that is rated, in the order of ``seats``, from those before it."""
    sides = sorted({each.side for each in seats})
    members = {side: [at for at, each in enumerate(seats) if each.side == side] for side in sides}
    last = len(sides) + 1
    ranks = {side: _rank([seats[at] for at in members[side]], last) for side in sides}
    after = _ranked(members, ranks, before)
    for side in sides:
        left = [at for at in members[side] if not seats[at].stayed]
        if left and ranks[side] < last:
            worse = _ranked(members, ranks | {side: last}, before)
            for at in left:
                after[at] = worse[at]
    return tuple(after[at] for at in range(len(seats)))


def _rank(members: Sequence[Rated], last: int) -> int:
    return members[0].place if any(each.stayed for each in members) else last


def _ranked(members: dict[int, list[int]], ranks: dict[int, int], before: Sequence[Rating]) -> dict[int, Rating]:
    """Give the ratings that follow from ranks alone."""
    teams = [[_MODEL.rating(before[at].mu, before[at].sigma) for at in group] for group in members.values()]
    rated = _MODEL.rate(teams, ranks=[float(ranks[side]) for side in members])
    return {
        at: Rating(one.mu, one.sigma, before[at].matches + 1)
        for group, team in zip(members.values(), rated, strict=True)
        for at, one in zip(group, team, strict=True)
    }


def rating_of(connection: sqlite3.Connection, guild: int, kind: Kind, user: int) -> Rating | None:
    """Give somebody's rating as it is kept, or None."""
    row = connection.execute(
        "SELECT mu, sigma, matches FROM ratings WHERE guild_id = ? AND league = ? AND user_id = ?", (guild, kind, user)
    ).fetchone()
    return None if row is None else Rating(*row)


def keep(connection: sqlite3.Connection, guild: int, kind: Kind, user: int, rating: Rating) -> None:
    """Keep somebody's rating."""
    connection.execute(
        "INSERT OR REPLACE INTO ratings (guild_id, league, user_id, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?)",
        (guild, kind, user, rating.mu, rating.sigma, rating.matches),
    )
