"""Redoes the deals of a record from the seed and the words that stand in it: ``docs/fair-deals.md``."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast

from engine import match
from engine.actions import Deal
from engine.fair_dealing import Seed, fair_deal
from engine.game import State
from engine.i18n import N_
from engine.record import BadRecord, Record, replay


class Mismatch(StrEnum):
    """What keeps a record from proving that its deals were drawn as promised; each as a sentence, to be translated."""

    NO_SEED = N_("It holds no seed, so nothing shows how its tiles were shuffled.")
    NO_COMMITMENT = N_("It holds no SHA-256 of its seed, so nothing shows that the seed was promised.")
    COMMITMENT = N_("The SHA-256 of its seed is {found}, and not {said} as was promised.")
    STOCK = N_("Number {place} of the shuffled tiles is {said}; the seed and the words give {found}.")
    FIRST = N_("By lot {said} began; the seed and the words give {found}.")
    PASSED_ON = N_("The opening is said to have passed on, which it does in no such deal.")


class Unverifiable(Exception):
    """A record that is as it should be, but does not follow from its seed and words, or holds none.

    Attributes:
        deal: the number of the deal that does not follow, from 1; 0 where it is the record as a whole.
        flaw: what is wrong.
        facts: what the sentence about it names: seats by their number.

    """

    def __init__(self, deal: int, flaw: Mismatch, **facts: object) -> None:
        self.deal = deal
        self.mismatch = flaw
        self.facts = facts
        if flaw is Mismatch.FIRST:
            facts = {name: f"seat {fact}" for name, fact in facts.items()}
        super().__init__(f"deal {deal}: {flaw.format(**facts)}")


def verify(record: Record) -> int:
    """Redo every deal of a record, the unfinished one at its end too, and check every move on the way.

    Returns:
        How many deals there are; each follows from the seed and the words.

    Raises:
        BadRecord: the rules refuse something in it, or its seed, its commitment or its words have not the right form.
        Unproven: a deal does not follow, or the seed is not the one promised, or there is none; the first that is so.

    """
    seed = _seed_of(record)
    before: State | None = None
    deals = 0
    for action, after in replay(record):
        if isinstance(action, Deal):
            # what cannot be begun the replay has refused
            state = before or match.new(record.rules, record.seats, record.options)
            _compare(state, action, seed, record.deal_extra[deals])
            deals += 1
        before = after
    return deals


def _seed_of(record: Record) -> Seed:
    """Give the seed that a record holds, which has to be the one that was promised."""
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
    """Compare a deal with what the seed and the words make of the state before it."""
    deal = len(state.results) + 1
    due = fair_deal(state, seed, _words_of(extra, state.seats, deal))
    for place, (said, found) in enumerate(zip(dealt.stock, due.stock, strict=True), start=1):
        if said is not found:
            raise Unverifiable(deal, Mismatch.STOCK, place=place, said=said, found=found)
    if _passed_on(extra, deal):
        # in the first deal of a match the opening may pass on from the match before, where luck would choose
        if deal > 1 or due.first is None:
            raise Unverifiable(deal, Mismatch.PASSED_ON)
    elif dealt.first != due.first:
        raise Unverifiable(deal, Mismatch.FIRST, said=dealt.first, found=due.first)


def _words_of(extra: Mapping[str, Any], seats: int, deal: int) -> list[str]:
    words = extra.get("words", [""] * seats)
    if not isinstance(words, list) or len(cast("list[Any]", words)) != seats:
        raise BadRecord(deal, 0, "words is not a list with one text for each seat")
    for word in cast("list[Any]", words):
        if not isinstance(word, str) or "\n" in word or not _is_text(word):
            raise BadRecord(deal, 0, "words holds what is no word")
    return cast("list[str]", words)


def _is_text(word: str) -> bool:
    """Tell whether a word can be written as bytes: JSON can hold half a character."""
    return not any("\ud800" <= each <= "\udfff" for each in word)


def _passed_on(extra: Mapping[str, Any], deal: int) -> bool:
    passed_on = extra.get("passed_on", False)
    if not isinstance(passed_on, bool):
        raise BadRecord(deal, 0, "passed_on is neither true nor false")
    return passed_on
