"""The legal moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.actions import Draw, Move, Pass, Play
from engine.game import State, state_from_fields
from engine.layouts import START, Layout


def legal(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the seat in turn; none between deals and after the match.

    Plays come first, tiles ascending and each at the ends in the layout's order (flips: positions ascending), then
    drawing, then passing.
    """
    return state.legal if state.legal is not None else _legal_moves(state)


def distinct_moves(moves: Sequence[Move], layout: Layout, *, scoring: bool = False) -> Mapping[int, Move]:
    """Return moves by their index, without those that only mirror another.

    Where both ends of a line show the same number, a play at the right end mirrors that at the left end. Where plays
    score (``scoring``), it does not if one of them is a double, which counts twice. Of ends among chicken feet that
    show the same number any will do.

    >>> from engine.layouts import Line
    >>> from engine.tiles import tile
    >>> moves = [Play(0, tile(6, 4), "left"), Play(0, tile(6, 4), "right"), Draw(0)]
    >>> list(distinct_moves(moves, Line((), {"left": 6, "right": 6})))
    [0, 2]
    >>> list(distinct_moves(moves, Line((), {"left": 6, "right": 4})))
    [0, 1, 2]
    """
    if layout.offers_alike_ends:
        return dict(enumerate(moves))
    first: dict[object, int] = {}
    for index, move in enumerate(moves):
        first.setdefault(layout.equivalence_key(move, scoring=scoring), index)
    return {index: moves[index] for index in first.values()}


def forced_move(state: State) -> Move | None:
    """Return the only legal move, to draw again or pass, of a seat that has just drawn; None if it has a choice."""
    moves = legal(state)
    if not state.mid_turn or not isinstance(state.history[-1], Draw) or len(moves) != 1:
        return None
    return moves[0] if isinstance(moves[0], (Draw, Pass)) else None


def only_move(state: State, *, public: bool) -> Move | None:
    """Return the only move that the seat in turn has; None if it has a choice.

    Args:
        state: the state.
        public: whether to return only a draw or a pass that shows no more of the hand than the rules: one that is
            never a choice, whatever the hand.

    """
    moves = [*distinct_moves(legal(state), state.layout, scoring=state.rules.scoring.move_points is not None).values()]
    if len(moves) != 1:
        return None
    if not public:
        return moves[0]
    nobody_opens = state.opening is not None and state.opening.tiles == ()
    chosen = not nobody_opens and bool(state.rules.other_moves(state, True))
    return moves[0] if isinstance(moves[0], Draw | Pass) and not chosen else None


def default_move(state: State) -> Draw | Pass | None:
    """Return the draw or pass of the seat in turn if it can't play. The answer doesn't depend on its hand."""
    if state.turn is None or (state.opening is not None and state.opening.tiles):
        return None
    draws_and_passes = state.rules.other_moves(state, False)
    first = draws_and_passes[0] if draws_and_passes else None
    return first if isinstance(first, Draw | Pass) else None


def with_legal_moves(state: State) -> State:
    """Return ``state`` with its legal moves computed."""
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
    draws_and_passes = rules.other_moves(state, bool(plays)) if opening is None or not plays else ()
    return plays + draws_and_passes if draws_and_passes else plays
