"""The leaderboard in words."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from render.names import clean, plain
from render.pictures.board import MOST, LeaderboardRow
from render.words.length import cut, joined


def leaderboard_alt(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations) -> str:
    """Tell the picture of :func:`render.leaderboard` in at most 1024 characters."""
    of = clean(title)
    head = words.gettext("Leaderboard: {title}.").format(title=of) if of else words.gettext("Leaderboard.")
    lines = [cut(head, 200)]
    lines += [row_said(row, str(row.rank), plain(row.name), words) for row in rows[:MOST]]
    return joined(lines if rows else [*lines, *empty(words)])


def row_said(row: LeaderboardRow, rank: str, name: str, words: NullTranslations) -> str:
    """Tell a row as a sentence; rank and name as they are to stand there."""
    won = words.ngettext("{wins} of {matches} match won", "{wins} of {matches} matches won", row.matches).format(
        wins=row.wins, matches=row.matches
    )
    points = words.ngettext("{count} point", "{count} points", row.points).format(count=row.points)
    form = (
        words.gettext("{rank}. {name} (you): {won}, {rate} %, {points}.")
        if row.you
        else words.gettext("{rank}. {name}: {won}, {rate} %, {points}.")
    )
    return form.format(rank=rank, name=name, won=won, rate=row.rate, points=points)


def empty(words: NullTranslations) -> list[str]:
    """Say that there is nobody on the board yet."""
    return [words.gettext("No match has been finished yet."), words.gettext("Play one, and this board is yours.")]
