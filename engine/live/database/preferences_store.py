"""The settings of servers and people, with a cache."""

from __future__ import annotations

import json
import math
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from engine.live.database.connection import Connection, Statement
from engine.live.database.rows import OPEN
from engine.live.database.shards import Shards, of_shards
from engine.live.model.preferences import PersonPreferences, Preferences

P = TypeVar("P", bound=Preferences)

CACHE_SECONDS = 30.0
"""For how long the memory is good for settings that other processes may change."""

MAX_CACHED = 4096
"""The maximum number of servers and people in the cache."""

_SEATED = f"""
SELECT user_id, preferences.name, value FROM seats
JOIN tables ON id = table_id JOIN preferences ON kind = 'person' AND whose = user_id WHERE {OPEN}
"""


class PreferencesStore:
    """Stores the settings of servers and people. Each method raises :class:`StorageError` if the database fails."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        # each with the time until which it is good: where nobody else changes settings, for ever
        self._cached: dict[tuple[str, int], tuple[Preferences, float]] = {}
        self._seconds = math.inf

    async def get(self, kind: type[P], whose: int) -> P:
        """Return the settings of a server or a person, by the kind, with defaults for the rest."""
        known, until = self._cached.get((kind.KIND, whose), (None, 0.0))
        if isinstance(known, kind) and time.monotonic() < until:
            return known
        rows = await self._connection.rows(
            "SELECT name, value FROM preferences WHERE kind = ? AND whose = ?", (kind.KIND, whose)
        )
        preferences = _read(kind, rows)
        if len(self._cached) >= MAX_CACHED:
            self._cached.clear()
        self._cached[kind.KIND, whose] = preferences, time.monotonic() + self._seconds
        return preferences

    def share(self) -> None:
        """Expect other processes to change settings: the memory is good for half a minute."""
        self._seconds = CACHE_SECONDS

    async def refresh(self, shards: Shards | None = None) -> frozenset[int]:
        """Forget the settings of people at open tables, or at those of some shards, if other processes changed them.

        Returns:
            The ids of these people.

        """
        stored: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        for user_id, name, value in await self._connection.rows(f"{_SEATED}{of_shards(shards)}"):
            stored[user_id].append((name, value))
        changed: set[int] = set()
        for user_id, settings in stored.items():
            known, _ = self._cached.get((PersonPreferences.KIND, user_id), (None, 0.0))
            if known not in (None, _read(PersonPreferences, settings)):
                self.forget(PersonPreferences.KIND, user_id)
                changed.add(user_id)
        return frozenset(changed)

    async def set(self, whose: int, change: Preferences) -> None:
        """Store the settings passed to ``change``. The other settings of the same server or person stay."""
        insert = (
            "INSERT INTO preferences (kind, whose, name, value) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (kind, whose, name) DO UPDATE SET value = excluded.value"
        )
        try:
            await self._connection.write(
                *(Statement(insert, (change.KIND, whose, name, value)) for name, value in change.chosen().items())
            )
        finally:
            self.forget(change.KIND, whose)

    def forget(self, kind: str, whose: int) -> None:
        """Drop cached settings."""
        self._cached.pop((kind, whose), None)


def _read(kind: type[P], settings: Iterable[tuple[str, str]]) -> P:
    """Read settings from their names and values."""
    return kind.read(json.dumps({name: json.loads(value) for name, value in settings}))
