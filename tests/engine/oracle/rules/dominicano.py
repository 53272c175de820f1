"""Dominican dominoes (the second rule book, "Dominican")."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.rules.pairs import PairGame
from tests.engine.oracle.tiles import is_double


class Passes(PairGame):
    """A pair game in which the tile that others pass on may score."""

    def set_table(self) -> None:
        super().set_table()
        self.passing = 0

    def after_play(self, seat: int, tile: str) -> None:
        self.passing = 0
        super().after_play(seat, tile)

    def after_pass(self, seat: int) -> None:
        self.passing += 1
        if len(self.laid) == 1 and self.passing == 1:
            self.write(self.laid[0], self.for_opening(is_double(self.tile)))
        if self.passing == 3:
            self.write(self.laid[-1], self.for_three())
        super().after_pass(seat)

    def for_opening(self, double: bool) -> int:
        return 0

    def for_three(self) -> int:
        return 0

    def write(self, seat: int, points: int) -> None:
        self.totals[self.side_of(seat)] += points


class Dominicano(Passes):
    offers: ClassVar = {
        "target": [200, 100, 150, 300],
        "pairs": [True],
        "blocked": ["next", "pair", "hand"],
        "tie": ["none", "opener", "blocker"],
        "count": ["all", "opponents"],
        "bonus": [25, 30, 0],
        "opening_pass": ["scaled", "flat", "none"],
        "capicua": ["either", "plain", "no-blank", "doubles", "any"],
        "chuchazo": [True, False],
        "next_opener": ["winner", "rotate"],
        "last_bonus": ["counts", "dropped"],
    }

    def for_opening(self, double: bool) -> int:
        factor = {"scaled": 1 if double else 2, "flat": 1, "none": 0}[self.rule("opening_pass")]
        return factor * self.rule("bonus")

    def for_three(self) -> int:
        return self.rule("bonus")

    def allowed(self, seat: int, points: int) -> int:
        """What is written of a bonus."""
        too_much = self.totals[self.side_of(seat)] + points >= self.rule("target")
        return 0 if self.rule("last_bonus") == "dropped" and too_much else points

    def write(self, seat: int, points: int) -> None:
        super().write(seat, self.allowed(seat, points))

    def extras(self, reason: str, seat: int) -> list[int]:
        ends_well = self.is_capicua(self.rule("capicua")) or (self.rule("chuchazo") and self.tile == "0-0")
        return [self.allowed(seat, self.rule("bonus"))] if reason == "out" and ends_well else []


class Cubano(Passes):
    highest: ClassVar = 9
    each: ClassVar = {4: 10}
    offers: ClassVar[dict[str, list[Any]]] = {
        "target": [150, 100, 200],
        "pairs": [True],
        "blocked": ["hand", "pair"],
        "tie": ["none", "opener"],
        "count": ["opponents", "all"],
        "next_opener": ["winner", "rotate"],
        "first_opener": ["random", "double"],
        "opening_pass": [0, 20],
        "capicua_doubles": [False, True],
        "capicua": ["either", "plain"],
        "redeal": [0, 5],
    }

    def for_opening(self, double: bool) -> int:
        return self.rule("opening_pass") if double else 0

    def worth(self, reason: str, seat: int) -> int:
        twice = reason == "out" and self.rule("capicua_doubles") and self.is_capicua(self.rule("capicua"))
        return self.pips_won(seat) * (2 if twice else 1)
