"""Which tiles of a table that forks are folded away where not all find room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.layouts import START, Placed

_STEP: Final = 4
"""So many tiles are folded away at once: a fold takes the room of three."""
_INNER: Final = 1
"""How many tiles of a run stay beside the tile at which it begins."""
_OUTER: Final = 2
"""How many stay at its other end."""


class Hidden(NamedTuple):
    """Tiles of one run that are folded away, and stand in line like one tile.

    Attributes:
        tiles: the tiles, from the inside outward.

    """

    tiles: tuple[Placed, ...]

    @property
    def end(self) -> str:
        """The name of the end that they were laid at."""
        return self.tiles[0].end

    @property
    def outward(self) -> int:
        """The half that the last of them shows."""
        return self.tiles[-1].outward

    @property
    def across(self) -> bool:
        """A fold lies along the line."""
        return False


Piece = Placed | Hidden
"""What takes a place on the table."""


def bits(piece: Piece) -> int:
    """Give the tiles of a piece, each as the bit of its place in the set."""
    return sum(1 << each.tile.order for each in (piece.tiles if isinstance(piece, Hidden) else (piece,)))


def _runs(placed: Sequence[Placed], forks: bool) -> list[list[int]]:
    """Give the numbers of the tiles that lie in line, run by run, those where the line forks left aside."""
    runs: list[list[int]] = []
    open_runs: dict[str, list[int]] = {}
    for number, each in enumerate(placed):
        if each.end == START or (forks and each.across):
            open_runs.pop(each.end, None)
            continue
        if each.end not in open_runs:
            open_runs[each.end] = []
            runs.append(open_runs[each.end])
        open_runs[each.end].append(number)
    return runs


def folds(placed: tuple[Placed, ...], forks: bool) -> Iterator[tuple[Piece, ...]]:
    """Give the pieces of a table with more and more tiles folded away, always of the run that shows most of them.

    Args:
        placed: the tiles in the order in which they were laid.
        forks: whether tiles across the line make it fork.

    """
    runs = _runs(placed, forks)
    hidden = [0] * len(runs)
    while True:
        shown = [len(run) - gone for run, gone in zip(runs, hidden, strict=True)]
        most = max(range(len(runs)), key=lambda at: shown[at], default=None)
        if most is None or shown[most] < _INNER + _STEP + _OUTER:
            return
        hidden[most] += _STEP
        pieces: list[Piece | None] = list(placed)
        for run, gone in zip(runs, hidden, strict=True):
            if gone:
                away = run[_INNER : _INNER + gone]
                for number in away:
                    pieces[number] = None
                pieces[away[0]] = Hidden(tuple(placed[number] for number in away))
        yield tuple(piece for piece in pieces if piece is not None)
