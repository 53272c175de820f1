"""The time to pair a round of a Swiss.

    uv run python -m benchmarks.cups [--quick]

Prints one ``name value`` a line: ``cups_pairing_128_ms`` is the median of the rounds after the first one of a cup of
128 sides, by the processor's clock, in milliseconds: the task and its solution. At most 100. ``cups_changing_64_ms`` is
the same of 64 people whose partners change.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from engine import cups
from engine.cups import Cup, Finished, Format, Phase, Settings, Sides
from engine.dealing import Seed

SIZES = (16, 64, 128, 256)
CHANGING = 64


def begun(settings: Settings, entrants: int) -> Cup:
    """Return a cup of so many people, about to play its first round."""
    cup = cups.new(settings, Seed(bytes(32)))
    for person in range(1, entrants + 1):
        cup = cups.apply(cup, cups.SignedUp((person,)))
    return cups.apply(cup, cups.Began())


def measure(cup: Cup, source: random.Random) -> list[float]:
    """Play a cup to its end; return the milliseconds of each pairing but the first one."""
    times: list[float] = []
    while cups.phase(cup) is Phase.PAIRING:
        began = time.process_time()
        pairing = cups.pair(cup)
        times.append((time.process_time() - began) * 1000)
        cup = cups.apply(cup, pairing)
        for table in cup.rounds[-1].tables:
            winner, points = source.randrange(2), source.randrange(100)
            both = (100, points) if winner == 0 else (points, 100)
            cup = cups.apply(cup, Finished(table.round, table.number, winner, both))
    return times[1:]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one cup of each size, not ten")
    times = 1 if parser.parse_args().quick else 10
    source = random.Random(37)
    swiss = Settings(Format.SWISS, Sides.ALONE, "no-boneyard")
    changing = Settings(Format.SWISS, Sides.PARTNERS_CHANGE, "parejas")
    for name, settings, size in (
        *((f"cups_pairing_{size}_ms", swiss, size) for size in SIZES),
        (f"cups_changing_{CHANGING}_ms", changing, CHANGING),
    ):
        found = [each for _ in range(times) for each in measure(begun(settings, size), source)]
        print(f"{name} {statistics.median(found):.1f}")


if __name__ == "__main__":
    main()
