"""Stacked marks, which cover the lines above and below a text."""

from __future__ import annotations

import unicodedata


def thin_marks(text: str) -> str:
    r"""Return a text in which a letter keeps at most two accents, or four marks of its script's spelling.

    >>> ascii(thin_marks("Z" + "\u0300" * 9))
    "'Z\\u0300\\u0300'"
    """
    kept: list[str] = []
    marks = 0
    for character in text:
        is_mark = unicodedata.category(character) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if not is_mark or marks <= _max_marks(character):
            kept.append(character)
    return "".join(kept)


def _max_marks(mark: str) -> int:
    return 2 if unicodedata.name(mark, "").startswith("COMBINING") else 4
