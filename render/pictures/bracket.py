"""The bracket of a knock-out."""

from __future__ import annotations

from gettext import NullTranslations
from itertools import pairwise
from typing import Final

from render.geometry.boxes import Box
from render.geometry.bracket import BracketPlaces, Points, places
from render.pictures.leaderboard import HEAD, PILLS, begin_leaderboard, draw_pills
from render.pictures.leaderboard_rows import LEFT, RIGHT, panel, shown_name
from render.pixels import decorations
from render.pixels.canvas import Canvas, draw_png
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, SMALL
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography.text import Style
from render.values import Bracket, BracketMatch, BracketSide

_NAME: Final = Style(29, 500)
_WINNER: Final = Style(29, 700)
_LINE: Final = 36
"""The height of a name, in pixels."""
_PADDING: Final = 12
_TITLE: Final = 40
"""The height of the names of the rounds, and of the third place's."""
_WITH_POINTS: Final = 3
"""The maximum number of columns that leave room for points."""


def bracket(about: Bracket, t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the bracket of a knock-out.

    Args:
        about: the bracket.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide.

    """
    return draw_png(_draw, about, t, theme)


def _draw(about: Bracket, t: NullTranslations, theme: Theme) -> Canvas:
    top = HEAD + (PILLS if about.about else 0) + _TITLE
    points = len(about.rounds) <= _WITH_POINTS
    matches = [match for each in about.rounds for match in each.matches]
    sides = [side for match in [*matches, *filter(None, [about.third])] for side in match.sides]
    people = max((len(side.names) for side in sides), default=1) or 1
    at = places(
        len(about.rounds),
        Box(LEFT, top, RIGHT - LEFT, 0),
        2 * (people * _LINE + _PADDING),
        third=_TITLE + 20 if about.third else 0,
    )
    canvas = begin_leaderboard(theme, at.bottom + RAIL + 14, t.gettext("Bracket"), about.title)
    draw_pills(canvas, about.about, HEAD)
    for line in at.lines:
        _draw_line(canvas, line)
    for each, boxes in zip(about.rounds, at.rounds, strict=True):
        _write_title(canvas, each.name, Box(boxes[0].x, top, boxes[0].w, 0))
        for match, box in zip(each.matches, boxes, strict=True):
            _draw_match(canvas, match, box, t, points=points)
    _draw_final(canvas, about, at)
    if about.third is not None and at.third is not None:
        _write_title(canvas, t.gettext("Third place"), at.third)
        _draw_match(canvas, about.third, at.third, t, points=points)
    return canvas


def _write_title(canvas: Canvas, title: str, above: Box) -> None:
    theme = canvas.theme
    canvas.write(title, (above.x + 2, above.y - 14), SMALL, (theme.faint, theme.ground), room=above.w)


def _draw_line(canvas: Canvas, line: Points) -> None:
    colour = canvas.theme.faint
    for (x, y), (to_x, to_y) in pairwise(line):
        left, upper = min(x, to_x), min(y, to_y)
        canvas.fill(Box(left, upper, max(abs(to_x - x), 2), max(abs(to_y - y), 2)), colour)


def _draw_final(canvas: Canvas, about: Bracket, at: BracketPlaces) -> None:
    """Draw a crown on the corner of the final once it is won."""
    final, box = about.rounds[-1].matches[0], at.rounds[-1][0]
    if any(side.won for side in final.sides):
        crown = decorations.crown(canvas.theme, 44, canvas.theme.ground)
        canvas.paste(crown, box.right - 24, box.y - 22)


def _draw_match(canvas: Canvas, match: BracketMatch, box: Box, t: NullTranslations, *, points: bool) -> None:
    """Draw both sides of a match, one above the other, with a line between them; nothing at a place of nobody."""
    if match.empty and not any(side.names for side in match.sides):
        return
    theme = canvas.theme
    canvas.paste(panel(theme, box.w, box.h), box.x, box.y)
    canvas.fill(Box(box.x + 10, box.centre[1], box.w - 20, 2), theme.line)
    decided = any(side.won is not None for side in match.sides)
    for number, side in enumerate(match.sides):
        colour = theme.highlight if side.won else theme.faint if decided else theme.text
        half = Box(box.x + 14, box.y + number * box.h // 2, box.w - 26, box.h // 2)
        _write_side(canvas, side, half, colour, t, points=points)


def _write_side(canvas: Canvas, side: BracketSide, box: Box, colour: RGB, t: NullTranslations, *, points: bool) -> None:
    back, style = canvas.theme.panel, _WINNER if side.won else _NAME
    room, baseline = box.w, box.centre[1] + 10
    if points and side.points is not None:
        written = canvas.write(str(side.points), (box.right, baseline), style, (colour, back), "r")
        room -= written + 12
    y = baseline - _LINE * (len(side.names) - 1) // 2
    for name in side.names:
        canvas.write(shown_name(name, t), (box.x, y), style, (colour, back), room=room)
        y += _LINE
