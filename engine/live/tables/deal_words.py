"""What people can do for a fair deal before it is drawn, and when its seed may be told."""

from __future__ import annotations

from typing import NamedTuple

from engine.fair_dealing import MAX_WORD_LENGTH, normalize_word
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Status
from engine.live.tables.presence import PresenceActions


class AddedWord(NamedTuple):
    """A word that somebody has added.

    Attributes:
        word: as it counts; empty where it was taken back.
        deal: the number of the deal that it goes into.

    """

    word: str
    deal: int


class DealWords(PresenceActions):
    """What can be done about the next deal at a table."""

    @property
    def next_deal_number(self) -> int | None:
        """The number of the deal that is to be drawn next; None while one is played, and after the last."""
        if self.header.status is Status.LOBBY:
            return 1
        state = self._state
        return state.deal + 1 if self.playing and state is not None and state.awaits_deal else None

    def pending_word(self, user: int) -> str:
        """Give what somebody has added to the next deal, empty for nothing."""
        return dict(self.header.words).get(user, "")

    async def add_word(self, user: int, text: str, deal: int | None = None) -> AddedWord:
        """Add somebody's word to the next deal, in the place of what they had added; an empty one takes that back.

        Args:
            user: who sits at the table and plays for themselves.
            text: what they typed.
            deal: the number of the deal that they mean; None for the next.

        Raises:
            TableError: they have no seat or are away; the tiles of that deal are drawn; the word is too long; the table
                draws from no seed.

        """
        async with self._lock:
            self._require_open()
            self.require_active(user)
            if self.header.seed is None:
                raise TableError(Code.NO_WORDS)
            coming = self.next_deal_number
            if coming is None or deal not in (None, coming):
                raise TableError(Code.DEALT)
            try:
                word = normalize_word(text)
            except ValueError:
                raise TableError(Code.WORD_TOO_LONG, most=MAX_WORD_LENGTH) from None
            if word != self.pending_word(user):
                others = tuple(each for each in self.header.words if each[0] != user)
                await self._save(words=(*others, (user, word)) if word else others)
            return AddedWord(word, coming)
