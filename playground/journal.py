"""The bot's last requests, and the problems among them that people should see."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

MAX_REQUESTS = 2000
MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Request:
    """One request of the bot: the path that follows `/api/v10`, its body, and the status of the answer."""

    method: str
    path: str
    json: Any
    status: int
    at: float
    """Time of the answer, in seconds on the loop's clock."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A request that Discord would have refused, or that the playground does not know."""

    id: int
    at: str
    method: str
    path: str
    what: str
    details: list[str]

    def to_json(self) -> dict[str, Any]:
        """Return the problem as JSON for the page."""
        return asdict(self)


class Journal:
    """The last requests and problems; older ones are forgotten."""

    def __init__(self) -> None:
        self.requests: deque[Request] = deque(maxlen=MAX_REQUESTS)
        self.problems: deque[Problem] = deque(maxlen=MAX_PROBLEMS)
        self.listeners: list[Callable[[Problem], None]] = []
        self._numbers = itertools.count(1)

    def complain(self, method: str, path: str, what: str, details: list[str]) -> None:
        """Add a problem and call the listeners with it."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        problem = Problem(next(self._numbers), now, method, path, what, details)
        self.problems.append(problem)
        for listener in list(self.listeners):
            listener(problem)
