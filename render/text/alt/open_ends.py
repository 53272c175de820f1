"""Sentences on open ends, which begin an alt text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from itertools import groupby

from engine.layouts import Grid, Pile, Trains, Tricks
from engine.view import View
from render.i18n import list_items
from render.text import sentences, tricks
from render.text.accepted_halves import outer_total
from render.text.end_labels import (
    accepts_text,
    live_ends,
    marked_trains,
    next_mark,
    open_double,
    place_text,
    waiting_text,
)

_TWO = 2


def ends_alt(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return sentences on the open ends; ``names`` as they stand in a sentence."""
    layout = view.layout
    match layout:
        case Trains():
            return _trains(view, layout, names, t)
        case Pile():
            return [
                t.gettext("The running total is {total}.").format(total=layout.total),
                *_marks(view, layout, t),
            ]
        case Grid():
            return _grid(layout, t)
        case Tricks():
            return tricks.told(view, names, t)
        case _ if not layout.ends:
            return [t.gettext("There are no tiles on the table yet.")]
        case _:
            return _open(view, t)


def _open(view: View, t: NullTranslations) -> list[str]:
    # of a cross the arms that can grow now; of a line or a tree all ends, even when no seat is in turn
    among = live_ends(view) or view.ends
    shown = [_shows(view, end, number, t) for end, number in among.items()]
    plain = not any(accepts_text(view, number, t) for number in among.values())
    told = [
        t.gettext("Open ends: {ends}.").format(ends=", ".join(shown) if plain else sentences.list_phrases(shown, t))
    ]
    waiting = waiting_text(view, t)
    if waiting:
        told.append(waiting)
    total = outer_total(view)
    if total is not None:
        told.append(t.gettext("The ends count {total}.").format(total=total))
    return told


def _shows(view: View, end: str, shown: int, t: NullTranslations) -> str:
    takes = accepts_text(view, shown, t)
    form = t.gettext("{number} {where}, taking {takes}") if takes else t.gettext("{number} {where}")
    return form.format(number=shown, where=place_text(view, end, (), t), takes=takes)


def _marks(view: View, pile: Pile, t: NullTranslations) -> Iterable[str]:
    ahead = next_mark(view, pile)
    if ahead is not None:
        yield t.gettext("The next mark is {mark}.").format(mark=ahead)
    marks = [str(mark) for mark in sentences.rules_of(view).scoring_totals]
    yield t.gettext("The marks are {marks}.").format(marks=list_items(marks, t))


def _grid(grid: Grid, t: NullTranslations) -> list[str]:
    up = [
        t.gettext("{tile} at {position}").format(tile=tile.text, position=at)
        for at in grid.face_up
        if (tile := grid.tiles.get(at)) is not None
    ]
    down = [at for at, tile in grid.tiles.items() if tile is None]
    told = [t.gettext("Face up: {tiles}.").format(tiles=", ".join(up))] if up else []
    if down:
        told.append(
            t.ngettext(
                "{count} tile lies face down, at position {positions}.",
                "{count} tiles lie face down, at positions {positions}.",
                len(down),
            ).format(count=len(down), positions=spans(down, t))
        )
    return told or [t.gettext("There are no tiles left on the table.")]


def spans(positions: Iterable[int], t: NullTranslations) -> str:
    """List ascending positions, neighbours as a span: ``1 to 4, 7``. A dash would make a tile of it."""
    found: list[str] = []
    for _, group in groupby(enumerate(positions), lambda each: each[1] - each[0]):
        run = [at for _, at in group]
        span = t.gettext("{first} to {last}").format(first=run[0], last=run[-1])
        found += [span] if len(run) > _TWO else [str(at) for at in run]
    return ", ".join(found)


def _trains(view: View, trains: Trains, names: Sequence[str], t: NullTranslations) -> list[str]:
    double = open_double(view, names, t)
    bound = set(view.open_ends) == {trains.open_double}
    shows: list[str] = []
    for end, shown in trains.ends.items():
        form = t.gettext("{train} {number}")
        if end in marked_trains(trains):
            form = t.gettext("{train} {number}, with a marker")
        elif end not in view.open_ends and not bound:
            form = t.gettext("{train} {number}, closed")
        shows.append(form.format(train=sentences.end_name(end, t, names, view.seat), number=shown))
    told = [t.gettext("The trains show: {trains}.").format(trains=sentences.list_phrases(shows, t))]
    return [double, *told] if double else told
