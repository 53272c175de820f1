"""Dominos-comptables (document 004, no. 10)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import pips

MARKS = (30, 50, 70, 100)
ENOUGH = 50


class Accountants(Game):
    each: ClassVar = {3: 8, 4: 6, 5: 5}
    offers: ClassVar = {"hit": ["exact", "reach"]}

    def set_table(self) -> None:
        self.ends = {"pile": 0}

    def beginner(self) -> int:
        return self.least(lambda seat: (-self.left([seat]),), self.seats_in)[0]

    def fits(self, tile: str, shown: int) -> bool:  # nothing has to match
        return True

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        self.ends[end] += pips([tile])

    def hits(self, tile: str) -> bool:
        total = self.ends["pile"]
        before = total - pips([tile])
        if self.options["hit"] == "exact":
            return total in MARKS and total != before
        return any(before < mark <= total for mark in MARKS)

    def after_play(self, seat: int, tile: str) -> None:
        if self.hits(tile):
            self.totals[seat] += 10
        if self.totals[seat] >= ENOUGH:
            self.end_deal("mark", [seat])
        elif self.ends["pile"] >= max(MARKS):
            gained = [now - before for now, before in zip(self.totals, self.totals_before, strict=True)]
            most = max(gained)
            self.end_deal("mark", [other for other in self.seats_in if most > 0 and gained[other] == most])
        else:
            self.turn = self.next_seat(seat)

    def judge(self) -> None:
        if max(self.totals) >= ENOUGH:
            self.end_match(self.done[-1]["winners"])
