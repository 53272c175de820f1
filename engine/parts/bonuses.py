"""Bonuses of the pair games: for the last tile and for passes (the second rule book, "What they share")."""

from __future__ import annotations

from engine.position import Position
from engine.tiles import DOUBLES, tile

DOUBLE_BLANK = tile(0, 0)


def is_capicua(position: Position, kind: str) -> bool:
    """Whether the tile by which a seat went out could have gone on either end.

    Args:
        position: the deal after that play.
        kind: the tiles that count: ``either`` (no double), ``plain`` (nor a tile on ends that were equal before),
            ``no-blank`` (nor a tile with a blank), ``doubles`` (as ``plain``, and doubles) or ``any``.

    """
    last, numbers = position.last_tile, set(position.numbers)
    assert last is not None, "a seat went out with a tile"
    # the end that the tile went on shows one of its halves
    if not all(number in last for number in numbers):
        return False
    if last.double:
        return kind in ("doubles", "any")
    if kind in ("either", "any"):
        return True
    # ends that differed before show the same number now
    return len(numbers) == 1 and (kind != "no-blank" or last.low > 0)


def is_chuchazo(position: Position) -> bool:
    """Whether a seat went out with 0-0."""
    return position.last_tile is DOUBLE_BLANK


def passed_on_opening(position: Position) -> bool:
    """Whether the last action was a pass of the seat after the opener on the opening tile."""
    return position.passes == 1 and position.tiles_laid == 1


def opened_with_double(position: Position) -> bool:
    """Whether the tile that opened the deal, the only one laid yet, is a double."""
    return len(set(position.numbers)) == 1


def all_others_passed(position: Position) -> bool:
    """Whether the last action was the pass after which all seats but the one in turn have passed on its play."""
    return position.passes == position.seats - 1


def has_doubles(position: Position, count: int) -> bool:
    """Whether some hand holds at least ``count`` doubles; never for 0."""
    return bool(count) and any(position.count_held(seat, DOUBLES) >= count for seat in range(position.seats))
