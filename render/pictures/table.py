"""The table during a deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from gettext import NullTranslations
from itertools import pairwise
from typing import NamedTuple

from engine.view import View
from render.geometry.arrangement import AS_NEEDED, Room, arrange, seated
from render.geometry.boxes import Box
from render.geometry.open_hands import open_hands
from render.pictures.chain import draw_chain
from render.pictures.open_hands import draw_open_hands
from render.pictures.player_plate import draw_plate, shown_name
from render.pixels import frame, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, draw_png
from render.pixels.frame import BASELINE, RAIL, SMALL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text import sentences
from render.text.accepted_halves import (
    MATADOR_SIGN,
    draws_from_boneyard,
    matadors_in_order,
    outer_total,
    scores_by_itself,
)
from render.text.verdict import takes_tiles

_STACK = 3
_CHEVRON = (16, 36)
_STACK_WIDTH = 10 + 17 + 7 * (_STACK - 1)
"""The width of the boneyard's stack, with the space before its text, in pixels."""


@lru_cache(maxsize=4)
def _chevron(theme: Theme, towards: int) -> Sprite:
    """Return the arrowhead between two plates: turns go to the left (-1) or to the right (1); pasted by its middle."""
    wide, high = _CHEVRON
    brush = Brush(wide, high)
    back, tip = (2, wide - 2) if towards > 0 else (wide - 2, 2)
    brush.polygon([(back, 0), (tip, high / 2), (back, high)], theme.text)
    return brush.sprite(theme.table_palette, theme.ground, -wide // 2, -high // 2)


def _draw_turn_arrows(canvas: Canvas, plates: Sequence[Box]) -> None:
    """Draw the direction of turns, between the plates of neighbours."""
    for box, following in pairwise(plates):
        if box.y == following.y:
            towards = 1 if following.x > box.x else -1
            gap = (box.right + following.x) // 2 if towards > 0 else (following.right + box.x) // 2
            canvas.paste(_chevron(canvas.theme, towards), gap, box.centre[1])


def _course(view: View, t: NullTranslations, *, short: bool) -> str:
    """Return the match's progress; the number of the deal alone if ``short``."""
    target, deals, limit = sentences.target(view), view.options.get("deals"), view.options.get("limit")
    if not view.deal or sentences.single_deal(view):
        return ""
    if short:
        form = t.gettext("Deal {deal}")
    elif target is not None:
        form = t.gettext("Deal {deal} · first to {target}")
    elif view.options.get("until", "deals") == "deals" and deals is not None:
        form = t.gettext("Deal {deal} of {deals}")
    elif limit is not None:
        form = t.gettext("Deal {deal} · limit {limit}")
    else:
        form = t.gettext("Deal {deal}")
    return form.format(deal=view.deal, target=target, deals=deals, limit=limit)


def _boneyard(view: View, t: NullTranslations) -> tuple[str, int]:
    """Return a note on the number of tiles in the boneyard, and the number of tiles to draw beside it.

    If the rules have no draws, the tiles are not called a boneyard, and have no text once none are left.
    """
    count = view.boneyard_size
    if not view.deal or takes_tiles(view):
        return "", 0
    if not draws_from_boneyard(view):
        return t.ngettext("{count} set aside", "{count} set aside", count).format(count=count) if count else "", 0
    note = t.gettext("boneyard {count}").format(count=count) if count else t.gettext("boneyard empty")
    return note, min(count, _STACK)


def _draw_boneyard(canvas: Canvas, note: str, stack: int, right: int) -> None:
    """Draw a stack of tiles and their number, ending at ``right``."""
    theme = canvas.theme
    right -= canvas.write(note, (right, BASELINE), SMALL, (theme.text, theme.frame), "r") + 10
    for number in range(stack):
        canvas.paste(tiles.tile_back(theme, 17, 30, theme.frame), right - 17 - 7 * number, 8)


@lru_cache(maxsize=32)
def _total_ground(theme: Theme, width: int) -> Sprite:
    brush = Brush(width, 38)
    brush.rounded((0, 0, width, 38), 19, theme.highlight)
    return brush.sprite(theme.table_palette, theme.frame)


def _draw_outer_total(canvas: Canvas, view: View, total: int, note: str, right: int) -> None:
    """Write the outer total, lit if it scores."""
    theme = canvas.theme
    scores = scores_by_itself(view, total)
    wide = text.width(note, STRONG) + 28
    if scores:
        canvas.paste(_total_ground(theme, wide), right - wide, 4)
    colours = (theme.ink, theme.highlight) if scores else (theme.text, theme.frame)
    canvas.write(note, (right - 14, BASELINE), STRONG, colours, "r")


def _draw_header(canvas: Canvas, view: View, t: NullTranslations) -> None:
    """Write the rule set's name and, from the right, the progress, the boneyard, the outer total and the matadors.

    If the name would have no room, the progress is the number of the deal alone.
    """
    theme, name = canvas.theme, sentences.rules_name(view, t)
    left, right = RAIL + 10, WIDTH - RAIL - 10
    notes = _header_notes(canvas, view, t)
    room = right - left - sum(note.width for note in notes) - text.width(name, STRONG)
    deal = _course(view, t, short=False)
    if room < _course_width(deal):
        deal = _course(view, t, short=True)
    if deal:
        canvas.write(deal, (right, BASELINE), SMALL, (theme.text, theme.frame), "r")
    right -= _course_width(deal)
    for note in notes:
        note.draw(right)
        right -= note.width
    canvas.write(name, (left, BASELINE), STRONG, (theme.text, theme.frame), room=right - left)


def _draw_matadors(canvas: Canvas, note: str, right: int) -> None:
    """Write the matadors, ending at ``right``."""
    theme = canvas.theme
    canvas.write(note, (right, BASELINE), SMALL, (theme.highlight, theme.frame), "r")


def _course_width(deal: str) -> int:
    return text.width(deal, SMALL) + 30 if deal else 0


class _HeaderNote(NamedTuple):
    """A note in the header.

    Attributes:
        width: its width with the space before it, in pixels.
        draw: draws it, ending at an x.

    """

    width: int
    draw: Callable[[int], object]


def _header_notes(canvas: Canvas, view: View, t: NullTranslations) -> list[_HeaderNote]:
    """Return the notes in the header, the rightmost first."""
    notes: list[_HeaderNote] = []
    boneyard, stack = _boneyard(view, t)
    if boneyard:
        width = text.width(boneyard, SMALL) + (_STACK_WIDTH if stack else 0) + 26
        notes.append(_HeaderNote(width, partial(_draw_boneyard, canvas, boneyard, stack)))
    total = outer_total(view)
    if total is not None:
        outer = t.gettext("ends count {total}").format(total=total)
        width = text.width(outer, STRONG) + 28 + 26
        notes.append(_HeaderNote(width, partial(_draw_outer_total, canvas, view, total, outer)))
    matadors = " ".join(tile.text for tile in matadors_in_order(view.rules))
    if matadors:
        anywhere = f"{MATADOR_SIGN} {matadors}"
        notes.append(_HeaderNote(text.width(anywhere, SMALL) + 26, partial(_draw_matadors, canvas, anywhere)))
    return notes


def _draw_waiting(canvas: Canvas, view: View, y: int, names: Sequence[str], t: NullTranslations) -> None:
    theme = canvas.theme
    if view.turn is None:
        note = t.gettext("The tiles are being shuffled")
    else:
        name = text.clip(shown_name(names, view.turn, t), Style(40, 600), 420)
        note = sentences.left_to_right(t.gettext("{name} opens").format(name=name))
    colour = theme.faint if view.turn is None else theme.text
    canvas.write(note, (WIDTH // 2, y + 14), Style(40, 600), (colour, theme.ground), "m")


def table(view: View, names: Sequence[str], t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the table during a deal.

    Args:
        view: the match, as the channel or a seat sees it; hands are drawn only if all may see them.
        names: each seat's name, as people write it.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide and from 637 to about 1200 high, legible when shown 310 points wide.

    """
    return draw_png(draw_table, view, names, t, theme)


def draw_table(view: View, names: Sequence[str], t: NullTranslations, theme: Theme, room: Room = AS_NEEDED) -> Canvas:
    """Draw the table as :func:`table` does, in at least this room."""
    chain, plates, high = arrange(view, room)
    hands, more = open_hands(view)
    canvas = frame.begin_table(theme, high + max(more, room.hands_height))
    draw_chain(canvas, view, chain, names=[shown_name(names, seat, t) for seat in range(view.seats)], t=t)
    if chain.bounds.w == 0:
        _draw_waiting(canvas, view, chain.bounds.y, names, t)
    _draw_turn_arrows(canvas, plates)
    for seat, box in zip(seated(view), plates, strict=False):
        draw_plate(canvas, view, seat, box, names, t)
    draw_open_hands(canvas, view, hands, high - RAIL, names, t)
    _draw_header(canvas, view, t)
    return canvas
