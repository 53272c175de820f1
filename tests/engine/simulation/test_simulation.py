"""Simulations and the engine play the same game, ply by ply."""

from __future__ import annotations

import random

import pytest

from engine import match, random_deal
from engine.game import State
from engine.options import Value
from engine.simulation import Simulation, simulate
from engine.tiles import pips
from tests.engine.bots.positions import apart
from tests.engine.games import SEATINGS, options_of
from tests.support.cases import few_seatings
from tests.support.examples import examples

SIMULATED = [(rules, seats) for rules, seats in SEATINGS if rules not in ("memory", "forty-two")]
"""Every rule set that lays tiles, with every number of seats."""


def agree(simulation: Simulation, state: State) -> None:
    """Hold what a simulation tells of a deal against a state."""
    code, layout = simulation.tables.code, state.layout
    assert simulation.reason is None, "the deal goes on"
    assert simulation.turn == state.turn
    assert sorted(simulation.moves) == sorted(code(move, layout) for move in match.legal(state))
    assert simulation.hands == state.hands
    assert simulation.boneyard == state.boneyard
    for ask in ("totals", "scored", "numbers", "open_numbers"):
        assert [*getattr(simulation, ask)] == [*getattr(state, ask)], ask
    for ask in (
        "opener",
        "boneyard_size",
        "passes",
        "tiles_laid",
        "last_seat",
        "last_tile",
        "first_player",
        "can_play",
        "must_pass",
    ):
        if state.history or not ask.startswith("last"):
            assert getattr(simulation, ask) == getattr(state, ask), ask
    for seat in range(state.seats):
        assert simulation.tiles_held(seat) == len(state.hands[seat])
        assert simulation.pips_held(seat) == pips(state.hands[seat])
        assert simulation.next_seat(seat) == state.next_seat(seat)
    assert simulation.nothing_fits(simulation.open_numbers) == state.nothing_fits(state.open_numbers)


def ends_alike(simulation: Simulation, state: State) -> None:
    """Hold the end of a deal, once settled, against the state after it."""
    assert simulation.reason is not None, "the deal has ended"
    simulation.settle()
    ours, theirs = simulation.results[-1], state.results[-1]
    assert ours._replace(hands=theirs.hands) == theirs
    assert tuple(simulation.totals) == state.totals
    assert simulation.winners == state.winners
    assert state.finished or simulation.eliminated == state.eliminated


def plays_alike(rules: str, seats: int, options: dict[str, Value], source: random.Random, moves: int) -> None:
    """Play so many random moves of a match in the engine and, in place, in one simulation."""
    state = match.new(rules, seats, options)
    simulation: Simulation | None = None
    for _ in range(moves):
        if state.finished:
            return
        if state.awaits_deal:
            deal = random_deal(state, source)
            state, _ = match.apply(state, deal)
            if simulation is not None:
                simulation.deal(deal.stock, deal.first)
            if state.turn is None:
                if simulation is not None:
                    ends_alike(simulation, state)
                continue
            if simulation is None:
                simulation = simulate(state)
                simulation.look()
        assert simulation is not None
        agree(simulation, state)
        if source.random() < 0.1:
            # from any state on, and apart from what is played on from a copy
            begun, simulation = simulation, simulation.copy()
            begun.play(begun.moves[0])
            again = simulate(state)
            again.look()
            agree(again, state)
        move = source.choice(match.legal(state))
        simulation.play(simulation.tables.code(move, state.layout))
        state, _ = match.apply(state, move)
        if state.turn is None:
            ends_alike(simulation, state)


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SIMULATED))
def test_a_simulation_agrees_with_the_engine_ply_by_ply(rules: str, seats: int) -> None:
    for number in range(examples(3)):
        source = random.Random(f"{rules} {seats} {number}")
        plays_alike(rules, seats, source.choice(options_of(rules, seats)), source, 300)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats"), SIMULATED)
def test_a_simulation_agrees_with_the_engine_whatever_the_options(rules: str, seats: int) -> None:
    for number, options in enumerate(options_of(rules, seats)):
        plays_alike(rules, seats, options, random.Random(f"{rules} {seats} options {number}"), 120)


@pytest.mark.parametrize("rules", ["all-fives", "bergen", "fives", "fives-and-threes"])
def test_the_points_noted_for_a_play_are_those_of_the_rules_at_any_total(rules: str) -> None:
    scored = 0
    for state in apart(rules, 2, 6, "noted"):
        deal = simulate(state)
        deal.look()
        for total in (0, 60):
            deal.totals = [total] * len(deal.teams)
            for move in deal.moves:
                if move >= 0:
                    asked = Simulation.points(deal, move)
                    assert deal.points(move) == asked
                    scored += asked > 0
    assert scored
