"""What is kept about tables, and the protocol of whatever keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from engine.live.history.finished import MatchHistory
from engine.live.league.board import League
from engine.live.model.preferences import Preferences
from engine.live.model.table import HandMessage, Header, LogEntry, Post, SavedTable, Score
from engine.live.privacy.service import PrivacyService

P = TypeVar("P", bound=Preferences)


class Store(Protocol):
    """Keeps tables. Whatever a method was asked to write is durable when it returns.

    Each method raises :class:`StorageError` where it can't do its work.

    Attributes:
        league: who stands where, and seasons.

    """

    league: League

    history: MatchHistory

    privacy: PrivacyService

    async def create(self, header: Header) -> None:
        """Keep a new table; raise :class:`ChannelTaken` where its channel has an open one."""
        ...

    async def save(self, header: Header, ply: int) -> None:
        """Keep a table's changed header and people, all but its post, which is forgotten where the channel is another.

        Raises:
            Conflict: its log does not hold ``ply`` actions: somebody else wrote on.
            ChannelTaken: it was to move to a channel that has an open table.

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
        """Keep actions, the header they lead to, and with scores the finished match, all or nothing.

        Args:
            header: the header.
            entries: the actions.
            scores: what each seat takes home, where they end the match.
            deals: how many deals it took.
            people: whether its people have changed, too.

        Raises:
            Conflict: one of the plies is taken.

        """
        ...

    async def save_post(self, table: str, post: Post | None) -> None:
        """Keep which message shows a table."""
        ...

    async def save_hand_message(self, table: str, message: HandMessage) -> None:
        """Keep which private message shows a hand."""
        ...

    async def save_hand_hashes(self, seen: Sequence[tuple[str, int, int, str]]) -> None:
        """Keep how hands look in their messages: for each its table, user, message and face."""
        ...

    async def open_tables(self) -> list[SavedTable]:
        """Give every table that is in its lobby or playing."""
        ...

    async def shift_deadlines(self, seconds: float, now: float | None = None) -> None:
        """Put off whatever is due at any open table, for time that is charged to nobody.

        With ``now`` it is noted as ``alive_at`` in the same write, so that the time is not given away twice.
        """
        ...

    async def unpublished_tables(self) -> list[SavedTable]:
        """Give every table that has ended without its channel having been told."""
        ...

    async def find(self, table: str) -> SavedTable | None:
        """Give any table, open or not."""
        ...

    async def set_meta(self, name: str, value: str) -> None:
        """Keep a small fact under a name."""
        ...

    async def get_meta(self, name: str) -> str | None:
        """Give the fact kept under a name, or None."""
        ...

    async def preferences(self, kind: type[P], whose: int) -> P:
        """Give what a server or a person, by the kind, has set; the defaults for the rest."""
        ...

    async def set_preferences(self, whose: int, change: Preferences) -> None:
        """Keep the settings that ``change`` was made with; the others of the same server or person stay."""
        ...

    async def backup(self, file: Path) -> None:
        """Write a whole copy to ``file``, in use or not."""
        ...

    async def close(self) -> None:
        """Let go of what is open."""
        ...
