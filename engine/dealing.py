"""Deals: random ones, and fair ones, which anyone can verify.

The rules hold no randomness: a shuffle is an action. A fair shuffle comes from a seed promised beforehand and words
added by the players; ``docs/fair-deals.md`` specifies it to the byte.
"""

from __future__ import annotations

import os
import random
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final, Self, TypeVar

from engine.actions import Deal
from engine.game import State
from engine.ink import drawn, thin_marks
from engine.match import stock_of

SEED_BYTES: Final = 32
"""The length of a seed."""

MAX_WORD_LENGTH: Final = 40
"""The most characters in a word."""

NAME: Final = "domino-fair/1"
"""The name and version of the procedure, with which each block's input begins."""

DERIVED: Final = "domino-challenge/1"
"""The name and version of the procedure by which one seed stands for several deals."""

_NUMBERS: Final = struct.Struct(">8I")
"""The format of a block: eight big-endian numbers of four bytes."""

T = TypeVar("T")


def random_deal(state: State, seed: int | random.Random | None = None) -> Deal:
    """Return a random deal: the shuffled tiles, and an opener if the rules draw one by lot.

    Args:
        state: the match, awaiting a deal.
        seed: None for the operating system's randomness, as real games need; a number or a generator for
            reproducible games.

    """
    source = random.SystemRandom() if seed is None else seed
    if not isinstance(source, random.Random):
        source = random.Random(source)
    stock = list(stock_of(state))
    source.shuffle(stock)
    return Deal(tuple(stock), source.choice(state.active_seats) if state.rules.draws_opener(state) else None)


class Seed:
    """The secret from which a match's deals are made. Its text and its pickle reveal nothing.

    Attributes:
        commitment: the SHA-256 of the seed as 64 hexadecimal digits; public from the start.

    """

    __slots__ = ("_secret", "commitment")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        # imported late: it takes 4 MB, and the processes that think never have a seed
        import hashlib

        self._secret = secret
        self.commitment = hashlib.sha256(secret).hexdigest()

    @classmethod
    def new(cls) -> Self:
        """Return a new seed from the operating system's randomness."""
        return cls(os.urandom(SEED_BYTES))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a seed's 64 hexadecimal digits; raise ``ValueError`` for any other text."""
        if len(text) != 2 * SEED_BYTES or text.strip("0123456789abcdef"):
            raise ValueError(f"a seed is {2 * SEED_BYTES} hexadecimal digits")
        return cls(bytes.fromhex(text))

    def reveal(self) -> str:
        """Return the seed as hexadecimal digits, for storage, and for the public once the match is over."""
        return self._secret.hex()

    def numbers(self, deal: int, words: Sequence[str], named: int | None = None) -> Iterator[int]:
        """Yield an endless stream of numbers from 0 to 2**32 - 1 for a deal.

        Args:
            deal: the number of the deal, from 1.
            words: one word for each seat, empty for none.
            named: the seat that the host named to open the deal; None for none.

        """
        import hashlib
        import hmac

        which = str(deal) if named is None else f"{deal} named {named}"
        before = "\n".join((NAME, which, *words, "")).encode()
        for block in count():
            # pass the function, not its name: the lookup takes longer than all the rest
            yield from _NUMBERS.unpack(hmac.digest(self._secret, before + str(block).encode(), hashlib.sha256))

    def derived(self, label: str) -> Seed:
        """Return the seed that a label names: the HMAC-SHA256 of ``domino-challenge/1`` and the label, on two lines."""
        import hashlib
        import hmac

        return Seed(hmac.digest(self._secret, f"{DERIVED}\n{label}".encode(), hashlib.sha256))

    def number(self, label: str) -> int:
        """Return a number from 0 to 2**64 - 1: the first eight bytes of the seed that a label names."""
        return int.from_bytes(self.derived(label)._secret[:8], "big")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and self.commitment == other.commitment

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return "Seed(…)"

    def __reduce__(self) -> str:
        raise TypeError("a seed is not handed on")


def normalize_word(text: str) -> str:
    r"""Return a player's word in the form that enters the shuffle: on one line, printable, composed (NFC).

    A letter keeps few marks, see :func:`~engine.ink.thin_marks`. A word without ink is empty. A normalized
    word is returned unchanged.

    Raises:
        ValueError: the word is longer than :data:`MAX_WORD_LENGTH` characters.

    >>> normalize_word(" good \n luck ")
    'good luck'
    """
    seen = "".join(each for each in text if each.isprintable() or each.isspace())
    word = unicodedata.normalize("NFC", " ".join(seen.split()))
    # composed first, since accents that become part of a letter don't count
    word = unicodedata.normalize("NFC", drawn(thin_marks(word)))
    if len(word) > MAX_WORD_LENGTH:
        raise ValueError(f"a word has at most {MAX_WORD_LENGTH} characters")
    return word


def randbelow(numbers: Iterator[int], many: int) -> int:
    """Return a number from 0 to ``many`` - 1, all equally likely: numbers that would bias the result are skipped."""
    limit = 2**32 - 2**32 % many
    while True:
        number = next(numbers)
        if number < limit:
            return number % many


def shuffled(things: Iterable[T], numbers: Iterator[int]) -> list[T]:
    """Shuffle by Fisher and Yates, from the last place to the second; for ``numbers``, see :meth:`Seed.numbers`."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = randbelow(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def fair_deal(state: State, seed: Seed, words: Sequence[str], named: int | None = None) -> Deal:
    """Return the next deal: the tiles, shuffled from ascending order; then, if the rules draw one by lot, an opener.

    A named opener takes the place of that lot, and changes the shuffle: the tiles are the proof of the name.

    Args:
        state: the match, awaiting a deal.
        seed: the match's seed.
        words: one word for each seat, empty for none; or no words at all.
        named: the seat that the host named to open the deal; None for none.

    Raises:
        ValueError: the number of words is not the number of seats.

    """
    if len(words) not in (0, state.seats):
        raise ValueError(f"{len(words)} words for {state.seats} seats")
    numbers = seed.numbers(len(state.results) + 1, words or ("",) * state.seats, named)
    stock = tuple(shuffled(stock_of(state), numbers))
    if named is not None or not state.rules.draws_opener(state):
        return Deal(stock, named, named is not None)
    return Deal(stock, state.active_seats[randbelow(numbers, len(state.active_seats))])
