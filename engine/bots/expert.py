"""The expert: deals the hidden tiles in many ways consistent with all observations, and plays each deal on."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engine import match
from engine.actions import Move, Play
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.determinization import Determinizer
from engine.bots.endgame import Solver, TooManyStates
from engine.bots.heuristics import Reasons, weigh_moves
from engine.bots.normal import rationale_for
from engine.bots.rollout import play_rollout
from engine.game import State
from engine.layouts import Branches, Line, Pile
from engine.rules import find
from engine.view import View

FIRST_BATCH = 24
"""The number of deals sampled before the first moves are pruned."""

DEAL_COST = 4
"""The cost of dealing the hidden tiles, in actions."""

MAX_SAMPLES = 1500
"""The maximum number of samples of a move: more make no difference."""

MAX_SOLVED_TILES = 8
"""The maximum number of tiles in all hands for a sampled deal to be solved, with open hands."""

MAX_SOLVED_STATES = 200
"""The maximum number of states visited to solve a sampled deal."""

PIP_VALUE = 0.005
"""The value of a pip of the heuristics' weights."""

PIP_VALUE_SCORING = 0.0009
"""The same where plays score at once: a point weighs eight pips there, and is worth less."""

PIP_VALUE_MARKS = 0.003
"""The same for running totals: there a few hundred samples show little except that marks should be hit."""

PRIOR_SAMPLES = 100
"""The number of samples that the heuristics count for."""

IMMEDIATE = (Rationale.GOES_OUT, Rationale.SCORES)
"""Rationales that need no search."""

PRUNING_ERRORS = 2.5
"""By how many standard errors of the difference a move must be behind to be pruned."""


class _Candidate:
    """A move and the values of its samples."""

    __slots__ = ("move", "values")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0


def choose(view: View, rng: random.Random, effort: int) -> Decision:
    """Return the move with the best mean over sampled deals, until one is clearly best or the effort is spent.

    The heuristics count as a prior, which matters if there are few samples, as in long deals.
    """
    reasons = weigh_moves(view)
    candidates, exact = _search(view, rng, effort)
    if len(candidates) == 1:
        # all moves are equivalent
        equal = tuple(Estimate(move, 1.0, 0) for move in view.legal)
        return Decision(view.legal[0], rationale_for(reasons, 0), equal)
    weights = [sum(each.values()) for each in reasons]
    best_mean, best_weight = max(each.mean for each in candidates.values()), max(weights)
    pip = _pip_value(view)
    estimates: list[Estimate] = []
    for move, weight in zip(view.legal, weights, strict=True):
        each = candidates[_equivalence_key(view, move)]
        samples = len(each.values)
        prior = best_mean - pip * (best_weight - weight)
        weighted = (samples * each.mean + PRIOR_SAMPLES * max(prior, 0.0)) / (samples + PRIOR_SAMPLES)
        value = each.mean if exact else weighted
        estimates.append(Estimate(move, value, samples))
    # a pruned move has fewer samples, and stays out
    samples = max(each.samples for each in estimates)
    still_in = [index for index, each in enumerate(estimates) if each.samples == samples]
    chosen = max(still_in, key=lambda index: estimates[index].value)
    return Decision(estimates[chosen].move, _rationale(reasons, chosen, exact), tuple(estimates))


def _pip_value(view: View) -> float:
    if find(view.rules).move_points is None:
        return PIP_VALUE
    return PIP_VALUE_MARKS if isinstance(view.layout, Pile) else PIP_VALUE_SCORING


def _rationale(reasons: Sequence[Reasons], chosen: int, exact: bool) -> Rationale:
    rationale = rationale_for(reasons, chosen)
    return Rationale.ENDS_WELL if exact and rationale not in IMMEDIATE else rationale


def _search(view: View, rng: random.Random, effort: int) -> tuple[dict[object, _Candidate], bool]:
    """Return the candidates with their values, and whether these are exact."""
    assert view.seat is not None, "the channel does not play"
    determinizer, side = Determinizer(view), view.team_of(view.seat)
    candidates: dict[object, _Candidate] = {}
    for move in view.legal:
        candidates.setdefault(_equivalence_key(view, move), _Candidate(move))
    if len(candidates) == 1:
        return candidates, False
    solver = Solver(effort // 2)
    try:
        _solve_all(determinizer.enumerate(), list(candidates.values()), side, solver)
    except TooManyStates:
        _sample(determinizer, list(candidates.values()), side, rng, effort - solver.visited)
        return candidates, False
    return candidates, True


def _solve_all(
    states: Sequence[tuple[State, float]], candidates: Sequence[_Candidate], side: int, solver: Solver
) -> None:
    """Solve every possible deal for every candidate.

    Raises:
        TooManyStates: there are too many.

    """
    if not states:
        raise TooManyStates
    values = [[solver.values(match.step(state, each.move))[side] for each in candidates] for state, _ in states]
    total = math.fsum(likelihood for _, likelihood in states)
    for number, each in enumerate(candidates):
        mean = math.fsum(row[number] * likelihood for row, (_, likelihood) in zip(values, states, strict=True)) / total
        each.values = [mean] * len(states)


def _sample(
    determinizer: Determinizer, alive: Sequence[_Candidate], side: int, rng: random.Random, effort: int
) -> None:
    """Evaluate the candidates in sampled deals, until one is clearly best or the effort is spent."""
    beliefs = determinizer.beliefs
    in_hands = sum(map(len, beliefs.visible.hands)) + len(beliefs.slots)
    # the players don't see the tiles that are drawn
    leaves = _LeafEvaluator(side, rng, solve=in_hands <= MAX_SOLVED_TILES and not beliefs.draws)
    while leaves.spent < effort and len(alive) > 1 and len(alive[0].values) < MAX_SAMPLES:
        # prune ever more rarely: each test can be wrong
        for _ in range(max(FIRST_BATCH, len(alive[0].values))):
            if leaves.spent >= effort:
                return
            state = determinizer.sample(rng)
            leaves.spent += DEAL_COST
            for each in alive:
                each.values.append(leaves.evaluate(match.step(state, each.move)))
        alive = _prune(alive)


class _LeafEvaluator:
    """Evaluates the states after a candidate.

    Attributes:
        spent: the cost so far, in actions.

    """

    def __init__(self, side: int, rng: random.Random, *, solve: bool) -> None:
        self.spent = 0.0
        self._side = side
        self._rng = rng
        self._solve = solve

    def evaluate(self, state: State) -> float:
        """Return the value of a state: exact if few tiles are left, else by a rollout."""
        if self._solve:
            solver = Solver(MAX_SOLVED_STATES)
            try:
                return solver.values(state)[self._side]
            except TooManyStates:
                self._solve = False
            finally:
                self.spent += solver.visited + 1
        value, taken = play_rollout(state, self._side, self._rng)
        self.spent += taken
        return value


def _equivalence_key(view: View, move: Move) -> object:
    """Return a key that equivalent moves share: of two ends that show the same half, either will do."""
    if isinstance(move, Play) and isinstance(view.layout, Line | Branches) and move.end in view.open_ends:
        return move.tile, view.open_ends[move.end], move.facing
    return move


def _prune(alive: Sequence[_Candidate]) -> list[_Candidate]:
    best = max(alive, key=lambda each: each.mean)
    return [each for each in alive if each is best or not _is_behind(each.values, best.values)]


def _is_behind(values: Sequence[float], best: Sequence[float]) -> bool:
    differences = [a - b for a, b in zip(best, values, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / (count - 1)
    return mean > PRUNING_ERRORS * math.sqrt(variance / count) + 1e-9
