"""The classics (document 004, nos. 1 to 5)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Line
from tests.engine.oracle.tiles import strongest


class Classic(Line):
    each: ClassVar = {2: 7, 3: 6, 4: 6}
    offers: ClassVar = {"opening": ["strongest", "free"]}

    def beginner(self) -> int:
        return self.holder(strongest(self.all_held()))

    def may_open(self, seat: int) -> list[str]:
        return [strongest(self.hands[seat])] if self.options["opening"] == "strongest" else self.hands[seat]

    def tiles_then_pips(self, seat: int) -> tuple[int, ...]:
        return len(self.hands[seat]), self.left([seat])

    def pips_then_tiles(self, seat: int) -> tuple[int, ...]:
        return self.left([seat]), len(self.hands[seat])

    def went_out(self, seat: int) -> None:
        self.end_deal("out", [seat])

    def got_blocked(self) -> None:
        self.end_deal("blocked", self.least(self.tiles_then_pips, self.seats_in))


class ClassicDraw(Classic):
    """Draws until a tile fits."""

    def may_draw(self) -> bool:
        return bool(self.boneyard)

    def after_draw(self, seat: int) -> None:
        self.go_on(seat)


class Misere(ClassicDraw):
    def most(self, seats: list[int]) -> list[int]:
        def fewer(seat: int) -> tuple[int, ...]:
            return tuple(-number for number in self.pips_then_tiles(seat))

        return self.least(fewer, seats)

    def went_out(self, seat: int) -> None:
        self.end_deal("out", self.most(self.others(seat)))

    def got_blocked(self) -> None:
        self.end_deal("blocked", self.most(self.seats_in))


class ClassicRounds(ClassicDraw):
    offers: ClassVar = {**Classic.offers, "target": [100, 50]}

    def went_out(self, seat: int) -> None:
        self.end_deal_for("out", seat, self.left(self.others(seat)))

    def got_blocked(self) -> None:
        fewest = self.least(lambda seat: (self.left([seat]),), self.seats_in)
        if len(fewest) > 1:
            self.end_deal("blocked", [])
        else:
            self.end_deal_for("blocked", fewest[0], self.left(self.others(fewest[0])))

    def judge(self) -> None:
        self.judge_by_target()


class NoBoneyard(ClassicRounds):
    """A turn lasts while a tile fits; what is not dealt stays out of play."""

    each: ClassVar = {2: 12, 3: 8, 4: 6}

    def may_draw(self) -> bool:
        return False

    def next_seat(self, seat: int) -> int:
        return seat if self.plays(seat) else super().next_seat(seat)
