"""The tiles on a table, row by row, for reading aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.layouts import Placed
from engine.tiles import Tile

NO_MARKS: Final[Mapping[Tile, str]] = {}


class RowTile(NamedTuple):
    """A tile in a row, with its first and its second half."""

    tile: Tile
    first: int
    second: int

    @property
    def text(self) -> str:
        """The tile as it lies: ``4-6`` for a reversed 6-4."""
        return f"{self.first}-{self.second}"


class Row(NamedTuple):
    """Tiles that lie one behind the other.

    Attributes:
        end: the end that the row leads to; empty where it leads to two, or to none.
        tiles: the tiles, from left to right, outward, or in the order in which they were laid.
        origin: the tile that lies across where the row forks off, or that opened; None where rows don't fork.
        half: the half of ``origin`` from which the row goes on.
        parent: the end on whose row ``origin`` lies; empty for the opening tile.

    """

    end: str
    tiles: tuple[RowTile, ...]
    origin: Tile | None = None
    half: int = 0
    parent: str = ""


def outward(placed: Iterable[Placed]) -> tuple[RowTile, ...]:
    """Return tiles as they lie in a row from the middle outward."""
    return tuple(RowTile(each.tile, each.inward, each.outward) for each in placed)


def as_written(placed: Iterable[Placed]) -> tuple[RowTile, ...]:
    """Return tiles that lie in no row, each with its higher half first."""
    return tuple(RowTile(each.tile, each.tile.high, each.tile.low) for each in placed)


def nest(among: Sequence[Row], parent: str = "", depth: int = 0) -> list[tuple[int, Row]]:
    """Return the rows of a tree, each with its depth and followed by the rows that fork off it."""
    nested: list[tuple[int, Row]] = []
    for row in among:
        if row.parent == parent:
            nested += [(depth, row), *nest(among, row.end, depth + 1)]
    return nested


def fold_middle(
    tiles: Sequence[RowTile], max_tiles: int, t: NullTranslations, marks: Mapping[Tile, str] = NO_MARKS
) -> list[str]:
    """List tiles in order; beyond a maximum the middle is counted: ``6-4``, ``… 31 tiles …``, ``2-5``.

    Args:
        tiles: the tiles.
        max_tiles: the maximum number of tiles listed; at least two are.
        t: the catalog of the reader's language.
        marks: by tile, a format such as ``[{}]`` that marks it.

    """
    listed = [marks.get(each.tile, "{}").format(each.text) for each in tiles]
    hidden = len(tiles) - max(max_tiles, 2)
    if hidden <= 1:
        return listed
    first = (len(tiles) - hidden) // 2
    note = t.ngettext("… {count} tile …", "… {count} tiles …", hidden).format(count=hidden)
    return [*listed[:first], note, *listed[first + hidden :]]
