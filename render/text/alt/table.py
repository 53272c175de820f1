"""The alt text of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.view import View
from render.text import moves, sentences
from render.text.alt import shared
from render.text.boneyard import boneyard_text
from render.text.forms import text_form
from render.text.length import MAX_ALT_TEXT, join, length
from render.text.verdict import takes_tiles

_FEW = 4
"""The maximum number of players who get a sentence each."""


def _turn(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    if view.turn is not None:
        yield sentences.turn_text(names[view.turn], t)


def _held(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    """Yield the number of tiles of each seat, or the tiles if everybody sees them."""
    if not any(view.hand_sizes):
        return
    if view.open_hands:
        yield from _open_hands(view, names, t)
        return
    counts = [(names[seat], view.hand_sizes[seat]) for seat in range(view.seats) if seat not in view.eliminated]
    if len(counts) > _FEW:
        listed = ", ".join(f"{name} {count}" for name, count in counts)
        yield t.gettext("Tiles in hand: {counts}.").format(counts=listed)
        return
    phrases = [
        t.ngettext("{name} holds {count} tile", "{name} holds {count} tiles", count).format(name=name, count=count)
        for name, count in counts
    ]
    yield t.gettext("Around the table: {seats}.").format(seats=sentences.list_phrases(phrases, t))


def _open_hands(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    form = t.gettext("{name} has taken {tiles}.") if takes_tiles(view) else t.gettext("{name} holds {tiles}.")
    for seat, tiles in enumerate(view.open_hands):
        if tiles:
            yield form.format(name=names[seat], tiles=sentences.list_tiles(tiles))


def _rest(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    for seat, passed in enumerate(view.passed):
        if passed:
            yield t.gettext("{name} has passed on {numbers}.").format(
                name=names[seat], numbers=sentences.list_numbers(passed)
            )
    yield boneyard_text(view, t)
    if view.eliminated:
        gone = sentences.list_names(view.eliminated, names, t)
        yield t.ngettext("{names} is out of the match.", "{names} are out of the match.", len(view.eliminated)).format(
            names=gone
        )


def _moves(view: View, names: Sequence[str], t: NullTranslations, room: int) -> Iterable[str]:
    """Yield the moves, the latest first, as far as they fit ``room`` characters."""
    done = moves.latest(view)
    parts: list[str] = []
    whole = ""
    for each, count in done:
        more = [*parts, moves.move_text(each, count, names, t, view.seat)]
        if len(more) == len(done):
            line = t.gettext("All moves, the latest first: {moves}.")
        else:
            line = t.gettext("The latest moves, the last first: {moves}.")
        line = line.format(moves=sentences.list_phrases(more, t))
        if length(line) > room:
            break
        parts, whole = more, line
    if len(parts) > 1:
        yield whole


def table_alt(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of :func:`render.table`, of at most 1024 characters."""
    names = [sentences.sentence_name(name, t) for name in names]
    form = text_form(view, t, names)
    head = [*form.ends_alt(), *shared.last_move(view, names, t), *_turn(view, names, t)]
    seats = [*_held(view, names, t), *shared.scores(view, names, t), *_rest(view, names, t)]
    seats += [*sentences.opener(view, names, t), sentences.direction(view, t), *shared.match_course(view, t)]
    # what lies is cut short rather than leave no room for what the seats hold
    lying = form.tiles_alt(MAX_ALT_TEXT - length(" ".join([*head, *seats])) - 1)
    text = join((*head, *((*seats, *lying) if form.tiles_last else (*lying, *seats))))
    return join((text, *_moves(view, names, t, MAX_ALT_TEXT - length(text) - 1)))
