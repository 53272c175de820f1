"""One player's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Pass, Play
from engine.tiles import Tile
from engine.view import View
from render import frame, tiles
from render.canvas import Canvas
from render.colours import CREAM, FELT, GOLD, INK, RGB, WOOD
from render.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.text import Style

_DIGIT = Style(30, 700)
_BADGE = 40
_WIDE = 60
_LIFT = 16


def fitting(view: View) -> dict[Tile, tuple[str, ...]]:
    """Give the tiles that the viewer may play now, each with the names of the ends that it fits."""
    found: dict[Tile, tuple[str, ...]] = {}
    for move in view.legal:
        if isinstance(move, Play):
            found[move.tile] = (*found.get(move.tile, ()), move.end)
    return found


def is_mine(view: View) -> bool:
    """Tell whether it is the viewer's turn.

    A hand is shown in a message that is edited when the hand changes, and not at every move of the others. So off
    their turn it shows nothing that would not last: no ends, no last move, nobody else's turn.
    """
    return view.turn is not None and view.turn == view.seat


def whose_turn(view: View, words: NullTranslations) -> str:
    """Say whether it is the viewer's turn, or nobody's."""
    if view.finished:
        return words.gettext("The match is over")
    if view.turn is None:
        return words.gettext("This deal is over")
    if not is_mine(view):
        return words.gettext("Your hand")
    if any(isinstance(move, Pass) for move in view.legal):
        return words.gettext("Your turn: no tile fits, you have to pass")
    return words.gettext("Your turn")


def _badge(canvas: Canvas, end: str, number: int, x: int, y: int, back: RGB = FELT) -> None:
    """Light a number, pointing to where its end lies."""
    canvas.paste(tiles.badge(_BADGE, back, {"left": -1, "right": 1}.get(end, 0)), x, y)
    canvas.write(str(number), (x, y + 10), _DIGIT, (INK, GOLD), "m")


def _ends(canvas: Canvas, view: View, words: NullTranslations) -> int:
    """Write the open ends at the right of the rim; give the x where that begins."""
    x = WIDTH - RAIL - 10
    if not view.ends or not is_mine(view):
        return x
    for end, number in reversed(list(view.ends.items())):
        _badge(canvas, end, number, x - _WIDE // 2, HEAD // 2 + 1, WOOD)
        x -= _WIDE + 6
    return x - canvas.write(words.gettext("ends"), (x - 4, BASELINE), SMALL, (CREAM, WOOD), "r") - 24


def hand(view: View, names: Sequence[str], words: NullTranslations) -> bytes:
    """Draw the hand of the seat whose view it is, and of nobody else; on its turn with what fits where.

    Args:
        view: the match as ``view.seat`` sees it.
        names: each seat's name; this picture shows none of them.
        words: the translations to write in.

    Returns:
        A PNG file, 1000 pixels wide and about 330 high (more with more than ten tiles).

    """
    del names
    fits = fitting(view)
    held = sorted(view.hand)
    columns = max(min(len(held), 10), 7)
    rows = max(-(-len(held) // columns), 1)
    room = WIDTH - 2 * RAIL - 40
    half = min(room // columns - 18, 92) // 2 * 2
    pitch = half * 2 + _LIFT + _BADGE + 24
    height = HEAD + 16 + rows * pitch + RAIL
    canvas = frame.framed(height)
    end_at = _ends(canvas, view, words)
    left = RAIL + 10
    turn = whose_turn(view, words)
    canvas.write(turn, (left, BASELINE), STRONG, (CREAM, WOOD), room=end_at - left)
    for row in range(rows):
        across = held[row * columns : (row + 1) * columns]
        step = room // max(len(across), columns)
        start = (WIDTH - step * len(across)) // 2 + (step - half) // 2
        top = HEAD + 16 + row * pitch
        _row(canvas, view, across, fits, (start, top, step, half))
    if not held:
        note = words.gettext("You hold no tiles")
        canvas.write(note, (WIDTH // 2, HEAD + pitch // 2 + 20), Style(38, 600), (CREAM, FELT), "m")
    return canvas.png()


def _row(
    canvas: Canvas, view: View, held: Sequence[Tile], fits: dict[Tile, tuple[str, ...]], at: tuple[int, int, int, int]
) -> None:
    start, top, step, half = at
    mine = is_mine(view)
    for number, each in enumerate(held):
        x, y = start + number * step, top + (0 if each in fits else _LIFT)
        canvas.shade(tiles.tile_shadow(half, upright=True), x, y)
        if each in fits:
            canvas.paste(tiles.halo(half, True, GOLD, 6), x, y)
            canvas.paste(tiles.face(each.high, each.low, half, True, back=GOLD), x, y)
        else:
            canvas.paste(tiles.face(each.high, each.low, half, True, dim=mine), x, y)
        shown = [end for end in fits.get(each, ()) if end in view.ends]
        width = len(shown) * (_WIDE + 2) - 2
        for place, end in enumerate(shown):
            middle = x + half // 2 - width // 2 + place * (_WIDE + 2) + _WIDE // 2
            _badge(canvas, end, view.ends[end], middle, y + 2 * half + 14 + _BADGE // 2)
