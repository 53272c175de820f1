"""The alt text of a deal's end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.tiles import pips
from engine.view import View
from render.text import sentences, verdict
from render.text.alt import shared
from render.text.forms import text_form
from render.text.length import MAX_ALT_TEXT, join, length


def deal_end_alt(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of :func:`render.deal_end`, of at most 1024 characters.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result = view.results[-1]
    names = [sentences.sentence_name(name, t) for name in names]
    form = text_form(view, t, names)
    spoils = verdict.points_beside_totals(view, result, names, t)
    head = join(
        (
            *([verdict.match_won(view, names, t), verdict.match_reason(view, t)] if view.finished else ()),
            t.gettext("{sentence}.").format(sentence=verdict.who_won(view, result, names, t)),
            t.gettext("{sentence}.").format(sentence=spoils) if spoils else "",
            verdict.eliminated_text(view, names, t),
            *_hands(view, result, names, t),
            *shared.scores(view, names, t, result),
            *(form.ends_alt() if form.has_ends_after_deal else ()),
            *shared.last_move(view, names, t),
        )
    )
    course = join(shared.match_course(view, t))
    return join((head, *form.tiles_alt(MAX_ALT_TEXT - length(head) - length(course) - 2), course))


def _hands(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    for seat, hand in enumerate(result.hands):
        tiles, total = sentences.list_tiles(sorted(hand)), pips(hand)
        if verdict.takes_tiles(view):
            yield t.ngettext(
                "{name} took {count} tile: {tiles}.", "{name} took {count} tiles: {tiles}.", len(hand)
            ).format(name=names[seat], count=len(hand), tiles=tiles or "–")
        elif sentences.counts_marks(view):
            if hand:
                yield t.gettext("{name} is left with {tiles}.").format(name=names[seat], tiles=tiles)
        elif hand:
            yield t.ngettext(
                "{name} is left with {tiles}: {count} pip.", "{name} is left with {tiles}: {count} pips.", total
            ).format(name=names[seat], tiles=tiles, count=total)
        elif verdict.played(view, result, seat):
            yield t.gettext("{name} has gone out.").format(name=names[seat])
