"""The notes on a player's plate: the last action, and the numbers on which the player passed."""

from __future__ import annotations

from gettext import NullTranslations

from engine.actions import Bid, Draw, Flip, Pass, Play, Trump
from engine.layouts import Tricks
from engine.view import View
from render.text import sentences, tricks


def last_revealed(view: View) -> Play | Flip | None:
    """Return the last play or flip, ignoring later draws and passes."""
    return next((move for move in reversed(view.history) if isinstance(move, Play | Flip)), None)


def laid_last(view: View, seat: int) -> bool:
    """Return whether a seat made the last play or flip."""
    last = last_revealed(view)
    return last is not None and last.seat == seat


def notes(view: View, seat: int, t: NullTranslations) -> tuple[str, ...]:
    """Return the possible notes on a plate, the longest first and the shortest last.

    The turn and the last tile have priority over numbers passed on.
    """
    if seat in view.eliminated:
        return (t.gettext("out of the match"), t.gettext("gone"))
    did = _last_action(view, seat, t)
    numbers = view.passed[seat]
    if not numbers:
        return did
    lacks = t.gettext("lacks {numbers}").format(numbers=", ".join(map(str, numbers)))
    both = tuple(f"{each} · {lacks}" for each in did)
    if seat == view.turn or laid_last(view, seat):
        return (*both, *did)
    return (*both, lacks, t.gettext("passed"))


def _last_action(view: View, seat: int, t: NullTranslations) -> tuple[str, ...]:
    """Return a seat's current or last action, in full and in short."""
    if isinstance(view.layout, Tricks):
        return _in_tricks(view, seat, t)
    last = sentences.last_move_of(view, seat)
    shown = last_revealed(view)
    if isinstance(shown, Play) and shown.seat == seat:
        tile = shown.tile.text
        laid = t.gettext("laid {tile}").format(tile=tile)
        # a tile is owed after a double, and a run goes on
        return (t.gettext("laid {tile}, goes on").format(tile=tile), laid) if seat == view.turn else (laid, tile)
    if seat == view.turn:
        return (t.gettext("to play"),)
    match last:
        case Play():
            return (t.gettext("laid {tile}").format(tile=last.tile.text),)
        case Draw():
            return (t.gettext("drew"),)
        case Pass():
            return (t.gettext("passed"),)
        case Flip():
            return (_flipped_text(view, seat, t),)
        case _:
            return ("",)


def _in_tricks(view: View, seat: int, t: NullTranslations) -> tuple[str, ...]:
    """Return what a seat has to do, or last did, in the bidding or in a trick."""
    table = tricks.table_of(view)
    if seat == view.turn:
        if tricks.is_bidding(view):
            return (t.gettext("to bid"),)
        return (t.gettext("to name trump"), t.gettext("trump?")) if table.trump is None else (t.gettext("to play"),)
    bid = (t.gettext("bid {bid}").format(bid=table.bid),) if seat == table.bidder else ()
    match sentences.last_move_of(view, seat):
        case Play(_, tile):
            laid = t.gettext("laid {tile}").format(tile=tile)
            return (*(f"{laid} · {each}" for each in bid), laid, tile.text)
        case Bid() | Trump():
            return bid or ("",)
        case Pass():
            return (t.gettext("passed"),)
        case _:
            return ("",)


def _flipped_text(view: View, seat: int, t: NullTranslations) -> str:
    """Return the two positions that a seat flipped without a match."""
    positions = [move.position for move in view.history if isinstance(move, Flip) and move.seat == seat]
    return t.gettext("turned {positions}").format(positions=sentences.list_numbers(positions[-2:]))
