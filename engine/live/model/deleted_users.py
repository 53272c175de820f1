"""Who a former player is: what stands in everything kept in the place of somebody who had their data deleted.

Whoever is deleted gets one new number for each server that they played on, the same at all its tables, so that the
others' matches, points, ratings, partners and opponents are what they were, even when all is computed anew. The number
is drawn at random, is kept with nothing that tells who it was, and stands for nobody at Discord. So in any column:

- ``user_id > 0`` is a person, ``user_id < 0`` somebody who must stand on no leaderboard and in no list of people;
- of the latter those down to -12 or so are computers, with numbers of their own at each table, and those below
  :data:`DELETED_BELOW` are former players, each with their own number on a server.

A former player's name is :data:`DELETED_NAME`, to be translated where it is shown; they have no ratings, no curve and
no settings, and none may be written for them again. Nobody may be asked about them, and they are nobody's partner or
nemesis by name.
"""

from __future__ import annotations

import secrets

from engine.i18n import N_

DELETED_BELOW = -(2**32)
"""Numbers below this one are former players'; a computer's are above it."""

DELETED_NAME = N_("a former player")
"""What a former player is called in everything kept."""


def is_deleted(user: int) -> bool:
    """Tell whether a number stands for a former player."""
    return user < DELETED_BELOW


def new_deleted_id() -> int:
    """Draw a number for a former player; of as many as there will ever be no two get the same."""
    # JSON keeps whole numbers of up to 53 bits everywhere
    return DELETED_BELOW - 1 - secrets.randbelow(2**52)
