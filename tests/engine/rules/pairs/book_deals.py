"""The deals that the second rule book plays out, by the game and the number of the example."""

from __future__ import annotations

from typing import NamedTuple

from engine import match
from engine.actions import Deal, parse_move
from engine.events import Result
from engine.game import State
from engine.options import Value
from engine.tiles import Tile
from tests.engine.games import tiles


class BookDeal(NamedTuple):
    """A deal: the shuffled tiles that were dealt, seat 0 first, and the actions."""

    stock: str
    actions: str


DEALS = {
    "dominicano 1": BookDeal(
        """
        4-2 3-2 0-0 5-2 3-3 5-4 2-2 5-0 6-4 6-1 5-1 4-0 1-0 6-0 1-1 6-5 4-3 3-0 2-1 4-4 4-1 5-5 3-1 5-3 6-6 6-2
        6-3 2-0
        """,
        """
        3 play 6-6 start, 0 pass, 1 play 6-1 left, 2 play 4-1 left, 3 play 6-3 right, 0 play 4-2 left, 1 pass, 2
        play 4-3 right, 3 play 6-2 left, 0 play 5-4 right, 1 play 6-0 left, 2 play 6-5 right, 3 play 2-0 left, 0
        play 5-2 left, 1 play 6-4 right, 2 play 4-4 right, 3 play 5-5 left, 0 pass, 1 play 4-0 right, 2 play 3-0
        right, 3 play 5-3 left, 0 play 3-2 right, 1 pass, 2 play 2-1 right, 3 play 3-1 left
        """,
    ),
    "dominicano 2": BookDeal(
        """
        0-0 6-2 2-1 6-5 6-1 2-2 5-3 5-5 5-1 4-2 6-4 3-1 4-1 6-6 4-4 2-0 3-3 1-0 5-0 6-0 3-2 4-3 1-1 3-0 6-3 5-2
        5-4 4-0
        """,
        """
        2 play 2-0 start, 3 play 5-2 left, 0 play 0-0 right, 1 play 5-1 left, 2 play 1-0 left, 3 play 4-0 left,
        0 pass, 1 play 4-2 left, 2 play 6-0 right, 3 play 6-3 right, 0 play 5-3 right, 1 play 5-5 right, 2 play
        5-0 right, 3 play 3-0 right, 0 play 2-1 left, 1 play 4-1 left, 2 play 3-3 right, 3 play 4-3 left, 0
        pass, 1 play 3-1 left, 2 play 3-2 right, 3 play 1-1 left, 0 play 2-2 right, 1 pass, 2 pass, 3 pass, 0
        play 6-2 right, 1 play 6-6 right, 2 pass, 3 pass, 0 play 6-1 right
        """,
    ),
    "quinientos 2": BookDeal(
        """
        5-3 3-3 6-6 4-1 5-2 3-2 5-5 4-4 0-0 6-5 5-1 4-3 6-0 3-0 6-2 3-1 2-2 4-2 2-0 5-4 6-1 1-0 6-3 5-0 6-4 1-1
        4-0 2-1
        """,
        """
        0 play 6-6 start, 1 play 6-0 right, 2 play 2-0 right, 3 play 6-4 left, 0 play 5-2 right, 1 play 4-4
        left, 2 play 5-4 right, 3 play 4-0 right, 0 play 4-1 left, 1 play 0-0 right, 2 play 6-1 left, 3 play 1-0
        right, 0 pass, 1 play 6-5 left, 2 play 3-1 right, 3 play 5-0 left, 0 play 3-3 right, 1 play 3-0 right
        """,
    ),
    "quinientos 3": BookDeal(
        """
        5-4 5-0 2-2 6-2 6-1 0-0 6-4 1-0 3-0 2-0 5-2 3-3 5-1 6-6 4-3 4-0 6-3 1-1 3-1 5-3 4-2 6-0 4-1 5-5 3-2 2-1
        4-4 6-5
        """,
        """
        1 play 6-6 start, 2 play 6-3 left, 3 play 6-0 right, 0 play 5-0 right, 1 play 5-1 right, 2 play 1-1
        right, 3 play 3-2 left, 0 play 6-2 left, 1 play 1-0 right, 2 play 4-0 right, 3 play 6-5 left, 0 play 6-4
        right, 1 play 5-2 left, 2 play 4-2 left, 3 play 4-1 left, 0 play 6-1 left
        """,
    ),
    "cubano 1": BookDeal(
        """
        9-2 4-4 5-3 7-7 8-8 5-4 5-0 7-4 1-1 2-0 4-0 6-3 3-0 7-6 8-6 6-6 8-5 9-6 5-2 5-5 6-4 9-0 9-9 2-2 9-1 9-5
        3-1 1-0 8-0 3-3 9-7 9-4 8-2 2-1 9-8 6-0 4-2 6-2 6-1 8-1
        """,
        """
        1 play 8-6 start, 2 play 6-4 right, 3 play 8-2 left, 0 play 4-4 right, 1 play 4-0 right, 2 play 1-0
        right, 3 play 4-2 left, 0 play 5-4 left, 1 play 8-5 left, 2 play 8-0 left, 3 play 8-1 right, 0 play 2-0
        left, 1 play 5-2 left, 2 play 9-5 left, 3 play 9-7 left, 0 play 7-7 left, 1 play 7-6 left, 2 pass, 3
        play 6-1 left, 0 play 8-8 right, 1 pass, 2 play 9-1 left, 3 play 9-8 left
        """,
    ),
    "parejas 1": BookDeal(
        """
        2-2 3-2 6-4 3-1 6-1 4-2 3-0 2-1 4-1 5-3 6-2 5-0 5-2 6-0 5-5 5-1 6-6 4-3 1-0 5-4 4-4 6-5 6-3 0-0 2-0 3-3
        4-0 1-1
        """,
        """
        2 play 6-6 start, 3 play 6-5 right, 0 play 6-1 left, 1 play 5-3 right, 2 play 5-1 left, 3 play 3-3
        right, 0 play 3-2 right, 1 play 5-2 right, 2 play 5-5 right, 3 pass, 0 pass, 1 play 5-0 right, 2 play
        5-4 left, 3 play 0-0 right, 0 play 6-4 left, 1 play 6-2 left, 2 play 1-0 right, 3 play 1-1 right, 0 play
        3-1 right, 1 play 2-1 left, 2 play 4-3 right, 3 play 4-0 right, 0 play 3-0 right, 1 play 4-1 left, 2
        play 4-4 left
        """,
    ),
    "six-love 1": BookDeal(
        """
        3-2 5-2 4-4 4-1 5-1 3-1 6-5 5-4 5-0 5-5 2-0 6-1 3-0 4-3 1-1 6-4 5-3 6-0 6-3 6-2 0-0 6-6 4-2 2-1 3-3 4-0
        2-2 1-0
        """,
        """
        3 play 6-6 start, 0 play 6-5 right, 1 play 6-1 left, 2 play 5-3 right, 3 play 2-1 left, 0 play 3-1
        right, 1 play 2-0 left, 2 play 1-1 right, 3 play 1-0 left, 0 play 4-1 right, 1 play 5-4 right, 2 pass, 3
        pass, 0 play 5-1 right
        """,
    ),
    "dominicano 3": BookDeal(
        """
        3-3 4-2 4-1 3-0 5-3 4-4 2-0 0-0 5-2 5-1 1-0 5-0 3-1 4-0 3-2 6-0 2-2 1-1 6-4 6-5 2-1 5-4 4-3 5-5 6-2 6-1
        6-6 6-3
        """,
        """
        2 play 6-5 start, 3 play 6-6 left, 0 play 5-3 right, 1 play 3-1 right, 2 play 1-1 right, 3 play 6-3
        left, 0 play 3-0 left, 1 play 1-0 left, 2 play 2-1 left, 3 play 6-2 left, 0 play 4-1 right, 1 play 4-0
        right, 2 play 6-0 right, 3 play 6-1 right, 0 pass, 1 play 5-1 right, 2 play 6-4 left, 3 play 5-4 right,
        0 play 4-2 left, 1 play 5-2 left, 2 pass, 3 play 4-3 right, 0 play 3-3 right, 1 play 5-0 left, 2 play
        3-2 right, 3 pass, 0 play 2-0 right, 1 play 0-0 right
        """,
    ),
    "dominicano 4": BookDeal(
        """
        4-0 4-3 5-5 2-2 2-0 3-2 5-4 4-1 4-4 6-1 6-5 5-0 5-1 2-1 0-0 3-0 3-3 6-0 3-1 1-0 6-2 6-4 5-2 6-3 4-2 5-3
        6-6 1-1
        """,
        """
        1 play 2-1 start, 2 play 3-1 right, 3 play 5-3 right, 0 play 2-2 left, 1 play 5-1 right, 2 play 6-2
        left, 3 play 6-6 left, 0 pass, 1 play 6-1 left, 2 play 1-0 right, 3 play 1-1 left, 0 play 4-0 right, 1
        play 4-1 left, 2 pass, 3 play 6-4 right, 0 play 5-4 left, 1 play 5-0 left, 2 play 3-0 left, 3 play 6-3
        right, 0 play 4-3 right, 1 play 4-4 right, 2 play 3-3 left, 3 play 4-2 right, 0 play 3-2 left, 1 pass, 2
        pass, 3 play 5-2 left
        """,
    ),
    "dominicano 5": BookDeal(
        """
        0-0 1-1 5-1 6-6 6-5 5-0 5-2 2-2 5-4 1-0 4-0 5-5 2-0 3-3 4-4 4-3 3-2 6-0 4-2 6-3 3-1 2-1 6-4 3-0 6-2 4-1
        6-1 5-3
        """,
        """
        0 play 5-1 start, 1 play 5-5 left, 2 play 3-1 right, 3 play 5-3 right, 0 play 5-0 right, 1 play 4-0
        right, 2 play 4-4 right, 3 play 4-1 right, 0 play 1-1 right, 1 play 5-4 left, 2 play 4-3 left, 3 play
        6-1 right, 0 play 6-6 right, 1 play 3-3 left, 2 play 6-3 right, 3 play 3-0 right, 0 play 0-0 right, 1
        play 1-0 right, 2 play 3-2 left, 3 play 2-1 left
        """,
    ),
    "quinientos 4": BookDeal(
        """
        5-0 1-0 5-5 4-2 3-0 3-1 4-1 0-0 2-0 5-2 6-3 2-1 5-4 2-2 1-1 5-1 4-0 6-6 6-5 4-4 6-2 4-3 6-1 6-0 3-3 3-2
        5-3 6-4
        """,
        """
        1 play 2-2 start, 2 play 6-2 left, 3 play 6-4 left, 0 play 4-1 left, 1 play 2-1 left, 2 pass, 3 play 3-2
        left, 0 play 4-2 right, 1 play 5-4 right, 2 play 5-1 right, 3 play 4-3 left, 0 play 1-0 right, 1 play
        2-0 right, 2 play 4-0 left, 3 play 6-0 left, 0 pass, 1 play 5-2 right, 2 play 6-6 left, 3 play 5-3
        right, 0 play 3-1 right, 1 play 6-3 left, 2 play 1-1 right, 3 play 6-1 right, 0 play 3-0 left, 1 play
        0-0 left
        """,
    ),
    "cubano 2": BookDeal(
        """
        8-8 3-0 8-6 5-3 7-3 1-1 6-2 9-4 5-4 0-0 6-1 8-7 9-7 8-0 7-2 4-2 9-0 8-4 9-2 2-1 4-1 8-2 5-1 6-4 4-0 6-3
        8-3 9-3 2-2 9-6 9-5 8-5 9-9 6-6 9-8 4-4 7-7 7-5 5-5 7-4
        """,
        """
        2 play 5-1 start, 3 play 9-5 left, 0 play 1-1 right, 1 play 9-0 left, 2 play 4-1 right, 3 play 7-4
        right, 0 play 0-0 left, 1 play 8-0 left, 2 play 8-3 left, 3 play 7-5 right, 0 play 5-4 right, 1 play 4-2
        right, 2 play 9-3 left, 3 play 9-8 left, 0 play 6-2 right, 1 play 8-7 left, 2 play 6-4 right, 3 play 7-7
        left, 0 play 7-3 left, 1 play 8-4 right, 2 play 8-2 right, 3 pass, 0 play 5-3 left, 1 play 2-1 right, 2
        pass, 3 play 5-5 left, 0 pass, 1 play 6-1 right, 2 play 9-6 right, 3 play 8-5 left, 0 play 8-8 left, 1
        play 9-7 right, 2 pass, 3 pass, 0 play 8-6 left, 1 play 7-2 right, 2 play 2-2 right, 3 play 6-6 left, 0
        pass, 1 play 9-2 right
        """,
    ),
    "cubano 3": BookDeal(
        """
        9-2 7-3 8-2 8-0 7-7 4-4 3-1 9-9 5-5 9-0 8-1 9-1 2-1 2-2 8-3 6-1 6-5 6-6 6-4 9-6 9-3 9-7 7-5 5-2 4-1 7-4
        8-5 1-1 3-2 7-1 8-4 2-0 4-3 6-2 9-4 0-0 8-8 4-0 5-3 6-3
        """,
        """
        2 play 7-4 start, 3 play 8-4 right, 0 play 7-7 left, 1 play 8-3 right, 2 play 7-5 left, 3 play 4-3
        right, 0 play 5-5 left, 1 play 6-5 left, 2 play 4-1 right, 3 play 6-2 left, 0 play 3-1 right, 1 play 2-2
        left, 2 play 3-2 left, 3 play 5-3 right, 0 play 7-3 left, 1 pass, 2 play 8-5 right, 3 play 8-8 right, 0
        play 8-0 right, 1 pass, 2 play 9-7 left, 3 play 2-0 right, 0 play 9-2 right, 1 play 9-6 right, 2 play
        9-3 left, 3 play 6-3 right
        """,
    ),
    "dupla 1, lá-e-lô": BookDeal(
        """
        5-1 5-5 5-4 6-1 4-1 5-3 3-1 5-2 4-4 6-2 1-1 6-0 1-0 3-0 4-2 6-6 3-3 4-0 2-0 2-2 2-1 5-0 4-3 0-0 6-3 3-2
        6-4 6-5
        """,
        """
        2 play 6-6 start, 3 play 6-5 right, 0 play 5-5 right, 1 play 6-0 left, 2 play 4-0 left, 3 play 6-4 left,
        0 play 5-4 right, 1 play 6-2 left, 2 play 2-0 left, 3 play 5-0 left, 0 play 5-1 left, 1 play 1-0 left, 2
        play 4-2 right, 3 play 3-2 right, 0 play 5-3 right, 1 play 3-0 left, 2 play 3-3 left, 3 play 6-3 left, 0
        play 6-1 left, 1 play 5-2 right, 2 play 2-1 right, 3 pass, 0 play 3-1 right, 1 play 1-1 left, 2 pass, 3
        play 4-3 right, 0 play 4-1 left
        """,
    ),
    "dupla 1, cruzada": BookDeal(
        """
        6-5 5-3 5-2 6-1 6-0 5-5 1-0 3-0 2-1 3-3 3-2 4-2 6-6 6-3 0-0 4-3 4-0 5-0 1-1 3-1 2-0 4-4 6-2 2-2 5-1 6-4
        4-1 5-4
        """,
        """
        1 play 6-6 start, 2 pass, 3 play 6-4 left, 0 play 6-0 right, 1 play 4-2 left, 2 play 5-0 right, 3 play
        5-1 right, 0 play 1-0 right, 1 play 3-2 left, 2 play 4-0 right, 3 play 4-1 right, 0 play 6-1 right, 1
        play 3-0 left, 2 play 2-0 left, 3 play 6-2 right, 0 play 5-2 left, 1 play 2-1 right, 2 play 3-1 right, 3
        play 5-4 left, 0 play 5-3 right, 1 pass, 2 play 4-3 left, 3 pass, 0 play 6-5 right, 1 play 6-3 right, 2
        pass, 3 pass, 0 pass, 1 play 3-3 right
        """,
    ),
    "dupla 1, carroça": BookDeal(
        """
        6-2 2-1 6-4 4-1 5-5 4-4 2-2 6-6 5-0 3-3 5-3 5-4 4-0 1-0 5-1 6-0 0-0 4-3 6-5 2-0 6-3 3-1 1-1 3-0 5-2 3-2
        4-2 6-1
        """,
        """
        1 play 6-6 start, 2 play 6-5 left, 3 play 5-2 left, 0 play 2-2 left, 1 pass, 2 play 6-3 right, 3 play
        4-2 left, 0 play 6-4 left, 1 play 3-3 right, 2 play 4-3 right, 3 play 6-1 left, 0 play 4-4 right, 1 play
        1-0 left, 2 play 2-0 left, 3 play 3-2 left, 0 play 4-1 right, 1 play 5-3 left, 2 play 5-1 left, 3 play
        3-1 right, 0 play 2-1 left, 1 pass, 2 pass, 3 play 3-0 right, 0 play 6-2 left, 1 play 4-0 right, 2 play
        6-0 left, 3 pass, 0 pass, 1 play 5-4 right, 2 play 0-0 left
        """,
    ),
    "dupla 1, simples": BookDeal(
        """
        2-1 3-2 6-5 2-2 2-0 5-5 4-2 3-0 6-4 4-3 6-0 5-3 1-0 5-4 4-0 6-6 6-3 4-4 5-1 6-2 4-1 5-2 0-0 6-1 3-3 3-1
        1-1 5-0
        """,
        """
        2 play 6-6 start, 3 play 6-1 right, 0 play 6-5 left, 1 play 5-3 left, 2 play 6-3 left, 3 play 1-1 right,
        0 play 2-1 right, 1 play 6-0 left, 2 play 6-2 right, 3 play 0-0 left, 0 play 2-0 left, 1 play 6-4 right,
        2 play 4-1 right, 3 play 3-1 right, 0 play 3-2 left, 1 play 3-0 left, 2 play 4-0 left, 3 play 3-3 right,
        0 play 4-2 left, 1 play 4-3 right, 2 play 4-4 right, 3 play 5-2 left, 0 play 5-5 left, 1 play 5-4 right,
        2 play 5-1 left
        """,
    ),
    "six-love 2": BookDeal(
        """
        3-0 1-1 5-1 5-0 2-0 0-0 3-1 2-2 6-5 4-3 2-1 1-0 6-0 6-3 5-5 4-4 3-3 6-2 4-1 5-3 4-0 4-2 5-2 3-2 6-1 5-4
        6-4 6-6
        """,
        """
        3 play 6-6 start, 0 pass, 1 play 6-0 left, 2 play 4-0 left, 3 play 6-1 right, 0 play 3-1 right, 1 play
        6-3 right, 2 play 6-2 right, 3 play 3-2 right, 0 play 3-0 right, 1 play 1-0 right, 2 play 4-1 right, 3
        play 4-2 right, 0 play 2-0 right, 1 play 4-3 left, 2 play 5-3 left, 3 play 5-4 left, 0 play 5-0 right, 1
        play 6-5 right, 2 play 4-4 left, 3 play 6-4 right
        """,
    ),
}
"""The first deals of whole lines of play; what is left of a larger set follows the tiles named here."""


def stock_of(state: State, name: str) -> tuple[Tile, ...]:
    """Return the whole shuffled set of a deal, ready to be dealt in ``state``."""
    dealt = tiles(DEALS[name].stock)
    return (*dealt, *(each for each in match.stock_of(state) if each not in dealt))


def play_deal(state: State, name: str) -> State:
    """Deal and play out one of the book's deals in a match that awaits a deal; ``first`` is who opens in the book."""
    actions = [" ".join(action.split()) for action in DEALS[name].actions.split(",")]
    opener = int(actions[0][0])
    first = opener if state.rules.draws_opener(state) else None
    state, _ = match.apply(state, Deal(stock_of(state, name), first))
    for action in actions:
        state, _ = match.apply(state, parse_move(action))
    assert state.turn is None, "the deal is over"
    return state


def played(rules: str, name: str, **options: Value) -> State:
    """Play one of the book's deals as the first of a match."""
    return play_deal(match.new(rules, 4, options), name)


def later(rules: str, opener: int, **options: Value) -> State:
    """Return a match after a deal without points, in which ``opener`` opens next with any tile.

    The deal before was opened by the seat before, and nobody won it.
    """
    state = match.new(rules, 4, options)
    nothing = (0,) * len(state.teams)
    before = Result((opener - 1) % 4, "blocked", (), nothing, nothing, ((),) * 4, (), nothing)
    return state._replace(results=(before,), opener=before.opener)


def next_opener(state: State) -> int | None:
    """Return the seat that opens the next deal, whatever tiles are dealt."""
    return match.apply(state, Deal(match.stock_of(state)))[0].turn
