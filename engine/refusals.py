"""Why an action is illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from engine.actions import Action, Bid, Deal, Draw, Flip, Move, Pass, Play, Trump
from engine.errors import Illegal, IllegalMove
from engine.game import Opening, State
from engine.layouts import START
from engine.legal import legal
from engine.tiles import Tile, full_set


def stock_of(state: State) -> tuple[Tile, ...]:
    """Return the tiles to shuffle for the next deal, ascending."""
    return _set_without(state.rules.max_pips, state.rules.set_aside(state))


@cache
def _set_without(max_pips: int, set_aside: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(each for each in full_set(max_pips) if each not in set_aside)


def why_illegal(state: State, action: Action) -> IllegalMove | None:
    """Return why an action is illegal now, or None if it is legal."""
    if isinstance(action, Deal):
        return _illegal_deal(state, action)
    if state.winners:
        return IllegalMove(Illegal.MATCH_OVER)
    if state.turn is None:
        return IllegalMove(Illegal.NOT_DEALT)
    if action.seat != state.turn:
        return IllegalMove(Illegal.NOT_YOUR_TURN, turn=state.turn, seat=action.seat)
    return None if action in legal(state) else _REASONS[type(action)](state, action)


def _illegal_play(state: State, action: Play) -> IllegalMove:
    seat, tile, end, _ = action
    layout = state.layout
    if layout.is_face_down:
        return IllegalMove(Illegal.NOT_HERE)
    if tile not in state.hands[seat]:
        return IllegalMove(Illegal.NOT_IN_HAND, tile=tile, seat=seat)
    if layout.has_tricks and layout.trump is None:
        return IllegalMove(_phase(state))
    if state.opening is not None:
        return _illegal_opening(state.opening, action)
    if end not in layout.ends:
        return IllegalMove(Illegal.NO_SUCH_END, end=end[:20])
    return _illegal_at_end(state, action)


def _illegal_opening(opening: Opening, action: Play) -> IllegalMove:
    seat, tile, end, facing = action
    must = opening.must_open_with
    if must is not None and tile is not must:
        return IllegalMove(Illegal.MUST_OPEN_WITH, tile=must)
    if not opening.tiles:
        return IllegalMove(Illegal.MUST_DRAW, seat=seat)
    if end != START:
        return IllegalMove(Illegal.NO_SUCH_END, end=end[:20])
    if facing is not None:
        return IllegalMove(Illegal.NO_FACING, tile=tile, end=end)
    return IllegalMove(Illegal.NO_DOUBLE_OPENS, tile=tile)


def _illegal_at_end(state: State, action: Play) -> IllegalMove:
    """Return why a tile in hand may not be laid at an end that is there."""
    seat, tile, end, _ = action
    plain = Play(seat, tile, end)
    for other in legal(state):
        if isinstance(other, Play) and other.tile is tile and other.end == end:
            # only the half that faces out is wrong
            return IllegalMove(Illegal.NO_FACING if other == plain else Illegal.SAY_FACING, tile=tile, end=end)
    shown = state.layout.ends[end]
    number, fits = state.rules.open_ends(state).get(end, shown), state.rules.fits
    veto = state.rules.veto(state, plain) if number < len(fits) and tile in fits[number] else None
    return veto or IllegalMove(Illegal.DOES_NOT_FIT, tile=tile, end=end, shown=shown)


def _phase(state: State) -> Illegal:
    """Return the refusal of an action out of its phase: the bidding, the naming of trump, or the tricks."""
    first = legal(state)[0]
    if isinstance(first, Bid | Pass):
        return Illegal.BIDDING_OPEN
    return Illegal.TRUMP_FIRST if isinstance(first, Trump) else Illegal.BIDDING_OVER


def _illegal_call(state: State, action: Bid | Trump) -> IllegalMove:
    if not state.layout.has_tricks:
        return IllegalMove(Illegal.NOT_HERE)
    moves = legal(state)
    if isinstance(action, Bid) and _phase(state) is Illegal.BIDDING_OPEN:
        allowed = ", ".join(str(move.points) for move in moves if isinstance(move, Bid))
        return IllegalMove(Illegal.BID_HIGHER, points=action.points, allowed=allowed)
    if isinstance(action, Trump) and _phase(state) is Illegal.TRUMP_FIRST:
        return IllegalMove(Illegal.NO_SUCH_TRUMP, trump=action.trump[:20])
    return IllegalMove(_phase(state))


def _illegal_draw(state: State, action: Draw) -> IllegalMove:
    seat, moves = action.seat, legal(state)
    if state.layout.has_tricks:
        return IllegalMove(Illegal.NO_DRAWING)
    if isinstance(moves[0], Pass):
        if state.boneyard and state.mid_turn and isinstance(state.history[-1], Draw):
            return IllegalMove(Illegal.DRAWN_ALREADY, seat=seat)
        return IllegalMove(Illegal.BONEYARD_EMPTY if _ever_draws(state) else Illegal.NO_DRAWING)
    return IllegalMove(Illegal.MUST_PLAY if _ever_draws(state) else Illegal.NO_DRAWING, seat=seat)


def _ever_draws(state: State) -> bool:
    """Whether a seat that can't play would draw from a full boneyard."""
    rich = state._replace(boneyard=stock_of(state), history=())
    return any(isinstance(move, Draw) for move in state.rules.other_moves(rich, False))


def _illegal_pass(state: State, action: Pass) -> IllegalMove:
    seat, moves = action.seat, legal(state)
    if isinstance(moves[0], Flip):
        return IllegalMove(Illegal.NOT_HERE)
    if state.layout.has_tricks:
        phase = _phase(state)
        return IllegalMove(Illegal.MUST_BID if phase is Illegal.BIDDING_OPEN else phase, seat=seat)
    return IllegalMove(Illegal.MUST_DRAW if isinstance(moves[-1], Draw) else Illegal.MUST_PLAY, seat=seat)


def _illegal_flip(state: State, action: Flip) -> IllegalMove:
    grid, position = state.layout, action.position
    if not grid.is_face_down:
        return IllegalMove(Illegal.NOT_HERE)
    up = position == grid.first_flipped
    return IllegalMove(Illegal.ALREADY_UP if up else Illegal.NOTHING_THERE, position=position)


_REASONS: Final[Mapping[type[Move], Callable[[State, Any], IllegalMove]]] = {
    Play: _illegal_play,
    Draw: _illegal_draw,
    Pass: _illegal_pass,
    Flip: _illegal_flip,
    Bid: _illegal_call,
    Trump: _illegal_call,
}
"""The function that says why a move is illegal, for each kind."""


def _illegal_deal(state: State, action: Deal) -> IllegalMove | None:
    if state.winners:
        return IllegalMove(Illegal.MATCH_OVER)
    if state.turn is not None:
        return IllegalMove(Illegal.DEAL_RUNNING)
    want = set(stock_of(state))
    if len(action.stock) == len(want) and set(action.stock) == want:
        return _illegal_first(state, action)
    have = Counter(action.stock)
    for each in sorted(have):
        if each not in want or have[each] > 1:
            fault = f"{each} is there twice" if each in want else f"{each} is not among its tiles"
            return IllegalMove(Illegal.BAD_STOCK, fault=fault)
    return IllegalMove(Illegal.BAD_STOCK, fault=f"{len(want) - len(have)} missing")


def _illegal_first(state: State, action: Deal) -> IllegalMove | None:
    first = action.first
    if action.named and (state.results or first is None):
        return IllegalMove(Illegal.BAD_FIRST, fault="named goes with first, and only in the first deal")
    if not state.rules.draws_opener(state):
        return None if first is None else IllegalMove(Illegal.BAD_FIRST, fault="luck chooses no seat in this deal")
    if first is None:
        return IllegalMove(Illegal.BAD_FIRST, fault="first is missing: luck chooses who begins this deal")
    if first not in state.active_seats:
        return IllegalMove(Illegal.BAD_FIRST, fault=f"there is no seat {first} to begin")
    return None
