"""A cup in memory: every change is durable before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, Final, ParamSpec

from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.model import Change, CupHeader, Situation
from engine.live.cups.store import CupStore
from engine.live.model.errors import Conflict

MAX_TRIES: Final = 5
"""How often a change is decided anew because another writer was first."""

P = ParamSpec("P")


class LiveCup:
    """A cup: the lock and the store.

    The other files of this folder decide. Each has functions from a :class:`Situation` to a :class:`Change`, which
    :meth:`do` makes durable and then applies:

    - ``signing``: entering and leaving
    - ``organizing``: the decisions of the organizer
    - ``seats``, ``presence``: the players of a table and their stand-ins
    - ``course``: changes without anybody, and jobs on Discord

    Args:
        at: the cup as it is stored.
        store: keeps it.
        clock: returns the time in seconds since 1970.
        changed: called after each change, once it is durable; must return at once.

    """

    def __init__(
        self, at: Situation, store: CupStore, clock: Callable[[], float], changed: Callable[[LiveCup], None]
    ) -> None:
        self._at = at
        self._store = store
        self._clock = clock
        self._changed = changed
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The id of the cup."""
        return self._at.header.id

    @property
    def header(self) -> CupHeader:
        """The stored values of the cup, without its people, its tables and its log."""
        return self._at.header

    @property
    def situation(self) -> Situation:
        """The cup as it is now. It holds the sealed seed: messages never get it."""
        return replace(self._at, now=self._clock())

    async def do(
        self, decide: Callable[Concatenate[Situation, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> Change:
        """Decide on a change, write it to the store, and only then apply it and notify.

        Args:
            decide: a function that returns the change.
            args: its arguments after the situation.
            kwargs: its named arguments.

        Returns:
            The change.

        Raises:
            CupDeclined: the cup declines it, others wrote all the time, or it is stored no more.
            CupError: the rules of the cup do not allow it.
            StorageError: it could not be stored.

            Nothing has changed then.

        """
        async with self._lock:
            for _ in range(MAX_TRIES):
                at = self.situation
                change = decide(at, *args, **kwargs)
                if not change:
                    return change
                try:
                    self._at = await self._store.write(at, change)
                    break
                except Conflict:
                    # another writer was first, so the decision is made anew
                    await self._reload()
            else:
                raise CupDeclined(Code.STALE)
        self._changed(self)
        return change

    async def rate(self) -> None:
        """Read the ratings of its people, for the order of the first round."""
        ratings = await self._store.ratings(self._at)
        self._at = replace(self._at, ratings=ratings)

    async def reload(self) -> None:
        """Take over what another writer stored, such as deleted data; raise CupDeclined if the cup is gone."""
        async with self._lock:
            await self._reload()
        self._changed(self)

    async def _reload(self) -> None:
        stored = await self._store.find(self.id, self._clock())
        if stored is None:
            raise CupDeclined(Code.NO_CUP)
        self._at = replace(stored, ratings=self._at.ratings)
