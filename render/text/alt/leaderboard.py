"""The alt text of the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean, plain
from render.text import figures
from render.text.length import MAX_ALT_TEXT, cut, join, length
from render.values import MAX_ROWS, LeaderboardRow


def leaderboard_alt(
    title: str,
    rows: Sequence[LeaderboardRow],
    t: NullTranslations,
    *,
    about: Sequence[str] = (),
    empty: str = "",
    inviting: bool = True,
) -> str:
    """Return the alt text of :func:`render.leaderboard`, of at most 1024 characters.

    If there is no room for all, the last places are shortened.
    """
    of = " · ".join(filter(None, (clean(title), *about)))
    head = t.gettext("Leaderboard: {title}.").format(title=of) if of else t.gettext("Leaderboard.")
    head = cut(head, 200)
    if not rows:
        return join([head, *figures.empty_leaderboard(t, empty, inviting=inviting)])
    brief = [_sentence(row, figures.main_figures(row, t), t) for row in rows[:MAX_ROWS]]
    sentences = [
        _sentence(row, [*figures.main_figures(row, t), *figures.other_figures(row, t)], t) for row in rows[:MAX_ROWS]
    ]
    whole = len(sentences)
    while whole and length(" ".join((head, *sentences[:whole], *brief[whole:]))) > MAX_ALT_TEXT:
        whole -= 1
    return join([head, *sentences[:whole], *brief[whole:]])


def _sentence(row: LeaderboardRow, phrases: Sequence[str], t: NullTranslations) -> str:
    name = plain(row.name) if row.name else figures.nameless(t)
    return figures.sentence(row, str(row.rank or ""), name, phrases, t)
