"""The expert: deals the hidden tiles in many ways, in keeping with all that was seen, and plays each on to its end."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engine import match
from engine.actions import Draw, Move, Play
from engine.bots.decision import Estimate, Motive, Thought
from engine.bots.determinization import Worlds
from engine.bots.endgame import Solver, TooLong
from engine.bots.heuristics import Reasons, judge
from engine.bots.normal import motive_of
from engine.bots.rollout import play_out
from engine.game import State
from engine.layouts import Branches, Line, Pile
from engine.legal import fallback
from engine.rules import find
from engine.view import View

ROUND = 24
"""How many worlds are tried before moves that fall behind are left out."""

WORLD = 4
"""How many actions dealing the hidden tiles costs as much as."""

ENOUGH = 1500
"""In how many worlds a move is tried at most: more makes no difference."""

SOLVED = 8
"""With how many tiles in all hands the rest of a deal is looked at exactly, as if all saw them."""

LONGEST = 200
"""How many states of it are looked at at most."""

PIP = 0.005
"""What a pip of common sense is worth."""

PIP_OF_POINTS = 0.0009
"""The same where plays score at once: there a point speaks for a move as much as eight pips, and is worth less."""

PIP_OF_MARKS = 0.003
"""The same where tiles are added up: a few hundred tries don't show what is wise there beside taking a mark."""

PRIOR = 100
"""How many tries common sense counts as much as."""

PLAIN = (Motive.GOES_OUT, Motive.SCORES)
"""Motives that need no looking ahead."""

SURE = 2.5
"""By how many standard errors of the difference a move has to be behind to be left out."""


class _Tried:
    """A move and how it did."""

    __slots__ = ("move", "values")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0


def choose(view: View, chance: random.Random, effort: int) -> Thought:
    """Try every move in deals that the seat can't tell apart, until the best is sure or the effort is spent.

    Where few tries could be made, as in long deals, common sense has its say, too.
    """
    judged = judge(view)
    tried, exact = _try_all(view, chance, effort)
    if len(tried) == 1:
        # whichever it is, the same comes of it
        alike = tuple(Estimate(move, 1.0, 0) for move in view.legal)
        return Thought(view.legal[0], motive_of(judged, 0), alike)
    sense = [sum(reasons.values()) for reasons in judged]
    best_mean, best_sense = max(each.mean for each in tried.values()), max(sense)
    # where plays score at once, common sense counts in points
    at_once = PIP_OF_MARKS if isinstance(view.layout, Pile) else PIP_OF_POINTS
    pip = PIP if find(view.rules).gain is None else at_once
    estimates: list[Estimate] = []
    for move, speaks in zip(view.legal, sense, strict=True):
        each = tried[_sort_of(view, move)]
        tries = len(each.values)
        guess = best_mean - pip * (best_sense - speaks)
        worth = each.mean if exact else (tries * each.mean + PRIOR * max(guess, 0.0)) / (tries + PRIOR)
        estimates.append(Estimate(move, worth, tries))
    # what was left out on the way stays out
    tries = max(each.tries for each in estimates)
    still_in = [index for index, each in enumerate(estimates) if each.tries == tries]
    chosen = max(still_in, key=lambda index: estimates[index].worth)
    return Thought(estimates[chosen].move, _motive(judged, chosen, exact), tuple(estimates))


def _motive(judged: Sequence[Reasons], chosen: int, exact: bool) -> Motive:
    motive = motive_of(judged, chosen)
    return Motive.ENDS_WELL if exact and motive not in PLAIN else motive


def _try_all(view: View, chance: random.Random, effort: int) -> tuple[dict[object, _Tried], bool]:
    """Try the moves; tell whether what they are worth is exact."""
    assert view.seat is not None, "the channel does not play"
    worlds, side = Worlds(view), view.side_of(view.seat)
    tried: dict[object, _Tried] = {}
    for move in view.legal:
        tried.setdefault(_sort_of(view, move), _Tried(move))
    if len(tried) == 1:
        return tried, False
    solver = Solver(effort // 2)
    try:
        _solve_all(worlds.all(), list(tried.values()), side, solver)
    except TooLong:
        _sample(worlds, list(tried.values()), side, chance, effort - solver.looked_at)
        return tried, False
    return tried, True


def _solve_all(worlds: Sequence[tuple[State, float]], tried: Sequence[_Tried], side: int, solver: Solver) -> None:
    """Look at every way to go on in every deal that there can be.

    Raises:
        TooLong: there are too many.

    """
    if not worlds:
        raise TooLong
    values = [[solver.worths(match.step(world, each.move))[side] for each in tried] for world, _ in worlds]
    total = math.fsum(likelihood for _, likelihood in worlds)
    for number, each in enumerate(tried):
        mean = math.fsum(row[number] * likelihood for row, (_, likelihood) in zip(values, worlds, strict=True)) / total
        each.values = [mean] * len(worlds)


def _sample(worlds: Worlds, alive: Sequence[_Tried], side: int, chance: random.Random, effort: int) -> None:
    """Try the moves in deals taken by chance, until one is surely the best or the effort is spent."""
    start = worlds.hidden.start
    in_hands = sum(map(len, start.hands)) + len(worlds.hidden.places)
    drawn_from = len(worlds.hidden.unseen) > len(worlds.hidden.places) and isinstance(fallback(start), Draw)
    ends = _Ends(side, chance, few=in_hands <= SOLVED and not drawn_from)
    while ends.steps < effort and len(alive) > 1 and len(alive[0].values) < ENOUGH:
        # ever more rarely: who is asked often is wrong at times
        for _ in range(max(ROUND, len(alive[0].values))):
            if ends.steps >= effort:
                return
            world = worlds.one(chance)
            ends.steps += WORLD
            for each in alive:
                each.values.append(ends.worth_of(match.step(world, each.move)))
        alive = _still_in(alive)


class _Ends:
    """Goes on to the ends of deals.

    Attributes:
        steps: what that took so far, in actions.

    """

    def __init__(self, side: int, chance: random.Random, *, few: bool) -> None:
        self.steps = 0.0
        self._side = side
        self._chance = chance
        self._few = few

    def worth_of(self, state: State) -> float:
        """Give what a state is worth: by the exact end where little is left, else by one end of many."""
        if self._few:
            solver = Solver(LONGEST)
            try:
                return solver.worths(state)[self._side]
            except TooLong:
                self._few = False
            finally:
                self.steps += solver.looked_at + 1
        value, taken = play_out(state, self._side, self._chance)
        self.steps += taken
        return value


def _sort_of(view: View, move: Move) -> object:
    """Give what tells a move from those that come to the same: of two ends that show the same half, either will do."""
    if isinstance(move, Play) and isinstance(view.layout, Line | Branches) and move.end in view.open_ends:
        return move.tile, view.open_ends[move.end], move.facing
    return move


def _still_in(alive: Sequence[_Tried]) -> list[_Tried]:
    best = max(alive, key=lambda each: each.mean)
    return [each for each in alive if each is best or not _behind(each.values, best.values)]


def _behind(values: Sequence[float], best: Sequence[float]) -> bool:
    differences = [a - b for a, b in zip(best, values, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / (count - 1)
    return mean > SURE * math.sqrt(variance / count) + 1e-9
