"""All about one person in text mode."""

from __future__ import annotations

from gettext import NullTranslations

from render.names import clean
from render.text import figures
from render.text.markdown import escape, join_parts, safe
from render.values import Statistics


def statistics_text(title: str, about: Statistics, t: NullTranslations, *, heading: bool = True) -> str:
    """Return the content of :func:`render.statistics` as Discord markdown.

    Without ``heading`` the text above it has to say whose statistics they are.
    """
    of = escape(clean(title))
    name = safe(about.name) if about.name else figures.nameless(t)
    head = t.gettext("**Statistics of {name}**: {title}") if of else t.gettext("**Statistics of {name}**")
    chapters = [[figures.chapter(each, t), *filter(None, [figures.curve(each, t)])] for each in about.chapters]
    rules = [t.gettext("Rule sets:"), *figures.rules(about, t)] if about.rules else []
    return join_parts(
        [[head.format(name=name, title=of)] if heading else [], *chapters, figures.companions(about, t, safe), rules]
    )
