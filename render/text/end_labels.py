"""Texts on open ends, shared by alt texts and text mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from engine.layouts import MEXICAN, Cross, Feet, Pile, Spinners, Trains, train_of
from engine.layouts.cross import ARMS
from engine.layouts.spinners import short_end_after
from engine.view import View
from render.text.accepted_halves import accepted_halves
from render.text.sentences import at_end, rules_of


def live_ends(view: View) -> Mapping[str, int]:
    """Return the open ends, without those among chicken feet whose number is used up."""
    return {end: shown for end, shown in view.open_ends.items() if not is_used_up(view, end)}


def is_used_up(view: View, end: str) -> bool:
    """Return whether an end among chicken feet shows a number of which all tiles lie on the table."""
    return isinstance(view.layout, Feet) and view.layout.exhausted(view.layout.ends[end])


def ends_in_order(view: View) -> Sequence[str]:
    """Return the open ends, the viewer's own train first, then the Mexican train."""
    own = None if view.seat is None else train_of(view.seat)
    return sorted(view.open_ends, key=lambda end: 0 if end == own else 1 if end == MEXICAN else 2)


def accepts_text(view: View, shown: int, t: NullTranslations) -> str:
    """Return what an end accepts: ``4 or a matador``, ``a matador only``; empty if it is the half that it shows."""
    halves = accepted_halves(view, shown)
    if halves == (shown,):
        return ""
    if not halves:
        return t.gettext("{matador} only").format(matador=t.gettext(rules_of(view).matadors[0]))
    matador = t.gettext(rules_of(view).matadors[0])
    return t.gettext("{number} or {matador}").format(number=halves[0], matador=matador)


def end_note(view: View, end: str, t: NullTranslations) -> str:
    """Return the note in brackets after an end's name: ``4``, ``takes 2``, ``matadors only``, ``new, 5``.

    For rules in which equal halves touch this is the half shown, else the half accepted, as in pictures.
    """
    shown = view.ends[end]
    halves = accepted_halves(view, shown)
    if not halves:
        return t.gettext("{matadors} only").format(matadors=t.gettext(rules_of(view).matadors[1]))
    if is_new(view, end):
        return t.gettext("new, {number}").format(number=shown)
    return str(shown) if halves == (shown,) else t.gettext("takes {number}").format(number=halves[0])


def is_new(view: View, end: str) -> bool:
    """Return whether an end is an arm of a cross, a short end of a spinner, or a toe, that has no tile yet."""
    if isinstance(view.layout, Spinners):
        return end in view.layout.empty
    if isinstance(view.layout, Feet):
        return end in view.layout.waiting
    return isinstance(view.layout, Cross) and end in ARMS[view.layout.opened :]


def waiting_text(view: View, t: NullTranslations) -> str:
    """Return which end has to wait for a tile at another: at a spinner, or a chicken foot; empty if none waits."""
    layout = view.layout
    if isinstance(layout, Feet):
        return _foot_text(layout, t)
    empty = layout.empty if isinstance(layout, Spinners) else ()
    waiting = [(first, second) for first in empty if (second := short_end_after(first)) in empty]
    form = t.gettext("End {second} opens once a tile lies at end {first}.")
    return " ".join(form.format(second=second[1:], first=first[1:]) for first, second in waiting if second)


def _foot_text(feet: Feet, t: NullTranslations) -> str:
    """Return how many tiles the open foot, or the double in the middle, still needs; empty if every end is open."""
    count, double = len(feet.waiting), feet.last_double
    if not count:
        return ""
    text = t.ngettext(
        "The double {tile} in the middle needs {count} more tile first, at end {end}.",
        "The double {tile} in the middle needs {count} more tiles first, the next at end {end}.",
        count,
    )
    if double is not None:
        text = t.ngettext(
            "The chicken foot of {tile} needs {count} more toe first, at end {end}.",
            "The chicken foot of {tile} needs {count} more toes first, the next at end {end}.",
            count,
        )
    return text.format(tile=(double or feet.station).text, count=count, end=feet.waiting[0][1:])


def place_text(view: View, end: str, names: Sequence[str], t: NullTranslations) -> str:
    """Return the place of a tile: ``on the left``, ``on arm 3 (new)``; ``names`` as they stand in the text."""
    place = at_end(end, t, names, view.seat)
    return t.gettext("{end} (new)").format(end=place) if is_new(view, end) else place


def open_double(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return which double is open, and whether the player in turn has to cover it; empty if none is.

    Args:
        view: the match.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.

    """
    trains = view.layout
    if not isinstance(trains, Trains) or trains.open_double is None or view.turn is None:
        return ""
    double = trains.train(trains.open_double)[-1].tile
    where = at_end(trains.open_double, t, names, view.seat)
    form = t.gettext("The double {tile} {where} is open.")
    if set(view.open_ends) == {trains.open_double}:
        form = t.gettext("The double {tile} {where} is open and has to be covered.")
    return form.format(tile=double.text, where=where)


def marked_trains(trains: Trains) -> frozenset[str]:
    """Return the trains with a marker."""
    return frozenset(train_of(seat) for seat in trains.markers)


def next_mark(view: View, pile: Pile) -> int | None:
    """Return the next total that scores; None past the last."""
    return next((mark for mark in rules_of(view).scoring_totals if mark > pile.total), None)
