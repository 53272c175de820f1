"""Assignments of tiles to places, each of which holds one of certain tiles."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.beliefs import Beliefs
from engine.game import State
from engine.tiles import Tile


def fits(tiles: Sequence[Tile], places: Sequence[int]) -> bool:
    """Return whether every place can have one of the tiles that it can hold, no tile in two places.

    Args:
        tiles: the tiles there are.
        places: the tiles that each place can hold, as bits by the tiles' order.

    """
    holds: dict[Tile, int] = {}

    def find(place: int, asked: set[Tile]) -> bool:
        for each in tiles:
            if places[place] >> each.order & 1 and each not in asked:
                asked.add(each)
                if each not in holds or find(holds[each], asked):
                    holds[each] = place
                    return True
        return False

    return all(find(place, set()) for place in range(len(places)))


def keeps(state: State, hidden: Beliefs) -> bool:
    """Return whether each hidden hand is one that ``hidden`` takes for possible: its tiles can be put in its places."""
    for seat, hand in enumerate(state.hands):
        places = [mask for owner, mask in hidden.slots if owner == seat]
        if places and not (len(places) == len(hand) and fits(hand, places)):
            return False
    return True


def possible(hidden: Beliefs, seat: int, tile: Tile) -> bool:
    """Return whether some deal that ``hidden`` takes for possible gives a tile to a seat."""
    rest = [each for each in hidden.unseen if each is not tile]
    places = hidden.slots
    for index, (owner, mask) in enumerate(places):
        if owner == seat and mask >> tile.order & 1:
            others = [each for at, (_, each) in enumerate(places) if at != index]
            if fits(rest, others):
                return True
    return False
