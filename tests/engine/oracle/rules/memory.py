"""Memory (document 004, no. 6)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import halves


def share_a_half(one: str, other: str) -> bool:
    return bool(set(halves(one)) & set(halves(other)))


class Memory(Game):
    each: ClassVar = dict.fromkeys(range(2, 7), 0)

    def luck_chooses(self) -> bool:
        return True

    def deal(self, stock: list[str], first: int | None) -> None:
        super().deal(stock, first)
        self.boneyard = []
        self.table = {str(position): tile for position, tile in enumerate(stock, start=1)}
        self.turned: str | None = None

    def choices(self, seat: int) -> list[str]:  # all may turn the same
        return [f"flip {position}" for position in self.table if position != self.turned]

    def flip(self, seat: int, position: str) -> None:
        if self.opener is None:
            self.opener = seat
        if self.turned is None:
            self.turned = position
            return
        pair = [self.turned, position]
        self.turned = None
        if not share_a_half(self.table[pair[0]], self.table[pair[1]]):
            self.turn = self.next_seat(seat)
            return
        self.hands[seat] += [self.table.pop(each) for each in pair]
        self.totals[seat] += 2
        if not any(share_a_half(one, other) for one, other in combinations(self.table.values(), 2)):
            most = [seat for seat in self.seats_in if self.totals[seat] == max(self.totals)]
            self.end_deal("stuck" if self.table else "taken", most)

    def extra(self) -> dict[str, Any]:
        return {"table": dict(self.table)}
