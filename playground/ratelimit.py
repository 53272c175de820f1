"""Rate limits like Discord's: five messages and five edits per five seconds in a channel, fifty requests a second.

Discord also limits the threads of a channel by minutes, with a number that it does not publish and without headers that
announce it: the first request too many is told to wait for minutes.

An answer to an interaction bears the interaction's token and counts nowhere, unless the bot's token comes with it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

LIMIT = 5
WINDOW_SECONDS = 5.0
GLOBAL_LIMIT = 50
THREAD_LIMIT = 10
THREAD_WINDOW_SECONDS = 300.0

_BUCKETS = (
    ("POST", re.compile(r"/channels/(\d+)/messages"), "message-create"),
    ("PATCH", re.compile(r"/channels/(\d+)/messages/\d+"), "message-edit"),
)
_THREAD = re.compile(r"/channels/(\d+)/(?:messages/\d+/)?threads")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers of a response, and the seconds to wait if the request is one too many (else None)."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    retry_after: float | None = None
    everywhere: bool = False


@dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


class RateLimits:
    """Counts requests in windows that begin with their first request.

    Attributes:
        enabled: whether requests beyond a limit are refused; may change at any time.
        clock: returns a time in seconds; may change at any time.
        thread_limit: how many threads a channel gets in :data:`THREAD_WINDOW_SECONDS`; may change at any time.
        with_token: how many requests with the bot's token there were, the refused ones excepted.
        without_token: how many others.

    """

    def __init__(self, *, enabled: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.enabled = enabled
        self.thread_limit = THREAD_LIMIT
        self.with_token = self.without_token = 0
        self.clock = clock
        self._windows: dict[tuple[str, str], _Window] = {}

    def check(self, method: str, path: str, *, with_token: bool = True) -> Verdict:
        """Count one request; `path` follows `/api/v10`."""
        if not with_token:
            self.without_token += 1
            return Verdict()
        verdict = self._check(method, path) if self.enabled else Verdict()
        self.with_token += verdict.retry_after is None
        return verdict

    def _check(self, method: str, path: str) -> Verdict:
        now = self.clock()
        self._windows = {key: window for key, window in self._windows.items() if window.ends > now}
        overall = self._window("global", "", now, 1.0)
        if overall.used >= GLOBAL_LIMIT:
            return Verdict({"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, overall.ends - now, True)
        overall.used += 1
        for bucket_method, pattern, name in _BUCKETS:
            if method == bucket_method and (found := pattern.fullmatch(path)):
                return self._count(name, found[1], now)
        if method == "POST" and (found := _THREAD.fullmatch(path)):
            return self._count_thread(found[1], now)
        return Verdict()

    def _window(self, name: str, major: str, now: float, seconds: float) -> _Window:
        return self._windows.setdefault((name, major), _Window(now + seconds))

    def _count_thread(self, channel: str, now: float) -> Verdict:
        window = self._window("thread", channel, now, THREAD_WINDOW_SECONDS)
        if window.used >= self.thread_limit:
            return Verdict({"X-RateLimit-Scope": "shared"}, window.ends - now)
        window.used += 1
        return Verdict()

    def _count(self, name: str, major: str, now: float) -> Verdict:
        window = self._window(name, major, now, WINDOW_SECONDS)
        exceeded = window.used >= LIMIT
        window.used += not exceeded
        left = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(LIMIT),
            "X-RateLimit-Remaining": str(LIMIT - window.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }
        if exceeded:
            headers["X-RateLimit-Scope"] = "user"
        return Verdict(headers, left if exceeded else None)
