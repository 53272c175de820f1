"""Names of people, made safe to set in a picture or a sentence."""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = {"\u200c", "\u200d"}
_PLAIN_LENGTH: Final = 32


def _kept(character: str) -> bool:
    if character in _JOINERS:
        return True
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(name: str) -> str:
    """Give a name on one line without control characters, direction overrides and stacked marks.

    At most two marks stay on a letter, so that a name can't climb over the lines above it. The joiners that scripts
    and emoji need stay.
    """
    kept: list[str] = []
    marks = 0
    for character in name:
        if character.isspace():
            character = " "
        if not _kept(character):
            continue
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= 2:
            kept.append(character)
    return " ".join("".join(kept).split()).strip("\u200c\u200d")


def _extends(character: str, before: str) -> bool:
    return (
        before == "\u200d"
        or character in _JOINERS
        or unicodedata.category(character) in {"Mn", "Me", "Mc"}
        or 0x1F3FB <= ord(character) <= 0x1F3FF
    )


def clusters(text: str) -> list[str]:
    """Split a text into what people take for one character: a letter with its marks, an emoji with its joiners."""
    found: list[str] = []
    for character in text:
        if found and _extends(character, found[-1][-1]):
            found[-1] += character
        else:
            found.append(character)
    return found


def plain(name: str) -> str:
    """Give a cleaned name for a sentence, of at most 32 characters; never empty."""
    cleaned = clean(name)
    if len(cleaned) <= _PLAIN_LENGTH:
        return cleaned or "?"
    kept = ""
    for cluster in clusters(cleaned):
        if len(kept) + len(cluster) >= _PLAIN_LENGTH:
            break
        kept += cluster
    return kept.rstrip() + "…"


def initials(name: str) -> str:
    """Give one or two letters that stand for a name: the first of its first and of its last word."""
    parts = clean(name).split()
    every = [clusters(part)[0] for part in parts]
    letters = [each for each in every if each[0].isalnum()] or every[:1]
    chosen = letters[:1] + letters[-1:] if len(letters) > 1 else letters
    return "".join(each.upper() if len(each.upper()) == len(each) else each for each in chosen)
