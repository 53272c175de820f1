"""The tiles that nobody was dealt, in words."""

from __future__ import annotations

from gettext import NullTranslations

from engine.layouts import Grid
from engine.view import View
from render.text.accepts import draws_from_boneyard


def boneyard_text(view: View, t: NullTranslations) -> str:
    """Say how many tiles nobody was dealt, as pictures do; empty between deals, and where that says nothing.

    Where one draws they are the boneyard, also when that is empty; where nobody does they are set aside.
    """
    count = view.boneyard_size
    if view.turn is None or isinstance(view.layout, Grid):
        return ""
    if draws_from_boneyard(view):
        form = t.ngettext("{count} tile in the boneyard.", "{count} tiles in the boneyard.", count)
        return form.format(count=count) if count else t.gettext("The boneyard is empty.")
    form = t.ngettext("{count} tile set aside.", "{count} tiles set aside.", count)
    return form.format(count=count) if count else ""
