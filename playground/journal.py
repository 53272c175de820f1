"""What the server remembers of the bot's requests, and the problems among them that people should see."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

REQUESTS_KEPT = 2000
PROBLEMS_KEPT = 100


@dataclass(frozen=True, slots=True)
class Request:
    """One request of the bot: the path behind `/api/v10`, its body, and the status it was answered with."""

    method: str
    path: str
    json: Any
    status: int
    at: float
    """Seconds on the loop's clock, when the answer went out."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A request that Discord would not have taken, or that this Discord does not know."""

    id: int
    at: str
    method: str
    path: str
    what: str
    details: list[str]

    def to_json(self) -> dict[str, Any]:
        """For the page."""
        return asdict(self)


class Journal:
    """The last requests and problems; older ones are forgotten."""

    def __init__(self) -> None:
        self.requests: deque[Request] = deque(maxlen=REQUESTS_KEPT)
        self.problems: deque[Problem] = deque(maxlen=PROBLEMS_KEPT)
        self.listeners: list[Callable[[Problem], None]] = []
        self._numbers = itertools.count(1)

    def complain(self, method: str, path: str, what: str, details: list[str]) -> None:
        """Notes a problem and tells the listeners."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        problem = Problem(next(self._numbers), now, method, path, what, details)
        self.problems.append(problem)
        for listener in list(self.listeners):
            listener(problem)
