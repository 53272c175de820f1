"""How long pictures take and how large they are: ``uv run python -m benchmarks.picture`` from the project's folder."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import render
from engine import match
from tests.render.games import NAMES, WORDS, deal, finished, longest

ROUNDS = 50


def measure(name: str, draw: Callable[[], bytes]) -> None:
    """Draw a picture many times and print what it costs."""
    started = time.perf_counter()
    data = draw()
    first = (time.perf_counter() - started) * 1000
    taken: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        draw()
        taken.append((time.perf_counter() - started) * 1000)
    median = statistics.median(taken)
    slow = sorted(taken)[int(ROUNDS * 0.95)]
    print(f"{name:<24}{len(data):>7} bytes   first {first:6.1f} ms   median {median:5.2f} ms   p95 {slow:5.2f} ms")


def main() -> None:
    """Print a line for each picture: its size, its first drawing with nothing cached, and later ones."""
    states = deal(4, 3)
    state = states[len(states) // 2]
    own, whole = match.view(state, state.turn), longest()
    end = match.view(finished(4, 7, {"pairs": True}), None)
    rows = [render.LeaderboardRow(n + 1, f"Player {n}", 20, 20 - n, 900 - n) for n in range(10)]
    measure("table, 28 tiles", lambda: render.table(whole, NAMES, WORDS))
    measure("hand", lambda: render.hand(own, NAMES, WORDS))
    measure("match end", lambda: render.deal_end(end, NAMES, WORDS))
    measure("leaderboard, 10 rows", lambda: render.leaderboard("Club", rows, WORDS))


if __name__ == "__main__":
    main()
