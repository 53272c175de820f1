"""A player's own hand in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.actions import Draw, Pass
from engine.layouts import Line, Pile
from engine.tiles import Tile
from engine.view import View
from render.text import sentences
from render.text.alt import shared
from render.text.alt.ends import ends
from render.text.ends import note
from render.text.fits import fitting, is_mine
from render.text.length import joined
from render.text.move_points import Scores, promised, scores
from render.text.verdict import takes_tiles


def hand_alt(view: View, names: Sequence[str], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.hand` in at most 1024 characters: the viewer's own tiles, nobody else's."""
    said = [sentences.said_name(name, words) for name in names]
    lines = [*_held(view, words), *_new(view, words)]
    if is_mine(view):
        lines = [
            *ends(view, said, words),
            *shared.last(view, said, words),
            words.gettext("It is your turn."),
            *lines,
            *_choices(view, said, words),
        ]
    return joined((*lines, *shared.deal(view, words)))


def _held(view: View, words: NullTranslations) -> Iterable[str]:
    count = len(view.hand)
    if takes_tiles(view):
        form = words.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", count)
        none = words.gettext("You have taken no tiles yet.")
    else:
        form = words.ngettext("You hold {count} tile: {tiles}.", "You hold {count} tiles: {tiles}.", count)
        none = words.gettext("You hold no tiles.")
    yield form.format(count=count, tiles=shared.tiles(sorted(view.hand))) if count else none


def _new(view: View, words: NullTranslations) -> Iterable[str]:
    drawn = [each for each in view.drawn if each in view.hand]
    if drawn:
        yield words.gettext("New in your hand: {tiles}.").format(tiles=shared.tiles(drawn))


def _choices(view: View, said: Sequence[str], words: NullTranslations) -> Iterable[str]:
    fits = fitting(view)
    instead = {type(move) for move in view.legal} & {Draw, Pass}
    if fits:
        yield words.gettext("You can play: {tiles}.").format(
            tiles=sentences.parted(_playable(view, fits, said, words), words)
        )
        if Draw in instead:
            yield words.gettext("Or you draw a tile.")
    elif Draw in instead:
        yield words.gettext("No tile fits, you have to draw.")
    elif Pass in instead:
        yield words.gettext("No tile fits, you have to pass.")
    elif view.legal:
        yield words.gettext("Turn up a tile.")


def _playable(
    view: View, fits: dict[Tile, tuple[str, ...]], said: Sequence[str], words: NullTranslations
) -> Iterable[str]:
    points = scores(view)
    if isinstance(view.layout, Pile):
        for tile, (end,) in sorted(fits.items()):
            yield promised(view, tile, end, points, words)
    elif not isinstance(view.layout, Line) and view.ends:
        yield from _by_end(view, fits, points, said, words)
    else:
        for tile, ends in sorted(fits.items()):
            yield _by_tile(view, tile, ends, words)


def _by_end(
    view: View, fits: dict[Tile, tuple[str, ...]], points: Scores, said: Sequence[str], words: NullTranslations
) -> Iterable[str]:
    for end in view.open_ends:
        tiles = ", ".join(promised(view, tile, end, points, words) for tile in sorted(fits) if end in fits[tile])
        if tiles:
            form = words.gettext("{where} ({note}): {tiles}")
            where = sentences.at_end(end, words, said, view.seat)
            yield form.format(where=where, note=note(view, end, words), tiles=tiles)


def _by_tile(view: View, each: Tile, ends: Sequence[str], words: NullTranslations) -> str:
    shown = [end for end in ends if end in view.ends]
    if not shown:
        return each.text
    places = [
        words.gettext("{end} ({note})").format(end=sentences.end_name(end, words), note=note(view, end, words))
        for end in shown
    ]
    return words.gettext("{tile} at {ends}").format(tile=each.text, ends=sentences.listed(places, words))
