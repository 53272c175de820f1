"""Phrases on the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from render.names import clean
from render.text.standings import Named, side_text
from render.values import Bracket, BracketMatch, BracketSide


def match_text(match: BracketMatch, named: Named, t: NullTranslations, noted: Named = clean) -> str:
    """Return a match as a phrase: ``Ana beats Ben 100 to 40``; empty as long as nobody is known.

    Args:
        match: the match.
        named: formats a name.
        t: the reader's catalog.
        noted: formats the note, which may have names, too.

    """
    first, second = match.sides
    if match.empty:
        alone = first if first.names else second
        return t.gettext("{name} has a bye").format(name=_side(alone, named, t)) if alone.names else ""
    if not first.names and not second.names:
        return ""
    text = _outcome(match, named, t)
    return t.gettext("{text} ({note})").format(text=text, note=noted(match.note)) if match.note else text


def _outcome(match: BracketMatch, named: Named, t: NullTranslations) -> str:
    first, second = match.sides
    if not first.won and not second.won:
        form = t.gettext("{first} against {second}")
        if first.won is not None:
            form = t.gettext("{first} against {second}: nobody wins")
        elif first.points is not None:
            form = t.gettext("{first} against {second}: level, {points} to {against}")
        facts = {"first": _side(first, named, t), "second": _side(second, named, t)}
        return form.format(**facts, points=first.points, against=second.points)
    best, other = (first, second) if first.won else (second, first)
    facts = {"first": _side(best, named, t), "second": _side(other, named, t)}
    if best.points is None or other.points is None:
        form = t.ngettext("{first} beats {second}", "{first} beat {second}", len(best.names))
        return form.format(**facts)
    form = t.ngettext(
        "{first} beats {second} {points} to {against}", "{first} beat {second} {points} to {against}", len(best.names)
    )
    return form.format(**facts, points=best.points, against=other.points)


def _side(side: BracketSide, named: Named, t: NullTranslations) -> str:
    return side_text(side.names, named, t) if side.names else t.gettext("not known yet")


def rounds(
    bracket: Bracket, named: Named, t: NullTranslations, noted: Named = clean
) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each round with its matches as phrases, the last round first; rounds of nobody are left out."""
    third = "" if bracket.third is None else match_text(bracket.third, named, t, noted)
    last = True
    for each in reversed(bracket.rounds):
        matches = [text for match in each.matches if (text := match_text(match, named, t, noted))]
        if matches:
            yield each.name, matches
        if last and third:
            yield t.gettext("Match for third place"), [third]
        last = False
