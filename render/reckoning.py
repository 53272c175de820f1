"""The end of a deal: hands laid open, the points and how they add up, and the match so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.tiles import pips
from engine.view import View
from render import frame, sentences, text, tiles, trim
from render.boxes import Box, Chain
from render.canvas import Canvas
from render.chain import draw_chain
from render.colours import (
    AMBER,
    CREAM,
    FELT,
    GOLD,
    GOLD_DEEP,
    INK,
    MUTED,
    PANEL,
    RIM,
    WOOD,
)
from render.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.plate import side_colour, sign
from render.snake import snake
from render.text import Style

_HALVES = (42, 38, 34, 30, 26)
_CHAIN_HIGH = 220
_CHAIN_REACH = WIDTH // 2 - RAIL - 16
_LEFT = RAIL + 12
_RIGHT = WIDTH - RAIL - 12
_ROW = 78
_BAR = 56
_NAME = Style(32, 700)
_BIG = Style(40, 700)


def who_won(view: View, result: Result, names: Sequence[str], words: NullTranslations) -> str:
    """Say who won the deal and how; names as given."""
    winners = sentences.listed([names[seat] for seat in result.winners], words)
    several = len(result.winners)
    if result.reason == "blocked":
        return words.ngettext(
            "Blocked: {names} wins the deal with the fewest pips",
            "Blocked: {names} win the deal with the fewest pips",
            several,
        ).format(names=winners)
    return words.ngettext("{names} goes out and wins the deal", "{names} win the deal by going out", several).format(
        names=winners
    )


def match_won(view: View, names: Sequence[str], words: NullTranslations) -> str:
    """Say who won the match; names as given."""
    winners = sentences.listed([names[seat] for seat in view.winners], words)
    return words.ngettext("{names} wins the match!", "{names} win the match!", len(view.winners)).format(names=winners)


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
        line, style = _fitted(names, lambda short: match_won(view, short, words), (42, 36, 30), 760)
        canvas.paste(trim.banner(_RIGHT - _LEFT, 84), _LEFT, y)
        wide = canvas.write(line, (middle, y + 56), style, (INK, GOLD), "m", room=760)
        for x in (middle - wide // 2 - 50, middle + wide // 2 + 50):
            canvas.paste(trim.dark_crown(), x, y + 42)
        y += 96
    line, style = _fitted(names, lambda short: who_won(view, result, short, words), (36, 32, 28), _RIGHT - _LEFT)
    canvas.write(line, (middle, y + 40), style, (CREAM, FELT), "m", room=_RIGHT - _LEFT)
    return y + 56


def _seat_row(
    canvas: Canvas, view: View, result: Result, seat: int, name: str, y: int, words: NullTranslations
) -> None:
    """Draw one hand: name, tiles laid open, pips."""
    won, counts = seat in result.winners, seat in result.counted and bool(result.hands[seat])
    x = _LEFT + 22
    if len(view.sides) < view.seats:
        colour = side_colour(view, view.side_of(seat))
        canvas.paste(trim.square(colour), x, y + _ROW // 2 - 24)
        canvas.paste(sign(view.side_of(seat), 24, CREAM, colour), x + 24, y + _ROW // 2)
        x += 62
    x += (
        canvas.write(
            name, (x, y + 50), _NAME, (GOLD if won else CREAM, PANEL), room=_LEFT + 388 - (52 if won else 0) - x
        )
        + 12
    )
    if won:
        canvas.paste(trim.crown(38, PANEL), x + 17, y + 39)
    hand = result.hands[seat]
    start = _LEFT + 400
    if not hand:
        canvas.write(words.gettext("out"), (start, y + 50), Style(32, 700), (GOLD, PANEL))
    half = 32 if len(hand) <= 9 else max(300 // len(hand), 14) // 2 * 2
    for number, each in enumerate(sorted(hand)):
        canvas.paste(
            tiles.face(each.high, each.low, half, upright=True),
            start + number * (half + 6),
            y + (_ROW - 2 * half) // 2,
        )
    total = pips(hand)
    if hand:
        unit = words.ngettext("{count} pip", "{count} pips", total).format(count=total)
        canvas.write(unit, (_RIGHT - 24, y + 50), _NAME, (AMBER if counts else MUTED, PANEL), "r")


def _side_bar(canvas: Canvas, view: View, result: Result, side: int, y: int, words: NullTranslations) -> None:
    """Draw a side's total as a bar towards the target, with what this deal added."""
    target = sentences.target(view) or max(*result.totals, 1)
    total, added = result.totals[side], result.points[side]
    x, width = _LEFT + 22, 530
    share = [min(points / target, 1) for points in (total, total - added)]
    canvas.paste(trim.progress(width, *(round(width * each) for each in share)), x, y + 8)
    goal = sentences.target(view)
    score = f"{total} / {goal}" if goal is not None else str(total)
    canvas.write(score, (_RIGHT - 24, y + 32), Style(34, 700), (CREAM, PANEL), "r")
    if added:
        canvas.write(f"+{added}", (x + width + 20, y + 32), Style(34, 700), (GOLD, PANEL))


def _extent(chain: Chain) -> Box:
    """Give the box of the tiles alone, without room for a next one."""
    bounds = chain.spots[0].box if chain.spots else chain.bounds
    for spot in chain.spots:
        bounds = bounds.joined(spot.box)
    return bounds


def lay_out(view: View) -> tuple[Chain, int, int]:
    """Give the chain, as large as a strip allows, the side of its halves in pixels, and the y below it."""
    top = HEAD + 16
    laid = [(snake(view.layout, half, _CHAIN_REACH), half) for half in _HALVES]
    chain, half = next((each for each in laid if _extent(each[0]).h <= _CHAIN_HIGH), laid[-1])
    extent = _extent(chain)
    return chain.moved((WIDTH - extent.w) // 2 - extent.x, top - extent.y), half, top + extent.h


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
    title = 56 + (96 if view.finished else 0) + 48
    block = view.seats * _ROW + len(view.sides) * (_BAR + 10)
    canvas = frame.framed(below + 10 + title + 14 + block + RAIL)
    draw_chain(canvas, view, chain, half, badges=False)
    y = _title(canvas, view, result, shown, words, below + 8)
    points = words.gettext("Points: {sum}").format(sum=sentences.arithmetic(result))
    canvas.write(points, (WIDTH // 2, y + 30), Style(34, 700), (GOLD, FELT), "m", room=_RIGHT - _LEFT)
    y += 60
    for side, seats in enumerate(view.sides):
        high = len(seats) * _ROW + _BAR
        won = side == view.side_of(result.winners[0])
        canvas.paste(trim.panel(_RIGHT - _LEFT, high, PANEL, GOLD_DEEP if won else RIM), _LEFT, y)
        for number, seat in enumerate(seats):
            _seat_row(canvas, view, result, seat, shown[seat], y + number * _ROW, words)
        _side_bar(canvas, view, result, side, y + len(seats) * _ROW, words)
        y += high + 10
    deal = words.gettext("Deal {deal} · result").format(deal=view.deal)
    left = RAIL + 10
    left += canvas.write(sentences.rules_name(view, words), (left, BASELINE), STRONG, (CREAM, WOOD), room=560)
    canvas.write(deal, (WIDTH - RAIL - 10, BASELINE), SMALL, (CREAM, WOOD), "r")
    return canvas.png()
