"""The order of the first round: by rating if at least half of the field has one, else by lot."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cups.lots import Purpose, lot
from engine.cups.model import Cup


def seeded(cup: Cup, entrants: Iterable[int]) -> tuple[int, ...]:
    """Return entrants by rating if at least half of them have one, else by lot; computers last.

    Those without a rating come after those with one; equal ratings are ordered by lot.
    """
    field = tuple(entrants)
    rated = sum(each in cup.ratings for each in field)
    by_rating = 2 * rated >= sum(each > 0 for each in field)

    def rank(entrant: int) -> tuple[bool, bool, int, int]:
        rating = cup.ratings.get(entrant) if by_rating else None
        return entrant < 0, rating is None, -(rating or 0), lot(cup.seed, Purpose.SEEDING, entrant)

    return tuple(sorted(field, key=rank))
