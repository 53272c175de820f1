"""American fives, and Fives and Threes (the second rule book, part 2)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.rules.scoring_plays import ScoringPlays
from tests.engine.oracle.tables import Line
from tests.engine.oracle.tiles import halves, is_double, other_half, pips


class Fives(ScoringPlays):
    each: ClassVar = {2: 7, 3: 5, 4: 5}
    offers: ClassVar = {
        "target": [100, 150, 200, 250, 300],
        "pairs": [False, True],
        "tiles": ["7-5-5", "9-7-5"],
        "spinners": ["first", "all", "none", "sniff"],
    }

    def luck_chooses(self) -> bool:
        return not self.done or self.done[-1]["reason"] == "blocked"

    def beginner(self) -> int:
        return self.out_last

    def set_table(self) -> None:
        # the tile that lies last at each end, none at a short end not played on
        self.last: dict[str, str | None] = {}
        # for each spinner its number of covered long sides
        self.covered: dict[str, int] = {}

    def spins(self, tile: str) -> bool:
        kind = self.options["spinners"]
        return is_double(tile) and kind != "none" and (kind == "all" or not self.covered)

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        if end == "start":
            self.ends = dict(zip(("e1", "e2"), halves(tile), strict=True))
            self.last = {"e1": tile, "e2": tile}
            if self.spins(tile):
                self.covered[tile] = 0
            return
        neighbour = self.last[end]
        shown = self.ends[end]
        self.ends[end] = other_half(tile, shown)
        self.last[end] = tile
        if neighbour in self.covered:
            self.covered[neighbour] += 1
            if self.covered[neighbour] == 2:
                for _ in range(2):
                    name = f"e{len(self.ends) + 1}"
                    self.ends[name], self.last[name] = shown, None
        if self.spins(tile):
            # the tile it lies against covers one side
            self.covered[tile] = 1

    def open_ends(self, seat: int) -> list[str]:
        waiting = [end for end, tile in self.last.items() if tile is None]
        # short ends come in twos, e3 and e4, e5 and e6 …
        return [
            end for end in self.ends if not (end in waiting and int(end[1:]) % 2 == 0 and self.twin(end) in waiting)
        ]

    def twin(self, end: str) -> str:
        return f"e{int(end[1:]) - 1}"

    def worth(self, seat: int) -> int:
        total = 0
        counted: list[str] = []
        for end, tile in self.last.items():
            if tile is None:
                total += self.ends[end] if self.options["spinners"] == "sniff" else 0
            elif not is_double(tile):
                total += self.ends[end]
            elif tile not in counted:
                total += pips([tile])
                counted.append(tile)
        return total if total % 5 == 0 else 0

    def may_draw(self) -> bool:
        return bool(self.boneyard)

    def after_draw(self, seat: int) -> None:
        self.go_on(seat)

    def rounded(self, side: int) -> int:
        others = [seat for seat in range(self.seats) if seat not in self.sides[side]]
        left = self.left(others)
        return min(range(0, left + 5, 5), key=lambda five: abs(five - left))

    def went_out(self, seat: int) -> None:
        self.out_last = seat
        side = self.side_of(seat)
        self.win("out", side, self.rounded(side))

    def got_blocked(self) -> None:
        side = self.lightest_side()
        if side is None:
            self.end_deal("blocked", [])
        else:
            self.win("blocked", side, self.rounded(side))


class FivesAndThrees(ScoringPlays, Line):
    each: ClassVar = {2: 7, 3: 5, 4: 5}
    offers: ClassVar = {"target": [61, 121], "pairs": [False, True], "tiles": ["7-5-5", "9-6-6"]}
    table: ClassVar = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return self.next_seat(self.began)

    def lay(self, tile: str, end: str, facing: str = "") -> None:
        super().lay(tile, end)
        if end == "start":
            self.alone, self.outer = tile, {"left": tile, "right": tile}
        else:
            self.alone, self.outer[end] = "", tile

    def total(self) -> int:
        if self.alone:
            return pips([self.alone])
        return sum(pips([tile]) if is_double(tile) else self.ends[end] for end, tile in self.outer.items())

    def worth(self, seat: int) -> int:
        points = self.table.get(self.total(), 0)
        return points if self.totals[self.side_of(seat)] + points <= self.options["target"] else 0

    def went_out(self, seat: int) -> None:
        self.score(seat, 1)
        self.end_deal("mark" if self.at_target(seat) else "out", self.sides[self.side_of(seat)])

    def got_blocked(self) -> None:
        self.end_deal("blocked", [])
