"""The Puerto Rican games (the second rule book, "Puerto Rican")."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.rules.pairs import PairGame


class Doscientos(PairGame):
    offers: ClassVar = {
        "target": [200, 100, 150],
        "pairs": [True],
        "capicu": [0, 20, 50],
        "capicua": ["either", "plain"],
    }

    def extras(self, reason: str, seat: int) -> list[int]:
        ends_well = self.is_capicua(self.rule("capicua")) or self.tile == "0-0"
        return [self.rule("capicu")] if reason == "out" and ends_well else []


class Quinientos(Doscientos):
    offers: ClassVar = {
        "target": [500],
        "pairs": [True],
        "capicu": [100, 50, 0],
        "capicua": ["either", "plain"],
        "blocked_bonus": [0, 100],
    }

    def extras(self, reason: str, seat: int) -> list[int]:
        won_before = len([deal for deal in self.done if deal["winners"]])
        more = [100, 75, 50, 25][won_before : won_before + 1]
        if reason == "blocked" and self.side_of(self.laid[-1]) == self.side_of(seat):
            more.append(self.rule("blocked_bonus"))
        return [*super().extras(reason, seat), *more]
