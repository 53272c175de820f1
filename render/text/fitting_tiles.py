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
from render.text.sentences import end_name
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
    found: dict[Tile, tuple[str, ...]] = {}
    for move in view.legal:
        if isinstance(move, Play) and move.end not in found.get(move.tile, ()):
            found[move.tile] = (*found.get(move.tile, ()), move.end)
    return found


def is_own_turn(view: View) -> bool:
    """Return whether it is the viewer's turn.

    A hand's message is edited when the hand changes, not at every move of the others. So off turn it shows nothing that
    would become outdated: no ends, no last move, no other player's turn.
    """
    return view.turn is not None and view.turn == view.seat


def shows_groups(view: View) -> bool:
    """Return whether a hand is grouped by ends, because there are more than two."""
    return view.layout.has_own_ends or len(view.open_ends) > _TWO


def groups(view: View) -> list[Group]:
    """Return the hand grouped by the numbers that it fits, each tile once; tiles that fit nowhere come last.

    A tile that fits two numbers is in the group of the first; tiles that fit every end are a group of their own.
    """
    fits = fitting_ends(view)
    ends = ends_in_order(view)
    shows: dict[int, list[str]] = {}
    for end in ends:
        shows.setdefault(view.open_ends[end], []).append(end)
    anywhere = [tile for tile in sorted(fits) if len(shows) > 1 and set(fits[tile]) == set(ends)]
    found = [Group(None, tuple(ends), tuple(anywhere))]
    placed = set(anywhere)
    for number, at in shows.items():
        here = [tile for tile in sorted(fits) if tile not in placed and not set(at).isdisjoint(fits[tile])]
        placed.update(here)
        found.append(Group(number, tuple(at), tuple(here)))
    found.append(Group(None, (), tuple(tile for tile in sorted(view.hand) if tile not in placed)))
    return [group for group in found if group.tiles]


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
    """Return the viewer's heading: whose turn it is, and what the viewer can do."""
    if view.finished:
        return t.gettext("The match is over")
    if view.turn is None:
        return t.gettext("This deal is over")
    if view.seat in view.eliminated:
        return t.gettext("You are out of the match")
    if not is_own_turn(view):
        return t.gettext("Tiles you have taken") if takes_tiles(view) else t.gettext("Your hand")
    return text_form(view, t).what_now()
