"""Texts of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Final

from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.i18n import N_
from engine.layouts import PILE, START, TRICK
from engine.view import View
from render.text.sentences import at_end
from render.text.tricks import bid_text, trump_name

_PASSED: Final = (N_("{name} passed"), N_("you passed"))
_FLIPPED: Final = (N_("{name} turned up {position}"), N_("you turned up {position}"))
_BID: Final = (N_("{name} bid {bid}"), N_("you bid {bid}"))
_CHOSE: Final = (N_("{name} chose {trump}"), N_("you chose {trump}"))
_OPENED: Final = (N_("{name} opened with {tile}"), N_("you opened with {tile}"))
_LAID: Final = (N_("{name} laid {tile}"), N_("you laid {tile}"))
_LAID_AT: Final = (N_("{name} laid {tile} {where}"), N_("you laid {tile} {where}"))
_LAID_FACING: Final = (
    N_("{name} laid {tile} {where}, the {half} facing out"),
    N_("you laid {tile} {where}, the {half} facing out"),
)
"""Phrases for a move of another player, and of the reader."""


def move_text(done: Move, count: int, names: Sequence[str], t: NullTranslations, you: int | None = None) -> str:
    """Return a phrase for a move, without a full stop.

    Args:
        done: the move.
        count: the number of tiles drawn in a row.
        names: each seat's name, as it stands in the sentence.
        t: the catalog of the reader's language.
        you: the seat of the only reader, who is addressed as "you"; None if others read the text too.

    """
    own = done.seat == you
    facts: Mapping[str, object] = {}
    match done:
        case Draw():
            form = t.ngettext("{name} drew {count} tile", "{name} drew {count} tiles", count)
            if own:
                form = t.ngettext("you drew {count} tile", "you drew {count} tiles", count)
            return form.format(name=names[done.seat], count=count)
        case Pass():
            forms = _PASSED
        case Flip(_, position):
            forms, facts = _FLIPPED, {"position": position}
        case Bid(_, points):
            forms, facts = _BID, {"bid": bid_text(points, t)}
        case Trump(_, trump):
            forms, facts = _CHOSE, {"trump": trump_name(trump, t)}
        case Play(seat, tile, end, facing):
            forms = _play_forms(done)
            facts = {"tile": tile.text, "where": at_end(end, t, names, you, who=seat), "half": facing}
    return t.gettext(forms[own]).format(name=names[done.seat], **facts)


def _play_forms(play: Play) -> tuple[str, str]:
    if play.end == START:
        return _OPENED
    if play.end in (PILE, TRICK):
        return _LAID
    return _LAID_AT if play.facing is None or play.tile.double else _LAID_FACING


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
