"""Whether fair deals favour any seat or tile: draws many of them and counts.

    uv run python -m benchmarks.fair [--quick] [--deals N]

Draws deals of Matador for four, with six tiles each, four left over and a random opener: every thousand from another
seed, each with another word. Prints one ``name value`` a line, the same in every run.

``deals``, ``us_per_deal``
    the number of deals, and the microseconds of processor time of one.
``tile_seat_p``, ``tile_place_p``, ``neighbours_p``, ``first_p``
    the probability that fair deals are at least as uneven as these: in how often each tile comes to each seat and the
    boneyard, to each of the 28 places, before each other tile, and in how often each seat begins. For fair deals every
    value from 0 to 1 is equally likely; one very near to 0 means unfair deals, one very near to 1 deals too even for
    chance.
``tile_seat_most_percent``
    the largest deviation of any tile at any seat: about 0.5 in a million fair deals; it shrinks with the root of their
    number.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import math
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TypeVar

from engine import match
from engine.dealing import Seed, fair_deal

DEALS, QUICK_DEALS = 10_000_000, 1_000_000
PART = 50_000
"""The number of deals that a process draws at a time."""
DEALS_OF_A_SEED = 1000

RULES, SEATS = "matador", 4
TILES = 28
K = TypeVar("K")

START = match.new(RULES, SEATS)
HAND = START.rules.hand_sizes[SEATS]


@dataclass(slots=True)
class Counts:
    """The counted outcomes of some deals.

    Attributes:
        places: how often each tile came to each place: ``(place, tile)``, tiles by their order in the set.
        neighbours: how often each tile lay before each other one: ``(tile, tile)``; of each deal at one place.
        firsts: how often each seat was to begin.

    """

    places: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    neighbours: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    firsts: Counter[int] = field(default_factory=Counter[int])

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.firsts.total()

    def add(self, more: Counts) -> None:
        """Add the counts of other deals."""
        self.places.update(more.places)
        self.neighbours.update(more.neighbours)
        self.firsts.update(more.firsts)


def counted(numbers: range) -> Counts:
    """Draw the deals with these numbers and count their outcomes; the same numbers give the same deals."""
    stocks, firsts = bytearray(), bytearray()
    for number in numbers:
        stock, first, _ = fair_deal(START, _seed(number // DEALS_OF_A_SEED), ("", str(number), "", ""))
        stocks += bytes([each.order for each in stock])
        firsts.append(SEATS if first is None else first)
    counts = Counts(firsts=Counter(firsts))
    for place in range(TILES):
        counts.places.update({(place, tile): often for tile, often in Counter(stocks[place::TILES]).items()})
    for place in range(TILES - 1):
        # a different place in every deal: no two of one deal are counted
        at, step = place * TILES + place, (TILES - 1) * TILES
        counts.neighbours.update(zip(stocks[at::step], stocks[at + 1 :: step], strict=True))
    return counts


@functools.lru_cache(maxsize=1)
def _seed(number: int) -> Seed:
    return Seed(hashlib.sha256(b"%d" % number).digest())


# ---------------------------------------------------------------------- what is expected


def p_values(counts: Counts) -> dict[str, float]:
    """Return the probabilities that fair deals are at least as uneven, by statistic."""
    deals = counts.deals
    # a tile in one place is in no other, and a place has but one: less can vary than there are sums, and that more
    fixed = (TILES - 1) / TILES
    seats = by_seat(counts)
    even = {(seat, tile): deals * size / TILES for seat, size in enumerate(_sizes()) for tile in range(TILES)}
    places = {(place, tile): deals / TILES for place in range(TILES) for tile in range(TILES)}
    pairs = {(one, other): deals / (TILES * (TILES - 1)) for one in range(TILES) for other in range(TILES)}
    pairs = {pair: often for pair, often in pairs.items() if pair[0] != pair[1]}
    return {
        "tile_seat_p": upper_tail(unevenness(seats, even) * fixed, (TILES - 1) * (len(_sizes()) - 1)),
        "tile_place_p": upper_tail(unevenness(counts.places, places) * fixed, (TILES - 1) ** 2),
        "neighbours_p": upper_tail(unevenness(counts.neighbours, pairs), len(pairs) - 1),
        "first_p": upper_tail(unevenness(counts.firsts, dict.fromkeys(range(SEATS), deals / SEATS)), SEATS - 1),
    }


def _sizes() -> Sequence[int]:
    """Return how many tiles each seat gets, and how many are left over."""
    return (*[HAND] * SEATS, TILES - SEATS * HAND)


def by_seat(counts: Counts) -> Counter[tuple[int, int]]:
    """Return how often each tile came to each seat: ``(seat, tile)``, with the boneyard as one more seat."""
    seats: Counter[tuple[int, int]] = Counter()
    for (place, tile), often in counts.places.items():
        seats[min(place // HAND, SEATS), tile] += often
    return seats


def most_percent(counts: Counts) -> float:
    """Return the largest deviation of any tile and seat, in per cent."""
    seats = by_seat(counts)
    off = (seats[seat, tile] * TILES / (counts.deals * HAND) - 1 for seat in range(SEATS) for tile in range(TILES))
    return 100 * max(map(abs, off))


def unevenness(found: Mapping[K, int], even: Mapping[K, float]) -> float:
    """Return Pearson's sum of the squared deviations from the expected counts, each divided by the expected count."""
    assert found.keys() <= even.keys(), "what cannot be was found"
    return sum((found.get(each, 0) - due) ** 2 / due for each, due in even.items())


def upper_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square variable reaches a value, by Wilson and Hilferty (15 % off at 0.001)."""
    spread = 2 / (9 * freedom)
    return NormalDist().cdf((1 - spread - math.cbrt(value / freedom)) / math.sqrt(spread))


# ---------------------------------------------------------------------- the command


def _parts(deals: int) -> Iterator[range]:
    for begin in range(0, deals, PART):
        yield range(begin, min(begin + PART, deals))


def _timed(numbers: range) -> tuple[Counts, float]:
    begun = time.process_time()
    return counted(numbers), time.process_time() - begun


def main() -> None:
    """Draw, count, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fair", description="Whether fair deals favour anybody.")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_DEALS:,} deals in place of {DEALS:,}")
    parser.add_argument("--deals", type=int, metavar="N", help="so many deals")
    arguments = parser.parse_args()
    deals = arguments.deals or (QUICK_DEALS if arguments.quick else DEALS)
    counts, seconds = Counts(), 0.0
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for part, took in processes.map(_timed, _parts(deals)):
            counts.add(part)
            seconds += took
    print(f"deals {counts.deals}")
    print(f"us_per_deal {1e6 * seconds / counts.deals:.1f}")
    for name, value in p_values(counts).items():
        print(f"{name} {value:.4f}")
    print(f"tile_seat_most_percent {most_percent(counts):.2f}")


if __name__ == "__main__":
    main()
