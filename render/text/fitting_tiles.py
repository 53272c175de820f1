"""The tiles of the viewer's hand, and the ends that they fit."""

from __future__ import annotations

from gettext import NullTranslations

from engine.actions import Play
from engine.tiles import Tile
from engine.view import View
from render.text.forms import text_form
from render.text.sentences import list_tiles
from render.text.verdict import takes_tiles


def fitting_ends(view: View) -> dict[Tile, tuple[str, ...]]:
    """Return the playable tiles, each with the names of the ends that it fits."""
    fits: dict[Tile, tuple[str, ...]] = {}
    for move in view.legal:
        if isinstance(move, Play) and move.end not in fits.get(move.tile, ()):
            fits[move.tile] = (*fits.get(move.tile, ()), move.end)
    return fits


def new_tiles(view: View, t: NullTranslations) -> list[str]:
    """Return a sentence on the tiles that the viewer drew and still holds; nothing if there are none."""
    drawn = [each for each in view.drawn if each in view.hand]
    return [t.gettext("New in your hand: {tiles}.").format(tiles=list_tiles(drawn))] if drawn else []


def is_own_turn(view: View) -> bool:
    """Whether it is the viewer's turn.

    A hand's message is edited when the hand changes, not at every move of the others. Off turn, it therefore shows no
    ends, no last move and no other player's turn: they would become outdated.
    """
    return view.turn is not None and view.turn == view.seat


def whose_turn(view: View, t: NullTranslations) -> str:
    """Return the heading of a hand: the state of the match, or the viewer's task."""
    if view.finished:
        return t.gettext("The match is over")
    if view.turn is None:
        return t.gettext("This deal is over")
    if view.seat in view.eliminated:
        return t.gettext("You are out of the match")
    if not is_own_turn(view):
        return t.gettext("Tiles you have taken") if takes_tiles(view) else t.gettext("Your hand")
    return text_form(view, t).what_now()
