"""The leaderboard in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean
from render.pictures.board import MOST, LeaderboardRow
from render.words.alt.leaderboard import empty, row_said
from render.words.plain.markdown import escaped, safe, text


def leaderboard_text(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.leaderboard` as text in Discord's markdown, a line for each row."""
    of = escaped(clean(title))
    head = words.gettext("**Leaderboard**: {title}").format(title=of) if of else words.gettext("**Leaderboard**")
    # an escaped dot: places that are shared or begin past one must not be counted anew as a list
    lines = [row_said(row, f"{row.rank}\\", safe(row.name), words) for row in rows[:MOST]]
    return text(([head], lines or empty(words)))
