"""Laws of every player, as checks of a position. Each raises AssertionError."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from engine import match, random_deal
from engine.actions import Action, Flip
from engine.bots import choose
from engine.bots.decision import Decision, Rationale
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.game import State
from engine.layouts import Grid
from engine.options import Value
from engine.simulation import Simulation
from engine.view import View
from tests.engine.bots.positions import choices, seen
from tests.engine.laws.laws import shuffled

EFFORT = 300
"""What an expert may try in these laws."""


def thought_of(view: View, turned: FlippedTiles, level: Level, seed: int, effort: int = EFFORT) -> Decision:
    """Ask a player."""
    return choose.choose_move(view, turned, level, seed, effort)


def the_choice_is_legal(state: State, decision: Decision) -> None:
    """What is chosen is one of what may be done, and the rules take it."""
    assert decision.move in match.legal(state), f"{decision.move} is not legal"
    match.apply(state, decision.move)


def every_option_is_estimated(view: View, decision: Decision) -> None:
    """Estimates are of what may be done, in that order, from 0 to 1; the motive is one of those that there are."""
    assert tuple(each.move for each in decision.estimates) == view.legal, "not every move, in its order, is estimated"
    for each in decision.estimates:
        assert 0 <= each.value <= 1, f"{each.move} is worth {each.value}"
        assert each.samples >= 0
        assert each.wins is None or 0 <= each.wins <= 1, f"{each.move} wins {each.wins}"
    assert isinstance(decision.rationale, Rationale)
    if len(view.legal) > 1:
        assert decision.rationale is not Rationale.ONLY, "there was a choice"


def choices_are_legal(rules: str, positions: int, seed: int, levels: Iterable[Level] = Level, effort: int = 30) -> None:
    """In so many random positions of a rule set each level's choice is legal and rightly reported."""
    source = random.Random(f"{rules} {seed}")
    for state in islice(choices(rules, source), positions):
        view, turned = seen(state)
        for level in levels:
            decision = thought_of(view, turned, level, source.getrandbits(32), effort)
            the_choice_is_legal(state, decision)
            every_option_is_estimated(view, decision)


def the_same_is_thought_again(state: State, level: Level, seed: int, first: Decision) -> None:
    """The same question has the same answer, whatever was asked before and through whatever pipe it came."""
    view, turned = seen(state)
    # as it is sent to another process: a mapping that can't be changed can't be sent
    portable = replace(view, options=dict(view.options), open_ends=dict(view.open_ends))
    view, turned = pickle.loads(pickle.dumps((portable, turned)))
    again = thought_of(view, turned, level, seed)
    assert again == first, f"{first.move} at first, and then {again.move}"
    assert pickle.loads(pickle.dumps(again)) == first, "a thought changes where it is sent"


def otherwise_hidden(state: State, seat: int, source: random.Random) -> State:
    """Return the state with all shuffled that ``seat`` can't know: what has been turned up of a grid stays."""
    grid = state.layout
    if not isinstance(grid, Grid):
        return shuffled(state, seat, source)
    known = {move.position for move in state.history if isinstance(move, Flip)}
    down = [at for at in grid.tiles if at not in known]
    mixed = [grid.tiles[at] for at in down]
    source.shuffle(mixed)
    return state._replace(layout=grid._replace(tiles={**grid.tiles, **dict(zip(down, mixed, strict=True))}))


def nobody_knows_what_is_hidden(state: State, level: Level, seed: int, first: Decision, source: random.Random) -> None:
    """Shuffling what the seat in turn can't see changes nothing of what it thinks."""
    other = otherwise_hidden(state, state.turn, source)
    assert thought_of(*seen(other), level, seed) == first, "what is hidden makes a difference"


def the_only_move_is_made_without_trying(state: State, level: Level) -> None:
    """Where there is one legal action, it is chosen, and nothing is tried for it."""
    view, turned = seen(state)
    (only,) = view.legal

    def trying(*_arguments: object) -> None:
        raise AssertionError("something is tried, and there is no choice")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "step", trying)
        patch.setattr(Simulation, "play", trying)
        decision = thought_of(view, turned, level, 1, 10**9)
    assert decision.move == only
    assert decision.rationale is Rationale.ONLY
    assert [(each.move, each.samples) for each in decision.estimates] == [(only, 0)]


def the_match_ends(
    rules: str, seats: int, options: Mapping[str, Value], levels: Sequence[Level], seed: int, limit: int = 6_000
) -> State:
    """A match between computers ends, and each of their actions is taken; return its last state.

    Args:
        rules: the rule set.
        seats: how many play.
        options: the house rules.
        levels: who sits at each seat, from the first on and over again.
        seed: what decides deals and choices.
        limit: how many actions are too many.

    """
    state = match.new(rules, seats, options)
    source = random.Random(seed)
    for _ in range(limit):
        if state.finished:
            return state
        action: Action
        if state.turn is None:
            action = random_deal(state, source)
        else:
            level = levels[state.turn % len(levels)]
            action = thought_of(*seen(state), level, source.getrandbits(32), 1).move
            assert action in match.legal(state), f"{action} is not legal"
        state, _ = match.apply(state, action)
    raise AssertionError(f"no end after {limit} actions")
