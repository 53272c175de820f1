"""How long pictures take and how large they are.

    uv run python -m benchmarks.picture [--quick]

Prints one ``name value`` a line: for each picture its bytes, the milliseconds of its first drawing with nothing cached,
and the median and 95th percentile of later ones.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import render
from engine import match
from tests.render.games import NAMES, WORDS, deal, finished, longest


def measure(name: str, rounds: int, draw: Callable[[], bytes]) -> None:
    """Draw a picture many times and print what it costs."""
    started = time.perf_counter()
    data = draw()
    first = (time.perf_counter() - started) * 1000
    taken: list[float] = []
    for _ in range(rounds):
        started = time.perf_counter()
        draw()
        taken.append((time.perf_counter() - started) * 1000)
    median = statistics.median(taken)
    slow = statistics.quantiles(taken, n=20)[-1]
    print(f"{name}_bytes {len(data)}")
    print(f"{name}_first_ms {first:.1f}")
    print(f"{name}_median_ms {median:.2f}")
    print(f"{name}_p95_ms {slow:.2f}")


def main() -> None:
    """Measure each picture and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, done in a few seconds")
    rounds = 50 if parser.parse_args().quick else 300
    states = deal(4, 3)
    state = states[len(states) // 2]
    own, whole = match.view(state, state.turn), longest()
    end = match.view(finished(4, 7, {"pairs": True}), None)
    rows = [render.LeaderboardRow(n + 1, f"Player {n}", 20, 20 - n, 900 - n) for n in range(10)]
    measure("table_28_tiles", rounds, lambda: render.table(whole, NAMES, WORDS))
    measure("hand", rounds, lambda: render.hand(own, NAMES, WORDS))
    measure("match_end", rounds, lambda: render.deal_end(end, NAMES, WORDS))
    measure("leaderboard_10_rows", rounds, lambda: render.leaderboard("Club", rows, WORDS))


if __name__ == "__main__":
    main()
