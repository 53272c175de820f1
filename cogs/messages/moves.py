"""The names of moves in words, as in sentences about moves to come."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.layouts import START
from engine.legal import distinct_moves
from engine.tiles import Tile
from engine.view import View
from render.text.accepted_halves import plays_score
from render.text.forms import text_form
from render.text.tricks import bid_text, trump_name


def plays_by_tile(view: View) -> dict[Tile, list[int]]:
    """Map each playable tile to the indices of its plays in ``view.legal``, without plays that mirror another."""
    plays: dict[Tile, list[int]] = {}
    for index, move in distinct_moves(view.legal, view.layout, scoring=plays_score(view)).items():
        if isinstance(move, Play):
            plays.setdefault(move.tile, []).append(index)
    return plays


def asks_facing(view: View, tile: Tile) -> bool:
    """Whether the ways to play a tile differ only in the half that faces out."""
    plays = [view.legal[index] for index in plays_by_tile(view).get(tile, ())]
    return len(plays) > 1 and len({move.end for move in plays if isinstance(move, Play)}) == 1


def play_name(move: Play, view: View, t: NullTranslations, people: Sequence[str] = ()) -> str:
    """Return a tile with its place and, if there is a choice, the half that faces out."""
    if move.end == START:
        return move.tile.text
    where = text_form(view, t, people).tile_at_end(move)
    if move.facing is None:
        return where
    return t.gettext("{where}, the {half} facing out").format(where=where, half=move.facing)


def move_name(move: Move, view: View, t: NullTranslations, people: Sequence[str]) -> str:
    """Return the name of any move."""
    match move:
        case Play():
            return play_name(move, view, t, people)
        case Draw():
            return t.gettext("Draw")
        case Pass():
            return t.gettext("Pass")
        case Flip(_, position):
            return t.gettext("position {position}").format(position=position)
        case Bid(_, points):
            return t.gettext("a bid of {bid}").format(bid=bid_text(points, t))
        case Trump(_, trump):
            return (
                t.gettext("{trump} as trump").format(trump=trump_name(trump, t))
                if trump != "none"
                else trump_name(trump, t)
            )
