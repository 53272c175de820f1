"""Typical positions from random matches with fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine import match, random_deal
from engine.actions import Action, Draw, Play
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.game import State
from engine.layouts import Feet, Grid, Spinners, Trains, Tricks
from engine.options import Value
from engine.view import View

Fits = Callable[[State], bool]


def played(rules: str, seats: int, seed: int, **options: Value) -> Iterator[State]:
    """Yield the states of a random match without voluntary draws, the same for the same seed."""
    source = random.Random(seed)
    state = match.new(rules, seats, options)
    while not state.finished:
        legal = match.legal(state)
        plays = [move for move in legal if isinstance(move, Play)]
        action = random_deal(state, source) if state.awaits_deal else source.choice(plays or legal)
        state, _ = match.apply(state, action)
        yield state


def played_well(rules: str, seats: int, seed: int, **options: Value) -> Iterator[State]:
    """Yield the states of a match between computers of the normal level, the same for the same seed."""
    source = random.Random(seed)
    state = match.new(rules, seats, options)
    while not state.finished:
        if state.turn is None:
            action: Action = random_deal(state, source)
        else:
            action = choose_move(match.view(state, state.turn), (), Level.NORMAL, source.getrandbits(32)).move
        state, _ = match.apply(state, action)
        yield state


def first_deal(states: Iterable[State]) -> list[View]:
    """Return the channel's views of the first deal, from start to end."""
    found: list[View] = []
    for state in states:
        found.append(match.view(state, None))
        if state.results:
            break
    return found


def opened(states: Iterable[State]) -> list[View]:
    """Return the first deal with all hands open, as shown after the match."""
    found: list[View] = []
    for state in states:
        drew = state.history and isinstance(state.history[-1], Draw)
        drawn = state.drawn[state.history[-1].seat][-1:] if drew else ()
        found.append(replace(match.view(state, None), open_hands=state.hands, drawn=drawn))
        if state.results:
            break
    return found


def seen(states: Iterable[State], fits: Fits) -> View:
    """Return the channel's view of the first position that fits."""
    return match.view(next(filter(fits, states)), None)


def held(states: Iterable[State], fits: Fits) -> View:
    """Return the first position that fits, as the seat in turn sees it."""
    state = next(filter(fits, states))
    return match.view(state, state.turn)


def last(states: Iterable[State]) -> View:
    """Return the channel's view of the end of a match."""
    *_, state = states
    return match.view(state, None)


def laid(count: int, choices: int = 0) -> Fits:
    """Return a test for a deal in progress with at least so many tiles laid, and so many legal moves."""

    def fits(state: State) -> bool:
        tiles = 0 if isinstance(state.layout, Grid) else len(state.layout.placed)
        return state.turn is not None and tiles >= count and len(match.legal(state)) >= choices

    return fits


def open_double(state: State) -> bool:
    """Whether a double on a train has to be covered."""
    return isinstance(state.layout, Trains) and state.layout.open_double is not None


def open_foot(state: State) -> bool:
    """Whether the fifth chicken foot, or a later one, needs toes, and has one."""
    layout = state.layout
    if not isinstance(layout, Feet) or state.turn is None:
        return False
    return sum(each.tile.double for each in layout.placed) > 4 and len(layout.waiting) in (1, 2)


def many_spinners(state: State) -> bool:
    """Whether the short sides of four spinners are open."""
    return isinstance(state.layout, Spinners) and len(state.layout.ends) >= 10 and state.turn is not None


def in_third_trick(state: State) -> bool:
    """Whether two tiles lie in the third trick of a deal, and the next player has to choose one that follows suit."""
    table = state.layout
    if not isinstance(table, Tricks) or len(table.taken_by) != 2 or len(table.trick) != 2 or state.turn is None:
        return False
    return 1 < len(match.legal(state)) < len(state.hands[state.turn])


def two_up(state: State) -> bool:
    """Whether two tiles of a grid are face up, and some have been taken."""
    return isinstance(state.layout, Grid) and len(state.layout.face_up) == 2 and len(state.layout.tiles) <= 20
