"""Chance. The rules themselves never draw lots: what luck decides comes in as an action."""

from __future__ import annotations

import random

from engine.actions import Deal
from engine.game import State
from engine.match import stock_of


def random_deal(state: State, seed: int | random.Random | None = None) -> Deal:
    """Shuffle the next deal, and choose who begins where luck does.

    Args:
        state: the match; it has to await a deal.
        seed: nothing for the operating system's randomness, as real games need; a number, or a generator, for
            games that can be made again.

    """
    source = seed if isinstance(seed, random.Random) else random.SystemRandom() if seed is None else random.Random(seed)
    stock = list(stock_of(state))
    source.shuffle(stock)
    return Deal(tuple(stock), source.choice(state.active_seats) if state.rules.draws_opener(state) else None)
