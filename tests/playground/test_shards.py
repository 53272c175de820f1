"""How the playground deals out servers to shards, and how fast these may identify themselves."""

from __future__ import annotations

import pytest

from playground import shards as module
from playground.shards import IDENTIFY_SECONDS, IdentifyLimit, all_connected, shard_of


def test_servers_are_dealt_out_by_their_time_and_the_rest_is_for_shard_0() -> None:
    assert [shard_of(each << 22 | 99, 3) for each in range(5)] == [0, 1, 2, 0, 1]
    assert shard_of(0, 3) == 0


def test_a_bot_is_connected_once_all_of_its_shards_are() -> None:
    assert not all_connected([])
    assert not all_connected([(0, 3), (2, 3)])
    # one that asked for another number of shards before
    assert not all_connected([(0, 3), (1, 2), (2, 3)])
    assert all_connected([(2, 3), (0, 3), (1, 3), (1, 2)])


def test_one_shard_of_each_bucket_may_identify_itself_in_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    limit = IdentifyLimit(2)
    assert [limit.check(shard) for shard in (0, 1, 2, 3)] == [True, True, False, False]
    now += IDENTIFY_SECONDS
    assert [limit.check(shard) for shard in (3, 1, 0)] == [True, False, True]
    assert all(IdentifyLimit(0).check(0) for _ in range(3))
