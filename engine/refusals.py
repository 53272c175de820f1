"""Why an action is not allowed."""

from __future__ import annotations

from collections import Counter
from functools import cache

from engine.actions import Action, Draw, Flip, Luck, Pass, Play
from engine.errors import Reason, Refused
from engine.game import State
from engine.layouts import START, Grid
from engine.legal import legal
from engine.tiles import Tile, full_set


def stock_of(state: State) -> tuple[Tile, ...]:
    """Give the tiles that have to be shuffled for the next deal, ascending."""
    return _set_without(state.rules.top, state.rules.aside(state))


@cache
def _set_without(top: int, aside: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(each for each in full_set(top) if each not in aside)


def refusal(state: State, action: Action) -> Refused | None:
    """Say why an action is not allowed now, or None when it is."""
    if isinstance(action, Luck):
        return _of_luck(state, action)
    if state.winners:
        return Refused(Reason.MATCH_OVER)
    if state.turn is None:
        return Refused(Reason.NOT_DEALT)
    if action.seat != state.turn:
        return Refused(Reason.NOT_YOUR_TURN, turn=state.turn, seat=action.seat)
    if action in legal(state):
        return None
    match action:
        case Play():
            return _of_play(state, action)
        case Draw(seat):
            return _of_draw(state, seat)
        case Pass(seat):
            return _of_pass(state, seat)
        case Flip(_, position):
            return _of_flip(state, position)


def _of_play(state: State, action: Play) -> Refused:
    seat, tile, end, facing = action
    layout = state.layout
    if isinstance(layout, Grid):
        return Refused(Reason.NOT_HERE)
    if tile not in state.hands[seat]:
        return Refused(Reason.NOT_IN_HAND, tile=tile, seat=seat)
    if state.opening is not None:
        if state.opening.must is not None and tile is not state.opening.must:
            return Refused(Reason.MUST_OPEN_WITH, tile=state.opening.must)
        if not state.opening.tiles:
            return Refused(Reason.MUST_DRAW, seat=seat)
        if end != START:
            return Refused(Reason.NO_SUCH_END, end=end[:20])
        if facing is not None:
            return Refused(Reason.NO_FACING, tile=tile, end=end)
        return Refused(Reason.NO_DOUBLE_OPENS, tile=tile)
    shown = layout.ends.get(end)
    if shown is None:
        return Refused(Reason.NO_SUCH_END, end=end[:20])
    plain = Play(seat, tile, end)
    for other in legal(state):
        if isinstance(other, Play) and other.tile is tile and other.end == end:
            return Refused(Reason.NO_FACING if other == plain else Reason.SAY_FACING, tile=tile, end=end)
    touching = state.rules.touching
    number = state.rules.ends(state).get(end, shown)
    if number >= len(touching) or tile not in touching[number]:
        return Refused(Reason.DOES_NOT_FIT, tile=tile, end=end, shown=shown)
    return state.rules.objection(state, plain) or Refused(Reason.DOES_NOT_FIT, tile=tile, end=end, shown=shown)


def _of_draw(state: State, seat: int) -> Refused:
    moves = legal(state)
    if isinstance(moves[0], Pass):
        if state.boneyard and state.midway and isinstance(state.history[-1], Draw):
            return Refused(Reason.DRAWN_ALREADY, seat=seat)
        return Refused(Reason.BONEYARD_EMPTY if _ever_draws(state) else Reason.NO_DRAWING)
    return Refused(Reason.MUST_PLAY if _ever_draws(state) else Reason.NO_DRAWING, seat=seat)


def _ever_draws(state: State) -> bool:
    """Tell whether a seat that can't play would draw, were there tiles enough left."""
    rich = state._replace(boneyard=stock_of(state), history=())
    return any(isinstance(move, Draw) for move in state.rules.instead(rich, False))


def _of_pass(state: State, seat: int) -> Refused:
    moves = legal(state)
    if isinstance(moves[0], Flip):
        return Refused(Reason.NOT_HERE)
    return Refused(Reason.MUST_DRAW if isinstance(moves[-1], Draw) else Reason.MUST_PLAY, seat=seat)


def _of_flip(state: State, position: int) -> Refused:
    grid = state.layout
    if not isinstance(grid, Grid):
        return Refused(Reason.NOT_HERE)
    up = position == grid.turned
    return Refused(Reason.ALREADY_UP if up else Reason.NOTHING_THERE, position=position)


def _of_luck(state: State, action: Luck) -> Refused | None:
    if state.winners:
        return Refused(Reason.MATCH_OVER)
    if state.turn is not None:
        return Refused(Reason.DEAL_RUNNING)
    want = set(stock_of(state))
    if len(action.stock) == len(want) and set(action.stock) == want:
        return _of_first(state, action.first)
    have = Counter(action.stock)
    for each in sorted(have):
        if each not in want or have[each] > 1:
            fault = f"{each} is there twice" if each in want else f"{each} is not among its tiles"
            return Refused(Reason.BAD_STOCK, fault=fault)
    return Refused(Reason.BAD_STOCK, fault=f"{len(want) - len(have)} missing")


def _of_first(state: State, first: int | None) -> Refused | None:
    if not state.rules.by_luck(state):
        return None if first is None else Refused(Reason.BAD_FIRST, fault="luck chooses no seat in this deal")
    if first is None:
        return Refused(Reason.BAD_FIRST, fault="first is missing: luck chooses who begins this deal")
    if first not in state.playing:
        return Refused(Reason.BAD_FIRST, fault=f"there is no seat {first} to begin")
    return None
