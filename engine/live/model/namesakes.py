"""Tells people apart whose names look the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.ink import draws, is_ignorable, is_mark

SHOWN = 26
"""The characters of a name that are sure to be shown."""


def namesake_numbers(names: Sequence[str], apart: Sequence[object] = ()) -> list[int]:
    r"""Return for each name its number among those that look the same, from 1; 0 for a name that no other looks like.

    Args:
        names: the names.
        apart: for each name, what tells it apart besides; empty for nothing.

    >>> namesake_numbers(["Alex", "Bea", "ALEX\u200b"])
    [1, 0, 2]
    """
    looks = list(zip(map(_look, names), apart or (None,) * len(names), strict=True))
    every, seen = Counter(looks), Counter[tuple[str, object]]()
    numbers: list[int] = []
    for look in looks:
        seen[look] += 1
        numbers.append(seen[look] if every[look] > 1 else 0)
    return numbers


# each change of a table looks at the same names again
@lru_cache(maxsize=1024)
def _look(name: str) -> str:
    shown = "".join(
        each for each in name if not is_ignorable(each) and (each.isspace() or draws(each) or is_mark(each))
    )
    return " ".join(unicodedata.normalize("NFKC", shown).casefold().split())[:SHOWN]
