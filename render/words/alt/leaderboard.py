"""The leaderboard in words."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean, plain
from render.pictures.board import MOST, LeaderboardRow
from render.words.alt.length import cut, joined


def leaderboard_alt(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.leaderboard` in at most 1024 characters."""
    of = clean(title)
    head = words.gettext("Leaderboard: {title}.").format(title=of) if of else words.gettext("Leaderboard.")
    lines = [cut(head, 200)]
    for row in rows[:MOST]:
        won = words.ngettext("{wins} of {matches} match won", "{wins} of {matches} matches won", row.matches).format(
            wins=row.wins, matches=row.matches
        )
        points = words.ngettext("{count} point", "{count} points", row.points).format(count=row.points)
        form = (
            words.gettext("{rank}. {name} (you): {won}, {rate} %, {points}.")
            if row.you
            else words.gettext("{rank}. {name}: {won}, {rate} %, {points}.")
        )
        lines.append(form.format(rank=row.rank, name=plain(row.name), won=won, rate=row.rate, points=points))
    if not rows:
        lines.append(words.gettext("No match has been finished yet."))
        lines.append(words.gettext("Play one, and this board is yours."))
    return joined(lines)
