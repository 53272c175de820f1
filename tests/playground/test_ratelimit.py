"""Tests of the rate limits, with a fake clock."""

from __future__ import annotations

from playground.ratelimit import THREAD_LIMIT, THREAD_WINDOW_SECONDS, RateLimits


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def send(limits: RateLimits, method: str = "POST", path: str = "/channels/1/messages") -> float | None:
    return limits.check(method, path).retry_after


def test_a_window_begins_with_its_first_request_and_ends_five_seconds_later() -> None:
    clock = Clock()
    limits = RateLimits(clock=clock)
    assert [send(limits) for _ in range(5)] == [None] * 5
    clock.now += 3
    assert send(limits) == 2.0
    clock.now += 2
    assert send(limits) is None


def test_channels_and_edits_are_counted_apart() -> None:
    limits = RateLimits(clock=Clock())
    for _ in range(5):
        send(limits)
    assert send(limits) is not None
    assert send(limits, path="/channels/2/messages") is None
    assert [send(limits, "PATCH", "/channels/1/messages/7") for _ in range(5)] == [None] * 5
    assert send(limits, "PATCH", "/channels/1/messages/8") is not None


def test_answers_to_interactions_count_nowhere() -> None:
    limits = RateLimits(clock=Clock())
    for _ in range(100):
        for method, path in (
            ("POST", "/interactions/1/token/callback"),
            ("PATCH", "/webhooks/1/token/messages/@original"),
        ):
            assert limits.check(method, path, with_token=False).retry_after is None
    assert (limits.with_token, limits.without_token) == (0, 200)


def test_answers_to_interactions_count_if_the_bots_token_comes_with_them() -> None:
    limits = RateLimits(clock=Clock())
    answers = [send(limits, "PATCH", "/webhooks/1/token/messages/@original") for _ in range(51)]
    assert answers == [None] * 50 + [1.0]
    assert limits.with_token == 50


def test_fifty_requests_a_second_are_enough_for_everyone() -> None:
    limits = RateLimits(clock=Clock())
    assert [send(limits, "GET", f"/channels/{n}") for n in range(50)] == [None] * 50
    verdict = limits.check("GET", "/channels/1")
    assert verdict.everywhere
    assert verdict.headers["X-RateLimit-Global"] == "true"


def test_limits_can_be_switched_off() -> None:
    limits = RateLimits(enabled=False, clock=Clock())
    assert [send(limits) for _ in range(60)] == [None] * 60
    assert limits.check("POST", "/channels/1/messages").headers == {}


def test_the_threads_of_a_channel_are_limited_by_minutes() -> None:
    clock = Clock()
    limits = RateLimits(clock=clock)
    assert [send(limits, path="/channels/1/threads") for _ in range(THREAD_LIMIT)] == [None] * THREAD_LIMIT
    verdict = limits.check("POST", "/channels/1/messages/7/threads")
    assert verdict.retry_after == THREAD_WINDOW_SECONDS
    assert verdict.headers == {"X-RateLimit-Scope": "shared"}
    assert send(limits, path="/channels/2/threads") is None
    clock.now += THREAD_WINDOW_SECONDS
    assert send(limits, path="/channels/1/threads") is None
