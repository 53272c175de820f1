"""The jobs of cups on Discord: each in a task of its own, tried again until it succeeds."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass

from cogs.bot import DominoBot
from cogs.core.http.requests import FAILURES, describe
from cogs.cups.running.places import Waiting
from engine.cups import CupError
from engine.errors import redacted_traceback
from engine.live.cups.course import Job, jobs
from engine.live.cups.errors import CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.model.errors import PlayedElsewhere, StorageError, TableError

_log = logging.getLogger(__name__)

WAIT_SECONDS = 3.0
"""How soon a job is tried again that waits for others."""

MAX_PAUSE_SECONDS = 60.0
"""The most seconds between two tries of a job that fails."""


@dataclass(slots=True)
class _Tries:
    """The tries of a job: whether one runs, how many failed in a row, and when the next may begin."""

    running: bool = False
    failures: int = 0
    not_before: float = 0.0

    def pause(self, now: float, seconds: float | None = None) -> None:
        """Let the next try wait: for some seconds, or longer after each failure."""
        if seconds is None:
            seconds = min(2.0**self.failures, MAX_PAUSE_SECONDS)
            self.failures += 1
        self.not_before = now + seconds


class Jobs:
    """Runs the jobs of cups, each once at a time. One that fails keeps no other one from being done.

    Args:
        bot: the bot, whose time pauses count.
        do: does a job.
        start: runs a coroutine in the background.

    """

    def __init__(
        self,
        bot: DominoBot,
        do: Callable[[LiveCup, Job], Awaitable[None]],
        start: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._bot = bot
        self._do = do
        self._start = start
        # jobs of different kinds for one table are equal, since they are tuples
        self._tries: dict[tuple[str, type[Job], Job], _Tries] = {}

    def begin(self, cup: LiveCup) -> None:
        """Begin the jobs of a cup that are due; return at once."""
        due, now = list(jobs(cup.situation)), self._bot.monotonic()
        listed = {(cup.id, type(each), each) for each in due}
        for key in [key for key, tries in self._tries.items() if key[0] == cup.id and not tries.running]:
            if key not in listed:
                del self._tries[key]
        for each in due:
            tries = self._tries.setdefault((cup.id, type(each), each), _Tries())
            if not tries.running and now >= tries.not_before:
                tries.running = True
                self._start(self._try(cup, each, tries))

    async def _try(self, cup: LiveCup, job: Job, tries: _Tries) -> None:
        try:
            await self._do(cup, job)
        except Waiting:
            tries.pause(self._bot.monotonic(), WAIT_SECONDS)
        except (CupDeclined, CupError, TableError, PlayedElsewhere) as error:
            # somebody else was first
            _log.debug("a job of cup %s is done by now: %s", cup.id, error)
            tries.pause(self._bot.monotonic())
        except (StorageError, TimeoutError, *FAILURES) as error:
            _log.info("a job of cup %s is tried again: %s", cup.id, describe(error))
            tries.pause(self._bot.monotonic())
        except Exception as error:
            # an error of one must not end the others
            _log.error("a job of cup %s failed: %s\n%s", cup.id, type(job).__name__, redacted_traceback(error))
            tries.pause(self._bot.monotonic())
        else:
            tries.failures = 0
        finally:
            tries.running = False
