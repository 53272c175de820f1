"""The levels of computer players."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """The levels, from the weakest to the strongest."""

    EASY = "easy"
    NORMAL = "normal"
    EXPERT = "expert"
