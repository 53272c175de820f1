"""What the pair games with one line share (the second rule book, part 1), and the Spanish one."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.tables import Line
from tests.engine.oracle.tiles import halves, is_double


class PairGame(Line):
    each: ClassVar = {4: 7}
    # what they are where no option says it
    blocked: ClassVar = "pair"
    tie: ClassVar = "none"
    count: ClassVar = "all"
    next_opener: ClassVar = "winner"

    def __init__(self, rules: str, seats: int, options: dict[str, Any]) -> None:
        super().__init__(rules, seats, options)
        self.sides = [[0, 2], [1, 3]]
        self.totals = [0, 0]
        # who won the last deal that was not void for its pair, and who opened it
        self.won_by: int | None = None
        self.last_opener: int | None = None
        # the last tile laid, and the two ends as they were before
        self.tile = ""
        self.faced: tuple[int, ...] = ()
        self.laid: list[int] = []

    def rule(self, name: str) -> Any:
        return self.options.get(name, getattr(self, name, None))

    # The opener

    def is_first(self) -> bool:
        return self.last_opener is None

    def set_table(self) -> None:
        self.laid = []

    def luck_chooses(self) -> bool:
        return self.is_first() and self.rule("first_opener") == "random"

    def must_open_with(self) -> str | None:
        if self.is_first() and self.rule("first_opener") != "random":
            return self.highest_double_or_strongest()
        return None

    def beginner(self) -> int:
        tile = self.must_open_with()
        if tile is not None:
            return self.holder(tile)
        assert self.last_opener is not None
        if self.rule("next_opener") == "winner" and self.won_by is not None:
            return self.won_by
        return (self.last_opener + 1) % self.seats

    def may_open(self, seat: int) -> list[str]:
        tile = self.must_open_with()
        return self.hands[seat] if tile is None else [tile]

    # The play

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        self.faced = tuple(self.ends.values())
        self.tile = tile
        super().lay(tile, end)

    def side_of(self, seat: int) -> int:
        return seat % 2

    def after_play(self, seat: int, tile: str) -> None:
        self.laid.append(seat)
        super().after_play(seat, tile)

    # The end of a deal

    def from_blocker(self, seats: list[int]) -> int:
        """The first of them, counting from the blocker."""
        blocker = self.laid[-1]
        return min(seats, key=lambda seat: (seat - blocker) % self.seats)

    def lightest(self, seats: list[int]) -> list[int]:
        return self.least(lambda seat: (self.left([seat]),), seats)

    def block_winner(self) -> int | None:
        blocker = self.laid[-1]
        match self.rule("blocked"):
            case "next":
                after = (blocker + 1) % self.seats
                return after if self.left([after]) < self.left([blocker]) else blocker
            case "pair":
                least = min(self.left(side) for side in self.sides)
                level = [side for side in self.sides if self.left(side) == least]
                if len(level) == 1:
                    return self.from_blocker(self.lightest(level[0]))
            case _:
                level = self.lightest(list(range(self.seats)))
                if len({self.side_of(seat) for seat in level}) == 1:
                    return self.from_blocker(level)
        return {"none": None, "opener": self.opener, "blocker": blocker, "carry": None}[self.rule("tie")]

    def went_out(self, seat: int) -> None:
        self.settle("out", seat)

    def got_blocked(self) -> None:
        self.settle("blocked", self.block_winner())

    def settle(self, reason: str, seat: int | None) -> None:
        self.last_opener = self.opener
        self.won_by = seat
        if seat is None:
            self.end_deal(reason, [], [0] * len(self.sides))
            return
        side = self.sides[self.side_of(seat)]
        points = self.worth(reason, seat)
        self.end_deal(reason, side, [points if each == side else 0 for each in self.sides])

    def pips_won(self, seat: int) -> int:
        losers = [other for other in range(self.seats) if self.side_of(other) != self.side_of(seat)]
        return self.left(losers if self.rule("count") == "opponents" else range(self.seats))

    def worth(self, reason: str, seat: int) -> int:
        return self.pips_won(seat) + sum(self.extras(reason, seat))

    def extras(self, reason: str, seat: int) -> list[int]:
        return []

    def is_capicua(self, kind: str) -> bool:
        """Whether the last tile, by which someone went out, could have gone on either end."""
        high, low = halves(self.tile)
        if not all(shown in (high, low) for shown in self.faced):
            return False
        if is_double(self.tile):
            return kind in ("doubles", "any")
        if kind in ("either", "any"):
            return True
        return self.faced[0] != self.faced[1] and not (kind == "no-blank" and low == 0)

    # Void deals

    def deal(self, stock: list[str], first: int | None) -> None:
        super().deal(stock, first)
        most = self.rule("redeal")
        if most and any(sum(map(is_double, hand)) >= most for hand in self.hands):
            self.opener = self.began
            self.end_deal("void", [], [0] * len(self.sides))

    def judge(self) -> None:
        self.judge_by_target()


class Parejas(PairGame):
    offers: ClassVar = {
        "target": [100, 150, 200, 300],
        "pairs": [True],
        "count": ["all", "opponents"],
        "tie": ["none", "opener", "blocker"],
        "blocked": ["pair", "hand", "next"],
        "next_opener": ["rotate", "winner"],
        "first_opener": ["double", "random"],
    }
