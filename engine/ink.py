"""The parts of a text that people type which are drawn, and where."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = frozenset("\u200c\u200d")
"""Characters that draw nothing, and that letters and emoji need between them."""

_IGNORABLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt, which the standard library lacks."""

_BLANK: Final = "\u2800\ufffc"
"""A braille pattern without dots, and the place of an object that is not there."""


def is_ignorable(character: str) -> bool:
    """Whether a character draws nothing anywhere."""
    code = ord(character)
    if code < _IGNORABLE[0][0]:
        # nearly every character of a name
        return False
    return character in _BLANK or any(first <= code <= last for first, last in _IGNORABLE)


def is_mark(character: str) -> bool:
    """Whether a character combines with the one before it."""
    return unicodedata.category(character)[0] == "M"


def draws(character: str) -> bool:
    """Whether a character draws something by itself."""
    if "\U0001f000" <= character <= "\U0001faff":
        # emoji that are newer than Python's Unicode tables
        return True
    return not is_ignorable(character) and unicodedata.category(character)[0] not in "MCZ"


def drawn(text: str) -> str:
    r"""Return a text without marks that have no base; empty if nothing of the text is drawn.

    >>> drawn("\u17b5 \u200d"), drawn("\u0301Ana")
    ('', 'Ana')
    """
    if not any(map(draws, text)):
        return ""
    kept = " "
    for character in text:
        if kept[-1] != " " or not is_mark(character):
            kept += character
    return kept[1:]


def thin_marks(text: str) -> str:
    r"""Return a text in which a letter keeps at most two accents, or four marks of its script's spelling.

    >>> ascii(thin_marks("Z" + "\u0300" * 9))
    "'Z\\u0300\\u0300'"
    """
    kept: list[str] = []
    marks = 0
    for character in text:
        stacks = unicodedata.category(character) in {"Mn", "Me"}
        marks = marks + 1 if stacks else 0
        if not stacks or marks <= _max_marks(character):
            kept.append(character)
    return "".join(kept)


def _max_marks(mark: str) -> int:
    return 2 if unicodedata.name(mark, "").startswith("COMBINING") else 4
