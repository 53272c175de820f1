"""Sébastopol (document 004, no. 7)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Cross


class Sebastopol(Cross):
    each: ClassVar = {3: 9, 4: 7}

    def laid_first(self) -> str | None:
        return "6-6" if self.seats == 3 else None

    def luck_chooses(self) -> bool:
        return self.seats == 3

    def deal(self, stock: list[str], first: int | None) -> None:
        super().deal(stock, first)
        self.opener = first

    def set_table(self) -> None:
        super().set_table()
        if self.laid_first():
            self.lay("6-6", "start")

    def beginner(self) -> int:
        return self.holder("6-6")

    def may_open(self, seat: int) -> list[str]:  # one tile alone opens
        return ["6-6"]

    def open_ends(self, seat: int) -> list[str]:  # arms belong to all
        return self.unopened()[:1] or list(self.ends)

    def is_blocked(self) -> bool:
        # nothing is out of the hands but what is laid, so some hand has the six that an unopened arm waits for
        return not self.unopened() and super().is_blocked()

    def went_out(self, seat: int) -> None:
        self.end_deal("out", [seat])

    def got_blocked(self) -> None:
        fewest = self.least(lambda seat: (len(self.hands[seat]), self.left([seat])), self.seats_in)
        self.end_deal("blocked", fewest)
