"""Text lengths as Discord counts them, and the limit of alt texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MAX_ALT_TEXT: Final = 1024
"""The maximum length of an alt text on Discord, in UTF-16 code units."""


def length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Discord counts."""
    return len(text.encode("utf-16-le", "replace")) // 2


def cut(text: str, max_length: int) -> str:
    """Return a text cut to a maximum length, with an ellipsis."""
    if length(text) <= max_length:
        return text
    # "ignore" drops half a surrogate pair
    return text.encode("utf-16-le", "replace")[: 2 * (max_length - 1)].decode("utf-16-le", "ignore").rstrip() + "…"


def join(sentences: Iterable[str]) -> str:
    """Join the non-empty sentences that fit :data:`MAX_LENGTH`; a first sentence that is too long is cut."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}" if text else sentence
        if length(longer) <= MAX_ALT_TEXT:
            text = longer
        elif not text:
            text = cut(sentence, MAX_ALT_TEXT)
    return text
