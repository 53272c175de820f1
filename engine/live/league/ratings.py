"""Ratings of a server's people: openskill's Plackett-Luce model with its defaults.

Alone, each player is a team of one; in pairs, there are two teams of two. Teams rank as the match ended, with the same
ties. A match is rated if it was played without computers and people of at least two sides were there at its end. If one
of two players leaves, neither is rated.

Leaving does not save a rating: a side that all its players left ranks below all others. A player who left a partner
behind is rated as if their side were last, and the partner by the side's own rank.

Each person has one rating over all rule sets, and one in each rule set that they have played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.live.database.session import Session
from engine.live.league.figures import Kind, Rating

_MODEL = PlackettLuce()

NEW = Rating(_MODEL.mu, _MODEL.sigma, 0)
"""The rating of a new player."""


class Rated(NamedTuple):
    """One seat of a rated match.

    Attributes:
        place: the side's place, from 1; sides that are level share a place.
        stayed: whether the player was there at the end.

    """

    side: int
    place: int
    stayed: bool


def is_rated(kind: Kind, seats: Sequence[Rated]) -> bool:
    """Return whether a match is rated."""
    return kind is not Kind.COMPUTERS and len({each.side for each in seats if each.stayed}) > 1


def rate(seats: Sequence[Rated], before: Sequence[Rating]) -> tuple[Rating, ...]:
    """Return the ratings after a rated match from those before it, in the order of ``seats``."""
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
    """Return the ratings that follow from the ranks alone."""
    teams = [[_MODEL.rating(before[at].mu, before[at].sigma) for at in group] for group in members.values()]
    rated = _MODEL.rate(teams, ranks=[float(ranks[side]) for side in members])
    return {
        at: Rating(one.mu, one.sigma, before[at].matches + 1)
        for group, team in zip(members.values(), rated, strict=True)
        for at, one in zip(group, team, strict=True)
    }


def rating_of(connection: Session, guild: int, kind: Kind, rules: str, user: int) -> Rating | None:
    """Return a person's stored rating in a rule set, or in all if ``rules`` is empty; None if there is none."""
    row = connection.execute(
        "SELECT mu, sigma, matches FROM ratings WHERE guild_id = ? AND league = ? AND rules = ? AND user_id = ?",
        (guild, kind, rules, user),
    ).fetchone()
    return None if row is None else Rating(*row)


def keep(connection: Session, guild: int, kind: Kind, rules: str, user: int, rating: Rating) -> None:
    """Store a person's rating in a rule set, or in all if ``rules`` is empty."""
    connection.execute(
        "INSERT INTO ratings (guild_id, league, user_id, rules, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, league, rules, user_id)"
        " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches",
        (guild, kind, user, rules, rating.mu, rating.sigma, rating.matches),
    )
