"""Players' names, made safe for pictures and sentences."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from wcwidth import iter_graphemes

from engine.ink import JOINERS, drawn, draws, is_ignorable, is_mark, thin_marks

_SPACES: Final = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters without ink that take the room of a letter."""
_BLACK_FLAG: Final = "\U0001f3f4"
_MAX_LENGTH: Final = 32
_NUMBERED: Final = re.compile(r"(.+)( \(\d{1,2}\))", re.DOTALL)

COMPUTER_SIGN: Final = "\U000f1b07"
"""The mark before a computer player's name: a private-use character, which :func:`clean` removes from names."""


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007f"


def _keeps(character: str, before: str) -> bool:
    if character in JOINERS:
        return True
    if _is_tag(character):
        # tags after a black flag make it England's, Scotland's or Wales's
        return before == _BLACK_FLAG or _is_tag(before)
    if "\ufe00" <= character <= "\ufe0f":
        # text or emoji
        return True
    return character == " " or draws(character) or (is_mark(character) and not is_ignorable(character))


def clean(name: str) -> str:
    """Return a name on one line without control characters, direction overrides and stacked marks.

    The joiners that scripts and emoji need stay. A name of which nothing is drawn is empty.
    """
    kept = [""]
    for character in name:
        if character.isspace() or character in _SPACES:
            character = " "
        if _keeps(character, kept[-1]):
            kept.append(character)
    return drawn(" ".join(thin_marks("".join(kept)).split()).strip("\u200c\u200d"))


def computer(name: str) -> str:
    """Mark a cleaned name as a computer's: pictures draw a bot sign before it, texts add "(computer)"."""
    return f"{COMPUTER_SIGN}\u00a0{name}"


def is_computer(name: str) -> bool:
    """Return whether a name is marked as a computer's."""
    return name.startswith(COMPUTER_SIGN)


def clusters(text: str) -> list[str]:
    """Split a text into grapheme clusters: letters with their marks, flags, joined emoji."""
    return list(iter_graphemes(text))


def numbered(name: str, number: int) -> str:
    """Return a name with the number that tells it from names that look the same; 0 for none."""
    return f"{name} ({number})" if number else name


def split_number(name: str) -> tuple[str, str]:
    """Return a name without its number, and the number as written: what cuts a name keeps the number.

    >>> split_number("Alex (2)"), split_number("Alex")
    (('Alex', ' (2)'), ('Alex', ''))
    """
    found = _NUMBERED.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name cleaned for a sentence, of 1 to 32 characters."""
    cleaned = clean(name)
    if len(cleaned) <= _MAX_LENGTH:
        return cleaned or "?"
    base, number = split_number(cleaned)
    kept = ""
    for cluster in clusters(base):
        if len(kept) + len(cluster) + len(number) >= _MAX_LENGTH:
            break
        kept += cluster
    return f"{kept.rstrip()}…{number}"


def initials(name: str) -> str:
    """Return the initials of a name: the first letters of its first and its last word, one letter, or with a number."""
    base, number = split_number(clean(name))
    if number:
        return "".join([*clusters(base)[:1], number.strip(" ()")])
    parts = base.split()
    every = [clusters(part)[0] for part in parts]
    letters = [each for each in every if each[0].isalnum()] or every[:1]
    chosen = letters[:1] + letters[-1:] if len(letters) > 1 else letters
    return "".join(each.upper() if len(each.upper()) == len(each) else each for each in chosen)
