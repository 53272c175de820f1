"""A deal's end in text mode, or the match's."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.tiles import pips
from engine.view import View
from render.text import sentences, verdict
from render.text.forms import text_form
from render.text.markdown import MAX_TEXT, fit, join_parts, wrap
from render.text.plain.players import line_names, totals
from render.text.plain.table import course


def deal_end_text(view: View, names: Sequence[str], t: NullTranslations, *, outcome: bool = True) -> str:
    """Return the content of :func:`render.deal_end` as Discord markdown, of at most 2400 characters.

    Args:
        view: the match.
        names: each seat's name, as people write it.
        t: the catalog of the reader's language.
        outcome: whether to begin with the winners; False beside a message that names them.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result = view.results[-1]
    return fit(
        lambda names, max_tiles: join_parts(
            (
                _verdict(view, result, names, t) if outcome else [],
                [t.gettext("**Hands**"), *_hands(view, result, names, t)],
                _points(view, result, names, t),
                text_form(view, t, names).tiles_part(max_tiles),
                [course(view, t)],
            )
        ),
        names,
        t,
        MAX_TEXT,
    )


def _points(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> list[str]:
    points = totals(view, names, t, result)
    return [t.gettext("**Points**"), *points] if points else []


def _verdict(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the lines on the winners and the sum of their points."""
    sentence = t.gettext("{sentence}.")
    spoils = verdict.points_beside_totals(view, result, names, t)
    return [
        t.gettext("**{sentence}**").format(sentence=verdict.match_won(view, names, t)) if view.finished else "",
        verdict.match_reason(view, t) if view.finished else "",
        sentence.format(sentence=verdict.who_won(view, result, names, t)),
        sentence.format(sentence=spoils) if spoils else "",
        verdict.eliminated_text(view, names, t),
    ]


def _hands(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> list[str]:
    lines: list[str] = []
    who = line_names(view, names, t)
    for seat, hand in enumerate(result.hands):
        tiles, total = sentences.list_tiles(sorted(hand)), pips(hand)
        if verdict.takes_tiles(view):
            form = t.ngettext("{name}, {count} tile: {tiles}", "{name}, {count} tiles: {tiles}", len(hand))
            line = form.format(name=who[seat], count=len(hand), tiles=tiles or t.gettext("none"))
        elif sentences.counts_marks(view):
            form = t.gettext("{name}: {tiles}") if hand else t.gettext("{name}: all tiles played")
            line = form.format(name=who[seat], tiles=tiles)
        elif hand:
            form = t.ngettext("{name}, {count} pip: {tiles}", "{name}, {count} pips: {tiles}", total)
            line = form.format(name=who[seat], count=total, tiles=tiles)
        elif verdict.played(view, result, seat):
            line = t.gettext("{name}: went out").format(name=who[seat])
        else:
            line = t.gettext("{name}: out of the match").format(name=who[seat])
        lines += wrap(line)
    return lines
