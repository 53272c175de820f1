"""The tiles on a table, row by row, for reading aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.layouts import START, Branches, Cross, Feet, Layout, Line, Pile, Placed, Spinners, Trains, Tricks
from engine.layouts.cross import ARMS
from engine.tiles import Tile

NO_MARKS: Final[Mapping[Tile | None, str]] = {}


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


def rows(layout: Layout) -> list[Row]:
    """Return the rows of a table: a line's or pile's one, an arm, an end of a tree, a train or a trick each.

    A grid has none.

    Rows without tiles are among them where the end is there already: trains not begun, forks just opened.
    """
    match layout:
        case Line():
            return [Row("", tuple(RowTile(placed.tile, left, right) for placed, left, right in layout.chain()))]
        case Cross():
            return [Row(arm, _outward(layout.arm(arm))) for arm in ARMS[: layout.opened]]
        case Trains():
            return [Row(end, _outward(layout.train(end))) for end in layout.ends]
        case Branches():
            return _tree_rows(layout)
        case Spinners():
            return _spinner_rows(layout)
        case Feet():
            return _feet_rows(layout)
        case Tricks():
            tricks = [layout.complete(number) for number in range(len(layout.taken_by))]
            return [
                Row("", tuple(RowTile(each.tile, each.tile.high, each.tile.low) for each in trick)) for trick in tricks
            ]
        case Pile():
            return [Row("", tuple(RowTile(each.tile, each.tile.high, each.tile.low) for each in layout.placed))]
        case _:
            return []


def _outward(placed: Iterable[Placed]) -> tuple[RowTile, ...]:
    return tuple(RowTile(each.tile, each.inward, each.outward) for each in placed)


def _tree_rows(tree: Branches) -> list[Row]:
    """Return a tree end by end. A tile across leaves its higher half to its own row, the lower to the one it opens."""
    found: dict[str, Row] = {}
    for placed in tree.placed:
        tile, end, opens = placed.tile, placed.end, placed.opens
        if end == START:
            found["e1"] = Row("e1", (), tile, tile.high)
            found[opens] = Row(opens, (), tile, tile.low)
            continue
        lies = RowTile(tile, tile.low, tile.high) if opens else RowTile(tile, placed.inward, placed.outward)
        found[end] = found[end]._replace(tiles=(*found[end].tiles, lies))
        if opens:
            found[opens] = Row(opens, (), tile, tile.low, end)
    return [found[end] for end in tree.ends]


def _spinner_rows(table: Spinners) -> list[Row]:
    """Return a line with spinners end by end. Of a spinner's sides the short ones lead to ends of their own."""
    opening, *others = table.placed or (None,)
    if opening is None:
        return []
    halves = {"e1": opening.inward, "e2": opening.outward}
    found = {end: Row(end, (), opening.tile, half) for end, half in halves.items()}
    for placed in others:
        row = found[placed.end]
        found[placed.end] = row._replace(tiles=(*row.tiles, *_outward([placed])))
        if placed.opens:
            # the tile covers a long side of the one before it
            spinner, home = (row.tiles[-1].tile, placed.end) if row.tiles else (opening.tile, "")
            for end in (placed.opens, f"e{int(placed.opens[1:]) + 1}"):
                found[end] = Row(end, (), spinner, spinner.high, home)
    return [found[end] for end in table.ends]


def _feet_rows(feet: Feet) -> list[Row]:
    """Return chicken feet end by end: the middle toe of a foot goes on with the row of its double."""
    around = [*feet.ends][: len(feet.ends) - sum(2 * each.tile.double for each in feet.placed)]
    found = {end: Row(end, (), feet.station, feet.station.high) for end in around}
    for placed in feet.placed:
        row = found[placed.end]
        found[placed.end] = row._replace(tiles=(*row.tiles, *_outward([placed])))
        if placed.opens:
            toes = [*feet.ends][len(found) : len(found) + 2]
            found |= {end: Row(end, (), placed.tile, placed.outward, placed.end) for end in toes}
    return [*found.values()]


def nest(among: Sequence[Row], parent: str = "", depth: int = 0) -> list[tuple[int, Row]]:
    """Return the rows of a tree, each with its depth and followed by the rows that fork off it."""
    found: list[tuple[int, Row]] = []
    for row in among:
        if row.parent == parent:
            found += [(depth, row), *nest(among, row.end, depth + 1)]
    return found


def fold_middle(
    tiles: Sequence[RowTile], max_tiles: int, t: NullTranslations, marks: Mapping[Tile | None, str] = NO_MARKS
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
