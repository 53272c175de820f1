"""What the seat in turn may do."""

from __future__ import annotations

from engine.actions import Move, Play
from engine.layouts import START
from engine.state import State


def legal(state: State) -> tuple[Move, ...]:
    """Give every action of the seat in turn: plays with tiles ascending, each at the ends in the layout's order, or
    positions ascending; then drawing; then passing.

    Empty between deals, when the next action is a deal, and at the end.
    """
    return state.moves if state.moves is not None else _worked_out(state)


def with_moves(state: State) -> State:
    """Give ``state`` with what the seat in turn may do worked out, so that it is done once."""
    return State._make((*state[:-1], _worked_out(state)))


def _worked_out(state: State) -> tuple[Move, ...]:
    seat = state.turn
    if seat is None:
        return ()
    rules, opening = state.rules, state.opening
    if opening is not None and opening.tiles is not None:
        plays = tuple([Play(seat, tile, START) for tile in opening.tiles])
    else:
        plays = rules.plays(state)
    instead = rules.instead(state, bool(plays)) if opening is None or not plays else ()
    return plays + instead if instead else plays
