"""The alt text of a player's statistics."""

from __future__ import annotations

from gettext import NullTranslations

from render.names import clean, plain
from render.text import figures
from render.text.length import cut, join
from render.values import Statistics


def statistics_alt(title: str, about: Statistics, t: NullTranslations) -> str:
    """Return the alt text of :func:`render.statistics`, of at most 1024 characters."""
    of = clean(title)
    name = plain(about.name) if about.name else figures.nameless(t)
    head = t.gettext("Statistics of {name}: {title}.") if of else t.gettext("Statistics of {name}.")
    sentences = [cut(head.format(name=name, title=of), 200)]
    # a curve does not say which kind of match it is of: it follows what does
    for each in about.chapters:
        sentences += [figures.chapter(each, t), figures.curve(each, t)]
    sentences += figures.companions(about, t, plain)
    if about.rules:
        rules = ", ".join(figures.rules(about, t))
        sentences.append(t.gettext("Rule sets: {rules}.").format(rules=rules))
    return join(sentences)
