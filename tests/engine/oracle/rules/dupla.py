"""Brazilian pairs (the second rule book, "Brazilian pairs")."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.rules.pairs import PairGame
from tests.engine.oracle.tiles import is_double


class Dupla(PairGame):
    offers: ClassVar = {
        "target": [6, 7],
        "pairs": [True],
        "tiles": [7, 6],
        "next_opener": ["double", "winner", "rotate"],
        "cruzada": [4, 6],
        "blocked_tie": ["carry", "blocker-loses"],
        "redeal": [0, 4, 5],
        "capicua": ["either", "plain"],
    }

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        self.tied = 0

    def hand_size(self) -> int:
        return self.rule("tiles")

    def must_open_with(self) -> str | None:
        every_deal = self.rule("next_opener") == "double"
        return self.highest_double_or_strongest() if every_deal or self.is_first() else None

    def settle(self, reason: str, seat: int | None) -> None:
        if seat is None and self.rule("blocked_tie") == "blocker-loses":
            others = self.sides[1 - self.side_of(self.laid[-1])]
            seat = self.from_blocker(self.lightest(others))
        super().settle(reason, seat)
        self.tied = self.tied + 1 if seat is None else 0

    def worth(self, reason: str, seat: int) -> int:
        return self.tied + (self.for_last_tile() if reason == "out" else 1)

    def for_last_tile(self) -> int:
        if is_double(self.tile):
            return self.rule("cruzada") if self.is_capicua("doubles") else 2
        return 3 if self.is_capicua(self.rule("capicua")) else 1
