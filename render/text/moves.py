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
        case Play():
            return _play_text(done, names, t, you)


def _play_text(play: Play, names: Sequence[str], t: NullTranslations, you: int | None) -> str:
    """Return a phrase for the play of another player."""
    form = t.gettext("{name} laid {tile} {where}")
    if play.end == START:
        form = t.gettext("{name} opened with {tile}")
    elif play.end in (PILE, TRICK):
        form = t.gettext("{name} laid {tile}")
    elif play.facing is not None and not play.tile.double:
        form = t.gettext("{name} laid {tile} {where}, the {half} facing out")
    where = at_end(play.end, t, names, you, who=play.seat)
    return form.format(name=names[play.seat], tile=play.tile.text, where=where, half=play.facing)


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
        case Play():
            return _own_play_text(done, names, t)


def _own_play_text(play: Play, names: Sequence[str], t: NullTranslations) -> str:
    """Return a phrase for the reader's own play."""
    form = t.gettext("you laid {tile} {where}")
    if play.end == START:
        form = t.gettext("you opened with {tile}")
    elif play.end in (PILE, TRICK):
        form = t.gettext("you laid {tile}")
    elif play.facing is not None and not play.tile.double:
        form = t.gettext("you laid {tile} {where}, the {half} facing out")
    where = at_end(play.end, t, names, play.seat)
    return form.format(tile=play.tile.text, where=where, half=play.facing)


def group_draws(moves: Sequence[Move]) -> list[tuple[Move, int]]:
    """Return moves in order, several draws in a row of one player as one with their number."""
    grouped: list[tuple[Move, int]] = []
    for done in moves:
        if grouped and isinstance(done, Draw) and grouped[-1][0] == done:
            grouped[-1] = (done, grouped[-1][1] + 1)
        else:
            grouped.append((done, 1))
    return grouped


def latest(view: View) -> list[tuple[Move, int]]:
    """Return the moves of the deal, the latest first, draws in a row as one."""
    return group_draws(view.history[::-1])


def last_laid(view: View) -> Play | None:
    """Return the play of the tile that was laid last in this deal; None before the first."""
    return next((done for done in reversed(view.history) if isinstance(done, Play)), None)


def last_revealed(view: View) -> Play | Flip | None:
    """Return the last play or flip, ignoring later draws and passes."""
    return next((move for move in reversed(view.history) if isinstance(move, Play | Flip)), None)
