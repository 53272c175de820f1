"""Texts of moves."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.layouts import PILE, START, TRICK
from engine.view import View
from render.text.sentences import at_end
from render.text.tricks import bid_text, trump_name


def move_text(done: Move, count: int, names: Sequence[str], t: NullTranslations, you: int | None = None) -> str:
    """Return a phrase for a move, without a full stop.

    Args:
        done: the move.
        count: the number of tiles drawn in a row.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.
        you: the seat of the only reader, who is addressed as "you"; None if others read the text too.

    """
    if done.seat == you:
        return _own_move_text(done, count, names, t)
    who = names[done.seat]
    match done:
        case Pass():
            return t.gettext("{name} passed").format(name=who)
        case Draw():
            form = t.ngettext("{name} drew {count} tile", "{name} drew {count} tiles", count)
            return form.format(name=who, count=count)
        case Flip(_, position):
            return t.gettext("{name} turned up {position}").format(name=who, position=position)
        case Bid(_, points):
            return t.gettext("{name} bid {bid}").format(name=who, bid=bid_text(points, t))
        case Trump(_, trump):
            return t.gettext("{name} chose {trump}").format(name=who, trump=trump_name(trump, t))
        case Play(seat, tile, end, facing):
            if end == START:
                return t.gettext("{name} opened with {tile}").format(name=who, tile=tile.text)
            if end in (PILE, TRICK):
                return t.gettext("{name} laid {tile}").format(name=who, tile=tile.text)
            where = at_end(end, t, names, you, who=seat)
            if facing is not None and not tile.double:
                form = t.gettext("{name} laid {tile} {where}, the {half} facing out")
            else:
                form = t.gettext("{name} laid {tile} {where}")
            return form.format(name=who, tile=tile.text, where=where, half=facing)


def _own_move_text(done: Move, count: int, names: Sequence[str], t: NullTranslations) -> str:
    """Return a phrase for the reader's own move."""
    match done:
        case Pass():
            return t.gettext("you passed")
        case Draw():
            return t.ngettext("you drew {count} tile", "you drew {count} tiles", count).format(count=count)
        case Flip(_, position):
            return t.gettext("you turned up {position}").format(position=position)
        case Bid(_, points):
            return t.gettext("you bid {bid}").format(bid=bid_text(points, t))
        case Trump(_, trump):
            return t.gettext("you chose {trump}").format(trump=trump_name(trump, t))
        case Play(seat, tile, end, facing):
            if end == START:
                return t.gettext("you opened with {tile}").format(tile=tile.text)
            if end in (PILE, TRICK):
                return t.gettext("you laid {tile}").format(tile=tile.text)
            where = at_end(end, t, names, seat)
            if facing is not None and not tile.double:
                form = t.gettext("you laid {tile} {where}, the {half} facing out")
            else:
                form = t.gettext("you laid {tile} {where}")
            return form.format(tile=tile.text, where=where, half=facing)


def group_draws(moves: Sequence[Move]) -> list[tuple[Move, int]]:
    """Return moves in order, several draws in a row of one player as one with their number."""
    found: list[tuple[Move, int]] = []
    for done in moves:
        if found and isinstance(done, Draw) and found[-1][0] == done:
            found[-1] = (done, found[-1][1] + 1)
        else:
            found.append((done, 1))
    return found


def latest(view: View) -> list[tuple[Move, int]]:
    """Return the moves of the deal, the latest first, draws in a row as one."""
    return group_draws(view.history[::-1])


def last_laid(view: View) -> Play | None:
    """Return the play of the tile that was laid last in this deal; None before the first."""
    return next((done for done in reversed(view.history) if isinstance(done, Play)), None)


def last_revealed(view: View) -> Play | Flip | None:
    """Return the last play or flip, ignoring later draws and passes."""
    return next((move for move in reversed(view.history) if isinstance(move, Play | Flip)), None)
