"""Choice of the tiles to fold away on a forking table that lacks room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.layouts import START, Placed

_STEP: Final = 4
"""The number of tiles folded away at once; a fold takes the room of three."""
_INNER: Final = 1
"""The number of tiles that stay at the inner end of a run."""
_OUTER: Final = 2
"""The number of tiles that stay at its outer end."""


class Hidden(NamedTuple):
    """Tiles of one run that are folded away, in line like one tile.

    Attributes:
        tiles: the tiles, from the inside outward.

    """

    tiles: tuple[Placed, ...]

    @property
    def end(self) -> str:
        """The name of the end at which the tiles were laid."""
        return self.tiles[0].end

    @property
    def outward(self) -> int:
        """The outward half of the last tile."""
        return self.tiles[-1].outward

    @property
    def crosswise(self) -> bool:
        """A fold lies along the line."""
        return False


Piece = Placed | Hidden
"""Something that takes a place on the table."""


def bits(piece: Piece) -> int:
    """Return the tiles of a piece as bits, by their order in the set."""
    return sum(1 << each.tile.order for each in (piece.tiles if isinstance(piece, Hidden) else (piece,)))


def _runs(placed: Sequence[Placed], forks: bool) -> list[list[int]]:
    """Return the indices of tiles in line, run by run, without the tiles that fork a line."""
    runs: list[list[int]] = []
    open_runs: dict[str, list[int]] = {}
    for number, each in enumerate(placed):
        if each.end == START or each.spinner or (forks and each.crosswise):
            open_runs.pop(each.end, None)
            continue
        if each.end not in open_runs:
            open_runs[each.end] = []
            runs.append(open_runs[each.end])
        open_runs[each.end].append(number)
    return runs


def folds(placed: tuple[Placed, ...], forks: bool) -> Iterator[tuple[Piece, ...]]:
    """Yield the pieces of a table with more and more tiles folded away, always of the run with the most left.

    Args:
        placed: the tiles in the order of play.
        forks: whether tiles across the line fork it.

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
