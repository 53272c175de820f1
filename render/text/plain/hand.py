"""A player's own hand in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.layouts import START
from engine.view import View
from render.text import sentences
from render.text.fitting_tiles import fitting_ends, is_own_turn, new_tiles, whose_turn
from render.text.forms import Fits, text_form
from render.text.markdown import MAX_HAND, fit, join_parts, wrap
from render.text.move_points import move_points, tile_with_points
from render.text.verdict import takes_tiles


def hand_text(view: View, names: Sequence[str], t: NullTranslations, *, turn: bool = True) -> str:
    """Return the content of :func:`render.hand` as Discord markdown: only the viewer's own tiles.

    On the viewer's turn each tile comes with its ends, and with the total and the points it would make. The ends
    themselves are part of :func:`render.table_text`, which stands below.

    Args:
        view: the match as ``view.seat`` sees it.
        names: each seat's name, as people write it.
        t: the catalog of the reader's language.
        turn: whether to begin with the turn and new tiles; False beside sentences that include them.

    Returns:
        At most 1100 characters.

    """
    head: list[str] = []
    if turn:
        head = [t.gettext("**{sentence}**").format(sentence=whose_turn(view, t)), *new_tiles(view, t)]
    return fit(lambda names, _most: join_parts((head, *_tiles(view, names, t))), names, t, MAX_HAND)


def _tiles(view: View, names: Sequence[str], t: NullTranslations) -> list[list[str]]:
    """Return the tiles: on the viewer's turn the playable ones first, else all in one list."""
    fits = fitting_ends(view) if is_own_turn(view) else {}
    if not fits:
        return [_held(view, t), text_form(view, t, names).calls()]
    rest = [each for each in sorted(view.hand) if each not in fits]
    return [
        _playable(view, fits, names, t),
        wrap(t.gettext("Not now: {tiles}").format(tiles=sentences.list_tiles(rest))) if rest else [],
    ]


def _held(view: View, t: NullTranslations) -> list[str]:
    count = len(view.hand)
    if not count:
        return [t.gettext("You have taken no tiles yet.") if takes_tiles(view) else t.gettext("You hold no tiles.")]
    form = t.ngettext("{count} tile: {tiles}", "{count} tiles: {tiles}", count)
    return wrap(form.format(count=count, tiles=sentences.list_tiles(sorted(view.hand))))


def _playable(view: View, fits: Fits, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the playable tiles, and their ends."""
    if all(ends == (START,) for ends in fits.values()):
        points = move_points(view)
        opening = ", ".join(tile_with_points(view, each, START, points, t) for each in sorted(fits))
        return wrap(t.gettext("You can open with: {tiles}").format(tiles=opening))
    return [t.gettext("You can play:"), *text_form(view, t, names).playable_lines(fits)]
