"""Storms on the processes of a bot: Discord's limit holds, and no shard stays without an owner."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.cluster.lease_holder import LOOK_SECONDS
from engine.live.cluster.identifying import IDENTIFY_SECONDS, SLOT_SECONDS
from engine.live.cluster.sharing import LEASE_SECONDS
from tests.engine.live.cluster.storm import STEP, Storm
from tests.support.examples import examples

CALM_SECONDS, PAUSE_SECONDS, STRIKES = 80.0, 8.0, 40
"""How long a start is left alone, and the seconds between two strikes."""

DEAD_SECONDS = LEASE_SECONDS + LOOK_SECONDS
"""How long a dead process keeps others from its share."""

OWNERLESS_SECONDS = 3 * DEAD_SECONDS
"""The lease of the dead owner, and those of two others, struck meanwhile, whose share it would be in turn."""


@given(
    sizes=st.sampled_from([(3, 1, 2), (6, 1, 3), (12, 1, 3), (12, 2, 4), (12, 16, 3)]),
    seed=st.integers(min_value=0, max_value=10**6),
)
# a smaller seed is no simpler storm
@pytest.mark.long
@settings(max_examples=examples(60), phases=[Phase.generate])
def test_in_a_storm_the_limit_of_discord_holds_and_shards_are_taken_over(
    sizes: tuple[int, int, int], seed: int
) -> None:
    storm = Storm(random.Random(seed), *sizes)
    for _ in range(storm.wanted):
        storm.join()
    storm.run(CALM_SECONDS)
    assert sum(map(len, storm.identified.values())) == storm.shards, "each once"
    storm.standing = storm.without_owner = 0.0
    storm.unlucky = 0.1
    for _ in range(STRIKES):
        storm.run(PAUSE_SECONDS)
        storm.strike()
    for times in storm.identified.values():
        assert all(later - before >= IDENTIFY_SECONDS for before, later in pairwise(times))
    assert storm.without_owner <= OWNERLESS_SECONDS + STEP
    # the whole line, and its owner lost twice on the way
    line = storm.shards / storm.buckets * SLOT_SECONDS
    assert storm.standing <= line + 4 * DEAD_SECONDS


@pytest.mark.sampled(1)
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_after_a_storm_all_shards_are_connected_and_even(processes: int) -> None:
    storm = Storm(random.Random(7), 12, 1, 3)
    for _ in range(3):
        storm.join()
    for _ in range(10):
        storm.run(PAUSE_SECONDS)
        storm.strike()
    del storm.processes[processes:]
    while len(storm.processes) < processes:
        storm.join()
    # one moves every half minute, and 12 introduce themselves in a minute
    storm.run(400)
    assert sorted(len(each.connected) for each in storm.processes) == [12 // processes] * processes
