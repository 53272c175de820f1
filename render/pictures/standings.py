"""The standings of a cup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.cups import Broke
from render.pictures.leaderboard import HEAD, PILLS, begin_leaderboard, draw_pills
from render.pictures.leaderboard_rows import INNER, LEFT, RIGHT, draw_place, panel, shown_name
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, draw_png
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, SMALL
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.sentences import capitalized
from render.text.standings import BEHIND, behind_text, decimal, quarters, signed_decimal
from render.values import MAX_STANDINGS, MEDALS, Standings, StandingsRow

_NAME: Final = Style(32, 600)
_FIGURE: Final = Style(32, 500)
_WINS: Final = Style(36, 700)
_LINE: Final = 40
"""The height of a name, in pixels."""
_ROW: Final = 56
"""The height of a row with one name."""
_GAP: Final = 6
_SEAM: Final = 38
"""The room above a row for what put it behind, where that has no column."""
_TITLE: Final = 42
"""The height of the titles of columns."""
_LEGEND: Final = 50
"""The height of the line that explains marks."""
_BETWEEN: Final = 24
"""The distance between two columns."""
_FIRST_NAME: Final = LEFT + 162
"""The left edge of names, behind the place and the move."""
_MOVED: Final = LEFT + 92
_MOVED_SIGN: Final = 20


class _Column(NamedTuple):
    """A column of figures.

    Attributes:
        title: its title.
        figures: the figure of each row.
        right: its right edge, in pixels.
        broke: the criterion that it shows; None for wins, whose ties others break.

    """

    title: str
    figures: Sequence[str]
    right: int
    broke: Broke | None

    @property
    def style(self) -> Style:
        """The style of its figures."""
        return _FIGURE if self.broke else _WINS

    @property
    def width(self) -> int:
        """The width of the widest of its title and its figures, in pixels."""
        return max(text.width(self.title, SMALL), *(text.width(each, self.style) for each in self.figures))


def standings(about: Standings, t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the standings of a cup.

    Args:
        about: the standings; rows after the sixteenth are left out.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide.

    """
    return draw_png(_draw, about, t, theme)


def _draw(about: Standings, t: NullTranslations, theme: Theme) -> Canvas:
    rows = about.rows[:MAX_STANDINGS]
    columns = _columns(rows, t)
    titles = HEAD + (PILLS if about.about else 0)
    top = titles + (_TITLE if columns else 0)
    heights = [_height(row) for row in rows]
    end = top + sum(heights)
    framed = any(column.broke is row.broke is not None for row in rows for column in columns)
    moved = any(row.moved for row in rows)
    height = end + (_LEGEND if framed or moved else 0) + RAIL + 6
    canvas = begin_leaderboard(theme, height, t.gettext("Standings"), about.title)
    draw_pills(canvas, about.about, HEAD)
    for column in columns:
        canvas.write(column.title, (column.right, titles + 28), SMALL, (theme.faint, theme.ground), "r")
    y = top
    for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
        medal = row.place if about.final and row.place <= MEDALS else 0
        _draw_row(canvas, row, y, columns, number, t, medal)
        y += height
    if moved:
        _explain(
            canvas,
            _arrow(theme, True, theme.highlight, theme.ground),
            (LEFT + 10, end),
            t.gettext("since the last round"),
        )
    if framed:
        told = t.gettext("decided the tie")
        x = INNER + 10 - text.width(told, SMALL) - 52 - 14
        _explain(canvas, _mark(theme, 52, 32, theme.ground), (x, end), told)
    return canvas


def _explain(canvas: Canvas, mark: Sprite, at: tuple[int, int], told: str) -> None:
    """Draw a mark and its meaning, below the upper edge of a line."""
    x, middle = at[0], at[1] + _LEGEND // 2
    canvas.paste(mark, x, middle - mark.indices.height // 2)
    canvas.write(told, (x + mark.indices.width + 14, middle + 10), SMALL, (canvas.theme.faint, canvas.theme.ground))


def _columns(rows: Sequence[StandingsRow], t: NullTranslations) -> list[_Column]:
    """Return the columns of the figures that the rows have, from left to right."""
    kinds: list[tuple[str, Callable[[StandingsRow], str], Broke | None]] = [
        (t.gettext("Wins"), lambda row: "" if row.wins is None else quarters(row.wins), None),
        (t.gettext("Buchholz"), lambda row: "" if row.buchholz is None else quarters(row.buchholz), Broke.BUCHHOLZ),
        (
            t.gettext("Diff."),
            lambda row: "" if row.difference is None else signed_decimal(row.difference, t),
            Broke.DIFFERENCE,
        ),
        (
            capitalized(t.gettext("points")),
            lambda row: "" if row.points is None else decimal(row.points, t),
            Broke.POINTS,
        ),
    ]
    columns: list[_Column] = []
    right = INNER
    for title, figure, broke in reversed(kinds):
        figures = [figure(row) for row in rows]
        if not any(figures):
            continue
        columns.insert(0, _Column(title, figures, right, broke))
        right -= columns[0].width + _BETWEEN
    return columns


def _has_column(row: StandingsRow) -> bool:
    """Whether a figure shows what put the row behind the one above it."""
    shown = {Broke.BUCHHOLZ: row.buchholz, Broke.DIFFERENCE: row.difference, Broke.POINTS: row.points}
    return row.broke is not None and shown.get(row.broke) is not None


def _has_seam(row: StandingsRow) -> bool:
    return row.broke in BEHIND and not _has_column(row)


def _height(row: StandingsRow) -> int:
    return _ROW + _LINE * (len(row.names) - 1) + _GAP + (_SEAM if _has_seam(row) else 0)


@lru_cache(maxsize=32)
def _mark(theme: Theme, width: int, height: int, back: RGB) -> Sprite:
    """Return the rim around the figure that put a row behind the one above it."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 12, theme.highlight)
    brush.rounded((3, 3, width - 3, height - 3), 9, back)
    return brush.sprite(theme.leaderboard_palette, back)


@lru_cache(maxsize=8)
def _arrow(theme: Theme, up: bool, colour: RGB, back: RGB) -> Sprite:
    """Return a triangle that points up or down."""
    brush, size = Brush(_MOVED_SIGN, _MOVED_SIGN), _MOVED_SIGN
    near, far = (2, size - 2) if up else (size - 2, 2)
    brush.polygon([(size / 2, near), (size - 1, far), (1, far)], colour)
    return brush.sprite(theme.leaderboard_palette, back)


def _draw_row(
    canvas: Canvas, row: StandingsRow, y: int, columns: Sequence[_Column], number: int, t: NullTranslations, medal: int
) -> None:
    theme, back = canvas.theme, canvas.theme.panel
    if _has_seam(row):
        told = capitalized(behind_text(row.broke, t))
        canvas.write(told, (INNER, y + 28), SMALL, (theme.faint, theme.ground), "r", room=INNER - _FIRST_NAME)
        y += _SEAM
    height = _ROW + _LINE * (len(row.names) - 1)
    canvas.paste(panel(theme, RIGHT - LEFT, height), LEFT, y)
    middle = y + height // 2
    draw_place(canvas, row.place, (LEFT + 44, middle), back, shared=row.shared, medal=medal)
    _draw_move(canvas, row.moved, middle)
    for column in columns:
        written, style = column.figures[number], column.style
        if not written:
            continue
        if row.broke is not None and row.broke is column.broke:
            width = text.width(written, style) + 24
            canvas.paste(_mark(theme, width, 44, back), column.right - width + 12, middle - 22)
        colour = theme.text if column.broke else theme.highlight
        canvas.write(written, (column.right, middle + 12), style, (colour, back), "r")
    right = _left_of(columns)
    if row.reached:
        right = INNER - 14 - canvas.write(
            row.reached, (INNER, middle + 10), SMALL, (theme.faint, back), "r", room=(INNER - _FIRST_NAME) // 2
        )  # fmt: skip
    _write_names(canvas, row, right, middle, t)


def _left_of(columns: Sequence[_Column]) -> int:
    """Return the left edge of the figures."""
    if not columns:
        return INNER
    return columns[0].right - columns[0].width - 14


def _draw_move(canvas: Canvas, moved: int, middle: int) -> None:
    """Draw an arrow and the number of places that a row has gained or lost."""
    if not moved:
        return
    theme = canvas.theme
    colour = theme.highlight if moved > 0 else theme.faint
    canvas.paste(_arrow(theme, moved > 0, colour, theme.panel), _MOVED, middle - _MOVED_SIGN // 2)
    canvas.write(str(abs(moved)), (_MOVED + 25, middle + 10), SMALL, (colour, theme.panel))


def _write_names(canvas: Canvas, row: StandingsRow, right: int, middle: int, t: NullTranslations) -> None:
    """Write the names of a row, one below the other, and whether it is out."""
    theme, back = canvas.theme, canvas.theme.panel
    colour = theme.faint if row.out else theme.text
    if row.out and not row.reached:
        right -= canvas.write(t.gettext("out"), (right, middle + 10), SMALL, (theme.faint, back), "r") + 14
    y = middle + 11 - _LINE * (len(row.names) - 1) // 2
    for name in row.names:
        canvas.write(shown_name(name, t), (_FIRST_NAME, y), _NAME, (colour, back), room=right - _FIRST_NAME)
        y += _LINE
