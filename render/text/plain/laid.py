"""The tiles on the table, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.layouts import Branches, Cross, Feet, Grid, Line, Spinners, Trains, Tricks
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.text import tricks
from render.text.markdown import wrap
from render.text.plain.open_ends import end_title
from render.text.tile_rows import Row, fold_middle, nest, rows

_COLUMNS = 5
"""The number of positions of a grid side by side, as in its buttons."""
_CELL = 4


def tiles_part(view: View, names: Sequence[str], t: NullTranslations, max_tiles: int) -> list[str]:
    """Return the part about what lies on the table; of rows of more than ``most`` tiles the middle is counted."""
    layout = view.layout
    found = rows(layout)
    last = layout.placed[-1].tile if layout.placed else None
    match layout:
        case Grid():
            return _grid(view, layout, t)
        case Tricks():
            lines = tricks.trick_lines(view, names, t)
            return [t.gettext("**Tricks**"), *lines] if lines else []
        case Trains():
            title = t.gettext("**Trains, outward from the engine {tile}**").format(tile=layout.station.text)
        case _ if last is None:
            return []
        case Line():
            return _chain(layout, found[0], t, max_tiles)
        case Cross():
            title = t.gettext("**Arms, outward from {tile}**").format(tile=layout.placed[0].tile.text)
        case Feet():
            title = t.gettext("**Chicken feet, outward from {tile}**").format(tile=layout.station.text)
            return [_marked(title, last, t), *_tree(view, found, last, t, max_tiles)]
        case Branches() | Spinners():
            title = t.gettext("**Branches, outward from {tile}**").format(tile=layout.placed[0].tile.text)
            return [_marked(title, last, t), *_tree(view, found, last, t, max_tiles)]
        case _:
            title = t.gettext("**Tiles in the order they were laid**")
            return [_marked(title, last, t), *wrap(" ".join(_tiles(found[0], last, t, max_tiles)))]
    begun = [row for row in found if row.tiles]
    if last is None or not begun:
        return [t.gettext("{heading}: none has begun yet").format(heading=title)]
    told = [_marked(title, last, t)]
    for row in begun:
        tiles = " ".join(_tiles(row, last, t, max_tiles))
        told += wrap(t.gettext("{end}: {tiles}").format(end=end_title(view, row.end, names, t), tiles=tiles))
    return told


def _marked(title: str, last: Tile, t: NullTranslations) -> str:
    """Return a heading that says what the brackets are for."""
    return t.gettext("{heading}, [{tile}] was laid last:").format(heading=title, tile=last.text)


def _chain(line: Line, row: Row, t: NullTranslations, most: int) -> list[str]:
    opener, last = line.placed[0].tile, line.placed[-1].tile
    title = t.gettext("**Chain from left to right**")
    if opener is last:
        head = t.gettext("{heading}, [{tile}] opened:").format(heading=title, tile=opener.text)
    else:
        form = t.gettext("{heading}, ({opener}) opened, [{tile}] was laid last:")
        head = form.format(heading=title, opener=opener.text, tile=last.text)
    return [head, *wrap(" ".join(_tiles(row, last, t, most, opener)))]


def _tiles(row: Row, last: Tile | None, t: NullTranslations, most: int, opener: Tile | None = None) -> list[str]:
    """List the tiles of a row as they lie, the last one laid in square brackets, the opener in round ones."""
    marks = {opener: "({})", last: "[{}]"}
    return fold_middle(row.tiles, most, t, marks)


def _tree(view: View, found: Sequence[Row], last: Tile, t: NullTranslations, most: int) -> list[str]:
    """Return a tree as an outline: below each row the rows that fork off it."""
    told: list[str] = []
    for depth, row in nest(found):
        assert row.origin is not None, "every row of a tree begins at a tile across, or at the opener"
        form = t.gettext("{end}, from the {number} of {tile}: {tiles}")
        tiles = " ".join(_tiles(row, last, t, most)) or t.gettext("no tile yet")
        line = form.format(end=end_title(view, row.end, (), t), number=row.half, tile=row.origin.text, tiles=tiles)
        told.append(f"{'  ' * depth}- {line}")
    return told


def _grid(view: View, grid: Grid, t: NullTranslations) -> list[str]:
    """Return a grid in rows of positions, as its buttons are; taken positions are blank."""
    faces = {at: tile.text for at, tile in grid.tiles.items() if tile is not None}
    up = [t.gettext("{tile} at {position}").format(tile=faces[at], position=at) for at in grid.face_up if at in faces]
    told = [t.gettext("Face up: {tiles}").format(tiles=list_items(up, t))] if up else []
    if len(up) > 1:
        told.append(t.gettext("They aren't a pair and are turned face down again."))
    if not grid.tiles:
        return [t.gettext("There are no tiles left on the table.")]
    down = len(grid.tiles) - len(faces)
    form = t.ngettext(
        "**The grid, {count} tile face down**, by position:",
        "**The grid, {count} tiles face down**, by position:",
        down,
    )
    positions = range(1, len(grid.tiles) + sum(view.hand_sizes) + 1)
    cells = [faces.get(at, str(at)) if at in grid.tiles else "" for at in positions]
    lines = [
        "".join(f"{cell:>{_CELL}}" for cell in cells[start : start + _COLUMNS])
        for start in range(0, len(cells), _COLUMNS)
    ]
    return [*told, form.format(count=down), "```", *(line.rstrip() for line in lines if line.strip()), "```"]
