"""Mata, from Normandy and from Alsace (document 003)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.tables import Sevens
from tests.engine.oracle.tiles import MATADORS

STAY = 2


class Mata(Sevens):
    each: ClassVar = dict.fromkeys(range(2, 6), 5)
    offers: ClassVar = {"until": ["deals", "limit", "last"]}
    numbers: ClassVar = {"deals": 5, "limit": 100}

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return self.loser if self.loser in self.seats_in else self.next_seat(self.loser)

    def may_draw(self) -> bool:
        return len(self.boneyard) > STAY

    def after_play(self, seat: int, tile: str) -> None:  # any tile may be the last
        self.go_on(self.next_seat(seat))

    def go_on(self, seat: int) -> None:
        # Alsace: a draw, too, may be what ends the deal for those who are out
        if self.someone_is_out():
            self.write_points("out", [seat for seat in self.seats_in if not self.hands[seat]])
        else:
            super().go_on(seat)

    def someone_is_out(self) -> bool:
        return any(not self.hands[seat] for seat in self.seats_in)

    def ends_are_dead(self) -> bool:
        # before the opening tile there are no ends
        blank = bool(self.ends) and not any(self.ends.values())
        return blank and not any(mata in self.all_held() + self.boneyard for mata in MATADORS)

    def is_blocked(self) -> bool:
        return self.ends_are_dead() or super().is_blocked()

    def got_blocked(self) -> None:
        self.write_points("blocked", self.least(lambda seat: (self.cost(seat),), self.seats_in))

    def cost(self, seat: int) -> int:
        return self.left([seat])

    def write_points(self, reason: str, winners: list[int]) -> None:
        points = [self.cost(seat) for seat in range(self.seats)]
        in_turn = [
            seat for step in range(self.seats) if (seat := (self.began + 1 + step) % self.seats) in self.seats_in
        ]
        self.loser = max(in_turn, key=lambda seat: points[seat])
        self.end_deal(reason, winners, points)

    def judge(self) -> None:
        until, limit = self.options["until"], self.options["limit"]
        fewest = self.least(lambda seat: (self.totals[seat],), self.seats_in)
        if until != "last":
            if len(self.done) == self.options["deals"] if until == "deals" else max(self.totals) >= limit:
                self.end_match(fewest)
        else:
            staying = [seat for seat in self.seats_in if self.totals[seat] < limit]
            if len(staying) < 2:
                self.end_match(staying or fewest)
            self.seats_in = staying


class MataAlsace(Mata):
    def luck_chooses(self) -> bool:
        return False

    def beginner(self) -> int:
        return super().beginner() if self.done else self.holder(self.highest_double_or_strongest())

    def someone_is_out(self) -> bool:
        return not self.may_draw() and super().someone_is_out()

    def ends_are_dead(self) -> bool:
        return False

    def cost(self, seat: int) -> int:
        return super().cost(seat) + 10 * sum(tile in MATADORS for tile in self.hands[seat])
