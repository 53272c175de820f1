"""Random deals. The rules themselves hold no randomness: a shuffle is an action."""

from __future__ import annotations

import random

from engine.actions import Deal
from engine.game import State
from engine.match import stock_of


def random_deal(state: State, seed: int | random.Random | None = None) -> Deal:
    """Return a random deal: the shuffled tiles, and an opener if the rules draw one by lot.

    Args:
        state: the match, awaiting a deal.
        seed: None for the operating system's randomness, as real games need; a number or a generator for
            reproducible games.

    """
    source = seed if isinstance(seed, random.Random) else random.SystemRandom() if seed is None else random.Random(seed)
    stock = list(stock_of(state))
    source.shuffle(stock)
    return Deal(tuple(stock), source.choice(state.active_seats) if state.rules.draws_opener(state) else None)
