"""The alt text of a deal's end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.layouts import Branches, Cross, Line
from engine.tiles import pips
from engine.view import View
from render.text import sentences, verdict
from render.text.alt import shared
from render.text.alt.ends import ends_alt
from render.text.alt.laid import tiles_alt
from render.text.length import MAX_ALT_TEXT, join, length


def deal_end_alt(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of :func:`render.deal_end`, of at most 1024 characters.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result = view.results[-1]
    said = [sentences.sentence_name(name, t) for name in names]
    spoils = verdict.points_beside_totals(view, result, said, t)
    head = join(
        (
            *([verdict.match_won(view, said, t), verdict.match_reason(view, t)] if view.finished else ()),
            t.gettext("{sentence}.").format(sentence=verdict.who_won(view, result, said, t)),
            t.gettext("{sentence}.").format(sentence=spoils) if spoils else "",
            verdict.eliminated_text(view, said, t),
            *_hands(view, result, said, t),
            *shared.scores(view, said, t, result),
            # nobody plays on any more, so that the ends of rows are told with the rows alone
            *(() if isinstance(view.layout, Line | Cross | Branches) else ends_alt(view, said, t)),
            *shared.last_move(view, said, t),
        )
    )
    course = join(shared.match_course(view, t))
    return join((head, *tiles_alt(view, said, t, MAX_ALT_TEXT - length(head) - length(course) - 2), course))


def _hands(view: View, result: Result, said: Sequence[str], t: NullTranslations) -> Iterable[str]:
    for seat, hand in enumerate(result.hands):
        tiles, total = shared.list_tiles(sorted(hand)), pips(hand)
        if verdict.takes_tiles(view):
            yield t.ngettext(
                "{name} took {count} tile: {tiles}.", "{name} took {count} tiles: {tiles}.", len(hand)
            ).format(name=said[seat], count=len(hand), tiles=tiles or "–")
        elif hand:
            yield t.ngettext(
                "{name} is left with {tiles}: {count} pip.", "{name} is left with {tiles}: {count} pips.", total
            ).format(name=said[seat], tiles=tiles, count=total)
        elif verdict.played(view, result, seat):
            yield t.gettext("{name} is out.").format(name=said[seat])
