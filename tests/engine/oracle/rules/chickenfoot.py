"""Chickenfoot (the second rule book, part 3)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import halves, is_double, other_half


class Chickenfoot(Game):
    highest: ClassVar = 9
    each: ClassVar = {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5}
    offers: ClassVar = {"deals": list(range(10, 0, -1)), "first_arms": [4, 6], "blank": [50, 0]}

    def laid_first(self) -> str | None:
        return f"{9 - len(self.done)}-{9 - len(self.done)}"

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return (self.began + 1) % self.seats

    def set_table(self) -> None:
        start = self.laid_first()
        assert start
        self.on_table = [start]
        # the numbers of the ends that a foot, or the start, still wants covered
        self.wanted = list(range(1, self.options["first_arms"] + 1))
        self.ends = {f"e{number}": halves(start)[0] for number in self.wanted}
        self.has_drawn = False

    def is_used_up(self, half: int) -> bool:
        """Whether none of the ten tiles with this half is left outside the table."""
        return sum(half in halves(tile) for tile in self.on_table) == 10

    def open_ends(self, seat: int) -> list[str]:
        wanted = [f"e{number}" for number in sorted(self.wanted)]
        if wanted and not self.is_used_up(self.ends[wanted[0]]):
            return wanted[:1]
        return list(self.ends)

    def choices(self, seat: int) -> list[str]:
        instead = "pass" if self.has_drawn or not self.boneyard else "draw"
        return [f"play {play}" for play in self.plays(seat)] or [instead]

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        self.on_table.append(tile)
        self.ends[end] = other_half(tile, self.ends[end])
        number = int(end.removeprefix("e"))
        if is_double(tile):
            new = [len(self.ends) + 1, len(self.ends) + 2]
            self.ends |= {f"e{toe}": halves(tile)[0] for toe in new}
            self.wanted = [number, *new]
        elif number in self.wanted:
            self.wanted.remove(number)
        else:
            # whatever was wanted could not be filled any more
            self.wanted = []

    def is_blocked(self) -> bool:
        if self.boneyard:
            return False
        allowed = {self.ends[end] for end in self.open_ends(0)}
        return not any(allowed & set(halves(tile)) for hand in self.hands for tile in hand)

    def after_play(self, seat: int, tile: str) -> None:
        self.has_drawn = False
        super().after_play(seat, tile)

    def after_draw(self, seat: int) -> None:
        self.has_drawn = True
        self.go_on(seat)

    def after_pass(self, seat: int) -> None:
        self.has_drawn = False
        super().after_pass(seat)

    def in_hand(self, seat: int) -> int:
        return self.left([seat]) + (self.options["blank"] if "0-0" in self.hands[seat] else 0)

    def went_out(self, seat: int) -> None:
        self.end_deal("out", [seat], [self.in_hand(each) for each in range(self.seats)])

    def got_blocked(self) -> None:
        points = [self.in_hand(each) for each in range(self.seats)]
        self.end_deal("blocked", [each for each in range(self.seats) if points[each] == min(points)], points)

    def judge(self) -> None:
        if len(self.done) == self.options["deals"]:
            self.end_match([seat for seat in range(self.seats) if self.totals[seat] == min(self.totals)])
