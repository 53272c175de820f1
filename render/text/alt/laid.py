"""Sentences on the tiles on a table, for alt texts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from gettext import NullTranslations

from engine.layouts import Branches, Cross, Feet, Grid, Line, Spinners, Trains, Tricks
from engine.view import View
from render.text import sentences
from render.text.length import length
from render.text.tile_rows import Row, fold_middle, rows


def tiles_alt(view: View, names: Sequence[str], t: NullTranslations, max_length: int) -> list[str]:
    """Return a sentence for each row of tiles; the middle of long rows is left out to keep to the length.

    Args:
        view: the match.
        names: each seat's name, as it stands in a sentence.
        t: the catalog of the reader's language.
        max_length: the maximum length in characters.

    """
    found = rows(view.layout)
    longest = max((len(row.tiles) for row in found), default=0)

    def taken(most: int) -> int:
        return length(" ".join(_sentences(view, found, most, names, t)))

    # the most tiles a row for which there is room; mostly that is all of them
    most = longest if taken(longest) <= max_length else bisect_right(range(longest), max_length, key=taken) - 1
    return _sentences(view, found, most, names, t)


def _sentences(view: View, found: Sequence[Row], most: int, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return sentences with at most ``most`` tiles per row."""
    layout = view.layout
    if isinstance(layout, Grid) or not (layout.placed or isinstance(layout, Trains | Feet)):
        return []
    match layout:
        case Line():
            chain = _tiles(found[0], most, t)
            return [t.gettext("Chain from left to right: {chain}.").format(chain=chain)]
        case Trains():
            told = [t.gettext("The engine is {tile}.").format(tile=layout.station.text)]
        case Feet():
            told = [t.gettext("{tile} lies in the middle.").format(tile=layout.station.text)]
            # the other toes are known by their foot
            found = [row for row in found if row.tiles]
        case Cross():
            told = [t.gettext("{tile} lies in the middle.").format(tile=layout.placed[0].tile.text)]
        case Tricks():
            return [
                t.gettext("Trick {number}: {tiles}, taken by {name}.").format(
                    number=number, tiles=_tiles(row, most, t), name=names[seat]
                )
                for number, (row, seat) in enumerate(zip(found, layout.taken_by, strict=True), 1)
            ]
        case Branches() | Spinners():
            told = []
        case _:
            heap = _tiles(found[0], most, t)
            return [t.gettext("Tiles in the order they were laid: {tiles}.").format(tiles=heap)]
    for row in found:
        tiles = _tiles(row, most, t)
        if tiles:
            name = sentences.capitalized(sentences.end_name(row.end, t, names, view.seat))
            told.append(t.gettext("{end} outward: {tiles}.").format(end=name, tiles=tiles))
    return told


def _tiles(row: Row, most: int, t: NullTranslations) -> str:
    """List a row's tiles, after the one that it forks off."""
    origin = [] if row.origin is None else [f"{row.origin.other(row.half)}-{row.half}"]
    return " ".join([*origin, *fold_middle(row.tiles, most, t)])
