"""The leaderboard in words."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean, plain
from render.text import figures
from render.text.length import LONGEST, cut, joined, length
from render.values import MOST, LeaderboardRow


def leaderboard_alt(
    title: str,
    rows: Sequence[LeaderboardRow],
    t: NullTranslations,
    *,
    about: Sequence[str] = (),
    empty: str = "",
    inviting: bool = True,
) -> str:
    """Tell the picture of :func:`render.leaderboard` in at most 1024 characters.

    Where there is no room for all, the last places are told more briefly.
    """
    of = " · ".join(filter(None, (clean(title), *about)))
    head = t.gettext("Leaderboard: {title}.").format(title=of) if of else t.gettext("Leaderboard.")
    head = cut(head, 200)
    if not rows:
        return joined([head, *figures.nothing(t, empty, inviting=inviting)])
    brief = [_said(row, figures.most(row, t), t) for row in rows[:MOST]]
    told = [_said(row, [*figures.most(row, t), *figures.rest(row, t)], t) for row in rows[:MOST]]
    whole = len(told)
    while whole and length(" ".join((head, *told[:whole], *brief[whole:]))) > LONGEST:
        whole -= 1
    return joined([head, *told[:whole], *brief[whole:]])


def _said(row: LeaderboardRow, phrases: Sequence[str], t: NullTranslations) -> str:
    name = plain(row.name) if row.name else figures.nameless(t)
    return figures.sentence(row, str(row.rank), name, phrases, t)
