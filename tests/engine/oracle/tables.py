"""The lines of play that more than one rule set has."""

from __future__ import annotations

from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import MATADORS, halves, other_half


class Line(Game):
    """Two ends, `left` and `right`; equal halves touch."""

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        if end == "start":
            self.ends = dict(zip(("left", "right"), halves(tile), strict=True))
        else:
            self.ends[end] = other_half(tile, self.ends[end])


class Cross(Game):
    """Four arms round a double."""

    spinner = ""

    def set_table(self) -> None:
        # each opened arm and its last tile
        self.arms: dict[str, str] = {}

    def unopened(self) -> list[str]:
        return [arm for arm in self.ends if arm not in self.arms]

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        if end == "start":
            self.spinner = tile
            self.ends = {f"arm{number}": halves(tile)[0] for number in (1, 2, 3, 4)}
        else:
            self.ends[end] = other_half(tile, self.ends[end])
            self.arms[end] = tile


class Sevens(Game):
    """Touching halves sum to 7, the four matadors go anywhere, and a matador laid across leaves both halves as ends."""

    def fits(self, tile: str, shown: int) -> bool:
        return tile in MATADORS or (shown != 0 and 7 - shown in halves(tile))

    def lay(self, tile: str, end: str, facing: str = "") -> None:  # only Matador has it
        if end == "start":
            self.ends = dict(zip(("e1", "e2"), halves(tile), strict=True))
        elif tile == "0-0":
            self.ends[end] = 0
        elif tile in MATADORS:
            self.ends[end], self.ends[f"e{len(self.ends) + 1}"] = halves(tile)
        else:
            self.ends[end] = other_half(tile, 7 - self.ends[end])
