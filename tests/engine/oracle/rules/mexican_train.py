"""The Mexican train (document 001, second game and its variants)."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import halves, is_double, other_half


class MexicanTrain(Game):
    highest: ClassVar = 12
    each: ClassVar = {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9}
    offers: ClassVar = {"deals": list(range(13, 0, -1)), "open_hands": [False, True]}

    def engine_half(self) -> int:
        return self.highest - len(self.done)

    def laid_first(self) -> str | None:
        return f"{self.engine_half()}-{self.engine_half()}"

    def luck_chooses(self) -> bool:
        return not self.done

    def beginner(self) -> int:
        return self.next_seat(self.began)

    def set_table(self) -> None:
        self.ends = dict.fromkeys([f"train{seat}" for seat in range(self.seats)] + ["mexican"], self.engine_half())
        self.last_tiles: dict[str, str] = {}
        self.on_table = {self.laid_first()}
        self.markers: set[int] = set()
        self.owes_second = False
        self.has_drawn = False

    def open_double(self) -> str | None:
        for end, tile in self.last_tiles.items():
            if is_double(tile) and self.can_be_covered(halves(tile)[0]):
                return end
        return None

    def can_be_covered(self, half: int) -> bool:
        others = [number for number in range(self.highest + 1) if number != half]
        return any(f"{max(half, number)}-{min(half, number)}" not in self.on_table for number in others)

    def open_ends(self, seat: int) -> list[str]:
        double = self.open_double()
        if double is not None and not self.owes_second:
            return [double]
        return [f"train{owner}" for owner in range(self.seats) if owner == seat or owner in self.markers] + ["mexican"]

    def plays(self, seat: int) -> list[str]:
        plays = super().plays(seat)
        return [play for play in plays if not (self.owes_second and is_double(play.split(" ")[0]))]

    def choices(self, seat: int) -> list[str]:
        unable = "draw" if self.boneyard and not self.has_drawn else "pass"
        return [f"play {play}" for play in self.plays(seat)] or [unable]

    def may_draw(self) -> bool:
        return bool(self.boneyard)

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        self.ends[end] = other_half(tile, self.ends[end])
        self.last_tiles[end] = tile
        self.on_table.add(tile)
        if end == f"train{self.turn}":
            self.markers.discard(int(end.removeprefix("train")))

    def after_play(self, seat: int, tile: str) -> None:
        self.has_drawn = False
        self.owes_second = is_double(tile)
        if not self.hands[seat]:
            self.went_out(seat)
        else:
            self.go_on(seat if self.owes_second else self.next_seat(seat))

    def after_draw(self, seat: int) -> None:
        self.has_drawn = True
        self.go_on(seat)

    def after_pass(self, seat: int) -> None:
        self.markers.add(seat)
        self.has_drawn = self.owes_second = False
        self.go_on(self.next_seat(seat))

    def went_out(self, seat: int) -> None:
        self.write_pips("out", [seat])

    def got_blocked(self) -> None:
        self.write_pips("blocked", self.least(lambda seat: (self.left([seat]),), self.seats_in))

    def write_pips(self, reason: str, winners: list[int]) -> None:
        self.end_deal(reason, winners, [self.left([seat]) for seat in self.seats_in])

    def judge(self) -> None:
        if len(self.done) == self.options["deals"]:
            self.end_match(self.least(lambda seat: (self.totals[seat],), self.seats_in))

    def extra(self) -> dict[str, Any]:
        return {"markers": sorted(self.markers), "open_double": self.open_double()}


class MexicanTrainNine(MexicanTrain):
    highest: ClassVar = 9
    each: ClassVar = {2: 15, 3: 13, 4: 10}
    offers: ClassVar = {**MexicanTrain.offers, "deals": list(range(10, 0, -1))}
