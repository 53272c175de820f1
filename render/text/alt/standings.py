"""The alt text of the standings of a cup."""

from __future__ import annotations

from functools import partial
from gettext import NullTranslations

from render.names import clean
from render.text import standings as words
from render.text.length import MAX_ALT_TEXT, cut, join, length
from render.values import MAX_STANDINGS, Standings


def standings_alt(standings: Standings, t: NullTranslations) -> str:
    """Return the alt text of :func:`render.standings`, of at most 1024 characters.

    What is new comes first, then every row. If there is no room for all, the last rows and long names are shortened.
    """
    of = " · ".join(filter(None, (clean(standings.title), *standings.about)))
    title = cut(t.gettext("Standings: {title}.").format(title=of), 200)
    sentences: list[str] = []
    for room in words.NAME_ROOMS:
        sentences = [title, *_sentences(standings, room, len(title) + 1, t)]
        if length(" ".join(sentences)) <= MAX_ALT_TEXT:
            break
    return join(sentences)


def _sentences(standings: Standings, room: int, before: int, t: NullTranslations) -> list[str]:
    """Return what is new, and a sentence for each row, with names of at most ``room`` characters."""
    named = partial(words.short_name, room, t=t)
    new = words.news(standings, named, t)
    rows = standings.rows[:MAX_STANDINGS]
    full = [words.sentence(row, words.phrases(row, t), named, t) for row in rows]
    brief = [words.sentence(row, words.main_phrases(row, t), named, t) for row in rows]
    whole = len(full)
    while whole and before + length(" ".join((*new, *full[:whole], *brief[whole:]))) > MAX_ALT_TEXT:
        whole -= 1
    return [*new, *full[:whole], *brief[whole:]]
