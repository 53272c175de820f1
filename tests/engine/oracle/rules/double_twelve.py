"""Double-twelve (document 001, first game)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Line


class DoubleTwelve(Line):
    highest: ClassVar = 12
    each: ClassVar = {2: 12, 3: 12, 4: 12, 5: 10, 6: 10, 7: 8, 8: 8, 9: 7, 10: 7, 11: 7, 12: 7}

    def beginner(self) -> int:
        return self.holder(self.highest_double_or_strongest())

    def may_open(self, seat: int) -> list[str]:  # one tile alone opens
        return [self.highest_double_or_strongest()]

    def may_draw(self) -> bool:
        return bool(self.boneyard)

    def went_out(self, seat: int) -> None:
        self.end_deal("out", [seat])

    def got_blocked(self) -> None:
        fewest = self.least(lambda seat: (self.left([seat]), len(self.hands[seat])), self.seats_in)
        self.end_deal("blocked", fewest)
