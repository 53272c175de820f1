"""A player's statistics: figures, the rating's curve, rule sets, and companions."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

from render.geometry.boxes import Box
from render.pictures.curve import draw_curve
from render.pictures.leaderboard import begin_leaderboard
from render.pictures.leaderboard_rows import (
    CARD,
    INNER,
    LEFT,
    RIGHT,
    draw_bar,
    draw_face,
    draw_place,
    panel,
    shown_name,
    write_row,
)
from render.pixels import frame
from render.pixels.canvas import Canvas, draw_png
from render.pixels.frame import RAIL, SMALL
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.figures import MAX_RULES, more_rules
from render.values import Chapter, Companion, Statistics

_GAP: Final = 8
_CURVE: Final = 128
_CHART: Final = _CURVE + 84
"""The height that a curve adds to a card."""
_LINE: Final = 48
_HEADING: Final = 56
_MEETING: Final = 138
_NAMES: Final = 400
_AGAINST: Final = 110


def statistics(title: str, about: Statistics, t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw a player's statistics.

    Args:
        title: the name of the server or of another place.
        about: the statistics, with at least one chapter.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide.

    """
    return draw_png(_draw, title, about, t, theme)


def _companions(about: Statistics, t: NullTranslations) -> list[tuple[str, str, Companion]]:
    """Return a player's companions, each with a label and a sentence on the matches won."""
    companions = (
        (t.gettext("favourite partner"), t.gettext("{wins} of {matches} won together"), about.partner),
        (t.gettext("nemesis"), t.gettext("won {wins} of {matches} vs. {player}"), about.nemesis),
    )
    player = text.clip(shown_name(about.name, t), SMALL, _AGAINST)
    return [
        (label, form.format(wins=each.wins, matches=each.matches, player=player), each)
        for label, form, each in companions
        if each is not None
    ]


def _height(chapter: Chapter) -> int:
    return CARD + (_CHART if chapter.curve else 0)


def _rules_height(about: Statistics) -> int:
    if not about.rules:
        return 0
    return _HEADING + _LINE * (min(len(about.rules), MAX_RULES) + (len(about.rules) > MAX_RULES)) + 16


def _draw(title: str, about: Statistics, t: NullTranslations, theme: Theme) -> Canvas:
    companions = _companions(about, t)
    parts = [*map(_height, about.chapters), _rules_height(about), _MEETING if companions else 0]
    y = frame.LEADERBOARD_HEADER + 14
    height = y + sum(part + _GAP for part in parts if part) + RAIL + 6
    canvas = begin_leaderboard(theme, height, shown_name(about.name, t), title)
    for chapter in about.chapters:
        _chapter(canvas, chapter, y, t)
        y += _height(chapter) + _GAP
    if about.rules:
        _rules(canvas, about, y, t)
        y += _rules_height(about) + _GAP
    width = (RIGHT - LEFT - _GAP * (len(companions) - 1)) // max(len(companions), 1)
    for number, (label, won, companion) in enumerate(companions):
        _companion(canvas, label, won, companion, Box(LEFT + number * (width + _GAP), y, width, _MEETING), t)
    return canvas


def _chapter(canvas: Canvas, chapter: Chapter, y: int, t: NullTranslations) -> None:
    """Draw the figures of one kind of match as a row of a leaderboard, and the rating's curve below it."""
    theme = canvas.theme
    canvas.paste(panel(theme, RIGHT - LEFT, _height(chapter)), LEFT, y)
    row = chapter.row
    draw_place(canvas, row.rank, (LEFT + 44, y + CARD // 2), theme.panel, shared=row.shared, medal=row.medal)
    write_row(canvas, chapter.row, chapter.title, LEFT + 92, y, t)
    if chapter.curve:
        box = Box(LEFT + 92, y + CARD + 24, INNER - LEFT - 92 - 12, _CURVE)
        draw_curve(canvas, chapter.curve, box, (chapter.since, chapter.until))


def _rules(canvas: Canvas, about: Statistics, y: int, t: NullTranslations) -> None:
    """Draw a bar for each rule set: its length is the number of matches, its filled part the share of wins."""
    theme, back = canvas.theme, canvas.theme.panel
    canvas.paste(panel(theme, RIGHT - LEFT, _rules_height(about)), LEFT, y)
    canvas.write(t.gettext("Rule sets"), (LEFT + 24, y + 42), Style(32, 700), (theme.text, back))
    longest = max(matches for _, matches, _ in about.rules)
    left = LEFT + 24 + _NAMES
    y += _HEADING
    for name, matches, wins in about.rules[:MAX_RULES]:
        canvas.write(name, (LEFT + 24, y + 34), SMALL, (theme.text, back), room=_NAMES - 16)
        width = max(round((INNER - 236 - left) * matches / longest), 42)
        draw_bar(canvas, (left, y + 17), width, 14, wins / max(matches, 1), back)
        won = t.ngettext("{wins} of {matches} won", "{wins} of {matches} won", matches)
        at = (INNER, y + 34)
        canvas.write(won.format(wins=wins, matches=matches), at, SMALL, (theme.text, back), "r", room=222)
        y += _LINE
    if len(about.rules) > MAX_RULES:
        canvas.write(more_rules(about, t), (LEFT + 24, y + 34), SMALL, (theme.faint, back))


def _companion(canvas: Canvas, label: str, won: str, companion: Companion, box: Box, t: NullTranslations) -> None:
    theme, back = canvas.theme, canvas.theme.panel
    canvas.paste(panel(theme, box.w, box.h), box.x, box.y)
    name = shown_name(companion.name, t)
    draw_face(canvas, name if companion.name else "", (box.x + 56, box.y + box.h // 2), back)
    x, room = box.x + 108, box.w - 126
    canvas.write(label, (x, box.y + 38), SMALL, (theme.faint, back), room=room)
    canvas.write(name, (x, box.y + 79), Style(34, 700), (theme.text, back), room=room)
    canvas.write(won, (x, box.y + 118), SMALL, (theme.text, back), room=room)
