"""Names of people, made safe to set in a picture or a sentence."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from wcwidth import iter_graphemes

_JOINERS: Final = {"\u200c", "\u200d"}
_BLANKS: Final = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Letters and signs that leave their place empty."""
_BLACK_FLAG: Final = "\U0001f3f4"
_MAX_LENGTH: Final = 32

COMPUTER_SIGN: Final = "\U000f1b07"
"""Stands before a computer's name. It is for private use, so that no font has it, and cleaning takes it off names."""


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007f"


def _keeps(character: str, before: str) -> bool:
    if character in _JOINERS:
        return True
    if _is_tag(character):
        # Tags after a black flag say whose flag it is: England's, Scotland's or Wales's.
        return before == _BLACK_FLAG or _is_tag(before)
    if "\U0001f000" <= character <= "\U0001faff":
        # Emoji come every year; those that Python does not know yet are kept, too.
        return True
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _max_marks(mark: str) -> int:
    """Return how many marks may stand on a letter up to this one: more where a script's own spelling needs them."""
    return 2 if unicodedata.name(mark, "").startswith("COMBINING") else 4


def clean(name: str) -> str:
    """Return a name on one line without control characters, direction overrides and stacked marks.

    At most two accents stay on a letter, or four of the marks that scripts spell with, so that a name can't climb over
    the lines above it. The joiners that scripts and emoji need stay.
    """
    kept = [""]
    marks = 0
    for character in name:
        if character.isspace() or character in _BLANKS:
            character = " "
        if not _keeps(character, kept[-1]):
            continue
        is_mark = unicodedata.category(character) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if not is_mark or marks <= _max_marks(character):
            kept.append(character)
    return " ".join("".join(kept).split()).strip("\u200c\u200d")


def computer(name: str) -> str:
    """Mark a cleaned name as a computer's: pictures draw a little machine before it, words say what it is."""
    return f"{COMPUTER_SIGN}\u00a0{name}"


def is_computer(name: str) -> bool:
    """Return whether a name is marked as a computer's."""
    return name.startswith(COMPUTER_SIGN)


def clusters(text: str) -> list[str]:
    """Split a text into what people take for one character: a letter with its marks, a flag, joined emoji."""
    return list(iter_graphemes(text))


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a cleaned name for a sentence, of at most 32 characters; never empty."""
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
    """Return one or two letters that stand for a name: the first of its first and of its last word."""
    parts = clean(name).split()
    every = [clusters(part)[0] for part in parts]
    letters = [each for each in every if each[0].isalnum()] or every[:1]
    chosen = letters[:1] + letters[-1:] if len(letters) > 1 else letters
    return "".join(each.upper() if len(each.upper()) == len(each) else each for each in chosen)
