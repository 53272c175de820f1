"""The bracket of a knock-out in text mode."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from render.names import clean
from render.text import bracket as words
from render.text.markdown import escape, join_parts, safe_name
from render.values import Bracket


def bracket_text(bracket: Bracket, t: NullTranslations, *, heading: bool = True) -> str:
    """Return the content of :func:`render.bracket` as Discord markdown: the rounds, the last one first.

    Without ``heading`` the text above it has to say what it is about.
    """
    of = escape(clean(bracket.title))
    lines = [t.gettext("**Bracket**: {title}").format(title=of), escape(" · ".join(bracket.about))]
    rounds = words.rounds(bracket, partial(safe_name, t=t), t, lambda note: escape(clean(note)))
    parts = [[f"**{name}**", *matches] for name, matches in rounds]
    return join_parts((lines if heading else (), *parts))
