"""Ratings of a server's people: openskill's Plackett-Luce model with its defaults, for two sides at a time.

Alone, each player is a side of one; in pairs, there are two sides of two. A side is rated against each other side as if
those two had played by themselves, by their places; the mean of the results is the new rating. With two sides this is
the model as it is. With more, its own rule for ties would let a player who shares a place with others gain less than
the next one, who shares none.

A match is rated if it was played without computers and somebody was there at its end. Leaving does not save a rating:
a player who left, or was out of time at the end, is rated as the last, and so is a side that all left. A partner who
stayed is rated by the side's place. A player who gave up a seat is rated in place of the successor; others are unrated
against them.

A player whom the host removed is rated by the side's place: a removal neither saves a rating nor takes one. A player
who was gone before everybody had had a turn is excused once a day: they are not rated, and nobody is rated against a
side of theirs alone.

Each person has one rating over all rule sets, and one in each rule set that they have played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.live.database.session import Session
from engine.live.league.figures import Kind, Rating

_MODEL = PlackettLuce()

NEW = Rating(_MODEL.mu, _MODEL.sigma, 0)
"""The rating of a new player."""


class Rated(NamedTuple):
    """One person of a match.

    Attributes:
        place: the side's place, from 1; sides that are level share a place.
        stayed: whether the place is the person's, too; a person who left has the last place.
        excused: whether the person is not rated.
        gave_up: the seat that the person gave up and somebody took; None for a person with a seat at the end.

    """

    side: int
    place: int
    stayed: bool
    excused: bool = False
    gave_up: int | None = None


def is_rated(kind: Kind, people: Sequence[Rated]) -> bool:
    """Return whether a match is rated."""
    there = any(each.stayed for each in people if each.gave_up is None)
    return kind is not Kind.COMPUTERS and there and len(_sides(people)) > 1


def rate(people: Sequence[Rated], before: Sequence[Rating]) -> tuple[Rating | None, ...]:
    """Return the ratings after a rated match from those before it; None for an unrated person.

    Args:
        people: the people with a seat at the end, by seat, then those who gave one up.
        before: the rating of each.

    """
    sides, last = _sides(people), len(people) + 1
    places = {
        side: people[seats[0]].place if any(people[seat].stayed for seat in seats) else last
        for side, seats in sides.items()
    }

    def after(at: int) -> Rating | None:
        each = people[at]
        if each.excused or each.side not in sides:
            return None
        seats = [at if seat == each.gave_up else seat for seat in sides[each.side]]
        own = [before[seat] for seat in seats], each.place if each.stayed else last
        others = [([before[seat] for seat in sides[side]], places[side]) for side in sides if side != each.side]
        met = [_against(own, other)[seats.index(at)] for other in others]
        sigma = math.sqrt(fmean(sigma**2 for _, sigma in met))
        return Rating(fmean(mu for mu, _ in met), sigma, before[at].matches + 1)

    return tuple(map(after, range(len(people))))


def _sides(people: Sequence[Rated]) -> dict[int, list[int]]:
    """Return the seats of each side, without sides of excused people alone."""
    sides: dict[int, list[int]] = {}
    for seat, each in enumerate(people):
        if each.gave_up is None:
            sides.setdefault(each.side, []).append(seat)
    return {side: seats for side, seats in sides.items() if not all(people[seat].excused for seat in seats)}


def _against(*sides: tuple[Sequence[Rating], int]) -> list[tuple[float, float]]:
    """Return mean and deviation of each player of the first of two sides, given as ratings and a place."""
    teams = [[_MODEL.rating(each.mu, each.sigma) for each in players] for players, _ in sides]
    rated, _ = _MODEL.rate(teams, ranks=[float(place) for _, place in sides])
    return [(each.mu, each.sigma) for each in rated]


def rating_of(connection: Session, guild_id: int, kind: Kind, rules: str, user_id: int) -> Rating | None:
    """Return a person's stored rating in a rule set, or in all if ``rules`` is empty; None if there is none."""
    row = connection.execute(
        "SELECT mu, sigma, matches FROM ratings WHERE guild_id = ? AND league = ? AND rules = ? AND user_id = ?",
        (guild_id, kind, rules, user_id),
    ).fetchone()
    return None if row is None else Rating(*row)


def keep(connection: Session, guild_id: int, kind: Kind, rules: str, user_id: int, rating: Rating) -> None:
    """Store a person's rating in a rule set, or in all if ``rules`` is empty."""
    connection.execute(
        "INSERT INTO ratings (guild_id, league, user_id, rules, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, league, rules, user_id)"
        " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches",
        (guild_id, kind, user_id, rules, rating.mu, rating.sigma, rating.matches),
    )
