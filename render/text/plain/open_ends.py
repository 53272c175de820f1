"""The open ends, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from engine.layouts import Grid, Pile, Trains, Tricks
from engine.view import View
from render.i18n import list_items
from render.text import sentences, tricks
from render.text.accepted_halves import matadors_in_order, outer_total
from render.text.end_labels import (
    accepts_text,
    is_new,
    is_used_up,
    live_ends,
    marked_trains,
    next_mark,
    open_double,
    waiting_text,
)


def end_title(view: View, end: str, names: Sequence[str], t: NullTranslations) -> str:
    """Return an end's name for the beginning of a line."""
    title = sentences.capitalized(sentences.end_name(end, t, names, view.seat))
    return t.gettext("{end} (new)").format(end=title) if is_new(view, end) else title


def end_parts(view: View, names: Sequence[str], t: NullTranslations) -> list[list[str]]:
    """Return the parts on the open ends; none for a grid."""
    layout = view.layout
    if isinstance(layout, Grid):
        return []
    if isinstance(layout, Pile):
        return [_total(view, layout, t)]
    if isinstance(layout, Tricks):
        return [tricks.told(view, names, t)]
    if not layout.ends:
        return [[t.gettext("There are no tiles on the table yet.")]]
    double = open_double(view, names, t)
    waiting = waiting_text(view, t)
    live = live_ends(view)
    closed = {
        end: shown
        for end, shown in layout.ends.items()
        if end not in view.open_ends and (waiting or not is_new(view, end)) and not is_used_up(view, end)
    }
    total = outer_total(view)
    return [
        [double] if double else [],
        [_heading(view, names, t), *_lines(view, live, names, t)] if live else [],
        [t.gettext("Ends count {total}").format(total=total)] if total is not None else [],
        [_closed(view, names, t), *_lines(view, closed, names, t)] if closed else [],
        [waiting] if waiting else [],
    ]


def _total(view: View, pile: Pile, t: NullTranslations) -> list[str]:
    told = [t.gettext("**Running total: {total}**").format(total=pile.total)]
    ahead = next_mark(view, pile)
    if ahead is not None:
        told.append(t.gettext("Next mark: {mark}, {missing} more").format(mark=ahead, missing=ahead - pile.total))
    marks = sentences.list_numbers(sentences.rules_of(view).scoring_totals)
    return [*told, t.gettext("All marks: {marks}").format(marks=marks)]


def _heading(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the heading of the open ends, with what they accept if that is the same for all."""
    if not isinstance(view.layout, Trains) or view.turn is None:
        title = t.gettext("**Open ends**")
    elif view.turn == view.seat:
        title = t.gettext("**Open to you**")
    else:
        title = t.gettext("**Open to {name}**").format(name=names[view.turn])
    tiles = list_items([tile.text for tile in matadors_in_order(view.rules)], t)
    if tiles:
        called = t.gettext(sentences.rules_of(view).matadors[1])
        return t.gettext("{heading}; {matadors} are {tiles}:").format(heading=title, matadors=called, tiles=tiles)
    return t.gettext("{heading}, each takes its own number:").format(heading=title)


def _closed(view: View, names: Sequence[str], t: NullTranslations) -> str:
    if not isinstance(view.layout, Trains) or view.turn is None:
        return t.gettext("**Closed for now**:")
    if view.turn == view.seat:
        return t.gettext("**Closed to you**:")
    return t.gettext("**Closed to {name}**:").format(name=names[view.turn])


def _lines(view: View, among: Mapping[str, int], names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return a line for each end: ``Left: 3``, ``End 2: 5, takes 2 or a matador``."""
    markers = marked_trains(view.layout) if isinstance(view.layout, Trains) else frozenset[str]()
    told: list[str] = []
    for end, shown in among.items():
        takes = accepts_text(view, shown, t)
        form = t.gettext("{end}: {number}, takes {takes}") if takes else t.gettext("{end}: {number}")
        if end in markers:
            form = t.gettext("{end}, with a marker: {number}")
        told.append(form.format(end=end_title(view, end, names, t), number=shown, takes=takes))
    return told
