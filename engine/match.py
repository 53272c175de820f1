"""Plays any rule set: the deal-and-match shell, written once.

A game is a fold: ``new`` gives the start, ``apply`` gives the next state for each action, and nothing else changes
anything. The shuffled stock comes in as an action (:class:`engine.actions.Deal`), so that a game is its record.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import transitions
from engine.actions import Action, Deal, Draw, Flip, Move, Pass, Play
from engine.errors import Illegal, IllegalMove
from engine.events import Event
from engine.game import State, teams_of
from engine.layouts import Grid, Line
from engine.legal import default_move, legal
from engine.options import complete
from engine.refusals import stock_of, why_illegal
from engine.rules import find
from engine.tiles import Tile
from engine.view import View

__all__ = ["apply", "flipped", "legal", "new", "outcome", "step", "stock_of", "view", "why_illegal"]


def new(rules: str, seats: int, options: Mapping[str, object] | None = None) -> State:
    """Begin a match, before its first deal.

    Raises:
        IllegalMove: no such rule set, seats or options.

    """
    found = find(rules)
    if type(seats) is not int or seats not in found.hand_sizes:
        allowed = f"{found.seats[0]} to {found.seats[-1]}"
        raise IllegalMove(Illegal.BAD_SEATS, rules=rules, allowed=allowed, seats=repr(seats)[:20])
    values = complete(rules, found.options, options or {})
    pairs = bool(values.get("pairs"))
    if pairs and seats != 4:
        raise IllegalMove(Illegal.BAD_SEATS, rules=f"{rules} in pairs", allowed="4", seats=seats)
    sides = teams_of(seats, pairs)
    nothing = (0,) * len(sides)
    nobody = ((),) * seats
    return State(found, values, seats, sides, Line(), nothing, nothing, passed=nobody, drawn=nobody, legal=())


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Give the state after an action, and what came of it.

    Raises:
        IllegalMove: the rules do not allow it; nothing has changed.

    """
    if isinstance(action, Deal) or action not in legal(state):
        refused = why_illegal(state, action)
        if refused is not None:
            raise refused
    match action:
        case Play():
            return transitions.play(state, action)
        case Draw():
            return transitions.draw(state, action)
        case Pass():
            return transitions.pass_turn(state, action)
        case Flip():
            return transitions.flip(state, action)
        case Deal():
            return transitions.deal(state, action)


def step(state: State, move: Move) -> State:
    """Give the state after a move taken from ``legal``; that it is legal is not checked, and nothing is told."""
    if type(move) is Play:
        return transitions.play(state, move)[0]
    if type(move) is Draw:
        return transitions.draw(state, move)[0]
    if type(move) is Pass:
        return transitions.pass_turn(state, move)[0]
    assert type(move) is Flip, "there are no other moves"
    return transitions.flip(state, move)[0]


def view(state: State, seat: int | None) -> View:
    """Give what ``seat`` may see, or with None what the channel may see."""
    rules, layout = state.rules, state.layout
    mine = seat is not None and seat == state.turn
    return View(
        rules=rules.id,
        options=state.options,
        seats=state.seats,
        teams=state.teams,
        clockwise=rules.clockwise,
        max_pips=rules.max_pips,
        seat=seat,
        deal=state.deal,
        opener=state.opener,
        must_open_with=state.opening.must_open_with if state.opening is not None and mine else None,
        turn=state.turn,
        layout=layout.public() if isinstance(layout, Grid) else layout,
        open_ends=rules.open_ends(state) if state.hands else {},
        hand=state.hands[seat] if seat is not None and state.hands else (),
        open_hands=state.hands if rules.open_hands(state) else (),
        hand_sizes=tuple(map(len, state.hands)) or (0,) * state.seats,
        boneyard_size=len(state.boneyard),
        history=state.history,
        passed=state.passed,
        drawn=state.drawn[seat] if seat is not None else (),
        legal=legal(state) if mine else (),
        default_move=default_move(state),
        totals=state.totals,
        results=state.results,
        winners=state.winners,
        eliminated=state.eliminated,
    )


def flipped(state: State) -> tuple[tuple[int, Tile], ...]:
    """Give what everybody at a grid has seen, in the order in which it was turned up: position and tile.

    A tile that was turned up twice is there twice; those taken since are left out. It is part of the public history,
    and in no view, since what has been turned back must not be readable anywhere.
    """
    grid = state.layout
    if not isinstance(grid, Grid):
        return ()
    seen = [(move.position, grid.tiles.get(move.position)) for move in state.history if isinstance(move, Flip)]
    return tuple((position, tile) for position, tile in seen if tile is not None)


def outcome(state: State) -> tuple[int, ...] | None:
    """Give the seats that won, or None while the match goes on."""
    return state.winners or None
