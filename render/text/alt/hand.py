"""The alt text of a player's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.view import View
from render.text import sentences
from render.text.alt import shared
from render.text.fitting_tiles import fitting_ends, is_own_turn, new_tiles
from render.text.forms import text_form
from render.text.length import join
from render.text.verdict import takes_tiles


def hand_alt(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of :func:`render.hand`, of at most 1024 characters: only the viewer's own tiles."""
    names = [sentences.sentence_name(name, t) for name in names]
    lines = [*_held(view, t), *new_tiles(view, t)]
    if is_own_turn(view):
        lines = [
            *text_form(view, t, names).ends_alt(),
            *shared.last_move(view, names, t),
            t.gettext("It is your turn."),
            *lines,
            *text_form(view, t, names).choices_alt(fitting_ends(view)),
        ]
    return join((*lines, *shared.match_course(view, t)))


def _held(view: View, t: NullTranslations) -> Iterable[str]:
    count = len(view.hand)
    if takes_tiles(view):
        form = t.ngettext("You have taken {count} tile: {tiles}.", "You have taken {count} tiles: {tiles}.", count)
        none = t.gettext("You have taken no tiles yet.")
    else:
        form = t.ngettext("You hold {count} tile: {tiles}.", "You hold {count} tiles: {tiles}.", count)
        none = t.gettext("You hold no tiles.")
    yield form.format(count=count, tiles=sentences.list_tiles(sorted(view.hand))) if count else none
