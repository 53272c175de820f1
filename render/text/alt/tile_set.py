"""The alt text of a whole set."""

from __future__ import annotations

from gettext import NullTranslations

from engine.tiles import full_set, pips, tile
from render.text import sentences
from render.text.length import join
from render.values import TILE_SETS


def tile_set_alt(top: int, t: NullTranslations) -> str:
    """Return the alt text of :func:`render.tile_set`, of at most 1024 characters: every tile, row by row.

    Args:
        top: the most pips that a half has: 6, 9 or 12.
        t: the catalog of the reader's language.

    Raises:
        ValueError: there is no such set.

    """
    if top not in TILE_SETS:
        raise ValueError(f"there is no double-{top} set")
    whole = full_set(top)
    return join(
        (
            t.gettext("{name}: {count} tiles, {pips} pips, each number on {each} tiles.").format(
                name=t.gettext(TILE_SETS[top]), count=len(whole), pips=pips(whole), each=top + 1
            ),
            t.gettext("Each row of the triangle begins with a double and is one tile shorter than the last."),
            *(
                t.gettext("Row {number}: {tiles}.").format(
                    number=low + 1, tiles=sentences.list_tiles(tile(high, low) for high in range(low, top + 1))
                )
                for low in range(top + 1)
            ),
        )
    )
