"""The alt text of an example."""

from __future__ import annotations

from gettext import NullTranslations

from render.examples import example_view
from render.text import sentences
from render.text.alt import shared
from render.text.forms import text_form
from render.text.length import MAX_ALT_TEXT, join, length


def example_alt(rules: str, t: NullTranslations) -> str:
    """Return the alt text of :func:`render.example`, of at most 1024 characters.

    Raises:
        IllegalMove: there is no such rule set.

    """
    view = example_view(rules)
    names = [t.gettext("Player {number}").format(number=seat + 1) for seat in range(view.seats)]
    head = t.gettext("An example of {rules}.").format(rules=sentences.rules_name(view, t))
    form = text_form(view, t, names)
    text = join((head, *form.ends_alt(), *shared.last_move(view, names, t)))
    return join((text, *form.tiles_alt(MAX_ALT_TEXT - length(text) - 1)))
