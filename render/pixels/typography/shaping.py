"""Which way texts run, and letters as they are seen where the library that shapes texts is not installed.

That library puts a piece of text in order that one font draws, not pieces of several. And without it Arabic would be
loose letters in the wrong order: here they are joined and turned around beforehand. Marks and ligatures of other
scripts are beyond this.
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
    """Return whether a text is read from right to left, as its first letter says."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def split_neutral(piece: str) -> tuple[str, str, str]:
    """Split off what has no direction of its own (spaces, brackets) before and after a piece's letters."""
    lettered = [at for at, each in enumerate(piece) if unicodedata.bidirectional(each) not in _NEUTRAL]
    if not lettered:
        return piece, "", ""
    return piece[: lettered[0]], piece[lettered[0] : lettered[-1] + 1], piece[lettered[-1] + 1 :]


def reverse(text: str) -> str:
    """Return a text with its last character first; numbers in it keep their order.

    A mark comes before its letter then, as fonts expect it of scripts that run to the left.
    """
    turned: list[str] = []
    digits = 0
    for character in text.translate(_MIRRORED):
        digits = digits + 1 if character.isdecimal() else 0
        turned.insert(max(digits - 1, 0), character)
    return "".join(turned)


def shape(piece: str) -> str:
    """Return a piece of text with its characters as they are seen from left to right, each in its shape."""
    if len(piece) > 1:
        # A skin tone, or what picks a style, would stand beside what it should change.
        piece = _TONES.sub("", _UNSEEN.sub("", piece)) or piece
    if not is_right_to_left(piece):
        return piece
    # Imported where it is wanted: it reads its settings from a file, and most hosts never need it.
    from arabic_reshaper import reshape

    return reverse(reshape(piece))
