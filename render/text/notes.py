"""The notes on a player's plate: the last action, and the numbers on which the player passed."""

from __future__ import annotations

from gettext import NullTranslations

from engine.view import View
from render.text.forms import text_form
from render.text.moves import last_revealed


def laid_last(view: View, seat: int) -> bool:
    """Whether a seat made the last play or flip."""
    last = last_revealed(view)
    return last is not None and last.seat == seat


def notes(view: View, seat: int, t: NullTranslations) -> tuple[str, ...]:
    """Return the possible notes on a plate, the longest first and the shortest last.

    The turn and the last tile have priority over numbers passed on.
    """
    if seat in view.eliminated:
        return (t.gettext("out of the match"), t.gettext("gone"))
    did = text_form(view, t).last_action(seat)
    numbers = view.passed[seat]
    if not numbers:
        return did
    lacks = t.gettext("lacks {numbers}").format(numbers=", ".join(map(str, numbers)))
    both = tuple(f"{each} · {lacks}" for each in did)
    if seat == view.turn or laid_last(view, seat):
        return (*both, *did)
    return (*both, lacks, t.gettext("passed"))
