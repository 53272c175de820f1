"""The expert: deals the hidden tiles in many ways consistent with all observations, and plays each deal on."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engine import match
from engine.actions import Draw, Move, Play
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.determinization import Determinizer
from engine.bots.endgame import Solver, TooManyStates
from engine.bots.heuristics import Reasons, weigh_moves
from engine.bots.normal import rationale_for
from engine.bots.rollout import play_rollout
from engine.game import State
from engine.layouts import Branches, Line, Pile
from engine.legal import default_move
from engine.rules import find
from engine.view import View

FIRST_BATCH = 24
"""How many deals are sampled before the first moves are pruned."""

DEAL_COST = 4
"""The cost of dealing the hidden tiles, in actions."""

MAX_SAMPLES = 1500
"""How many samples a move gets at most: more make no difference."""

MAX_SOLVED_TILES = 8
"""How many tiles all hands may hold together for a sampled deal to be solved, with open hands."""

MAX_SOLVED_STATES = 200
"""How many states are visited at most to solve a sampled deal."""

PIP_VALUE = 0.005
"""The value of a pip of the heuristics' weights."""

PIP_VALUE_SCORING = 0.0009
"""The same where plays score at once: a point weighs eight pips there, and is worth less."""

PIP_VALUE_MARKS = 0.003
"""The same for running totals: there a few hundred samples show little except that marks should be hit."""

PRIOR_SAMPLES = 100
"""How many samples the heuristics count as much as."""

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
        alike = tuple(Estimate(move, 1.0, 0) for move in view.legal)
        return Decision(view.legal[0], rationale_for(reasons, 0), alike)
    weights = [sum(reasons.values()) for reasons in reasons]
    best_mean, best_sense = max(each.mean for each in candidates.values()), max(weights)
    # where plays score at once, the weights count in points
    at_once = PIP_VALUE_MARKS if isinstance(view.layout, Pile) else PIP_VALUE_SCORING
    pip = PIP_VALUE if find(view.rules).move_points is None else at_once
    estimates: list[Estimate] = []
    for move, speaks in zip(view.legal, weights, strict=True):
        each = candidates[_equivalence_key(view, move)]
        tries = len(each.values)
        guess = best_mean - pip * (best_sense - speaks)
        worth = each.mean if exact else (tries * each.mean + PRIOR_SAMPLES * max(guess, 0.0)) / (tries + PRIOR_SAMPLES)
        estimates.append(Estimate(move, worth, tries))
    # a pruned move has fewer samples, and stays out
    tries = max(each.samples for each in estimates)
    still_in = [index for index, each in enumerate(estimates) if each.samples == tries]
    chosen = max(still_in, key=lambda index: estimates[index].value)
    return Decision(estimates[chosen].move, _rationale(reasons, chosen, exact), tuple(estimates))


def _rationale(reasons: Sequence[Reasons], chosen: int, exact: bool) -> Rationale:
    rationale = rationale_for(reasons, chosen)
    return Rationale.ENDS_WELL if exact and rationale not in IMMEDIATE else rationale


def _search(view: View, rng: random.Random, effort: int) -> tuple[dict[object, _Candidate], bool]:
    """Return the candidates with their values, and whether these are exact."""
    assert view.seat is not None, "the channel does not play"
    worlds, side = Determinizer(view), view.team_of(view.seat)
    candidates: dict[object, _Candidate] = {}
    for move in view.legal:
        candidates.setdefault(_equivalence_key(view, move), _Candidate(move))
    if len(candidates) == 1:
        return candidates, False
    solver = Solver(effort // 2)
    try:
        _solve_all(worlds.enumerate(), list(candidates.values()), side, solver)
    except TooManyStates:
        _sample(worlds, list(candidates.values()), side, rng, effort - solver.visited)
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
    values = [[solver.values(match.step(world, each.move))[side] for each in candidates] for world, _ in states]
    total = math.fsum(likelihood for _, likelihood in states)
    for number, each in enumerate(candidates):
        mean = math.fsum(row[number] * likelihood for row, (_, likelihood) in zip(values, states, strict=True)) / total
        each.values = [mean] * len(states)


def _sample(
    determinizer: Determinizer, alive: Sequence[_Candidate], side: int, rng: random.Random, effort: int
) -> None:
    """Evaluate the candidates in sampled deals, until one is clearly best or the effort is spent."""
    start = determinizer.beliefs.visible
    in_hands = sum(map(len, start.hands)) + len(determinizer.beliefs.slots)
    drawn_from = len(determinizer.beliefs.unseen) > len(determinizer.beliefs.slots) and isinstance(
        default_move(start), Draw
    )
    ends = _LeafEvaluator(side, rng, few=in_hands <= MAX_SOLVED_TILES and not drawn_from)
    while ends.spent < effort and len(alive) > 1 and len(alive[0].values) < MAX_SAMPLES:
        # prune ever more rarely: each test can be wrong
        for _ in range(max(FIRST_BATCH, len(alive[0].values))):
            if ends.spent >= effort:
                return
            world = determinizer.sample(rng)
            ends.spent += DEAL_COST
            for each in alive:
                each.values.append(ends.evaluate(match.step(world, each.move)))
        alive = _prune(alive)


class _LeafEvaluator:
    """Evaluates the states after a candidate.

    Attributes:
        spent: the cost so far, in actions.

    """

    def __init__(self, side: int, rng: random.Random, *, few: bool) -> None:
        self.spent = 0.0
        self._side = side
        self._rng = rng
        self._few = few

    def evaluate(self, state: State) -> float:
        """Return the value of a state: exact if few tiles are left, else by a rollout."""
        if self._few:
            solver = Solver(MAX_SOLVED_STATES)
            try:
                return solver.values(state)[self._side]
            except TooManyStates:
                self._few = False
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
