"""The leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from render.pictures import titles
from render.pictures.leaderboard_rows import CARD, LEFT, RIGHT, draw_face, draw_place, panel, shown_name, write_row
from render.pixels import frame
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, draw_png
from render.pixels.frame import RAIL, SMALL, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.figures import empty_leaderboard
from render.values import MAX_ROWS, LeaderboardRow

HEAD: Final = frame.LEADERBOARD_HEADER + 14
"""The upper edge of the rows, below the rim."""
_ROW: Final = CARD + 8
_PILL: Final = 46
PILLS: Final = _PILL + 12
"""The height of the phrases above the rows."""
_BARE: Final = 216


def leaderboard(
    title: str,
    rows: Sequence[LeaderboardRow],
    t: NullTranslations,
    theme: Theme = DEFAULT,
    *,
    about: Sequence[str] = (),
    empty: str = "",
    inviting: bool = True,
) -> bytes:
    """Draw the leaderboard.

    Args:
        title: the name of the server or of another set of players.
        rows: the players, best first; those after the tenth are left out.
        t: the catalog of the reader's language.
        theme: the theme.
        about: descriptions of the matches that count: ``In pairs``, ``November 2026``.
        empty: the text if there are no rows; by default that no match has been finished yet.
        inviting: whether that text invites to a match, too.

    Returns:
        A PNG file, 1000 pixels wide.

    """
    return draw_png(_draw, title, rows[:MAX_ROWS], t, theme, about, empty, inviting)


def begin_leaderboard(theme: Theme, height: int, heading: str, title: str) -> Canvas:
    """Return a canvas with a heading and a title on its rim."""
    canvas = frame.begin_leaderboard(theme, height)
    room = RIGHT - LEFT - 10
    left = LEFT + 4 + canvas.write(
        heading, (LEFT + 4, 58), Style(44, 700), (theme.highlight, theme.frame), room=room * 2 // 3
    )  # fmt: skip
    at = (RIGHT - 6, 56)
    canvas.write(
        text.drawable_name(title, ""), at, Style(32, 600), (theme.text, theme.frame), "r", room=at[0] - left - 30
    )
    return canvas


@lru_cache(maxsize=64)
def _pill(theme: Theme, width: int) -> Sprite:
    brush = Brush(width, _PILL)
    brush.rounded((0, 0, width, _PILL), _PILL / 2, theme.line)
    brush.rounded((2, 2, width - 2, _PILL - 2), _PILL / 2 - 2, theme.panel)
    return brush.sprite(theme.leaderboard_palette, theme.ground)


def draw_pills(canvas: Canvas, about: Sequence[str], y: int) -> None:
    """Draw phrases side by side, each in a frame, below the upper edge ``y``."""
    theme, x = canvas.theme, LEFT
    for place, each in enumerate(about):
        # the pills to come share the room that is left
        room = (RIGHT - x - 10 * (len(about) - place - 1)) // (len(about) - place) - 36
        if place + 1 < len(about):
            room = max(room, 240)
        label = text.clip(each, SMALL, room)
        width = text.width(label, SMALL) + 36
        canvas.paste(_pill(theme, width), x, y)
        canvas.write(label, (x + 18, y + 33), SMALL, (theme.text, theme.panel))
        x += width + 10


def _row(canvas: Canvas, row: LeaderboardRow, y: int, t: NullTranslations) -> None:
    back = canvas.theme.own_row if row.you else canvas.theme.panel
    canvas.paste(panel(canvas.theme, RIGHT - LEFT, CARD, row.you), LEFT, y)
    name = shown_name(row.name, t)
    draw_place(canvas, row.rank, (LEFT + 44, y + CARD // 2), back, shared=row.shared, medal=row.medal)
    draw_face(canvas, name if row.name else "", (LEFT + 118, y + CARD // 2), back)
    write_row(canvas, row, name, LEFT + 166, y, t)


def _draw(
    title: str,
    rows: Sequence[LeaderboardRow],
    t: NullTranslations,
    theme: Theme,
    about: Sequence[str],
    empty: str,
    inviting: bool,
) -> Canvas:
    top = HEAD + (PILLS if about else 0)
    height = top + (len(rows) * _ROW or _BARE) + RAIL + 6
    canvas = begin_leaderboard(theme, height, t.gettext("Leaderboard"), title)
    draw_pills(canvas, about, HEAD)
    for number, row in enumerate(rows):
        _row(canvas, row, top + number * _ROW, t)
    if not rows:
        _draw_empty(canvas, top + _BARE // 2, *empty_leaderboard(t, empty, inviting=inviting))
    return canvas


def _draw_empty(canvas: Canvas, middle: int, sentence: str, invitation: str = "") -> None:
    """Write the text of an empty leaderboard in its middle."""
    theme, room = canvas.theme, RIGHT - LEFT - 20
    lines, style = titles.fit((), lambda _: sentence, ((40, 0, 1), (36, 0, 2), (30, 0, 2)), room)
    y = middle - 8 - (len(lines) - 1) * style.size
    for line in lines:
        canvas.write(line, (WIDTH // 2, y), style, (theme.text, theme.ground), "m", room=room)
        y += style.size + 10
    if invitation:
        canvas.write(invitation, (WIDTH // 2, y + 10), Style(32, 500), (theme.faint, theme.ground), "m", room=room)
