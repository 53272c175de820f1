"""Fair deals: a shuffle that everybody can redo, from a seed promised beforehand and words that players added.

``docs/fair-deals.md`` specifies it to the byte.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, Self

from engine.actions import Luck
from engine.match import stock_of
from engine.state import State

SEED_BYTES: Final = 32
"""How long a seed is."""

WORD_LENGTH: Final = 40
"""How many characters a word may have."""

NAME: Final = "domino-fair/1"
"""The procedure's name and version, the first thing that goes into every block."""


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
    def read(cls, text: str) -> Self:
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
            words: the word that each seat added, empty for none.

        """
        before = "\n".join((NAME, str(deal), *words, "")).encode()
        block = 0
        while True:
            digest = hmac.digest(self._secret, before + str(block).encode(), "sha256")
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return "Seed(…)"

    def __reduce__(self) -> str:
        raise TypeError("a seed is not handed on")


def word_of(text: str) -> str:
    """Give the word that somebody typed as it counts: composed (NFC), on one line, spaces trimmed.

    Raises:
        ValueError: it is longer than :data:`WORD_LENGTH` characters.

    """
    word = " ".join(unicodedata.normalize("NFC", text).split())
    word = "".join(each for each in word if each.isprintable())
    if len(word) > WORD_LENGTH:
        raise ValueError(f"a word has at most {WORD_LENGTH} characters")
    return word


def below(numbers: Iterator[int], count: int) -> int:
    """Give a number from 0 to ``count`` - 1, each as likely as the next: what would favour some is passed over."""
    limit = 2**32 - 2**32 % count
    while True:
        number = next(numbers)
        if number < limit:
            return number % count


def fair_luck(state: State, seed: Seed, words: Sequence[str]) -> Luck:
    """Draw the next deal: the tiles in ascending order, shuffled after Fisher and Yates; then who begins, if luck says.

    Args:
        state: the match; it has to await a deal.
        seed: the match's seed.
        words: the word that each seat added to this deal, empty for none.

    """
    numbers = seed.numbers(len(state.results) + 1, words)
    stock = list(stock_of(state))
    for last in range(len(stock) - 1, 0, -1):
        other = below(numbers, last + 1)
        stock[last], stock[other] = stock[other], stock[last]
    playing = state.playing
    first = playing[below(numbers, len(playing))] if state.rules.by_luck(state) else None
    return Luck(tuple(stock), first)
