"""Counts presses of whole matches, by rule set: all that people press against what is left to press.

Normal players choose; one press is one button of a hand. The first number has a press for every turn, and one more for
every choice of an end. The second leaves out what the bot plays by default, and ends that show the same number.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from engine import match, random_deal
from engine.actions import Move, Play
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.game import State
from engine.layouts import Trains
from engine.legal import distinct_moves, forced_move, only_move
from engine.rules import RULE_SETS

SEEDS = 5


def presses(state: State, move: object, *, every: bool) -> int:
    """Return how many presses a move takes."""
    moves: Collection[Move] = match.legal(state)
    if not every:
        moves = distinct_moves(
            match.legal(state), state.layout, scoring=state.rules.scoring.move_points is not None
        ).values()
    if not every and only_move(state, public=True) is not None:
        return 0
    if not isinstance(move, Play) or isinstance(state.layout, Trains):
        return 1
    return 1 + (sum(isinstance(each, Play) and each.tile == move.tile for each in moves) > 1)


def main() -> None:
    """Print a line for each rule set."""
    for rules in RULE_SETS.values():
        seats = min(max(rules.seats[0], 3), rules.seats[-1])
        before = after = 0
        for seed in range(SEEDS):
            source = random.Random(f"{rules.id} {seed}")
            state = match.new(rules.id, seats)
            while not state.finished:
                if state.awaits_deal:
                    state, _ = match.apply(state, random_deal(state, source))
                    continue
                move = forced_move(state)
                if move is None:
                    view = match.view(state, state.turn)
                    move = choose_move(view, match.flipped(state), Level.NORMAL, source.randrange(2**32)).move
                    before += presses(state, move, every=True)
                    after += presses(state, move, every=False)
                state, _ = match.apply(state, move)
        saved = 100 * (before - after) / before
        counts = f"{before / SEEDS:6.1f} -> {after / SEEDS:6.1f} presses a match"
        print(f"{rules.id:20} {seats} players: {counts}, {saved:.0f} % fewer")


if __name__ == "__main__":
    main()
