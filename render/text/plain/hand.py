"""A player's own hand in text mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.actions import Play
from engine.layouts import START, Line, Pile, Tricks
from engine.tiles import Tile
from engine.view import View
from render.text import sentences, tricks
from render.text.end_labels import end_note, ends_in_order
from render.text.fitting_tiles import fitting_ends, is_own_turn, whose_turn
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
    head = [t.gettext("**{sentence}**").format(sentence=whose_turn(view, t)), *_new(view, t)]
    head = head if turn else []
    return fit(lambda names, _most: join_parts((head, *_tiles(view, names, t))), names, t, MAX_HAND)


def _new(view: View, t: NullTranslations) -> list[str]:
    drawn = [each for each in view.drawn if each in view.hand]
    return [t.gettext("New in your hand: {tiles}.").format(tiles=_listed(drawn))] if drawn else []


def _listed(tiles: Iterable[Tile]) -> str:
    return " ".join(each.text for each in tiles)


def _tiles(view: View, names: Sequence[str], t: NullTranslations) -> list[list[str]]:
    """Return the tiles: on the viewer's turn the playable ones first, else all in one list."""
    fits = fitting_ends(view) if is_own_turn(view) else {}
    if not fits:
        calls = tricks.choices(view, t) if isinstance(view.layout, Tricks) else []
        return [_held(view, t), calls]
    rest = [each for each in sorted(view.hand) if each not in fits]
    return [
        _playable(view, fits, names, t),
        wrap(t.gettext("Not now: {tiles}").format(tiles=_listed(rest))) if rest else [],
    ]


def _held(view: View, t: NullTranslations) -> list[str]:
    count = len(view.hand)
    if takes_tiles(view):
        form = t.ngettext("{count} tile: {tiles}", "{count} tiles: {tiles}", count)
        none = t.gettext("You have taken no tiles yet.")
    else:
        form = t.ngettext("{count} tile: {tiles}", "{count} tiles: {tiles}", count)
        none = t.gettext("You hold no tiles.")
    return wrap(form.format(count=count, tiles=_listed(sorted(view.hand)))) if count else [none]


def _playable(view: View, fits: dict[Tile, tuple[str, ...]], names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return what can be played: on a line and on a pile tile by tile, elsewhere by the ends."""
    points = move_points(view)
    heading = t.gettext("You can play:")
    if all(ends == (START,) for ends in fits.values()):
        opening = ", ".join(tile_with_points(view, each, START, points, t) for each in sorted(fits))
        return wrap(t.gettext("You can open with: {tiles}").format(tiles=opening))
    if isinstance(view.layout, Tricks):
        return [heading, *wrap(_listed(sorted(fits)))]
    if isinstance(view.layout, Pile):
        return [heading, *(tile_with_points(view, each, end, points, t) for each, (end,) in sorted(fits.items()))]
    if isinstance(view.layout, Line):
        return [heading, *(_by_tile(view, each, fits[each], t) for each in sorted(fits))]
    told = [heading]
    for end in ends_in_order(view):
        tiles = [tile_with_points(view, each, end, points, t) for each in sorted(fits) if end in fits[each]]
        if tiles:
            form = t.gettext("{end} ({note}): {tiles}")
            title = sentences.capitalized(sentences.end_name(end, t, names, view.seat))
            told += wrap(form.format(end=title, note=end_note(view, end, t), tiles=", ".join(tiles)))
    return told


def _by_tile(view: View, tile: Tile, ends: Sequence[str], t: NullTranslations) -> str:
    """Return the ends that a tile fits, ``6-4: left (6), right (4)``, and whether its halves may face either way."""
    where = ", ".join(
        t.gettext("{end} ({note})").format(end=sentences.end_name(end, t), note=end_note(view, end, t)) for end in ends
    )
    facing = {move.facing for move in view.legal if isinstance(move, Play) and move.tile == tile} - {None}
    form = t.gettext("{tile}: {ends}")
    if len(facing) > 1:
        form = t.gettext("{tile}: {ends}, either half facing out")
    return form.format(tile=tile.text, ends=where)
