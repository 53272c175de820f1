"""The alt text of a player's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.actions import Draw, Pass
from engine.layouts import Line, Pile, Tricks
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.text import sentences, tricks
from render.text.alt import shared
from render.text.alt.open_ends import ends_alt
from render.text.end_labels import end_note
from render.text.fitting_tiles import fitting_ends, is_own_turn
from render.text.length import join
from render.text.move_points import MovePoints, move_points, tile_with_points
from render.text.verdict import takes_tiles


def hand_alt(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of :func:`render.hand`, of at most 1024 characters: only the viewer's own tiles."""
    names = [sentences.sentence_name(name, t) for name in names]
    lines = [*_held(view, t), *_new(view, t)]
    if is_own_turn(view):
        lines = [
            *ends_alt(view, names, t),
            *shared.last_move(view, names, t),
            t.gettext("It is your turn."),
            *lines,
            *_choices(view, names, t),
        ]
    return join((*lines, *shared.match_course(view, t)))


def _held(view: View, t: NullTranslations) -> Iterable[str]:
    count = len(view.hand)
    if takes_tiles(view):
        form = t.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", count)
        none = t.gettext("You have taken no tiles yet.")
    else:
        form = t.ngettext("You hold {count} tile: {tiles}.", "You hold {count} tiles: {tiles}.", count)
        none = t.gettext("You hold no tiles.")
    yield form.format(count=count, tiles=shared.list_tiles(sorted(view.hand))) if count else none


def _new(view: View, t: NullTranslations) -> Iterable[str]:
    drawn = [each for each in view.drawn if each in view.hand]
    if drawn:
        yield t.gettext("New in your hand: {tiles}.").format(tiles=shared.list_tiles(drawn))


def _choices(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    fits = fitting_ends(view)
    if isinstance(view.layout, Tricks):
        yield t.gettext("{sentence}.").format(sentence=tricks.what_now(view, t))
        for choice in tricks.choices(view, t):
            yield t.gettext("{sentence}.").format(sentence=sentences.capitalized(choice))
        if fits:
            yield t.gettext("You can play: {tiles}.").format(tiles=shared.list_tiles(sorted(fits)))
        return
    instead = {type(move) for move in view.legal} & {Draw, Pass}
    if fits:
        yield t.gettext("You can play: {tiles}.").format(
            tiles=sentences.list_phrases(_playable(view, fits, names, t), t)
        )
        if Draw in instead:
            yield t.gettext("Or you draw a tile.")
    elif Draw in instead:
        yield t.gettext("No tile fits, you have to draw.")
    elif Pass in instead:
        yield t.gettext("No tile fits, you have to pass.")
    elif view.legal:
        yield t.gettext("Turn up a tile.")


def _playable(
    view: View, fits: dict[Tile, tuple[str, ...]], names: Sequence[str], t: NullTranslations
) -> Iterable[str]:
    points = move_points(view)
    if isinstance(view.layout, Pile):
        for tile, (end,) in sorted(fits.items()):
            yield tile_with_points(view, tile, end, points, t)
    elif not isinstance(view.layout, Line) and view.ends:
        yield from _by_end(view, fits, points, names, t)
    else:
        for tile, ends in sorted(fits.items()):
            yield _by_tile(view, tile, ends, t)


def _by_end(
    view: View, fits: dict[Tile, tuple[str, ...]], points: MovePoints, names: Sequence[str], t: NullTranslations
) -> Iterable[str]:
    for end in view.open_ends:
        tiles = ", ".join(tile_with_points(view, tile, end, points, t) for tile in sorted(fits) if end in fits[tile])
        if tiles:
            form = t.gettext("{where} ({note}): {tiles}")
            where = sentences.at_end(end, t, names, view.seat)
            yield form.format(where=where, note=end_note(view, end, t), tiles=tiles)


def _by_tile(view: View, each: Tile, ends: Sequence[str], t: NullTranslations) -> str:
    shown = [end for end in ends if end in view.ends]
    if not shown:
        return each.text
    places = [
        t.gettext("{end} ({note})").format(end=sentences.at_end(end, t), note=end_note(view, end, t)) for end in shown
    ]
    return t.gettext("{tile} {where}").format(tile=each.text, where=list_items(places, t))
