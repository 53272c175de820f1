"""Players' names, made safe for pictures and sentences."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from wcwidth import iter_graphemes

from engine.marks import thin_marks

_JOINERS: Final = {"\u200c", "\u200d"}
_BLANKS: Final = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters without ink."""
_BLACK_FLAG: Final = "\U0001f3f4"
_MAX_LENGTH: Final = 32

COMPUTER_SIGN: Final = "\U000f1b07"
"""The mark before a computer player's name: a private-use character, which :func:`clean` removes from names."""


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007f"


def _keeps(character: str, before: str) -> bool:
    if character in _JOINERS:
        return True
    if _is_tag(character):
        # tags after a black flag make it England's, Scotland's or Wales's
        return before == _BLACK_FLAG or _is_tag(before)
    if "\U0001f000" <= character <= "\U0001faff":
        # keep emoji that are newer than Python's Unicode tables
        return True
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(name: str) -> str:
    """Return a name on one line without control characters, direction overrides and stacked marks.

    The joiners that scripts and emoji need stay.
    """
    kept = [""]
    for character in name:
        if character.isspace() or character in _BLANKS:
            character = " "
        if _keeps(character, kept[-1]):
            kept.append(character)
    return " ".join(thin_marks("".join(kept)).split()).strip("\u200c\u200d")


def computer(name: str) -> str:
    """Mark a cleaned name as a computer's: pictures draw a bot sign before it, texts add "(computer)"."""
    return f"{COMPUTER_SIGN}\u00a0{name}"


def is_computer(name: str) -> bool:
    """Return whether a name is marked as a computer's."""
    return name.startswith(COMPUTER_SIGN)


def clusters(text: str) -> list[str]:
    """Split a text into grapheme clusters: letters with their marks, flags, joined emoji."""
    return list(iter_graphemes(text))


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name cleaned for a sentence, of 1 to 32 characters."""
    cleaned = clean(name)
    if len(cleaned) <= _MAX_LENGTH:
        return cleaned or "?"
    kept = ""
    for cluster in clusters(cleaned):
        if len(kept) + len(cluster) >= _MAX_LENGTH:
            break
        kept += cluster
    return kept.rstrip() + "…"


def initials(name: str) -> str:
    """Return the initials of a name: the first letters of its first and its last word, or one letter."""
    parts = clean(name).split()
    every = [clusters(part)[0] for part in parts]
    letters = [each for each in every if each[0].isalnum()] or every[:1]
    chosen = letters[:1] + letters[-1:] if len(letters) > 1 else letters
    return "".join(each.upper() if len(each.upper()) == len(each) else each for each in chosen)
