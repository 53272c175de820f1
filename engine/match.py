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
from engine.game import State, sides_of
from engine.layouts import Grid, Line
from engine.legal import fallback, legal
from engine.options import complete
from engine.refusals import refusal, stock_of
from engine.rules import find
from engine.tiles import Tile
from engine.view import View

__all__ = ["apply", "legal", "new", "outcome", "refusal", "step", "stock_of", "turned_up", "view"]


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
    sides = sides_of(seats, pairs)
    nothing = (0,) * len(sides)
    nobody = ((),) * seats
    return State(found, values, seats, sides, Line(), nothing, nothing, passed=nobody, drawn=nobody, moves=())


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Give the state after an action, and what came of it.

    Raises:
        IllegalMove: the rules do not allow it; nothing has changed.

    """
    if isinstance(action, Deal) or action not in legal(state):
        refused = refusal(state, action)
        if refused is not None:
            raise refused
    match action:
        case Play():
            return transitions.play(state, action)
        case Draw():
            return transitions.draw(state, action)
        case Pass():
            return transitions.give_up(state, action)
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
        return transitions.give_up(state, move)[0]
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
        sides=state.sides,
        clockwise=rules.clockwise,
        top=rules.top,
        seat=seat,
        deal=state.deal,
        opener=state.opener,
        must=state.opening.must if state.opening is not None and mine else None,
        turn=state.turn,
        layout=layout.seen() if isinstance(layout, Grid) else layout,
        open_ends=rules.ends(state) if state.hands else {},
        hand=state.hands[seat] if seat is not None and state.hands else (),
        shown=state.hands if rules.shows_hands(state) else (),
        counts=tuple(map(len, state.hands)) or (0,) * state.seats,
        boneyard=len(state.boneyard),
        history=state.history,
        passed=state.passed,
        drawn=state.drawn[seat] if seat is not None else (),
        legal=legal(state) if mine else (),
        fallback=fallback(state),
        totals=state.totals,
        results=state.results,
        winners=state.winners,
        gone=state.eliminated,
    )


def turned_up(state: State) -> tuple[tuple[int, Tile], ...]:
    """Give what everybody at a grid has seen, in the order in which it was turned up: position and tile.

    A tile that was turned up twice is there twice; those taken since are left out. It is part of the public history,
    and in no view, since what has been turned back must not be readable anywhere.
    """
    grid = state.layout
    if not isinstance(grid, Grid):
        return ()
    seen = [(move.position, grid.lying.get(move.position)) for move in state.history if isinstance(move, Flip)]
    return tuple((position, tile) for position, tile in seen if tile is not None)


def outcome(state: State) -> tuple[int, ...] | None:
    """Give the seats that won, or None while the match goes on."""
    return state.winners or None
