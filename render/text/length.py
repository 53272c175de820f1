"""How long an alt text may be, and how sentences are chosen to keep to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MAX_LENGTH: Final = 1024
"""The longest alt text that Discord takes, in characters (UTF-16 units)."""


def length(text: str) -> int:
    """Measure a text as Discord does."""
    return len(text.encode("utf-16-le", "replace")) // 2


def cut(text: str, max_length: int) -> str:
    """Return a text of at most so many characters, with an ellipsis where some are missing."""
    if length(text) <= max_length:
        return text
    # Half of a character outside the basic plane is dropped.
    return text.encode("utf-16-le", "replace")[: 2 * (max_length - 1)].decode("utf-16-le", "ignore").rstrip() + "…"


def join(sentences: Iterable[str]) -> str:
    """Join whole sentences, empty ones left out, as far as there is room; a first that is too long is cut."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}" if text else sentence
        if length(longer) <= MAX_LENGTH:
            text = longer
        elif not text:
            text = cut(sentence, MAX_LENGTH)
    return text
