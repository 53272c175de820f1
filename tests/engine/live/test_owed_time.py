"""The time that tables are owed."""

from __future__ import annotations

import pytest

from engine.live.owed_time import MAX_TICK_GAP_SECONDS, OwedTime

GAP = MAX_TICK_GAP_SECONDS + 1


def ledger(shards: int = 1) -> OwedTime:
    """Return a ledger of shards that ticked at 100 s."""
    made = OwedTime()
    made.begin(100)
    made.work(100)
    made.tick(100, {shard: [] for shard in range(shards)})
    return made


@pytest.mark.parametrize(("seconds", "owed"), [(1, 0), (MAX_TICK_GAP_SECONDS, 0), (GAP, GAP), (3600, 3600)])
def test_a_long_pause_between_two_ticks_is_owed_as_a_whole_and_a_short_one_not_at_all(
    seconds: float, owed: float
) -> None:
    owing = ledger()
    owing.tick(100 + seconds, {0: ["t"]})
    assert owing.pay("t") == owed
    assert owing.pay("t") == 0, "it is paid once"


def test_a_shard_without_a_connection_is_owed_its_time_when_it_is_back() -> None:
    owing = ledger(2)
    for now in range(101, 160):
        owing.tick(now, {0: ["here"]})
    owing.tick(160, {0: ["here"], 1: ["lost"]})
    assert (owing.pay("here"), owing.pay("lost")) == (0, 60)


def test_the_time_of_a_store_that_fails_is_owed_from_its_last_sign_of_life() -> None:
    owing = ledger()
    owing.work(105)
    owing.fail(110)
    owing.fail(120)
    assert owing.failing
    owing.tick(100 + 10 * GAP, {0: ["t"]})
    assert owing.pay("t") == 0, "until it works again"
    owing.work(300, ["t"])
    assert not owing.failing
    assert owing.pay("t") == 195
    owing.work(301, ["t"])
    assert owing.pay("t") == 0


def test_a_lost_shard_and_a_store_that_fails_are_not_owed_twice() -> None:
    owing = ledger()
    owing.fail(100)
    owing.work(150, ["t"])
    owing.tick(160, {0: ["t"]})
    assert owing.pay("t") == 50


def test_a_clock_that_is_set_owes_nothing() -> None:
    owing = ledger()
    owing.fail(100)
    owing.shift(3600)
    owing.work(3701, ["t"])
    owing.tick(3702, {0: ["t"]})
    assert owing.pay("t") == 1


def test_unpaid_time_is_owed_on_top_of_later_time() -> None:
    owing = ledger()
    owing.owe(5, ["t"])
    owing.tick(100 + GAP, {0: ["t"]})
    assert owing.pay("t") == 5 + GAP
