"""The end of a deal: hands laid open, the points and how they add up, and the match so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.layouts import Line
from engine.view import View
from render import frame, sentences, text, trim, verdict
from render.boxes import Box, Chain
from render.canvas import Canvas
from render.cards import Cards
from render.chain import draw_chain
from render.colours import CREAM, FELT, GOLD, INK, WOOD
from render.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.snake import snake
from render.text import Style

_HALVES = (42, 38, 34, 30, 26, 22, 18)
_CHAIN_HIGH = 220
_CHAIN_REACH = WIDTH // 2 - RAIL - 16
_LEFT = RAIL + 12
_RIGHT = WIDTH - RAIL - 12
_LINE = 48


def _fitted(
    names: Sequence[str], say: Callable[[Sequence[str]], str], sizes: tuple[int, ...], room: int
) -> tuple[str, Style]:
    """Give a sentence with names in it, and the style in which it fits: smaller, or with shorter names."""
    line, style = "", Style(sizes[-1], 700)
    for size, most in zip(sizes, (340, 260, 180), strict=True):
        style = Style(size, 700)
        line = say([text.clipped(name, style, most) for name in names])
        if text.width(line, style) <= room:
            break
    return line, style


def _title(canvas: Canvas, view: View, result: Result, names: Sequence[str], words: NullTranslations, y: int) -> int:
    """Write who won, over a line with the arithmetic; give the y below."""
    middle = WIDTH // 2
    if view.finished:
        line, style = _fitted(names, lambda short: verdict.match_won(view, short, words), (42, 36, 30), 760)
        canvas.paste(trim.banner(_RIGHT - _LEFT, 84), _LEFT, y)
        wide = canvas.write(line, (middle, y + 56), style, (INK, GOLD), "m", room=760)
        for x in (middle - wide // 2 - 50, middle + wide // 2 + 50):
            canvas.paste(trim.dark_crown(), x, y + 42)
        y += 96
    line, style = _fitted(
        names, lambda short: verdict.who_won(view, result, short, words), (36, 32, 28), _RIGHT - _LEFT
    )
    canvas.write(line, (middle, y + 40), style, (CREAM, FELT), "m", room=_RIGHT - _LEFT)
    return y + 56


def _extent(chain: Chain) -> Box:
    """Give the box of the tiles alone, without room for a next one."""
    bounds = chain.spots[0].box if chain.spots else chain.bounds
    for spot in chain.spots:
        bounds = bounds.joined(spot.box)
    return bounds


def lay_out(view: View) -> tuple[Chain, int, int]:
    """Give the chain, as large as a strip allows, the side of its halves in pixels, and the y below it."""
    top = HEAD + 16
    line = view.layout if isinstance(view.layout, Line) else Line()
    laid = [(snake(line, half, _CHAIN_REACH), half) for half in _HALVES]
    chain, half = next((each for each in laid if _extent(each[0]).h <= _CHAIN_HIGH), laid[-1])
    extent = _extent(chain)
    return chain.moved((WIDTH - extent.w) // 2 - extent.x, top - extent.y), half, top + extent.h


def _notes(view: View, result: Result, names: Sequence[str], words: NullTranslations) -> list[str]:
    """Give the lines below the title: how the points add up, who was put out, and what won the match."""
    against = sentences.rules_of(view).points_against
    notes = [
        "" if against else verdict.spoils(view, result, names, words),
        verdict.put_out(view, names, words),
        verdict.match_how(view, words) if view.finished else "",
    ]
    return [note for note in notes if note]


def deal_end(view: View, names: Sequence[str], words: NullTranslations) -> bytes:
    """Draw the end of a deal, or of the match where ``view.finished``.

    Args:
        view: the match after a deal: ``view.results`` is not empty.
        names: each seat's name.
        words: the translations to write in.

    Returns:
        A PNG file, 1000 pixels wide.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result = view.results[-1]
    shown = [sentences.shown_name(names, seat, words) for seat in range(view.seats)]
    chain, half, below = lay_out(view)
    notes = _notes(view, result, shown, words)
    cards = Cards(view, result, shown, words)
    title = 56 + (96 if view.finished else 0) + _LINE * len(notes)
    canvas = frame.framed(below + 10 + title + 14 + cards.height + RAIL)
    if chain.spots:
        draw_chain(canvas, view, chain, half, badges=False)
    y = _title(canvas, view, result, shown, words, below + 8)
    for note in notes:
        canvas.write(note, (WIDTH // 2, y + 30), Style(34, 700), (GOLD, FELT), "m", room=_RIGHT - _LEFT)
        y += _LINE
    cards.draw(canvas, y + 12)
    deal = words.gettext("Deal {deal} · result").format(deal=view.deal)
    if sentences.single_deal(view):
        deal = words.gettext("Result")
    left = RAIL + 10
    left += canvas.write(sentences.rules_name(view, words), (left, BASELINE), STRONG, (CREAM, WOOD), room=560)
    canvas.write(deal, (WIDTH - RAIL - 10, BASELINE), SMALL, (CREAM, WOOD), "r")
    return canvas.png()
