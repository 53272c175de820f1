"""Fair deals: a shuffle that everybody can redo, from a seed promised beforehand and words that players added.

``docs/fair-deals.md`` specifies it to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final, Self, TypeVar

from engine.actions import Deal
from engine.game import State
from engine.match import stock_of

SEED_BYTES: Final = 32
"""How long a seed is."""

MAX_WORD_LENGTH: Final = 40
"""How many characters a word may have."""

NAME: Final = "domino-fair/1"
"""The procedure's name and version, the first thing that goes into every block."""

_NUMBERS: Final = struct.Struct(">8I")
"""How a block is read: eight numbers of four bytes, the most significant first."""

T = TypeVar("T")


class Seed:
    """What a match's deals are drawn from: secret until the match is over, so that it never shows by accident.

    Attributes:
        commitment: its SHA-256, 64 hexadecimal digits, which may be shown at any time and fixes the seed.

    """

    __slots__ = ("_secret", "commitment")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._secret = secret
        self.commitment = hashlib.sha256(secret).hexdigest()

    @classmethod
    def new(cls) -> Self:
        """Give a seed from the operating system's randomness."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a seed from its 64 hexadecimal digits; raise ``ValueError`` for anything else."""
        if len(text) != 2 * SEED_BYTES or text.strip("0123456789abcdef"):
            raise ValueError(f"a seed is {2 * SEED_BYTES} hexadecimal digits")
        return cls(bytes.fromhex(text))

    def reveal(self) -> str:
        """Give it as hexadecimal digits: for whoever keeps it, and for everybody once the match is over."""
        return self._secret.hex()

    def numbers(self, deal: int, words: Sequence[str]) -> Iterator[int]:
        """Give numbers from 0 to 2**32 - 1 for a deal, without end.

        Args:
            deal: its number, from 1.
            words: the word that each seat added, empty for none: one for every seat, whoever plays there.

        """
        before = "\n".join((NAME, str(deal), *words, "")).encode()
        for block in count():
            # the function, not its name: looking that up takes longer than all the rest
            yield from _NUMBERS.unpack(hmac.digest(self._secret, before + str(block).encode(), hashlib.sha256))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return "Seed(…)"

    def __reduce__(self) -> str:
        raise TypeError("a seed is not handed on")


def normalize_word(text: str) -> str:
    """Give the word that somebody typed as it counts: on one line, without what can't be seen, composed (NFC).

    A word that counts already is given as it is.

    Raises:
        ValueError: it is longer than :data:`WORD_LENGTH` characters.

    """
    seen = "".join(each for each in text if each.isprintable() or each.isspace())
    word = unicodedata.normalize("NFC", " ".join(seen.split()))
    if len(word) > MAX_WORD_LENGTH:
        raise ValueError(f"a word has at most {MAX_WORD_LENGTH} characters")
    return word


def randbelow(numbers: Iterator[int], many: int) -> int:
    """Give a number from 0 to ``many`` - 1, each as likely as the next: what would favour some is passed over."""
    limit = 2**32 - 2**32 % many
    while True:
        number = next(numbers)
        if number < limit:
            return number % many


def shuffled(things: Iterable[T], numbers: Iterator[int]) -> list[T]:
    """Shuffle after Fisher and Yates, from the last place down to the second; numbers as from :meth:`Seed.numbers`."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = randbelow(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def fair_deal(state: State, seed: Seed, words: Sequence[str]) -> Deal:
    """Draw the next deal: its tiles, from ascending order, shuffled; then, if luck says who begins, a seat that plays.

    Args:
        state: the match; it has to await a deal.
        seed: the match's seed.
        words: the word that each seat added to this deal, empty for none; or nothing, where nobody added any.

    Raises:
        ValueError: there are words, and not one for each seat.

    """
    if len(words) not in (0, state.seats):
        raise ValueError(f"{len(words)} words for {state.seats} seats")
    numbers = seed.numbers(len(state.results) + 1, words or ("",) * state.seats)
    stock = tuple(shuffled(stock_of(state), numbers))
    first = state.active_seats[randbelow(numbers, len(state.active_seats))] if state.rules.draws_opener(state) else None
    return Deal(stock, first)
