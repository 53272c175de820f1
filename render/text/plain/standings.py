"""The standings of a cup in text mode."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from gettext import NullTranslations

from render.names import clean
from render.text import standings as words
from render.text.markdown import escape, join_parts, safe_name
from render.values import Standings


def standings_text(standings: Standings, t: NullTranslations, *, heading: bool = True, news: bool = True) -> str:
    """Return the content of :func:`render.standings` as Discord markdown, a line for each row.

    Without ``heading`` and ``news`` the text above it has to say what it is about, and what is new.
    """
    named = partial(safe_name, t=t)
    of = escape(clean(standings.title))
    lines = [t.gettext("**Standings**: {title}").format(title=of), escape(" · ".join(standings.about))]
    # an escaped dot: Discord would renumber places that are shared or begin past one
    rows = [words.sentence(row, words.phrases(row, t), named, t, dot="\\.") for row in standings.rows]
    new = words.news(standings, named, t) if news else ()
    return join_parts((lines if heading else (), tuple(new), rows))


def pages(standings: Standings, size: int) -> Iterator[Standings]:
    """Yield the standings in pages of so many rows; at least one page."""
    for first in range(0, max(len(standings.rows), 1), size):
        part = standings.rows[first : first + size]
        yield Standings(standings.title, part, standings.about, standings.first + first, standings.final)
