"""Jamaican Partner and Cut Throat (the second rule book, "Jamaican")."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.rules.pairs import PairGame


class SixLove(PairGame):
    blocked: ClassVar = "hand"
    offers: ClassVar = {
        "target": [3, 6, 10],
        "pairs": [True],
        "series": ["love", "one-all", "straight"],
        "tie": ["none", "carry"],
    }

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        self.tied = 0

    def one_all(self) -> bool:
        return self.rule("series") == "one-all" and self.totals == [1, 1]

    def must_open_with(self) -> str | None:
        posed = not any(self.totals) or self.tied > 0 or self.one_all()
        return self.highest_double_or_strongest() if posed else None

    def settle(self, reason: str, seat: int | None) -> None:
        self.last_opener = self.opener
        self.won_by = seat
        if seat is None:
            self.tied += 1
            self.end_deal(reason, [], [0] * len(self.sides))
            return
        own = self.side_of(seat)
        more = 1 + (self.tied if self.rule("tie") == "carry" else 0)
        self.tied = 0
        self.end_deal(
            reason,
            self.sides[own],
            [new - old for new, old in zip(self.new_totals(own, more), self.totals, strict=True)],
        )

    def new_totals(self, own: int, more: int) -> list[int]:
        """All totals after a win."""
        added = [total + (more if side == own else 0) for side, total in enumerate(self.totals)]
        if self.rule("series") == "straight" or min(added) == 0:
            return added
        if self.one_all():
            return [total if side == own else 0 for side, total in enumerate(added)]
        if self.rule("series") == "one-all" and added == [1, 1]:
            return added
        return [0] * len(added)


class CutThroat(SixLove):
    each: ClassVar = {2: 14, 3: 9, 4: 7}
    offers: ClassVar = {"target": [3, 6, 10], "series": ["love", "straight"], "tie": ["none", "carry"]}

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        self.sides = [[seat] for seat in range(seats)]
        self.totals = [0] * seats

    def side_of(self, seat: int) -> int:
        return seat

    def laid_first(self) -> str | None:
        """What is not among the shuffled tiles; here it is not laid either."""
        return "0-0" if self.seats == 3 else None
