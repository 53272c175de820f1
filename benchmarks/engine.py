"""The speed of the engine, compared with PyPI's ``dominoes`` and OpenSpiel's block dominoes in the same run.

    uv run --group benchmarks python -m benchmarks.engine [--quick]

All play random matches, computing the legal moves at every turn and dealing as often as the game asks. ``dominoes``
is the library beside a simulation, in place; ``dominoes_kept`` beside the engine, with a copy for each move, since the
engine keeps every state. Both sides of a
ratio play short rounds in turn, and the ratio is the median of the rounds': a busy machine slows both alike.

Prints one ``name value`` a line: moves per second; processor microseconds; ratios. A library that is not installed is
named on standard error; a rule set that is not in the catalogue is left out.
"""

from __future__ import annotations

import argparse
import copy
import gc
import importlib
import json
import random
import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine import match, random_deal
from engine.actions import Action, Deal
from engine.record import dumps, loads, replay
from engine.rules import RULE_SETS
from engine.simulation import Simulation, simulate

Work = Callable[[int], int]
"""Plays a seed; returns the number of moves. Passes and draws count as moves."""

TRAIN = "mexican-train"
TRAIN_TOP = 12
MATCHES = 5
"""How many matches are played in place at once."""
"""The most pips of a half in the Mexican train's set."""


# ---------------------------------------------------------------------- players


def play(rules: str, seats: int, options: Mapping[str, object], seed: int, enough: float) -> list[Action]:
    """Play whole deals of one match at random, until it ends or after so many moves; return all actions."""
    source = random.Random(seed)
    state = match.new(rules, seats, options)
    actions: list[Action] = []
    while not state.finished:
        if state.awaits_deal:
            if len(actions) >= enough:
                break
            action: Action = random_deal(state, source)
        else:
            action = source.choice(match.legal(state))
        state, _ = match.apply(state, action)
        actions.append(action)
    return actions


def moves_in(actions: list[Action]) -> int:
    """Count the players' actions."""
    return sum(not isinstance(action, Deal) for action in actions)


def express(seats: int, pairs: bool) -> Work:
    """Return the engine's own work: one match of ``express`` to 100 points."""
    options = {"pairs": pairs, "target": 100}
    return lambda seed: moves_in(play("express", seats, options, seed, float("inf")))


def in_place(source: random.Random, begun: Simulation) -> int:
    """Play a match at random on a simulation; return the number of moves."""
    moves, rand = 0, source.random
    stock = [*begun.tables.tiles]
    deal = begun.copy()
    while not deal.winners:
        source.shuffle(stock)
        deal.deal(tuple(stock), None)
        while deal.reason is None:
            deal.play(deal.moves[int(rand() * len(deal.moves))])
            moves += 1
        deal.settle()
    return moves


def express_in_place() -> Work:
    """Return a simulation's work: matches of ``express`` in pairs to 100 points, as many as take a while."""
    new = match.new("express", 4, {"pairs": True, "target": 100})
    begun = simulate(match.apply(new, random_deal(new, 0))[0])

    def work(seed: int) -> int:
        source = random.Random(seed)
        return sum(in_place(source, begun) for _ in range(MATCHES))

    return work


def dominoes_series(dominoes: Any, *, kept: bool) -> Work:
    """Return the work of PyPI's ``dominoes``: four in pairs play a block series to 100 points, opened by 6-6.

    A game computes the legal moves after every move, even of players who then have to pass.

    Args:
        dominoes: the library.
        kept: whether each state is kept, as the engine does: a move is made in a copy.

    """

    def work(seed: int) -> int:
        random.seed(seed)
        series = dominoes.Series(target_score=100)
        game = series.games[0]
        moves = 0
        while game is not None:
            while game.result is None:
                if kept:
                    game = copy.deepcopy(game)
                game.make_move(*random.choice(game.valid_moves))
            moves += len(game.moves)
            series.games[-1] = game
            game = series.next_game()
        return moves

    return work


def openspiel_deals(pyspiel: Any, deals: int) -> Work:
    """Return OpenSpiel's work: deals of block dominoes for two, with hands dealt in its cheapest way.

    A player who can't play is skipped: each skip counts as a move here.
    """
    game = pyspiel.load_game("python_block_dominoes")

    def work(seed: int) -> int:
        source = random.Random(seed)
        moves = 0
        for _ in range(deals):
            state = game.new_initial_state()
            for tile in source.sample(range(28), 14):
                state.apply_action(tile)
            before = None
            while not state.is_terminal():
                player = state.current_player()
                moves += 1 + (player == before)
                state.apply_action(source.choice(state.legal_actions()))
                before = player
            state.returns()
        return moves

    return work


# ---------------------------------------------------------------------- measuring


def per_move(work: Work, seed: int) -> float:
    """Return the processor time of each move of some work, in seconds."""
    gc.collect()
    begun = time.process_time()
    moves = work(seed)
    return (time.process_time() - begun) / moves


def rounds(seconds: float) -> Iterator[int]:
    """Count rounds from 1 until the time is up, five at least."""
    until = time.monotonic() + seconds
    number = 0
    while number < 5 or time.monotonic() < until:
        number += 1
        yield number


def compare(ours: Work, theirs: Work, seconds: float) -> tuple[float, float, float]:
    """Let both play in turn; return our moves per second, theirs, and the median of the rounds' ratios."""
    taken: list[tuple[float, float]] = []
    for work in (ours, theirs):
        work(0)  # the first use is not measured
    for seed in rounds(seconds):
        if seed % 2:
            own = per_move(ours, seed)
            taken.append((own, per_move(theirs, seed)))
        else:
            other = per_move(theirs, seed)
            taken.append((per_move(ours, seed), other))
    mine, other = (statistics.median(each) for each in zip(*taken, strict=True))
    return 1 / mine, 1 / other, statistics.median(b / a for a, b in taken)


def parts(rules: str, seats: int, actions: list[Action], number: int, spent: Mapping[str, list[int]]) -> None:
    """Play a match again and note the nanoseconds of each call in ``spent``.

    In a position either ``legal`` or ``view`` is timed, alternately from round to round: each caches its work.
    """
    clock = time.perf_counter_ns
    state = match.new(rules, seats)
    for at, action in enumerate(actions):
        if isinstance(action, Deal):
            state, _ = match.apply(state, action)
            continue
        seen = (at + number) % 2
        begun = clock()
        if seen:
            match.view(state, action.seat)
        else:
            match.legal(state)
        between = clock()
        state, _ = match.apply(state, action)
        spent["apply"].append(clock() - between)
        spent["view" if seen else "legal"].append(between - begun)


def rule_sets(seconds: float, enough: int) -> None:
    """Measure every rule set with every number of players, each beside ``express``, and print."""
    taken: dict[str, list[tuple[float, float]]] = defaultdict(list)
    calls: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def work(rules: str) -> tuple[Work, list[tuple[int, list[Action]]]]:
        played: list[tuple[int, list[Action]]] = []

        def all_seats(seed: int) -> int:
            played.extend((seats, play(rules, seats, {}, seed, enough)) for seats in RULE_SETS[rules].seats)
            return sum(moves_in(actions) for _, actions in played)

        return all_seats, played

    for number in rounds(seconds):
        for rules in RULE_SETS:
            base = per_move(work("express")[0], number)
            own, played = work(rules)
            taken[rules].append((per_move(own, number), base))
            spent: dict[str, list[int]] = defaultdict(list)
            for seats, actions in played:
                parts(rules, seats, actions, number, spent)
            for name, each in spent.items():
                calls[rules][name].append(statistics.fmean(each) / 1000)
    for rules, times in taken.items():
        name = rules.replace("-", "_")
        print(f"{name}_moves_per_s {1 / statistics.median(own for own, _ in times):.0f}")
        for call in ("legal", "apply", "view"):
            print(f"{name}_{call}_us {statistics.median(calls[rules][call]):.2f}")
    ratios = {rules: statistics.median(own / base for own, base in times) for rules, times in taken.items()}
    slowest = max(ratios, key=ratios.__getitem__)
    print(f"the costliest rule set: {slowest}", file=sys.stderr)
    print(f"slowest_rules_ratio {ratios[slowest]:.2f}")


# ---------------------------------------------------------------------- the Mexican train


def mirror(text: str) -> str:
    """Turn every half ``n`` in a text into ``12 - n``: the set stays the same set, 12-12 becomes 0-0."""
    return re.sub(r"\b(\d+)-(\d+)\b", lambda m: f"{TRAIN_TOP - int(m[2])}-{TRAIN_TOP - int(m[1])}", text)


def thirteen_deals(seed: int) -> str:
    """Write a match of four whose last deal is the first one mirrored, move for move, from the same opener."""
    actions = play(TRAIN, 4, {}, seed, float("inf"))
    whole = json.loads(dumps(TRAIN, 4, {}, tuple(actions)))
    first = json.loads(mirror(json.dumps(whole["deals"][0])))
    first.pop("first", None)
    whole["deals"][TRAIN_TOP:] = [first]
    return json.dumps(whole)


def deal_times(text: str) -> list[float]:
    """Return the processor seconds of each deal of a record: to apply its moves and compute the legal ones.

    The first deal must not pay for what comes before it: the record is played once unmeasured, and reading it leaves
    the garbage collector work that it would do just then.
    """
    record = loads(text)
    taken: list[float] = []
    gc.collect()
    gc.disable()
    for _ in range(2):
        taken.clear()
        begun = 0.0
        for action, state in replay(record):
            if isinstance(action, Deal):
                begun = time.process_time()
            match.legal(state)
            if state.awaits_deal or state.finished:
                taken.append(time.process_time() - begun)
    gc.enable()
    return taken


def mexican_train(seconds: float) -> None:
    """Measure long matches and print."""
    ratios: list[float] = []
    for seed in rounds(seconds):
        taken = deal_times(thirteen_deals(seed))
        ratios.append(taken[-1] / taken[0])
    print(f"thirteenth_deal_ratio {statistics.median(ratios):.2f}")
    text = dumps(TRAIN, 8, {}, tuple(play(TRAIN, 8, {}, 1, float("inf"))))
    waits: list[float] = []
    for _ in range(5):
        gc.collect()
        begun = time.perf_counter()
        for _step in replay(loads(text)):
            pass
        waits.append(time.perf_counter() - begun)
    print(f"mexican_replay_s {statistics.median(waits):.3f}")


# ---------------------------------------------------------------------- the command


def load(name: str) -> Any:
    """Import a library; print a note and return None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: its ratio is left out", file=sys.stderr)
        return None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, done in 45 s")
    quick = parser.parse_args().quick
    unit = 1.0 if quick else 5.0
    others: dict[str, tuple[Work, Work]] = {}
    if dominoes := load("dominoes"):
        others["dominoes"] = express_in_place(), dominoes_series(dominoes, kept=False)
        others["dominoes_kept"] = express(4, pairs=True), dominoes_series(dominoes, kept=True)
    # the game's module enters it in pyspiel's list
    if load("open_spiel.python.games.block_dominoes") and (pyspiel := load("pyspiel")):
        others["openspiel"] = express(2, pairs=False), openspiel_deals(pyspiel, 5)
    gc.collect()
    gc.freeze()  # the collector skips the libraries' own objects during play
    for name, (ours, theirs) in others.items():
        mine, other, ratio = compare(ours, theirs, 5 * unit)
        print(f"{name}_moves_per_s {other:.0f}")
        print(f"moves_per_s_beside_{name} {mine:.0f}")
        print(f"{name}_ratio {ratio:.2f}")
    rule_sets(15 * unit, 100)
    if TRAIN in RULE_SETS:
        mexican_train(6 * unit)


if __name__ == "__main__":
    main()
