"""Former players: the placeholders that replace users who had their data deleted.

A deleted user gets one new id for each server that they played on, the same at all tables of the server. The matches,
points, ratings, partners and opponents of the other players thus stay the same, even when everything is recomputed.
The id is random, is stored without a link to the deleted user, and belongs to no Discord user. In any column:

- ``user_id > 0`` is a person; ``user_id < 0`` must appear on no leaderboard and in no list of people;
- negative ids down to about -12 are computers, numbered separately at each table;
- ids below :data:`DELETED_BELOW` are former players, each with one id per server.

The name of a former player is :data:`DELETED_NAME`, translated when it is shown. Former players have no ratings, no
rating curve and no settings, and none may be written for them again. They can't be looked up, and they are never named
as a partner or a nemesis.
"""

from __future__ import annotations

import secrets

from engine.i18n import N_

DELETED_BELOW = -(2**32)
"""Ids below this one belong to former players; those of computers are above it."""

DELETED_NAME = N_("a former player")
"""The name of a former player in all stored data."""


def is_deleted(user_id: int) -> bool:
    """Whether a user id is that of a former player."""
    return user_id < DELETED_BELOW


def new_deleted_id() -> int:
    """Return a random id for a former player, from a range so large that ids practically never collide."""
    # every JSON parser keeps integers of up to 53 bits
    return DELETED_BELOW - 1 - secrets.randbelow(2**52)
