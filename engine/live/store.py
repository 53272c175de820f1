"""The protocol of a store of tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from engine.live.history.finished import MatchHistory
from engine.live.league.board import League
from engine.live.model.preferences import Preferences
from engine.live.model.table import HandMessage, Header, LogEntry, Post, SavedTable, Score
from engine.live.privacy.service import PrivacyService

P = TypeVar("P", bound=Preferences)


class Shards(NamedTuple):
    """Some of the shards that share the servers: server ``id`` is of shard ``(id >> 22) % total``.

    Attributes:
        numbers: which of them.
        total: how many there are.

    """

    numbers: tuple[int, ...]
    total: int


class Store(Protocol):
    """Stores tables. A write is durable when its method returns.

    Each method raises :class:`StorageError` if the store can't be read or written.
    """

    league: League

    history: MatchHistory

    privacy: PrivacyService

    async def create(self, header: Header) -> None:
        """Store a new table.

        Raises:
            Conflict: a stored table has its id.
            ChannelTaken: its channel has an open table.

        """
        ...

    async def save(self, header: Header) -> None:
        """Store the changed header and people of a table, except its post. A change of channel clears the post.

        Raises:
            Conflict: the stored header is at another revision: another writer changed it.
            ChannelTaken: the new channel has an open table.

        """
        ...

    async def append(
        self,
        header: Header,
        entries: Sequence[LogEntry],
        scores: Sequence[Score] = (),
        deals: int = 0,
        *,
        people: bool = True,
    ) -> None:
        """Store actions, the header after them, and with scores the finished match, all or nothing.

        Args:
            header: the header after the actions.
            entries: the actions.
            scores: the score of each seat, if the actions end the match.
            deals: how many deals the match took.
            people: whether the people have changed.

        Raises:
            Conflict: one of the plies is already stored, or the stored header is at another revision.

        """
        ...

    async def save_post(self, table_id: str, post: Post | None) -> None:
        """Store which message shows a table."""
        ...

    async def save_hand_message(self, table_id: str, message: HandMessage) -> None:
        """Store which private message shows a hand."""
        ...

    async def save_hand_fingerprints(self, seen: Sequence[tuple[str, int, int, str]]) -> None:
        """Store the fingerprints of hands, each as table id, user id, message id and fingerprint."""
        ...

    async def open_tables(self, shards: Shards | None = None) -> list[SavedTable]:
        """Return every table that is in its lobby or playing, or those of some shards."""
        ...

    async def shift_deadlines(self, seconds: float, now: float | None = None, shards: Shards | None = None) -> None:
        """Postpone all deadlines of open tables, or of those of some shards, by seconds that no player is charged for.

        ``now`` is stored as ``alive_at`` in the same write, which prevents crediting the time twice.
        """
        ...

    async def unpublished_tables(self, shards: Shards | None = None) -> list[SavedTable]:
        """Return every table that has ended without a published end, or those of some shards."""
        ...

    async def revisions(self, shards: Shards | None = None) -> dict[str, int]:
        """Return the revision of every open table's header, or of those of some shards, by the table's id."""
        ...

    async def find(self, table_id: str) -> SavedTable | None:
        """Return a table, open or not; None if there is no such table."""
        ...

    async def find_open(self, channel: int) -> SavedTable | None:
        """Return the table of a channel that is in its lobby or playing; None if there is none."""
        ...

    async def has_played_elsewhere(self, user: int, table_id: str) -> bool:
        """Whether a user has a seat at another table, open or not, at which a match has begun."""
        ...

    async def set_meta(self, name: str, value: str) -> None:
        """Store a value under a name."""
        ...

    async def get_meta(self, name: str) -> str | None:
        """Return the value stored under a name; None if there is no value."""
        ...

    async def preferences(self, kind: type[P], whose: int) -> P:
        """Return the settings of a server or a person, by the kind, with defaults for the rest."""
        ...

    async def set_preferences(self, whose: int, change: Preferences) -> None:
        """Store the settings passed to ``change``. The other settings of the same server or person stay."""
        ...

    async def backup(self, file: Path) -> None:
        """Write a whole copy to ``file``, even while the store is in use."""
        ...

    async def close(self) -> None:
        """Close the store."""
        ...
