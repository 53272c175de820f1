"""Matador (document 004, no. 9)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Sevens
from tests.engine.oracle.tiles import MATADORS, halves, other_half


class Matador(Sevens):
    each: ClassVar = {2: 7, 3: 7, 4: 6}
    offers: ClassVar = {"matador_ends": ["both", "choose"], "unable": ["draw", "pass"], "target": [100, 50]}

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return self.next_seat(self.began)

    def may_draw(self) -> bool:
        return self.options["unable"] == "draw" and bool(self.boneyard)

    def after_draw(self, seat: int) -> None:
        self.go_on(seat)

    def plays(self, seat: int) -> list[str]:
        plays = super().plays(seat)
        if self.options["matador_ends"] == "both" or not self.ends:
            return plays
        chosen: list[str] = []
        for play in plays:
            tile = play.split(" ")[0]
            facings = [f" {half}" for half in sorted(set(halves(tile)))] if tile in MATADORS else [""]
            chosen += [play + facing for facing in facings]
        return chosen

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        if self.options["matador_ends"] == "both":
            super().lay(tile, end)
        elif end == "start":
            self.ends = dict(zip(("left", "right"), halves(tile), strict=True))
        elif facing:
            self.ends[end] = int(facing)
        else:
            self.ends[end] = other_half(tile, 7 - self.ends[end])

    def went_out(self, seat: int) -> None:
        self.end_deal_for("out", seat, self.left(self.others(seat)))

    def got_blocked(self) -> None:
        fewest = self.least(lambda seat: (self.left([seat]),), self.seats_in)
        if len(fewest) > 1:
            self.end_deal("blocked", [])
        else:
            self.end_deal_for("blocked", fewest[0], self.left(self.seats_in))

    def judge(self) -> None:
        self.judge_by_target()
