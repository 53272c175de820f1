"""The text on undealt tiles."""

from __future__ import annotations

from gettext import NullTranslations

from engine.view import View
from render.text.accepted_halves import draws_from_boneyard


def boneyard_text(view: View, t: NullTranslations) -> str:
    """Return the number of undealt tiles; empty between deals and for grids.

    In draw games they are the boneyard, even an empty one; in other games they are set aside.
    """
    count = view.boneyard_size
    if view.turn is None or view.layout.is_face_down:
        return ""
    if draws_from_boneyard(view):
        form = t.ngettext("{count} tile in the boneyard.", "{count} tiles in the boneyard.", count)
        return form.format(count=count) if count else t.gettext("The boneyard is empty.")
    form = t.ngettext("{count} tile set aside.", "{count} tiles set aside.", count)
    return form.format(count=count) if count else ""
