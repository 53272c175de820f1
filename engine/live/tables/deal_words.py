"""Words that players add to a fair deal before it is drawn."""

from __future__ import annotations

from typing import NamedTuple

from engine.dealing import MAX_WORD_LENGTH, normalize_word
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Status
from engine.live.tables.presence import PresenceActions


class AddedWord(NamedTuple):
    """A word that a player has added.

    Attributes:
        word: the normalized word; empty if the word was withdrawn.
        deal: the number of the deal.

    """

    word: str
    deal: int


class DealWords(PresenceActions):
    """Players' words for the next deal."""

    @property
    def next_deal_number(self) -> int | None:
        """The number of the deal to be drawn next; None during a deal and after the last."""
        if self.header.status is Status.LOBBY:
            return 1
        state = self._state
        return state.deal + 1 if self.playing and state is not None and state.awaits_deal else None

    def pending_word(self, user: int) -> str:
        """Return the word of a user for the next deal; empty for none."""
        return dict(self.header.words).get(user, "")

    async def add_word(self, user: int, text: str, deal: int | None = None) -> AddedWord:
        """Set the word of a user for the next deal. An empty text withdraws the word.

        Args:
            user: the id of a user with a seat who is not away.
            text: the text that the user typed.
            deal: the number of the deal; None for the next.

        Raises:
            TableError: the user has no seat or is away; the deal is already drawn; the word is too long; or the table
                has no seed.

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
