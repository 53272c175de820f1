"""Words that players add to a fair deal before it is drawn."""

from __future__ import annotations

from engine.dealing import MAX_WORD_LENGTH, normalize_word
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header, Status
from engine.live.tables.situation import NOTHING, Change, Situation, edited


def next_deal_number(at: Situation) -> int | None:
    """Return the number of the deal to be drawn next; None during a deal and after the last."""
    if at.header.status is Status.LOBBY:
        return 1
    return at.state.deal + 1 if at.playing and at.state is not None and at.state.awaits_deal else None


def word_of(header: Header, user_id: int) -> str:
    """Return the normalized word of a user for the next deal; empty for none."""
    return dict(header.words).get(user_id, "")


def add_word(at: Situation, user_id: int, text: str, deal: int | None = None) -> Change:
    """Set the word of a user for the next deal. An empty text withdraws the word.

    Args:
        at: the table.
        user_id: the id of a user with a seat who is not away.
        text: the text that the user typed.
        deal: the number of the deal; None for the next.

    Raises:
        TableError: the user has no seat or is away; the deal is already drawn; the word is too long; or the table has
            no seed.

    """
    at.require_open()
    at.require_active(user_id)
    if at.header.seed is None:
        raise TableError(Code.NO_WORDS)
    coming = next_deal_number(at)
    if coming is None or deal not in (None, coming):
        raise TableError(Code.DEALT)
    try:
        word = normalize_word(text)
    except ValueError:
        raise TableError(Code.WORD_TOO_LONG, most=MAX_WORD_LENGTH) from None
    if word == word_of(at.header, user_id):
        return NOTHING
    others = tuple(each for each in at.header.words if each[0] != user_id)
    return edited(at, words=(*others, (user_id, word)) if word else others)
