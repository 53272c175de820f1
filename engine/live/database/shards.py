"""Conditions for the tables of shards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.live.model.table import Delivery


class Shards(NamedTuple):
    """Some of the shards that share the servers: server ``id`` is of shard ``(id >> 22) % total``.

    Attributes:
        numbers: which of them.
        total: how many there are.

    """

    numbers: tuple[int, ...]
    total: int


def _among(chosen: Iterable[Delivery]) -> str:
    words = ", ".join(f"'{each.value}'" for each in chosen)
    return f"delivery IN ({words})"


IN_GUILD = _among(each for each in Delivery if each.in_guild)
"""The condition of tables on servers that have the bot."""

EPHEMERAL = _among(each for each in Delivery if each.ephemeral)
"""The condition of private matches."""

PLACE = f"channel_id, (CASE WHEN {_among(each for each in Delivery if each.beside_channel)} THEN host_id ELSE 0 END)"
"""The place of a table, in the words of its index."""


def of_shards(shards: Shards | None) -> str:
    """Return a further condition for the tables of some shards; None for all."""
    if shards is None:
        return ""
    numbers = ", ".join(map(str, shards.numbers or (-1,)))
    return f" AND {shard_column(shards.total)} IN ({numbers})"


def shard_column(total: int) -> str:
    """Return the expression for a table's shard, of so many; where no server has the bot, presses arrive by shard 0."""
    return f"CASE WHEN {IN_GUILD} THEN (guild_id >> 22) % {total} ELSE 0 END"
