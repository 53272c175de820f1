"""Play a match of any rule set.

A match is a fold: :func:`new` returns its first state, and :func:`apply` the next state for each action. A shuffle is
an action, too (:class:`engine.actions.Deal`), so the actions alone reproduce the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, Deal, Flip, Move
from engine.errors import Illegal, IllegalMove
from engine.events import Event
from engine.game import State, teams_of
from engine.layouts import Line
from engine.legal import default_move, legal
from engine.options import complete
from engine.refusals import stock_of, why_illegal
from engine.rules import find
from engine.tiles import Tile
from engine.transitions import TRANSITIONS
from engine.view import View

__all__ = ["apply", "flipped", "legal", "new", "outcome", "step", "stock_of", "view", "why_illegal"]


def new(rules: str, seats: int, options: Mapping[str, object] | None = None) -> State:
    """Return the state of a new match, before its first deal.

    Raises:
        IllegalMove: unknown rules or options, or a wrong number of seats.

    >>> new("classic", seats=3, options={"opening": "free"}).awaits_deal
    True
    """
    rule_set = find(rules)
    if type(seats) is not int or seats not in rule_set.hand_sizes:
        min_seats, max_seats = rule_set.seats[0], rule_set.seats[-1]
        allowed = str(min_seats) if min_seats == max_seats else f"{min_seats} to {max_seats}"
        raise IllegalMove(Illegal.BAD_SEATS, rules=rules, allowed=allowed, seats=repr(seats)[:20])
    values = complete(rules, rule_set.options, options or {})
    pairs = bool(values.get("pairs"))
    if pairs and seats != 4:
        raise IllegalMove(Illegal.BAD_SEATS, rules=f"{rules} in pairs", allowed="4", seats=seats)
    teams = teams_of(seats, pairs)
    no_points = (0,) * len(teams)
    no_tiles = ((),) * seats
    return State(
        rule_set, values, seats, teams, Line(), no_points, no_points, passed=no_tiles, drawn=no_tiles, legal=()
    )


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the state after an action, and the events that the action brought about.

    Raises:
        IllegalMove: the rules don't allow the action.

    >>> from engine import random_deal
    >>> from engine.actions import parse
    >>> state = new("express", seats=2)
    >>> state, events = apply(state, random_deal(state, seed=1))
    >>> events
    (Dealt(deal=1, opener=1),)
    >>> apply(state, parse("0 pass"))
    Traceback (most recent call last):
    engine.errors.IllegalMove: it is the turn of seat 1
    """
    if isinstance(action, Deal) or action not in legal(state):
        illegal = why_illegal(state, action)
        if illegal is not None:
            raise illegal
    return TRANSITIONS[type(action)](state, action)


def step(state: State, move: Move) -> State:
    """Return the state after a legal move, without checking it: the fast path of searches."""
    return TRANSITIONS[type(move)](state, move)[0]


def view(state: State, seat: int | None) -> View:
    """Return the view of ``seat``; with None, that of the public.

    >>> state = new("memory", seats=2)
    >>> view(state, None).hand_sizes
    (0, 0)
    """
    public = _public_view(state)
    return public if seat is None else view_of_seat(state, public, seat)


def view_of_seat(state: State, public: View, seat: int) -> View:
    """Return the view of ``seat`` from that of the public: the seats of a match share most of their view."""
    hand, drawn = state.hands[seat] if state.hands else (), state.drawn[seat]
    if seat != state.turn:
        return replace(public, seat=seat, hand=hand, drawn=drawn)
    must = state.opening.must_open_with if state.opening is not None else None
    return replace(public, seat=seat, hand=hand, drawn=drawn, must_open_with=must, legal=legal(state))


def _public_view(state: State) -> View:
    rules, layout = state.rules, state.layout
    return View(
        rules=rules.id,
        options=state.options,
        seats=state.seats,
        teams=state.teams,
        clockwise=rules.clockwise,
        max_pips=rules.max_pips,
        seat=None,
        deal=state.deal,
        opener=state.opener,
        must_open_with=None,
        turn=state.turn,
        layout=layout.public(),
        open_ends=rules.open_ends(state) if state.hands else {},
        hand=(),
        open_hands=state.hands if rules.open_hands(state) else (),
        hand_sizes=tuple(map(len, state.hands)) or (0,) * state.seats,
        boneyard_size=len(state.boneyard),
        history=state.history,
        passed=state.passed,
        drawn=(),
        legal=(),
        default_move=default_move(state),
        totals=state.totals,
        results=state.results,
        winners=state.winners,
        eliminated=state.eliminated,
    )


def flipped(state: State) -> tuple[tuple[int, Tile], ...]:
    """Return the position and tile of each flip of this deal, in order, without tiles taken since.

    A tile flipped twice appears twice. This is public history, but no part of a view: a tile that is face down again
    must not be readable anywhere.
    """
    positions = [move.position for move in state.history if isinstance(move, Flip)]
    seen = [(position, state.layout.tile_at(position)) for position in positions]
    return tuple((position, tile) for position, tile in seen if tile is not None)


def outcome(state: State) -> tuple[int, ...] | None:
    """Return the seats that won the match, or None while it goes on."""
    return state.winners or None
