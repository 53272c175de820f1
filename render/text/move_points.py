"""The effect of playing a tile: the total on a pile, and the points."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from engine.actions import Play
from engine.move_points import points_by_move
from engine.tiles import Tile
from engine.view import View

MovePoints = Mapping[tuple[Tile, str], int]
"""The points of a tile at an end; plays without points are left out."""


def move_points(view: View) -> MovePoints:
    """Return the points of the viewer's legal plays."""
    points: dict[tuple[Tile, str], int] = {}
    for index, scored in points_by_move(view).items():
        move = view.legal[index]
        assert isinstance(move, Play), "only plays are forecast"
        points[move.tile, move.end] = scored
    return points


def tile_with_points(view: View, tile: Tile, end: str, points: MovePoints, t: NullTranslations) -> str:
    """Return a tile with its points at an end: ``5-0 scores 10``, ``6-4 makes 30``, or just ``5-0``."""
    scored, total = points.get((tile, end), 0), view.layout.total
    if total is not None:
        form = t.gettext("{tile} makes {total}, scores {points}") if scored else t.gettext("{tile} makes {total}")
        return form.format(tile=tile.text, total=total + tile.pips, points=scored)
    if scored:
        return t.gettext("{tile} scores {points}").format(tile=tile.text, points=scored)
    return tile.text
