"""Text direction, and a fallback for text shaping without Raqm.

Raqm orders text of one font, not pieces of several. Without Raqm, Arabic would be loose letters in the wrong order;
here the letters are joined and reversed. Marks and ligatures of other scripts are not supported.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›【】（）「」", ")(][}{><»«›‹】【）（」「")
_NEUTRAL: Final = {"WS", "ON", "CS", "ES", "ET"}
_TONES: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_UNSEEN: Final = re.compile("[\u200b-\u200f\ufe00-\ufe0f\U000e0020-\U000e007f]")


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter of a text is read from right to left."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def split_neutral(piece: str) -> tuple[str, str, str]:
    """Split off the characters without direction (spaces, brackets) before and after a piece's letters."""
    lettered = [at for at, each in enumerate(piece) if unicodedata.bidirectional(each) not in _NEUTRAL]
    if not lettered:
        return piece, "", ""
    return piece[: lettered[0]], piece[lettered[0] : lettered[-1] + 1], piece[lettered[-1] + 1 :]


def reverse(text: str) -> str:
    """Return a text reversed; numbers in it keep their order.

    A mark then precedes its letter, as fonts of right-to-left scripts expect.
    """
    turned: list[str] = []
    digits = 0
    for character in text.translate(_MIRRORED):
        digits = digits + 1 if character.isdecimal() else 0
        turned.insert(max(digits - 1, 0), character)
    return "".join(turned)


def shape(piece: str) -> str:
    """Return a piece of text in visual order from left to right, with Arabic letters joined."""
    if len(piece) > 1:
        # skin tones and variation selectors would be drawn beside the character they modify
        piece = _TONES.sub("", _UNSEEN.sub("", piece)) or piece
    if not is_right_to_left(piece):
        return piece
    # a late import: it reads a settings file, and most hosts never need it
    from arabic_reshaper import reshape

    return reverse(reshape(piece))
