"""The leaderboard in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean
from render.text import figures
from render.text.markdown import escape, join_parts, safe
from render.values import MAX_ROWS, LeaderboardRow


def leaderboard_text(
    title: str,
    rows: Sequence[LeaderboardRow],
    t: NullTranslations,
    *,
    about: Sequence[str] = (),
    empty: str = "",
    inviting: bool = True,
    heading: bool = True,
) -> str:
    """Return the content of :func:`render.leaderboard` as Discord markdown, a line for each row.

    Without ``heading`` the text above it has to say what it is about.
    """
    of = escape(clean(title))
    head = t.gettext("**Leaderboard**: {title}").format(title=of) if of else t.gettext("**Leaderboard**")
    lines = [head, " · ".join(escape(clean(each)) for each in about)] if heading else []
    # an escaped dot: Discord would renumber places that are shared or begin past one
    sentences = [_sentence(row, t) for row in rows[:MAX_ROWS]]
    return join_parts((lines, sentences or figures.empty_leaderboard(t, empty, inviting=inviting)))


def _sentence(row: LeaderboardRow, t: NullTranslations) -> str:
    name = safe(row.name) if row.name else figures.nameless(t)
    rank = f"{row.rank}\\" if row.rank else ""
    return figures.sentence(row, rank, name, [*figures.main_figures(row, t), *figures.other_figures(row, t)], t)
