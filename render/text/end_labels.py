"""Texts on open ends, shared by alt texts and text mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from engine.layouts import MEXICAN, Form, Pile, train_of
from engine.view import View
from render.text.accepted_halves import accepted_halves, end_points
from render.text.sentences import at_end, rules_of


def live_ends(view: View) -> Mapping[str, int]:
    """Return the open ends, without those among chicken feet whose number is used up."""
    return {end: number for end, number in view.open_ends.items() if not view.layout.is_used_up(end)}


def ends_in_order(view: View) -> Sequence[str]:
    """Return the open ends, the viewer's own train first, then the Mexican train."""
    first = (MEXICAN,) if view.seat is None else (train_of(view.seat), MEXICAN)
    return sorted(view.open_ends, key=lambda end: first.index(end) if end in first else len(first))


def accepts_text(view: View, number: int, t: NullTranslations) -> str:
    """Return the tiles that an end accepts: ``4 or a matador``, ``a matador only``; empty for its own half."""
    halves = accepted_halves(view, number)
    if halves == (number,):
        return ""
    if not halves:
        return t.gettext("{matador} only").format(matador=t.gettext(rules_of(view).about.matadors[0]))
    matador = t.gettext(rules_of(view).about.matadors[0])
    return t.gettext("{number} or {matador}").format(number=halves[0], matador=matador)


def end_note(view: View, end: str, t: NullTranslations) -> str:
    """Return the note in brackets after an end's name: ``4``, ``takes 2``, ``matadors only``, ``new, 5``.

    Where equal halves touch, the note is the half shown; elsewhere the half accepted, as in pictures.
    """
    number = view.ends[end]
    halves = accepted_halves(view, number)
    if not halves:
        return t.gettext("{matadors} only").format(matadors=t.gettext(rules_of(view).about.matadors[1]))
    if end in view.layout.new_ends:
        return t.gettext("new, {number}").format(number=number)
    return str(number) if halves == (number,) else t.gettext("takes {number}").format(number=halves[0])


def end_label(view: View, end: str, name: str) -> str:
    """Return the text beside an end in pictures: its name or number, and its points if ends score."""
    points = end_points(view, end)
    return name if points is None else f"{name}  +{points}"


def place_text(view: View, end: str, names: Sequence[str], t: NullTranslations) -> str:
    """Return the place of a tile: ``on the left``, ``on arm 3 (new)``; ``names`` as they stand in the text."""
    place = at_end(end, t, names, view.seat)
    return t.gettext("{end} (new)").format(end=place) if end in view.layout.new_ends else place


def marked_ends(layout: Form) -> frozenset[str]:
    """Return the ends with a marker."""
    return frozenset(train_of(seat) for seat in layout.markers)


def next_mark(view: View, pile: Pile) -> int | None:
    """Return the next total that scores; None past the last."""
    return next((mark for mark in rules_of(view).scoring.scoring_totals if mark > pile.total), None)
