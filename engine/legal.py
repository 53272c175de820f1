"""What the seat in turn may do."""

from __future__ import annotations

from engine.actions import Draw, Move, Pass, Play
from engine.game import State, state_from_fields
from engine.layouts import START


def legal(state: State) -> tuple[Move, ...]:
    """Give every action of the seat in turn: plays with tiles ascending, each at the ends in the layout's order, or
    positions ascending; then drawing; then passing.

    Empty between deals, when the next action is a deal, and at the end.
    """
    return state.legal if state.legal is not None else _legal_moves(state)


def forced_move(state: State) -> Move | None:
    """Give what a seat that has just drawn must do next, where the rules leave it no choice: draw again, or pass."""
    moves = legal(state)
    if not state.mid_turn or not isinstance(state.history[-1], Draw) or len(moves) != 1:
        return None
    return moves[0] if isinstance(moves[0], (Draw, Pass)) else None


def default_move(state: State) -> Draw | Pass | None:
    """Give what the seat in turn would do if it could not play: draw or pass. It does not depend on the hand."""
    if state.turn is None or (state.opening is not None and state.opening.tiles):
        return None
    instead = state.rules.other_moves(state, False)
    return instead[0] if instead and isinstance(instead[0], (Draw, Pass)) else None


def with_legal_moves(state: State) -> State:
    """Give ``state`` with what the seat in turn may do worked out, so that it is done once."""
    fields = [*state]
    fields[-1] = _legal_moves(state)
    return state_from_fields(fields)


def _legal_moves(state: State) -> tuple[Move, ...]:
    seat = state.turn
    if seat is None:
        return ()
    rules, opening = state.rules, state.opening
    if opening is not None and opening.tiles is not None:
        plays = tuple([Play(seat, tile, START) for tile in opening.tiles])
    else:
        plays = rules.plays(state)
    instead = rules.other_moves(state, bool(plays)) if opening is None or not plays else ()
    return plays + instead if instead else plays
