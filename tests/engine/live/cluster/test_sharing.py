"""Which process takes, and which gives, which shards."""

from __future__ import annotations

import pytest

from engine.live.cluster.sharing import RENEW_SECONDS, REST_SECONDS, Free, Owned, Running, share, to_give, to_take

NOW = 1000.0
LONG = REST_SECONDS


@pytest.mark.parametrize(("shards", "processes", "most"), [(12, 3, 4), (13, 3, 5), (2, 3, 1), (3, 1, 3)])
def test_a_share_is_rounded_up(shards: int, processes: int, most: int) -> None:
    assert share(shards, processes) == most


@pytest.mark.parametrize(
    ("own", "others", "holding", "most", "only_own", "taken"),
    [
        ((), (1, 2, 3), 0, 2, False, [1, 2]),
        ((), (1, 2, 3), 1, 2, False, [1]),
        ((3,), (1, 2), 1, 2, False, [3]),
        # its own are its own, however many
        ((1, 2, 3), (0,), 1, 2, False, [1, 2, 3]),
        ((3,), (1, 2), 0, 4, True, [3]),
        ((), (1, 2), 5, 2, False, []),
    ],
)
def test_a_process_takes_its_own_shards_and_others_up_to_its_share(
    own: tuple[int, ...], others: tuple[int, ...], holding: int, most: int, only_own: bool, taken: list[int]
) -> None:
    free = sorted([Free(each, True) for each in own] + [Free(each, False) for each in others])
    assert to_take(free, holding, most, only_own=only_own) == taken


def connected(shard: int, seconds: float) -> Owned:
    return Owned(shard, None, seconds)


def waiting(shard: int, since: float) -> Owned:
    return Owned(shard, since, None)


def resuming(shard: int) -> Owned:
    return Owned(shard, None, None)


@pytest.mark.parametrize(
    ("held", "others_wait", "given"),
    [
        ((connected(0, LONG), connected(1, LONG + 5), connected(2, LONG + 1)), False, 1),
        # who has just waited for the connection does not wait again
        ((connected(0, LONG - 1), connected(1, 1), connected(2, 0)), False, None),
        ((connected(0, LONG - 1), connected(1, LONG), connected(2, 0)), False, 1),
        # shards in line lose nothing, the last one least of all
        ((connected(0, LONG), waiting(1, 990), waiting(2, 995)), True, 2),
        ((connected(0, LONG), waiting(1, 995), waiting(2, 995)), True, 2),
        # another one in line would keep everybody waiting for longer
        ((connected(0, LONG), connected(1, LONG), connected(2, LONG)), True, None),
        # it is back in a moment
        ((resuming(0), resuming(1), resuming(2)), False, None),
        ((resuming(0), resuming(1), connected(2, LONG)), False, 2),
    ],
)
def test_a_waiting_shard_is_given_first_and_a_newly_connected_one_never(
    held: tuple[Owned, ...], others_wait: bool, given: int | None
) -> None:
    running = [Running("a", 3, 0), Running("b", 0, 0)]
    found = to_give("a", held, running, NOW, waiting=others_wait)
    assert found == (None if given is None else (given, "b"))


@pytest.mark.parametrize(
    ("counts", "to"),
    [
        ({"a": 3, "b": 1}, "b"),
        ({"a": 3, "b": 2}, None),
        ({"a": 3, "b": 1, "c": 0}, "c"),
        ({"a": 3, "c": 1, "b": 1}, "b"),
        # another one has more to give
        ({"a": 3, "b": 1, "c": 4}, None),
        ({"a": 3, "b": 1, "c": 3}, "b"),
        ({"a": 3}, None),
        # the own lease of life is over
        ({"b": 1, "c": 0}, None),
    ],
)
def test_the_process_with_the_most_gives_to_the_one_with_the_fewest(counts: dict[str, int], to: str | None) -> None:
    held = [connected(shard, LONG) for shard in range(3)]
    running = [Running(owner, shards, 0) for owner, shards in counts.items()]
    found = to_give("a", held, running, NOW, waiting=False)
    assert (None if found is None else found[1]) == to


@pytest.mark.parametrize(("ago", "given"), [(RENEW_SECONDS - 0.1, False), (RENEW_SECONDS, True)])
def test_one_is_given_at_a_time_by_all_processes(ago: float, given: bool) -> None:
    running = [Running("a", 3, 0), Running("b", 0, NOW - ago)]
    assert (to_give("a", [waiting(0, 990)], running, NOW, waiting=True) is not None) is given
