"""The players of PyPI's ``dominoes``, at our tables.

The library's players sort the legal moves of a game of theirs, best first, and are meant to be applied one after
another: each moves its preferred moves to the front and keeps the order of the others ("Players may be applied one
after another for easy composability"). Its strongest player that does not look into other hands is
``probabilistic_alphabeta``: it deals the hidden tiles in ways that the passes allow, solves each deal, and prefers the
move that was best most often. By default it enumerates *all* ways from the first move on, of which there are 10**8
then. Two arguments limit that: the move to start at and the number of ways to try. So here, one after another:

- ``bota_gorda``, the heaviest tile, which decides before the others start;
- ``probabilistic_alphabeta(start_move=8, sample_size=50)``: from the ninth move on, which takes it 1 to 2 s;
- ``probabilistic_alphabeta(start_move=20)``: from the twenty-first on, all ways, as by default.

It plays for the pips that its pair will score, and assumes that a tied blocked deal scores nothing, while in Domino
Express the opener's pair scores; everything else is as at our tables.
"""

from __future__ import annotations

import importlib
import random
from typing import Any

from engine.actions import Move, Play
from engine.bots.memory import FlippedTiles
from engine.layouts import Line
from engine.tiles import Tile, full_set, tile
from engine.view import View

START, SAMPLES, ALL = 8, 50, 20
"""The move from which ways are tried, how many, and the move from which all are."""


def library() -> Any:
    """Return the library; raise ``ImportError`` if it is not installed."""
    return importlib.import_module("dominoes")


def as_ours(domino: Any) -> Tile:
    """Return the tile that equals one of theirs."""
    return tile(domino.first, domino.second)


def game_of(view: View, dominoes: Any) -> Any:
    """Return the view of the seat in turn as a game of theirs.

    Their players ask which tiles are hidden and how many each seat holds, not who holds which: the hidden tiles go to
    the other seats in ascending order.

    Args:
        view: of the seat in turn, at a table of four in pairs with the whole set dealt and a plain line.
        dominoes: the library.

    """
    assert isinstance(view.layout, Line)
    assert view.teams == ((0, 2), (1, 3))
    assert not view.boneyard_size

    def theirs(each: Tile) -> Any:
        # the opening tile shows its higher half on the left; all others are turned by the board
        return dominoes.Domino(each.high, each.low)

    board = dominoes.Board()
    moves: list[tuple[Any, bool] | None] = []
    for move in view.history:
        if isinstance(move, Play):
            moves.append((theirs(move.tile), move.end != "right"))
            board.add(*moves[-1])
        else:
            moves.append(None)
    known = {*view.hand, *(placed.tile for placed in view.layout.placed)}
    hidden = iter([each for each in full_set(view.max_pips) if each not in known])
    hands = [
        dominoes.Hand([theirs(each) for each in (view.hand if seat == view.seat else _take(hidden, count))])
        for seat, count in enumerate(view.hand_sizes)
    ]
    game = dominoes.Game(board, hands, moves, view.seat, (), view.opener, None)
    if moves:
        game._update_valid_moves()
    else:
        game.valid_moves = tuple((theirs(move.tile), True) for move in view.legal if isinstance(move, Play))
    return game


def _take(tiles: Any, count: int) -> list[Tile]:
    return [next(tiles) for _ in range(count)]


def choose(view: View, turned: FlippedTiles, source: random.Random) -> Move:
    """Return the move of the library's players, applied one after another."""
    del turned
    dominoes = library()
    players = dominoes.players
    game = game_of(view, dominoes)
    # the library uses the global random generator
    random.seed(source.getrandbits(64))
    for prefer in (
        players.bota_gorda,
        players.probabilistic_alphabeta(start_move=START, sample_size=SAMPLES),
        players.probabilistic_alphabeta(start_move=ALL),
    ):
        prefer(game)
    domino, left = game.valid_moves[0]
    laid = as_ours(domino)
    plays = [move for move in view.legal if isinstance(move, Play) and move.tile is laid]
    end = "left" if left else "right"
    return next((move for move in plays if move.end == end), plays[0])
