"""Bergen (the second rule book, part 3)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.rules.scoring_plays import ScoringPlays
from tests.engine.oracle.tables import Line
from tests.engine.oracle.tiles import is_double


class Bergen(ScoringPlays, Line):
    each: ClassVar = {2: 6, 3: 6, 4: 5}
    offers: ClassVar = {"target": [15, 10], "opens": ["lowest", "highest"], "win": [1, 2]}

    def must_open(self) -> str:
        doubles = [tile for tile in self.all_held() if is_double(tile)]
        if doubles and self.options["opens"] == "lowest":
            return min(doubles)
        return self.highest_double_or_strongest()

    def beginner(self) -> int:
        self.outer: dict[str, str] = {}
        return self.holder(self.must_open())

    def may_open(self, seat: int) -> list[str]:
        return [self.must_open()]

    def may_draw(self) -> bool:
        return len(self.boneyard) > 2

    def after_draw(self, seat: int) -> None:
        self.go_on(seat)

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        super().lay(tile, end)
        if end == "start":
            self.outer = {"left": tile, "right": tile}
        else:
            self.outer[end] = tile

    def worth(self, seat: int) -> int:
        if self.ends["left"] != self.ends["right"]:
            return 0
        left, right = self.outer.values()
        if left == right:
            return 2
        return 3 if is_double(left) or is_double(right) else 2

    def went_out(self, seat: int) -> None:
        self.win("out", seat, self.options["win"])

    def got_blocked(self) -> None:
        side = self.lightest_side()
        if side is None:
            self.end_deal("blocked", [])
        else:
            self.win("blocked", side, self.options["win"])
