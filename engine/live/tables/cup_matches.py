"""The match of a cup at a table: its end when the time of the round is over, its score, and its result.

A side is that of seat 0 or of seat 1: two players, or two pairs whose partners sit opposite.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from engine.game import RuleSet, State
from engine.live.model.news import Closed, News, TimeCalled
from engine.live.model.table import Header, Presence, SavedTable, Status, Told
from engine.live.tables.replay import replay, start_of
from engine.live.tables.situation import NOTHING, Change, Situation, closed_header
from engine.view import View

MOST_MORE_DEALS = 2
"""The maximum number of deals after the one in which the time was over, each if the sides are level."""


class CupOutcome(NamedTuple):
    """The result of a match.

    Attributes:
        winner: the side that won, 0 or 1; None for a level match.
        points: the points of both sides.
        how: ``played`` by the match's own rules, by ``time``, or with a person's seat played by the ``computer`` at
            the end.
        left: the seats of those persons.

    """

    winner: int | None
    points: tuple[int, int]
    how: Literal["played", "time", "computer"]
    left: tuple[int, ...] = ()


# ---------------------------------------------------------------------- the score


def less_is_better(rules: RuleSet) -> bool:
    """Whether the side with fewer points is in front."""
    return rules.scoring.points_against


def side_points(state: State | View) -> tuple[int, int]:
    """Return the points of both sides as the rule set counts them: marks where it counts marks."""
    one, other = state.totals
    return one, other


def side_in_front(points: tuple[int, int], rules: RuleSet) -> int | None:
    """Return the side with the better points, 0 or 1; None if they are level."""
    one, other = points
    return None if one == other else int((other > one) is not less_is_better(rules))


def leader(state: State) -> int | None:
    """Return the side that won the match or is in front, 0 or 1; None if they are level."""
    if not state.finished:
        return side_in_front(side_points(state), state.rules)
    winners = {state.team_of(seat) for seat in state.winners}
    return None if len(winners) > 1 else winners.pop()


# ---------------------------------------------------------------------- the time of the round


def call_time(at: Situation) -> Change:
    """Note that the time of the round is over: the deal in play is the last, and between deals the match is decided.

    A turn in play has at most the time that turns have from then on. Nothing happens if the time was called before, or
    the match is over.
    """
    header, state = at.header, at.state
    if header.cup is None or header.is_called or not at.playing or state is None:
        return NOTHING
    header = replace(header, cup=replace(header.cup, called_deal=state.deal))
    if state.awaits_deal:
        header, news = after_deal(header, state)
        return Change(header=header, news=news)
    if header.deadline is not None:
        header = replace(header, deadline=min(header.deadline, at.now + header.absence_limit(at.pace)))
    return Change(header=header, news=(TimeCalled(side_points(state)),))


def after_deal(header: Header, state: State) -> tuple[Header, tuple[News, ...]]:
    """Return a header after an action, and news of it: at a called table the end of a deal may end the match.

    It does if a side is in front, or after two more deals.
    """
    cup = header.cup
    if cup is None or not cup.called_deal or not state.awaits_deal:
        return header, ()
    points = side_points(state)
    if side_in_front(points, state.rules) is None and state.deal < cup.called_deal + MOST_MORE_DEALS:
        return header, (TimeCalled(points, one_more=True),)
    return closed_header(header), (Closed("time"),)


def ended_by_time(header: Header, turn: int | None) -> bool:
    """Whether the score decided a match at the end of a deal, as the time of its round was over.

    Args:
        header: the table.
        turn: the seat in turn; None between deals.

    """
    return header.status is Status.CLOSED and header.is_called and turn is None


# ---------------------------------------------------------------------- the result


def outcome_of(header: Header, state: State) -> CupOutcome:
    """Return the result of a match that is over. Who sat on a seat at the end does not change it.

    Whoever was only too slow for the short turns after the round's time has not left.
    """
    slow = (Presence.HERE, Presence.KEPT) if header.is_called else (Presence.HERE,)
    left = tuple(
        seat for seat, person in enumerate(header.people) if not person.computer and person.presence not in slow
    )
    how = "computer" if left else "played" if state.finished else "time"
    return CupOutcome(leader(state), side_points(state), how, left)


def match_over(kept: SavedTable) -> CupOutcome:
    """Return the result of a stored match that is over.

    Raises:
        Exception: what is stored makes no sense.

    """
    state = replay(kept, Told(len(kept.log), kept.header.status)).state
    return outcome_of(kept.header, state or start_of(kept.header))
