"""Asks every level for its choice in very many random positions, and sees that each choice is legal.

``python -m tests.engine.bots.all_positions`` takes 20 000 positions a rule set, which is minutes; ``--quick`` 500.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

from engine.bots import expert
from engine.bots.level import Level
from engine.rules import CATALOGUE
from tests.engine.bots import laws
from tests.engine.bots.positions import choices, seen

POSITIONS = 20_000
QUICK = 500
EFFORT = 30
"""What an expert may try here: its whole way is gone, and no more."""

WORLDS = 2
"""How many deals an expert tries at once here."""

PART = 500
"""How many positions are gone through at once."""


class Tally(NamedTuple):
    """What was asked of a rule set.

    Attributes:
        rules: its id.
        positions: how many there were.
        choices: how many choices were made.
        seconds: of the processor.

    """

    rules: str
    positions: int
    choices: int
    seconds: float


def go_through(rules: str, positions: int, seed: int, levels: Iterable[Level] = Level) -> Tally:
    """Ask each level in random positions of a rule set.

    Raises:
        AssertionError: something was chosen that is not legal, or badly reported.

    """
    begun, made = time.process_time(), 0
    source = random.Random(f"{rules} {seed}")
    for state in islice(choices(rules, source), positions):
        view, turned = seen(state)
        for level in levels:
            decision = laws.thought_of(view, turned, level, source.getrandbits(32), EFFORT)
            laws.the_choice_is_legal(state, decision)
            laws.every_option_is_estimated(view, decision)
            made += 1
    return Tally(rules, positions, made, time.process_time() - begun)


def _part(rules: str, positions: int, seed: int) -> Tally:
    expert.FIRST_BATCH = WORLDS
    return go_through(rules, positions, seed)


def tallies(positions: int, processes: int, rules: Iterable[str] = CATALOGUE) -> Iterator[Tally]:
    """Go through so many positions of each rule set, in several processes."""
    sizes = [min(PART, positions - done) for done in range(0, positions, PART)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = [
            (each, [pool.submit(_part, each, size, number) for number, size in enumerate(sizes)]) for each in rules
        ]
        try:
            for each, parts in waiting:
                found = [part.result() for part in parts]
                yield Tally(
                    each,
                    sum(one.positions for one in found),
                    sum(one.choices for one in found),
                    sum(one.seconds for one in found),
                )
        finally:
            # after a choice that was wrong there is no need for others
            pool.shutdown(cancel_futures=True)


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} positions a rule set")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("rules", nargs="*", default=[*CATALOGUE], help="rule sets; none: all")
    chosen = parser.parse_args(arguments)
    for tally in tallies(QUICK if chosen.quick else POSITIONS, chosen.processes, chosen.rules):
        print(
            f"{tally.rules:20} {tally.positions:6} positions, {tally.choices:6} choices, all of them legal, "
            f"{tally.seconds:6.1f} s of the processor",
            flush=True,
        )


if __name__ == "__main__":
    main()
