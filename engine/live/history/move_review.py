"""Reviews the moves of a past deal: the expert's choices, from the views of the seats in turn."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine import match
from engine.actions import Flip, Move, Play
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.memory import FlippedTiles
from engine.live.history.replays import require_over, states_of
from engine.live.model.errors import Code, TableError
from engine.live.model.table import SavedTable
from engine.live.thinking.pool import Review
from engine.view import View

Listener = Callable[[], Awaitable[None]]


class Question(NamedTuple):
    """A move of a past deal that had an alternative.

    Attributes:
        at: the move's number in the deal, from 1.
        view: the view of the moving seat before.
        turned: the tiles flipped in a grid before, which all players saw.
        played: the move.
        seed: for the expert's random choices; the same for the same move of a match.

    """

    at: int
    view: View
    turned: FlippedTiles
    played: Move
    seed: int


class Verdict(NamedTuple):
    """The expert's verdict on a move.

    Attributes:
        best: the expert's choice.
        same: whether the player made this move, or an equivalent one.
        cost: how many deals or matches of 100 the move costs; None if the expert did not simulate them.
        of_deals: whether the cost counts deals; else it counts matches.

    """

    best: Move
    same: bool
    cost: int | None
    of_deals: bool


def questions(kept: SavedTable, deal: int) -> tuple[Question, ...]:
    """Return the moves of a deal to review: those that were not forced.

    Raises:
        TableError: the match is not over, or there is no such deal, or it has not ended.
        IllegalMove: the log holds an illegal move.

    """
    require_over(kept)
    states = tuple(states_of(kept, deal))
    if not states or len(states[-1].results) < deal:
        raise TableError(Code.DEAL_NOT_ENDED)
    asked: list[Question] = []
    for at, (before, after) in enumerate(pairwise(states), 1):
        view = match.view(before, before.turn)
        if len(view.legal) > 1:
            seed = random.Random(f"{kept.header.id} {deal} {at}").getrandbits(64)
            asked.append(Question(at, view, match.flipped(before), after.history[-1], seed))
    return tuple(asked)


def verdict(question: Question, decision: Decision) -> Verdict:
    """Return the verdict on a move, from the expert's decision in its place."""
    best, played = _estimate(decision, decision.move), _estimate(decision, question.played)
    if _same(question, decision, best, played):
        return Verdict(decision.move, same=True, cost=0 if best.samples else None, of_deals=best.wins is not None)
    if not best.samples or not played.samples:
        return Verdict(decision.move, same=False, cost=None, of_deals=False)
    if best.wins is not None and played.wins is not None:
        lost, of_deals = best.wins - played.wins, True
    else:
        lost, of_deals = best.value - played.value, False
    # the expert also weighs more than its deals: the player's move may have won more of them
    return Verdict(decision.move, same=False, cost=max(0, round(100 * lost)), of_deals=of_deals)


def _estimate(decision: Decision, move: Move) -> Estimate:
    return next(each for each in decision.estimates if each.move == move)


def _same(question: Question, decision: Decision, best: Estimate, played: Estimate) -> bool:
    """Whether the expert's move is the one played, or differs in nothing that matters."""
    one, other = best.move, played.move
    if isinstance(one, Flip) and isinstance(other, Flip) and decision.rationale is Rationale.UNKNOWN:
        # all tiles that nobody has seen are alike
        return other.position not in {position for position, _ in question.turned}
    alike = isinstance(one, Play) and isinstance(other, Play) and (one.tile, one.facing) == (other.tile, other.facing)
    return one == other or (alike and best[1:] == played[1:])


class DealReview:
    """The expert's verdicts on a deal, as they come in.

    Attributes:
        questions: the moves to review.
        verdicts: the verdict on each move reviewed so far, by the move's number.
        failed: whether the expert gave up.
        listeners: the functions to call after news, by message and reader.

    """

    def __init__(self, asked: Sequence[Question]) -> None:
        self.questions = {each.at: each for each in asked}
        self.verdicts: dict[int, Verdict] = {}
        self.failed = False
        self.listeners: dict[tuple[int, int], Listener] = {}

    @property
    def done(self) -> bool:
        """Whether every move has been reviewed."""
        return len(self.verdicts) == len(self.questions)

    @property
    def running(self) -> bool:
        """Whether moves are left to review."""
        return not self.done and not self.failed

    @property
    def news(self) -> int:
        """A number that changes with each piece of news."""
        return len(self.verdicts) + self.failed

    async def review_next(self, review: Review) -> None:
        """Review the next move."""
        asked = next(each for at, each in self.questions.items() if at not in self.verdicts)
        decision = await review(asked.view, asked.turned, asked.played, asked.seed)
        if decision is None:
            self.failed = True
        else:
            self.verdicts[asked.at] = verdict(asked, decision)

    async def tell(self) -> None:
        """Call all listeners."""
        await asyncio.gather(*[each() for each in self.listeners.values()])

    def costs(self) -> dict[int, list[int]]:
        """Return the costs in deals of each seat's simulated moves."""
        costs: dict[int, list[int]] = {}
        for at, each in self.verdicts.items():
            if each.cost is not None and each.of_deals:
                costs.setdefault(self.questions[at].played.seat, []).append(each.cost)
        return costs

    def costliest(self) -> int | None:
        """Return the number of the move that cost most deals; None if none cost any."""
        lost = {at: each.cost for at, each in self.verdicts.items() if each.cost and each.of_deals}
        return max(lost, key=lambda at: lost[at]) if lost else None
