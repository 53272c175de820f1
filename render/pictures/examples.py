"""A picture of a typical position for each rule set."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

from engine.view import View
from render.examples import example_view
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.forms import geometry_of
from render.pictures.chain import draw_chain
from render.pixels import frame
from render.pixels.canvas import Canvas, draw_png
from render.pixels.frame import BASELINE, HEADER, RAIL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.text import sentences

_HIGH: Final = 360
_PAD: Final = 14
_SIZES: Final = (60, 50, 46, 42, 38)


def example(rules: str, t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw a typical position of a rule set.

    Args:
        rules: the rule set.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide and 360 high, or more if a table needs it: 489 for chicken feet.

    Raises:
        IllegalMove: there is no such rule set.

    """
    return draw_png(_draw, example_view(rules), t, theme)


def _draw(view: View, t: NullTranslations, theme: Theme) -> Canvas:
    geometry = geometry_of(view)
    pad = LABEL_ROOM if geometry.labels_ends else _PAD
    room = _HIGH - HEADER - RAIL - 2 * pad
    chain = geometry.lay_out_compactly(_SIZES, room)
    high = max(_HIGH, _HIGH - room + chain.bounds.h)
    canvas = frame.begin_table(theme, high)
    middle = (HEADER + high - RAIL) // 2
    bounds = chain.bounds
    x = WIDTH // 2 if chain.signs else (WIDTH - bounds.w) // 2 - bounds.x
    placed = chain.moved(x, middle - bounds.h // 2 - bounds.y)
    draw_chain(canvas, view, placed, t=t)
    left = RAIL + 10
    canvas.write(
        sentences.rules_name(view, t), (left, BASELINE), STRONG, (theme.text, theme.frame), room=WIDTH - 2 * left
    )
    return canvas
