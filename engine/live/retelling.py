"""What a table's log tells once more: deals that have ended, who began."""

from __future__ import annotations

from engine import match
from engine.actions import Luck, parse
from engine.live.declined import Declined, Why
from engine.live.store import Kept
from engine.view import View


def deal_views(kept: Kept, deal: int) -> tuple[View, ...]:
    """Give what the channel saw of a deal: when it was dealt, and after each action up to its end.

    Args:
        kept: the table; its match may be going on.
        deal: the deal's number, from 1.

    Raises:
        Declined: there is no such deal, or it has not ended.
        Refused: the log holds what the rules refuse.

    """
    if not kept.log:
        raise Declined(Why.DEAL_NOT_ENDED)
    header = kept.header
    state = match.new(header.rules, len(header.people), header.options)
    views: list[View] = []
    for entry in kept.log:
        state, _ = match.apply(state, parse(entry.action))
        if state.deal == deal:
            views.append(match.view(state, None))
            if len(state.results) == deal:
                return tuple(views)
    raise Declined(Why.DEAL_NOT_ENDED)


def first_opener(kept: Kept) -> int | None:
    """Give who opened a match's first deal, by user id; None before anybody did.

    That is whom luck chose to begin, where it did, else whoever acted first: the rules know why it was they.
    """
    for entry in kept.log:
        action = parse(entry.action)
        seat = action.first if isinstance(action, Luck) else action.seat
        if seat is not None:
            return kept.header.people[seat].user
    return None
