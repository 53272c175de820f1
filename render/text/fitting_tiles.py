"""The tiles of the viewer's hand, and the ends that they fit."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import NamedTuple

from engine.actions import Play
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.text.end_labels import ends_in_order
from render.text.forms import text_form
from render.text.sentences import end_name, list_tiles
from render.text.verdict import takes_tiles

_TWO = 2


class Group(NamedTuple):
    """Tiles of a hand that fit the same ends.

    Attributes:
        number: the half that these ends show; None where the tiles fit all ends, or none.
        ends: the ends; empty for tiles that fit nowhere.
        tiles: the tiles, ascending.

    """

    number: int | None
    ends: tuple[str, ...]
    tiles: tuple[Tile, ...]


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


def shows_groups(view: View) -> bool:
    """Whether a hand is grouped by ends, because there are more than two."""
    return view.layout.has_own_ends or len(view.open_ends) > _TWO


def groups(view: View) -> list[Group]:
    """Return the hand grouped by the numbers that it fits, each tile once; tiles that fit nowhere come last.

    A tile that fits two numbers is in the group of the first; tiles that fit every end are a group of their own.
    """
    fits, ends = fitting_ends(view), ends_in_order(view)
    numbers: dict[int, list[str]] = {}
    for end in ends:
        numbers.setdefault(view.open_ends[end], []).append(end)
    everywhere = [tile for tile in sorted(fits) if len(numbers) > 1 and set(fits[tile]) == set(ends)]
    groups, grouped = [Group(None, tuple(ends), tuple(everywhere))], set(everywhere)
    for number, alike in numbers.items():
        tiles = [tile for tile in sorted(fits) if tile not in grouped and not set(alike).isdisjoint(fits[tile])]
        groups.append(Group(number, tuple(alike), tuple(tiles)))
        grouped.update(tiles)
    groups.append(Group(None, (), tuple([tile for tile in sorted(view.hand) if tile not in grouped])))
    return [group for group in groups if group.tiles]


def group_name(group: Group, view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the names of the ends that a group fits."""
    if not group.ends:
        return t.gettext("don't fit now")
    if group.number is None:
        two = len(group.ends) == _TWO
        if view.layout.has_own_ends:
            return t.gettext("both trains") if two else t.gettext("all trains")
        return t.gettext("both ends") if two else t.gettext("every end")
    return list_items([end_name(end, t, names, view.seat) for end in group.ends], t)


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
