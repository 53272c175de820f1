"""The expert: deals the hidden tiles in many ways consistent with all observations, and plays each deal on."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from engine.actions import Move
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.determinization import Determinizer, World
from engine.bots.endgame import Solver, TooManyPlies
from engine.bots.heuristics import Reasons, weigh_moves
from engine.bots.normal import rationale_for
from engine.bots.rollout import Rollouts
from engine.rules import find
from engine.simulation import Simulation, simulate
from engine.view import View

WORLD_EFFORT = 24
"""The effort that a sampled deal counts for."""

FIRST_BATCH = 24
"""The number of deals sampled before the first moves are pruned."""

MAX_SOLVED_PLIES = 4000
"""The maximum number of moves played to solve all possible deals."""

SLACK = 2
"""By how much the deals may differ in this."""

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

MIN_GAIN = 0.0005
"""A move is pruned once sampling it to the end is expected to improve the chosen move's value by less than this."""

MIN_SPREAD = 0.02
"""The standard deviation of the difference between two moves is at least this: few samples may be alike by chance."""


class Candidate:
    """A move, as its code, and the values of its samples.

    Attributes:
        lag: the difference to the best move's rating by the heuristics.
        ended: how many of the samples were played to the end of the deal.
        won: how many deals of those the side won, shared ones in part.

    """

    __slots__ = ("code", "ended", "lag", "values", "won")

    def __init__(self, code: int, lag: float) -> None:
        self.code = code
        self.lag = lag
        self.values: list[float] = []
        self.ended, self.won = 0, 0.0

    def add(self, value: float, won: float | None) -> None:
        """Note a sample and the share of the deal that the side won in it, if it was played to its end."""
        self.values.append(value)
        if won is not None:
            self.ended += 1
            self.won += won

    @property
    def wins(self) -> float | None:
        """The share of deals won, or None if some were not played to their ends."""
        return self.won / self.ended if self.ended and self.ended == len(self.values) else None

    @property
    def mean(self) -> float:
        """The mean of the samples, or 0 without any."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def value(self, best_mean: float) -> float:
        """Return the mean, with the heuristics as a prior; ``best_mean`` is that of all candidates."""
        prior = max(best_mean - self.lag, 0.0)
        return (sum(self.values) + PRIOR_SAMPLES * prior) / (len(self.values) + PRIOR_SAMPLES)


def choose(view: View, rng: random.Random, effort: int, compared: Move | None = None) -> Decision:
    """Return the move with the best mean over sampled deals, until one is clearly best or the effort is spent.

    The heuristics count as a prior, which matters if there are few samples. A move to be ``compared`` is never pruned.
    """
    reasons = weigh_moves(view)
    weights = [sum(each.values()) for each in reasons]
    pip, best = _pip_value(view), max(weights)
    determinizer = Determinizer(view)
    deal = simulate(determinizer.beliefs.visible)
    keys = [_equivalence_key(view, move) for move in view.legal]
    candidates: dict[object, Candidate] = {}
    for move, key, weight in zip(view.legal, keys, weights, strict=True):
        candidates.setdefault(key, Candidate(deal.tables.code(move, view.layout), pip * (best - weight)))
    rated = list(candidates.values())
    if len(rated) == 1:
        # all moves are equivalent
        equal = tuple(Estimate(move, 1.0, 0) for move in view.legal)
        return Decision(view.legal[0], rationale_for(reasons, 0), equal)
    kept = None if compared is None else candidates[_equivalence_key(view, compared)]
    exact = _search(deal, determinizer, rated, view, rng, max(2, effort // WORLD_EFFORT), kept)
    best_mean = max(each.mean for each in rated)
    estimates = [_estimate(move, candidates[key], best_mean, exact) for move, key in zip(view.legal, keys, strict=True)]
    # a pruned move has fewer samples, and stays out
    chosen = max(range(len(estimates)), key=lambda index: (estimates[index].samples, estimates[index].value))
    return Decision(estimates[chosen].move, _rationale(reasons, chosen, exact), tuple(estimates))


def _estimate(move: Move, candidate: Candidate, best_mean: float, exact: bool) -> Estimate:
    value = candidate.mean if exact else candidate.value(best_mean)
    return Estimate(move, value, len(candidate.values), candidate.wins, exact)


def _pip_value(view: View) -> float:
    if find(view.rules).scoring.move_points is None:
        return PIP_VALUE
    return PIP_VALUE_MARKS if view.layout.total is not None else PIP_VALUE_SCORING


def _rationale(reasons: Sequence[Reasons], chosen: int, exact: bool) -> Rationale:
    rationale = rationale_for(reasons, chosen)
    return Rationale.ENDS_WELL if exact and rationale not in IMMEDIATE else rationale


def _search(
    deal: Simulation,
    determinizer: Determinizer,
    candidates: Sequence[Candidate],
    view: View,
    rng: random.Random,
    worlds: int,
    kept: Candidate | None,
) -> bool:
    """Find the values of the candidates; return whether they are exact."""
    side = view.team_of(view.own_seat)
    try:
        _solve_all(deal, determinizer.enumerate(), candidates, side)
    except TooManyPlies:
        _sample(deal, determinizer, candidates, side, rng, worlds, kept)
        return False
    return True


def _solve_all(
    deal: Simulation, worlds: Sequence[tuple[World, float]], candidates: Sequence[Candidate], side: int
) -> None:
    """Solve every possible deal for every candidate.

    Raises:
        TooManyPlies: there are too many.

    """
    if not worlds:
        raise TooManyPlies
    solver = Solver(MAX_SOLVED_PLIES)
    values: list[list[float]] = []
    for world, _ in worlds:
        deal.hold(*world)
        values.append([solver.value(deal, each.code, side) for each in candidates])
        if solver.played * len(worlds) > SLACK * MAX_SOLVED_PLIES * len(values):
            # the others would take about as long
            raise TooManyPlies
    total = math.fsum(likelihood for _, likelihood in worlds)
    for number, each in enumerate(candidates):
        mean = math.fsum(row[number] * likelihood for row, (_, likelihood) in zip(values, worlds, strict=True)) / total
        each.values = [mean] * len(worlds)


def _sample(
    deal: Simulation,
    determinizer: Determinizer,
    alive: Sequence[Candidate],
    side: int,
    rng: random.Random,
    worlds: int,
    kept: Candidate | None,
) -> None:
    """Evaluate the candidates in sampled worlds, until one is clearly best or ``worlds`` are done."""
    rollouts = Rollouts(deal, side, rng)

    def imagine(alive: Sequence[Candidate]) -> None:
        deal.hold(*determinizer.sample(rng))
        for each in alive:
            each.add(rollouts.value(deal.copy(), each.code), rollouts.won)

    narrow_down(alive, worlds, imagine, kept)


def narrow_down(
    alive: Sequence[Candidate],
    worlds: int,
    imagine: Callable[[Sequence[Candidate]], None],
    kept: Candidate | None,
    first: int = FIRST_BATCH,
) -> None:
    """Evaluate candidates until one is clearly best or ``worlds`` are done.

    Args:
        alive: the candidates.
        worlds: how many worlds there are at most.
        imagine: plays some candidates on in one more world, and adds a sample to each.
        kept: a candidate that is never pruned.
        first: the number of worlds before the first candidates are pruned.

    """
    done = 0
    while done < worlds and len(alive) > 1:
        # prune ever more rarely: each test can be wrong
        for _ in range(min(max(FIRST_BATCH, done // 2) if done else first, worlds - done)):
            imagine(alive)
            done += 1
        alive = _prune(alive, worlds)
        if kept is not None and kept not in alive:
            alive.append(kept)


def _equivalence_key(view: View, move: Move) -> object:
    return view.layout.equivalence_key(move, scoring=find(view.rules).scoring.move_points is not None)


def _prune(alive: Sequence[Candidate], worlds: int) -> list[Candidate]:
    """Return the better half, but two at least, without those that are hardly worth more of ``worlds``."""
    best_mean = max(each.mean for each in alive)
    ranked = sorted(alive, key=lambda each: -each.value(best_mean))
    best, *others = ranked[: max(2, (len(ranked) + 1) // 2)]
    lead = best.value(best_mean)
    return [
        best,
        *(each for each in others if _gain(best.values, each.values, lead - each.value(best_mean), worlds) >= MIN_GAIN),
    ]


def _gain(best: Sequence[float], values: Sequence[float], lead: float, worlds: int) -> float:
    """Return by how much a better choice between two moves is expected to pay once ``worlds`` are sampled.

    The lead will change by a normal variate. The samples still to come lower the variance of the lead; the difference
    is that of the variate. The choice improves by as much as the lead drops below 0: the knowledge gradient (Frazier,
    Powell and Dayanik, 2008).
    """
    count = len(values)
    differences = [a - b for a, b in zip(best, values, strict=True)]
    mean = sum(differences) / count
    variance = max(sum([(each - mean) ** 2 for each in differences]) / (count - 1), MIN_SPREAD**2)
    change = math.sqrt(variance * (1 / (count + PRIOR_SAMPLES) - 1 / (worlds + PRIOR_SAMPLES)))
    if not change:
        return 0.0
    z = lead / change
    return change * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) - lead * math.erfc(z / math.sqrt(2)) / 2
