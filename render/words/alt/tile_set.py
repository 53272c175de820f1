"""A whole set in words."""

from __future__ import annotations

from gettext import NullTranslations

from engine.tiles import full_set, tile
from render.words.alt import told
from render.words.length import joined


def tile_set_alt(top: int, words: NullTranslations) -> str:
    """Tell the picture of :func:`render.tile_set` in at most 1024 characters: every tile, row by row.

    Args:
        top: the most pips that a half has: 6, 9 or 12.
        words: the reader's language.

    """
    rows = [
        words.gettext("Row {number}: {tiles}.").format(
            number=low + 1, tiles=told.tiles(tile(high, low) for high in range(low, top + 1))
        )
        for low in range(top + 1)
    ]
    return joined(
        (
            words.gettext("The double-{top} set, {count} tiles in a triangle.").format(
                top=top, count=len(full_set(top))
            ),
            words.gettext("Each row begins with a double and is one tile shorter than the row above it."),
            *rows,
        )
    )
