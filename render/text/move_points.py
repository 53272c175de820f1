"""What a tile would bring its player, in words: the total that it makes on a pile, the points that it scores."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from engine.actions import Play
from engine.layouts import Pile
from engine.points import preview
from engine.tiles import Tile
from engine.view import View

MovePoints = Mapping[tuple[Tile, str], int]
"""The points that a tile would score at an end; those that score none are left out."""


def move_points(view: View) -> MovePoints:
    """Return what the viewer's tiles would score at once."""
    found: dict[tuple[Tile, str], int] = {}
    for index, points in preview(view).items():
        move = view.legal[index]
        assert isinstance(move, Play), "only plays are forecast"
        found[move.tile, move.end] = points
    return found


def tile_with_points(view: View, tile: Tile, end: str, points: MovePoints, t: NullTranslations) -> str:
    """Name a tile with what it would bring at an end: ``5-0 scores 10``, ``6-4 makes 30``, or nothing, ``5-0``."""
    scored = points.get((tile, end), 0)
    layout = view.layout
    if isinstance(layout, Pile):
        form = t.gettext("{tile} makes {total}, scores {points}") if scored else t.gettext("{tile} makes {total}")
        return form.format(tile=tile.text, total=layout.total + tile.pips, points=scored)
    if scored:
        return t.gettext("{tile} scores {points}").format(tile=tile.text, points=scored)
    return tile.text
