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
        elif each.end in open_runs:
            open_runs[each.end].append(number)
        else:
            open_runs[each.end] = [number]
            runs.append(open_runs[each.end])
    return runs


def folds(placed: tuple[Placed, ...], forks: bool) -> Iterator[tuple[Piece, ...]]:
    """Yield the pieces of a table with more and more tiles folded away, always of the run with the most tiles left.

    Args:
        placed: the tiles in the order of play.
        forks: whether tiles across the line fork it.

    """
    runs = _runs(placed, forks)
    hidden = [0] * len(runs)
    while True:
        left = [len(run) - count for run, count in zip(runs, hidden, strict=True)]
        longest = max(range(len(runs)), key=lambda at: left[at], default=None)
        if longest is None or left[longest] < _INNER + _STEP + _OUTER:
            return
        hidden[longest] += _STEP
        yield _with_folds(placed, [run[_INNER : _INNER + count] for run, count in zip(runs, hidden, strict=True)])


def _with_folds(placed: tuple[Placed, ...], hidden: Sequence[Sequence[int]]) -> tuple[Piece, ...]:
    """Return the pieces of a table. Each group of hidden tiles, given by index, is one piece in its first's place."""
    pieces: dict[int, Piece] = dict(enumerate(placed))
    for group in hidden:
        if group:
            pieces[group[0]] = Hidden(tuple(placed[number] for number in group))
            for number in group[1:]:
                del pieces[number]
    return tuple(pieces.values())
