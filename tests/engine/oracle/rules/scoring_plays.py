"""Games in which plays score at once, alone or in pairs, up to a target (the second rule book, parts 2 and 3)."""

from __future__ import annotations

from typing import Any

from tests.engine.oracle.game import Game


class ScoringPlays(Game):
    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        if self.options.get("pairs"):
            self.sides = [[0, 2], [1, 3]]
            self.totals = [0, 0]

    def hand_size(self) -> int:
        if "tiles" not in self.options:
            return super().hand_size()
        return [int(number) for number in self.options["tiles"].split("-")][self.seats - 2]

    def side_of(self, seat: int) -> int:
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def worth(self, seat: int) -> int:
        """What the table scores after a play of the seat."""
        raise NotImplementedError

    def score(self, seat: int, points: int) -> None:
        self.totals[self.side_of(seat)] += points

    def at_target(self, seat: int) -> bool:
        return self.totals[self.side_of(seat)] >= self.options["target"]

    def after_play(self, seat: int, tile: str) -> None:
        worth = self.worth(seat)
        self.score(seat, worth)
        if worth and self.at_target(seat):
            self.end_deal("mark", self.sides[self.side_of(seat)])
            return
        super().after_play(seat, tile)

    def lightest_side(self) -> int | None:
        sums = [self.left(side) for side in self.sides]
        return sums.index(min(sums)) if sums.count(min(sums)) == 1 else None

    def win(self, reason: str, side: int, points: int) -> None:
        self.totals[side] += points
        self.end_deal(reason, self.sides[side])

    def judge(self) -> None:
        self.judge_by_target()
