"""The alt text of the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from gettext import NullTranslations

from render.names import clean
from render.text import bracket as words
from render.text.length import MAX_ALT_TEXT, cut, join, length
from render.text.standings import NAME_ROOMS, short_name
from render.values import Bracket


def bracket_alt(bracket: Bracket, t: NullTranslations) -> str:
    """Return the alt text of :func:`render.bracket`, of at most 1024 characters: the rounds, the last one first.

    If there is no room for all, long names are shortened.
    """
    of = " · ".join(filter(None, (clean(bracket.title), *bracket.about)))
    title = cut(t.gettext("Bracket: {title}.").format(title=of), 200)
    sentences: list[str] = []
    for room in NAME_ROOMS:
        sentences = [title, *_sentences(bracket, room, t)]
        if length(" ".join(sentences)) <= MAX_ALT_TEXT:
            break
    return join(sentences)


def _sentences(bracket: Bracket, room: int, t: NullTranslations) -> Iterator[str]:
    for name, (first, *others) in words.rounds(bracket, partial(short_name, room, t=t), t):
        yield t.gettext("{round}: {match}.").format(round=name, match=first)
        yield from (t.gettext("{match}.").format(match=each) for each in others)
