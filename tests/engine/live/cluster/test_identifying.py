"""When a shard may introduce itself to Discord."""

from __future__ import annotations

import pytest

from engine.live.cluster.identifying import (
    IDENTIFY_SECONDS,
    PATIENCE_SECONDS,
    PAUSE_SECONDS,
    SENDING_SECONDS,
    SLOT_SECONDS,
    find_slot,
    may_send,
)

NOW = 1000.0


@pytest.mark.parametrize(
    ("free_in", "ahead", "wait"),
    [
        (0, 0, 0),
        (-60, 0, 0),
        (3, 0, 3),
        (3, 2, 3 + 2 * PATIENCE_SECONDS),
        # who stands before it has not come
        (-1, 1, PATIENCE_SECONDS - 1),
        (-PATIENCE_SECONDS, 1, 0),
        (-60, 12, 0),
        (SLOT_SECONDS, 0, SLOT_SECONDS),
    ],
)
def test_a_shard_waits_for_the_slot_and_for_those_before_it(free_in: float, ahead: int, wait: float) -> None:
    found = find_slot(NOW, NOW + free_in, ahead)
    assert found.wait == pytest.approx(wait)
    assert found.free_at == NOW + free_in


@pytest.mark.parametrize("free_in", [-5, 0, SLOT_SECONDS + 0.1, 3600])
@pytest.mark.parametrize("doubtful", [True, False])
def test_where_the_clock_was_set_nobody_sends_before_a_slot_is_over(free_in: float, doubtful: bool) -> None:
    found = find_slot(NOW, NOW + free_in, 0, doubtful=doubtful)
    sure = free_in <= 0 and not doubtful
    assert found.wait == (0 if sure else pytest.approx(SLOT_SECONDS))


@pytest.mark.parametrize(
    ("after", "may"), [(0, True), (SENDING_SECONDS - 0.1, True), (SENDING_SECONDS, False), (3600, False), (-1, False)]
)
def test_a_process_that_stood_still_asks_again(after: float, may: bool) -> None:
    assert may_send(NOW, NOW + after) is may


def test_a_slot_lasts_until_the_last_moment_at_which_its_holder_may_send_and_five_seconds() -> None:
    assert SLOT_SECONDS - SENDING_SECONDS >= IDENTIFY_SECONDS
    assert PAUSE_SECONDS >= IDENTIFY_SECONDS
