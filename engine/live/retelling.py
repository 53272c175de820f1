"""Deals that have ended, told once more from a table's log."""

from __future__ import annotations

from engine import match
from engine.actions import parse
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
