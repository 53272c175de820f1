"""What can be played on: the first that an alt text tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from itertools import groupby

from engine.layouts import Grid, Pile, Trains
from engine.view import View
from render.text import sentences
from render.text.accepts import outer_total
from render.text.ends import marked, next_mark, open_double, taking, where

_TWO = 2


def ends(view: View, said: Sequence[str], words: NullTranslations) -> list[str]:
    """Tell, a sentence each, what can be played on; names as they are to stand there."""
    layout = view.layout
    match layout:
        case Trains():
            return _trains(view, layout, said, words)
        case Pile():
            return [
                words.gettext("The running total is {total}.").format(total=layout.total),
                *_marks(view, layout, words),
            ]
        case Grid():
            return _grid(layout, words)
        case _ if not layout.ends:
            return [words.gettext("No tile lies on the table yet.")]
        case _:
            return _open(view, words)


def _open(view: View, words: NullTranslations) -> list[str]:
    # of a cross, what grows now; of a line or a tree, all there is, also once nobody is in turn any more
    among = view.open_ends or view.ends
    shown = [_shows(view, end, number, words) for end, number in among.items()]
    plain = not any(taking(view, number, words) for number in among.values())
    told = [
        words.gettext("Open ends: {ends}.").format(ends=", ".join(shown) if plain else sentences.parted(shown, words))
    ]
    total = outer_total(view)
    if total is not None:
        told.append(words.gettext("The outer total is {total}.").format(total=total))
    return told


def _shows(view: View, end: str, shown: int, words: NullTranslations) -> str:
    takes = taking(view, shown, words)
    form = words.gettext("{number} {where}, taking {takes}") if takes else words.gettext("{number} {where}")
    return form.format(number=shown, where=where(view, end, (), words), takes=takes)


def _marks(view: View, pile: Pile, words: NullTranslations) -> Iterable[str]:
    ahead = next_mark(view, pile)
    if ahead is not None:
        yield words.gettext("The next mark is {mark}.").format(mark=ahead)
    marks = [str(mark) for mark in sentences.rules_of(view).marks]
    yield words.gettext("The marks are {marks}.").format(marks=sentences.listed(marks, words))


def _grid(grid: Grid, words: NullTranslations) -> list[str]:
    up = [
        words.gettext("{tile} at {position}").format(tile=tile.text, position=at)
        for at in grid.up
        if (tile := grid.lying.get(at)) is not None
    ]
    down = [at for at, tile in grid.lying.items() if tile is None]
    told = [words.gettext("Face up: {tiles}.").format(tiles=", ".join(up))] if up else []
    if down:
        told.append(
            words.ngettext(
                "{count} tile lies face down, at position {positions}.",
                "{count} tiles lie face down, at positions {positions}.",
                len(down),
            ).format(count=len(down), positions=spans(down, words))
        )
    return told or [words.gettext("No tile lies on the table any more.")]


def spans(positions: Iterable[int], words: NullTranslations) -> str:
    """List ascending positions, neighbours as a span: ``1 to 4, 7``. A dash would make a tile of it."""
    found: list[str] = []
    for _, group in groupby(enumerate(positions), lambda each: each[1] - each[0]):
        run = [at for _, at in group]
        span = words.gettext("{first} to {last}").format(first=run[0], last=run[-1])
        found += [span] if len(run) > _TWO else [str(at) for at in run]
    return ", ".join(found)


def _trains(view: View, trains: Trains, said: Sequence[str], words: NullTranslations) -> list[str]:
    double = open_double(view, said, words)
    bound = set(view.open_ends) == {trains.open_double}
    shows: list[str] = []
    for end, shown in trains.ends.items():
        form = words.gettext("{train} {number}")
        if end in marked(trains):
            form = words.gettext("{train} {number}, with a marker")
        elif end not in view.open_ends and not bound:
            form = words.gettext("{train} {number}, closed")
        shows.append(form.format(train=sentences.end_name(end, words, said, view.seat), number=shown))
    told = [words.gettext("The trains show: {trains}.").format(trains=sentences.parted(shows, words))]
    return [double, *told] if double else told
