"""How well a computer plays."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """The levels, from the weakest to the strongest."""

    EASY = "easy"
    NORMAL = "normal"
    EXPERT = "expert"
