"""A deal played again in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.view import View
from render.text import replay as retold
from render.text.length import length
from render.text.markdown import MAX_ALONE, join_parts, safe_name
from render.text.plain.players import totals
from render.text.plain.table import course


def replay_text(views: Sequence[View], names: Sequence[str], t: NullTranslations) -> str:
    """Return a replay as Discord markdown, a line for each move, of at most 3500 characters.

    If there are too many moves, those in the middle are counted.

    Args:
        views: the channel's views before the first move and after each, of one deal or several in turn.
        names: each seat's name.
        t: the catalog of the reader's language.

    Raises:
        ValueError: there are no views.

    """
    count = retold.count_moves(views, t)
    view, names = views[-1], [safe_name(name, t) for name in names]
    over = view.results[-1] if view.turn is None and view.results else None
    done = retold.all_moves(views, names, t)
    ending = [*retold.result_lines(view, names, t), *(totals(view, names, t, over) if over else [])]
    text = ""
    for hidden in range(len(done)):
        text = join_parts(([course(view, t), count], _without_middle(done, hidden, t), ending))
        if length(text) <= MAX_ALONE:
            break
    return text


def _without_middle(done: Sequence[str], hidden: int, t: NullTranslations) -> list[str]:
    if not hidden:
        return list(done)
    first = (len(done) - hidden) // 2
    note = t.ngettext("… {count} move …", "… {count} moves …", hidden).format(count=hidden)
    return [*done[:first], note, *done[first + hidden :]]
