"""Draws pictures beside the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from gettext import NullTranslations
from typing import ParamSpec, TypeVar

import render
from engine import match
from engine.dealing import random_deal
from engine.errors import redacted_traceback

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

WORKERS = 2
"""The number of pictures drawn at a time: with more, the event loop would wait too long for its turn."""

WARM_UP_ACTIONS = 8


class Rendering:
    """Threads that draw, and nothing else does.

    Long drawings run one at a time, which always leaves a thread for tables.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="drawing")
        self._long = asyncio.Semaphore(WORKERS - 1)

    async def draw(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that draws in a thread; return its result, or raise its error."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(function, *args, **kwargs))

    async def draw_long(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that draws many pictures; others of its kind wait until it is done."""
        async with self._long:
            return await self.draw(function, *args, **kwargs)

    async def warm_up(self) -> None:
        """Draw a table and a hand and drop them: the first ones of a process take many times longer than all others."""
        try:
            await self.draw(_typical)
        except Exception as error:
            _log.error("the first picture could not be drawn:\n%s", redacted_traceback(error))

    def close(self) -> None:
        """Begin no more pictures; those that wait to be drawn are cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _typical() -> None:
    state = match.new("classic-draw", seats=2)
    state, _ = match.apply(state, random_deal(state, seed=1))
    for _ in range(WARM_UP_ACTIONS):
        state, _ = match.apply(state, match.legal(state)[0])
    names, t = ("Ana", "Ben"), NullTranslations()
    render.table(match.view(state, None), names, t)
    render.hand(match.view(state, state.turn), names, t)
