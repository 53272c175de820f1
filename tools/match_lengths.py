"""Writes how many moves matches take: ``uv run python -m tools.match_lengths [RULES …]``.

Normal computers play matches of each rule set with its default options, for each number of players. The median of the
moves goes into ``engine/live/history/match_lengths.json``; given rule sets are counted anew, the others stay.
"""

from __future__ import annotations

import json
import random
import sys
from statistics import median

from engine import match, random_deal
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.cli.progress import counted, shown
from engine.game import RuleSet
from engine.live.history.experience import SHIPPED
from engine.rules import RULE_SETS, find

MATCHES = 41


def moves_of(rules: RuleSet, seats: int, number: int) -> int:
    """Return how many moves a match takes; the shuffles depend on its number alone."""
    rng, moves = random.Random(f"{rules.id} {seats} {number}"), 0
    state = match.new(rules.id, seats)
    while not state.finished:
        if state.turn is None:
            state, _ = match.apply(state, random_deal(state, rng))
            continue
        view, flipped = match.view(state, state.turn), match.flipped(state)
        state, _ = match.apply(state, choose_move(view, flipped, Level.NORMAL, rng.getrandbits(32)).move)
        moves += 1
    return moves


def lengths_of(rules: RuleSet) -> dict[str, int]:
    """Return the median of the moves of a match by the number of players, of which there are as many as pairs need."""
    pairs = next((each for each in rules.options if each.id == "pairs"), None)
    seats = range(4, 5) if pairs is not None and pairs.default else rules.seats
    return {str(each): round(median(moves_of(rules, each, number) for number in range(MATCHES))) for each in seats}


def main(names: list[str]) -> None:
    """Count the moves of the named rule sets, or of all, and write them."""
    known: dict[str, dict[str, int]] = json.loads(SHIPPED.read_text(encoding="utf-8")) if names else {}
    counting = [find(each) for each in names] or list(RULE_SETS.values())
    with shown("count moves", "rule sets") as report:
        for rules in counted(counting, len(counting), report):
            known[rules.id] = lengths_of(rules)
    lines = ",\n".join(f"  {json.dumps(each)}: {json.dumps(known[each])}" for each in RULE_SETS)
    SHIPPED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
