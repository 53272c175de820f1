"""Drawing of everything on a table except the tiles: trains' signs and tracks, folds, totals, positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.layouts import MEXICAN, PILE, Feet, Grid, Pile, Spinners, Trains, Tricks, train_of
from engine.rules import find
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.forms.feet import dividers
from render.geometry.forms.pile import scale
from render.pictures.tricks import draw_tricks
from render.pixels import tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.frame import SMALL
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text.accepted_halves import end_points
from render.text.end_labels import next_mark

_NAME: Final = Style(28, 600)
_TOTAL: Final = Style(96, 700)
_MARK: Final = Style(30, 700)
_NUMBER: Final = Style(34, 700)
_LABEL: Final = Style(22, 700)
_MARKER: Final = 40


def draw_markers(
    canvas: Canvas, view: View, chain: Chain, names: Sequence[str], t: NullTranslations, badges: bool = True
) -> None:
    """Draw everything that is not a tile on the line of play; of labels that belong to ``badges``, only with them."""
    theme = canvas.theme
    layout = view.layout
    if isinstance(layout, Trains):
        _draw_trains(canvas, view, layout, chain, names, t)
    elif isinstance(layout, Feet):
        _draw_feet(canvas, layout, chain, t, badges)
    elif isinstance(layout, Spinners) and layout.several:
        _draw_spinner_rows(canvas, view, chain, t, badges)
    elif isinstance(layout, Pile):
        _draw_total(canvas, view, layout, chain.signs[PILE], t)
    elif isinstance(layout, Tricks):
        draw_tricks(canvas, view, layout, chain, names, t)
    elif isinstance(layout, Grid):
        _draw_grid(canvas, layout, chain)
    for fold in chain.folds:
        box = fold.box
        canvas.paste(panel(theme, box.w, box.h, theme.line), box.x, box.y)
        note = t.ngettext("… {count} tile …", "… {count} tiles …", fold.folded).format(count=fold.folded)
        if isinstance(layout, Trains | Feet | Spinners):
            # its box is narrow: the last tiles need the room
            note = f"… {fold.folded} …" if isinstance(layout, Trains) else f"…{fold.folded}…"
        canvas.write(
            note,
            (box.centre[0], box.centre[1] + 10),
            SMALL if not isinstance(layout, Feet | Spinners) else _LABEL,
            (theme.text, theme.panel),
            "m",
            room=box.w - 8,
        )


@lru_cache(maxsize=64)
def panel(theme: Theme, width: int, height: int, line: RGB) -> Sprite:
    """Return a panel to write or lay tiles on: its size in pixels, and the colour of its rim."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 12, line)
    brush.rounded((2, 2, width - 2, height - 2), 10, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)


# ---------------------------------------------------------------------- trains


@lru_cache(maxsize=32)
def _junction(theme: Theme, width: int, rows: tuple[int, ...], hub: int) -> Sprite:
    """Return the tracks that lead from the engine, at the height ``hub``, to each row."""
    brush = Brush(width, max(*rows, hub) + 8)
    post = width // 2
    brush.rounded((0, hub - 4, post, hub + 4), 0, theme.line)
    brush.rounded((post - 4, min(rows) - 4, post + 4, max(rows) + 4), 4, theme.line)
    for y in rows:
        brush.rounded((post, y - 4, width, y + 4), 0, theme.line)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=4)
def marker(theme: Theme, size: int, back: RGB) -> Sprite:
    """Return the marker of an open train, a little locomotive ``size`` pixels wide, to be pasted by its middle."""
    brush = Brush(size, size)

    def part(x0: float, y0: float, x1: float, y1: float) -> None:
        brush.rounded((size * x0, size * y0, size * x1, size * y1), size * 0.05, theme.warning)

    part(0.06, 0.16, 0.44, 0.7)
    part(0.4, 0.4, 0.9, 0.7)
    part(0.66, 0.18, 0.82, 0.44)
    part(0.02, 0.1, 0.48, 0.2)
    brush.rounded((size * 0.15, size * 0.27, size * 0.34, size * 0.42), 1, back)
    for x, radius in ((0.24, 0.15), (0.58, 0.12), (0.84, 0.12)):
        brush.disc(size * x, size * (0.88 - radius), size * (radius + 0.03), back)
        brush.disc(size * x, size * (0.88 - radius), size * radius, theme.warning)
    return brush.sprite(theme.table_palette, back, -size // 2, -size // 2)


def _draw_trains(
    canvas: Canvas, view: View, trains: Trains, chain: Chain, names: Sequence[str], t: NullTranslations
) -> None:
    """Draw tracks and signs: whose train it is, whose turn, and whether a marker opens it to all."""
    theme = canvas.theme
    owners = {train_of(seat): seat for seat in range(view.seats)}
    hub, top = chain.spots[0].box, chain.bounds.y
    rows = {end: box.centre[1] - top for end, box in chain.signs.items()}
    wide = next(iter(chain.signs.values())).x - hub.right
    canvas.paste(_junction(theme, wide, tuple(rows.values()), hub.centre[1] - top), hub.right, top)
    for end, box in chain.signs.items():
        y = box.centre[1]
        for rail in (-10, 8):
            canvas.fill(Box(box.right, y + rail, canvas.image.width - hub.x - box.right, 2), theme.line)
        seat = owners.get(end)
        marked = seat in trains.markers
        turn = seat is not None and seat == view.turn
        canvas.paste(
            panel(
                theme,
                box.w,
                box.h,
                theme.highlight if turn else theme.warning if marked or end == MEXICAN else theme.line,
            ),
            box.x,
            box.y,
        )
        room = box.w - 20 - (_MARKER + 4 if marked else 0)
        if seat is None:
            name = t.gettext("Mexican train")
        else:
            name = names[seat] if seat < len(names) else t.gettext("Player {number}").format(number=seat + 1)
        colour = theme.warning if end == MEXICAN else theme.text
        style = _NAME if text.width(name, _NAME) <= room else Style(26, 600)
        canvas.write(name, (box.x + 10, y + 10), style, (colour, theme.panel), room=room)
        if marked:
            canvas.paste(marker(theme, _MARKER, theme.panel), box.right - 6 - _MARKER // 2, y)


# ---------------------------------------------------------------------- chicken feet


def _draw_feet(canvas: Canvas, feet: Feet, chain: Chain, t: NullTranslations, labels: bool) -> None:
    """Draw the lines between feet, signs to the feet to which tiles lead, and the labels of ends."""
    theme = canvas.theme
    for box in dividers(chain, sum(each.tile.double for each in feet.placed)):
        canvas.fill(box, theme.line)
    for name, box in chain.signs.items():
        if name not in feet.ends:
            note, colour = t.gettext("foot {number}").format(number=name.partition("-")[0]), theme.highlight
        elif labels:
            note, colour = t.gettext("#{number}").format(number=name[1:]), theme.text
        else:
            continue
        canvas.paste(panel(theme, box.w, box.h, theme.line), box.x, box.y)
        canvas.write(note, (box.centre[0], box.centre[1] + 8), _LABEL, (colour, theme.panel), "m", room=box.w - 4)


# ---------------------------------------------------------------------- spinners


def _draw_spinner_rows(canvas: Canvas, view: View, chain: Chain, t: NullTranslations, labels: bool) -> None:
    """Draw the signs of spinners, and with ``labels`` what the ends are called and count."""
    theme = canvas.theme
    for name, box in chain.signs.items():
        if name not in view.ends:
            canvas.paste(panel(theme, box.w, box.h, theme.highlight), box.x, box.y)
            canvas.write(name, (box.centre[0], box.centre[1] + 10), _NAME, (theme.highlight, theme.panel), "m")
        elif labels:
            note = t.gettext("#{number}").format(number=name[1:])
            count = end_points(view, name)
            note += "" if count is None else f" +{count}"
            at = (box.centre[0], box.bottom - 4)
            canvas.write(note, at, _LABEL, (theme.text, theme.ground), "m", room=box.w)


# ---------------------------------------------------------------------- the pile


@lru_cache(maxsize=128)
def _bar(theme: Theme, width: int, share: int) -> Sprite:
    """Return the bar that fills towards the last mark, ``share`` pixels of it full."""
    brush = Brush(width, 34)
    brush.rounded((0, 0, width, 34), 17, theme.line)
    brush.rounded((2, 2, width - 2, 32), 15, theme.panel)
    if share > 4:
        brush.rounded((2, 2, max(share, 32), 32), 15, theme.highlight)
    return brush.sprite(theme.table_palette, theme.ground)


def _draw_total(canvas: Canvas, view: View, pile: Pile, box: Box, t: NullTranslations) -> None:
    """Draw the running total, and how far it is from each of the marks."""
    theme = canvas.theme
    found = scale(box, find(view.rules).scoring_totals)
    figure, note_at, rule = found.figure, found.note, found.rule
    canvas.write(str(pile.total), (figure.centre[0], figure.bottom - 8), _TOTAL, (theme.highlight, theme.ground), "m")
    canvas.paste(_bar(theme, rule.w, found.share(pile.total)), rule.x, rule.y)
    ahead = next_mark(view, pile)
    for mark, label in found.labels.items():
        reached = pile.total >= mark
        canvas.fill(found.strokes[mark], theme.text if not reached else theme.highlight_edge)
        colour = theme.highlight if mark == ahead else theme.faint if reached else theme.text
        canvas.write(str(mark), (label.centre[0], label.bottom - 8), _MARK, (colour, theme.ground), "m")
    if ahead is not None:
        left_over = ahead - pile.total
        note = t.ngettext("{count} more to {mark}", "{count} more to {mark}", left_over).format(
            count=left_over, mark=ahead
        )
        at, colours = (note_at.centre[0], note_at.bottom - 8), (theme.highlight, theme.ground)
        canvas.write(note, at, SMALL, colours, "m", room=note_at.w)


# ---------------------------------------------------------------------- the grid


@lru_cache(maxsize=8)
def _back(theme: Theme, width: int, height: int) -> Sprite:
    """Return a tile lying face down."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), height * 0.17, theme.ink)
    brush.rounded((1, 1, width - 1, height - 3), height * 0.16, theme.back)
    brush.rounded((6, 6, width - 6, height - 8), height * 0.12, theme.back, theme.back_light, 2)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=8)
def _slot(theme: Theme, width: int, height: int) -> Sprite:
    """Return the place of a tile that was taken."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), height * 0.17, theme.panel)
    brush.rounded((2, 2, width - 2, height - 2), height * 0.15, theme.ground)
    return brush.sprite(theme.table_palette, theme.ground)


def _draw_grid(canvas: Canvas, grid: Grid, chain: Chain) -> None:
    """Draw all positions: backs with their numbers, tiles that are face up, and empty positions as numbers."""
    theme = canvas.theme
    for at, box in chain.cells.items():
        x, y = box.centre
        if at not in grid.tiles:
            canvas.paste(_slot(theme, box.w, box.h), box.x, box.y)
            continue
        canvas.shade(tiles.tile_shadow(box.h, upright=False), box.x, box.y)
        tile = grid.tiles[at]
        if tile is None:
            canvas.paste(_back(theme, box.w, box.h), box.x, box.y)
            canvas.write(str(at), (x, y + 12), _NUMBER, (theme.text, theme.back), "m")
        else:
            canvas.paste(tiles.halo(theme, box.h, False, theme.last, 8), box.x, box.y)
            canvas.paste(tiles.face(theme, tile.high, tile.low, box.h, False), box.x, box.y)
            canvas.write(str(at), (x, box.bottom + 28), SMALL, (theme.last, theme.ground), "m")
