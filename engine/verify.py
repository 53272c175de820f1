"""Verify that the deals of a record follow from its seed and words: ``docs/fair-deals.md``."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast

from engine.actions import Deal
from engine.dealing import Seed, fair_deal
from engine.game import State
from engine.i18n import N_
from engine.record import BadRecord, Record, begun, replay


class Mismatch(StrEnum):
    """Why a record doesn't prove that its deals are fair; each value is a sentence, translatable."""

    NO_SEED = N_("The record has no seed, so nothing shows how its tiles were shuffled.")
    NO_COMMITMENT = N_("The record has no SHA-256 of its seed, so nothing shows that the seed was promised.")
    COMMITMENT = N_("The SHA-256 of its seed is {found}, not {said} as promised.")
    STOCK = N_("Shuffled tile no. {place} is {said}; the seed and the words give {found}.")
    FIRST = N_("{said} was drawn to begin; the seed and the words give {found}.")
    NAMED = N_("The record says that {said} was named to begin; then the seed and the words give other tiles.")
    PASSED_ON = N_("The record says the opening passed on, which it never does in such a deal.")


class Unverifiable(Exception):
    """A valid record whose deals don't follow from its seed and words, or that holds no seed.

    Attributes:
        deal: the number of the deal, from 1; 0 for the record as a whole.
        mismatch: the kind of fault.
        facts: the values that its sentence names; seats by their number.

    """

    def __init__(self, deal: int, mismatch: Mismatch, **facts: object) -> None:
        self.deal = deal
        self.mismatch = mismatch
        self.facts = facts
        if mismatch in (Mismatch.FIRST, Mismatch.NAMED):
            facts = {name: f"seat {fact}" for name, fact in facts.items()}
        super().__init__(f"deal {deal}: {mismatch.format(**facts)}")


def verify(record: Record) -> int:
    """Recompute every deal of a record, an unfinished last deal included, and check every move.

    Returns:
        The number of deals, all of which follow from the seed and the words.

    Raises:
        BadRecord: an action is illegal, or the seed, the commitment or the words are malformed.
        Unverifiable: there is no seed, it is not the promised one, or a deal does not follow; the first that applies.

    """
    seed = _seed_of(record)
    before: State | None = None
    deals = 0
    for action, after in replay(record):
        if isinstance(action, Deal):
            _compare(before or begun(record), action, seed, record.deal_extra[deals])
            deals += 1
        before = after
    return deals


def _seed_of(record: Record) -> Seed:
    """Return the seed in a record, checked against its commitment."""
    written, commitment = record.extra.get("seed"), record.extra.get("commitment")
    if written is None:
        raise Unverifiable(0, Mismatch.NO_SEED)
    if commitment is None:
        raise Unverifiable(0, Mismatch.NO_COMMITMENT)
    if not isinstance(commitment, str):
        raise BadRecord(0, 0, "commitment is not a text")
    if not isinstance(written, str):
        raise BadRecord(0, 0, "seed is not a text")
    try:
        seed = Seed.parse(written)
    except ValueError as error:
        raise BadRecord(0, 0, str(error)) from None
    if seed.commitment != commitment:
        raise Unverifiable(0, Mismatch.COMMITMENT, said=commitment[:64], found=seed.commitment)
    return seed


def _compare(state: State, dealt: Deal, seed: Seed, extra: Mapping[str, Any]) -> None:
    """Check a deal against the fair deal made of the seed, the words and the state before it."""
    deal = len(state.results) + 1
    named = dealt.first if dealt.named else None
    due = fair_deal(state, seed, _words_of(extra, state.seats, deal), named)
    _compare_stock(deal, dealt, due, named)
    passed_on = _passed_on(extra, deal)
    # in the first deal of a rematch the opener may follow from the match before instead of a draw
    if passed_on and (deal > 1 or due.first is None or named is not None):
        raise Unverifiable(deal, Mismatch.PASSED_ON)
    if not passed_on and dealt.first != due.first:
        raise Unverifiable(deal, Mismatch.FIRST, said=dealt.first, found=due.first)


def _compare_stock(deal: int, dealt: Deal, due: Deal, named: int | None) -> None:
    if dealt.stock == due.stock:
        return
    if named is not None:
        raise Unverifiable(deal, Mismatch.NAMED, said=named)
    pairs = enumerate(zip(dealt.stock, due.stock, strict=True), start=1)
    place, (said, fair) = next((place, pair) for place, pair in pairs if pair[0] is not pair[1])
    raise Unverifiable(deal, Mismatch.STOCK, place=place, said=said, found=fair)


def _words_of(extra: Mapping[str, Any], seats: int, deal: int) -> list[str]:
    words = extra.get("words", [""] * seats)
    if not isinstance(words, list) or len(cast("list[Any]", words)) != seats:
        raise BadRecord(deal, 0, "words is not a list with one text for each seat")
    for word in cast("list[Any]", words):
        if not isinstance(word, str) or "\n" in word or not _is_text(word):
            raise BadRecord(deal, 0, "words holds what is no word")
    return cast("list[str]", words)


def _is_text(word: str) -> bool:
    """Whether a word can be encoded: JSON can hold half of a surrogate pair."""
    return not any("\ud800" <= each <= "\udfff" for each in word)


def _passed_on(extra: Mapping[str, Any], deal: int) -> bool:
    passed_on = extra.get("passed_on", False)
    if not isinstance(passed_on, bool):
        raise BadRecord(deal, 0, "passed_on is neither true nor false")
    return passed_on
