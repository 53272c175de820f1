"""Domino Express, French and Italian (documents 000 and 002)."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.tables import Line
from tests.engine.oracle.tiles import is_double


class Express(Line):
    each: ClassVar = {2: 7, 3: 7, 4: 7}
    offers: ClassVar = {"pairs": [False, True], "blocked_pairs": ["all", "opponents"], "target": [100, 50, 150, 200]}

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        if self.options["pairs"]:
            self.sides = [[0, 2], [1, 3]]
            self.totals = [0, 0]

    def beginner(self) -> int:
        if self.done:
            return self.next_seat(self.began)
        return self.holder(self.highest_double_or_strongest())

    def may_open(self, seat: int) -> list[str]:
        return self.hands[seat] if self.done else [self.highest_double_or_strongest()]

    def went_out(self, seat: int) -> None:
        # a partner's pips count too, one's own hand is empty
        self.win("out", next(side for side in self.sides if seat in side), everyone=True)

    def got_blocked(self) -> None:
        fewest = min(self.left(side) for side in self.sides)
        level = [side for side in self.sides if self.left(side) == fewest]
        in_turn = [(self.began + step) % self.seats for step in range(self.seats)]
        side = next(side for seat in in_turn for side in level if seat in side)
        self.win("blocked", side, everyone=len(side) == 2 and self.options["blocked_pairs"] == "all")

    def win(self, reason: str, winners: list[int], *, everyone: bool) -> None:
        points = self.left(seat for seat in range(self.seats) if everyone or seat not in winners)
        self.end_deal(reason, winners, [points if side == winners else 0 for side in self.sides])

    def judge(self) -> None:
        self.judge_by_target()


class ItalianExpress(Express):
    def may_open(self, seat: int) -> list[str]:
        tiles = super().may_open(seat)
        return ([tile for tile in tiles if not is_double(tile)] or tiles) if self.done else tiles
