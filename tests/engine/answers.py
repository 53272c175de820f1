"""Answers of the engine to questions about a position."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal, IllegalMove
from engine.game import State


def can(state: State) -> list[str]:
    """Return what the seat in turn may do, as the record writes it, in the engine's order."""
    return [str(move) for move in match.legal(state)]


def why_not(state: State, move: str) -> Illegal:
    """Return the reason why a move, written as in the record, is refused; it has to be."""
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, parse_move(move))
    return caught.value.reason


def how_it_ended(state: State) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """Return why the last deal ended, the seats that won it, and its points for each side."""
    result = state.results[-1]
    return result.reason, result.winners, result.points
