"""All Fives (document 004, no. 8)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Cross
from tests.engine.oracle.tiles import highest_double, is_double, pips


class AllFives(Cross):
    each: ClassVar = {2: 7, 3: 5, 4: 5, 5: 5}
    offers: ClassVar = {"target": [100, 50, 150, 200, 250, "one-deal"]}

    def beginner(self) -> int:
        double = highest_double(self.all_held())
        return 0 if double is None else self.holder(double)

    def choices(self, seat: int) -> list[str]:
        if not self.ends:
            double = highest_double(self.hands[seat])
            return ["draw" if double is None else f"play {double} start"]
        plays = [f"play {play}" for play in self.plays(seat)]
        return [*plays, "draw"] if self.may_draw() else plays or ["pass"]

    def may_draw(self) -> bool:
        return bool(self.boneyard)

    def after_draw(self, seat: int) -> None:
        if not self.ends and highest_double(self.hands[seat]):
            return
        super().after_draw(seat)

    def open_ends(self, seat: int) -> list[str]:  # arms belong to all
        return [*self.arms, *self.unopened()[:1]]

    def outer_total(self) -> int:
        arms = sum(pips([tile]) if is_double(tile) else self.ends[arm] for arm, tile in self.arms.items())
        return arms + (pips([self.spinner]) if len(self.arms) < 2 else 0)

    def after_play(self, seat: int, tile: str) -> None:
        total = self.outer_total()
        if total % 5 == 0 and total > 0:
            self.totals[seat] += total
            if self.options["target"] != "one-deal" and self.totals[seat] >= self.options["target"]:
                self.end_deal_for("mark", seat, 0)
                return
        super().after_play(seat, tile)

    def win(self, reason: str, seat: int) -> None:
        self.end_deal_for(reason, seat, (self.left(self.others(seat)) + 2) // 5 * 5)

    def went_out(self, seat: int) -> None:
        self.win("out", seat)

    def got_blocked(self) -> None:
        fewest = self.least(lambda seat: (self.left([seat]),), self.seats_in)
        if len(fewest) > 1:
            self.end_deal("blocked", [])
        else:
            self.win("blocked", fewest[0])

    def judge(self) -> None:
        if self.options["target"] == "one-deal":
            self.end_match([seat for seat in self.seats_in if self.totals[seat] == max(self.totals)])
        else:
            self.judge_by_target()
