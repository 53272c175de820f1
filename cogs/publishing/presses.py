"""The interactions whose tokens deliver messages where the bot's own token may not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress

from cogs.core.bot import Interaction
from cogs.publishing.screen import Screen
from cogs.publishing.tokens import TOKEN_SECONDS, Press

MAX_PRESSES = 12
"""How many interactions of a channel are remembered, the newest."""

PATIENCE_SECONDS = 2.0
"""How long a message waits for the handler of the newest press, if an earlier press can send it."""

_PRESS = "press"
"""Under which name an interaction keeps how it is remembered."""


class Presses:
    """The newest interactions of each channel, in memory: after a restart, the next press will do.

    On a server that has the bot, they are remembered until the bot itself has posted there.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._by_channel: OrderedDict[int, deque[Press]] = OrderedDict()

    @contextmanager
    def handling(self, interaction: Interaction) -> Generator[None]:
        """Remember an interaction while it is handled and after; messages wait until the handler has answered it."""
        channel = interaction.channel_id or 0
        press = interaction.extras[_PRESS] = Press(interaction, self._monotonic() + TOKEN_SECONDS)
        self._by_channel.setdefault(channel, deque(maxlen=MAX_PRESSES)).append(press)
        self._by_channel.move_to_end(channel)
        self._forget_old()
        try:
            yield
        finally:
            press.free.set()

    def of(self, interaction: Interaction) -> Press | None:
        """Return an interaction as it is remembered; None if it is not."""
        return interaction.extras.get(_PRESS)

    @contextmanager
    def answering(self, screen: Screen, press: Press | None) -> Generator[None]:
        """Send what is sent about a table in the context by a press, whichever is the newest; None for the newest."""
        screen.answering = press
        try:
            yield
        finally:
            screen.answering = None

    @contextmanager
    def opening(self, screen: Screen, press: Press | None) -> Generator[None]:
        """Send the first message about a table by a press, before the bot's own token; None for the bot's."""
        if press is not None:
            press.free.set()
        screen.opening = press is not None
        try:
            with self.answering(screen, press):
                yield
        finally:
            screen.opening = False

    async def handled(self, screen: Screen) -> None:
        """Wait until the newest press that may send a message about a table is free; for long only if no other is."""
        press = next((each for each in self._alive(screen.header.channel) if each.may_send), None)
        if press is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await press.free.wait()
        if self.newest(screen) is None:
            await press.free.wait()

    def newest(self, screen: Screen) -> Press | None:
        """Return the press that sends a message about a table: the newest that is free and may, or that is answered."""
        answered = screen.answering
        if answered is not None and answered.may_send:
            return answered
        presses = self._alive(screen.header.channel)
        return next((each for each in presses if each.free.is_set() and each.may_send), None)

    def editor(self, screen: Screen, message: int) -> Press | None:
        """Return the newest press whose token edits a message about a table."""
        presses = self._alive(screen.header.channel)
        edits = (each for each in presses if each.made(message) or each.original == message)
        return next((each for each in edits if each.free.is_set()), None)

    def last(self, screen: Screen) -> Press | None:
        """Return the newest press in a table's channel that is handled."""
        return next((each for each in self._alive(screen.header.channel) if each.free.is_set()), None)

    def forget(self, channel: int, *, keep: int = 0) -> None:
        """Forget the presses of a channel that are handled, but for some of the newest."""
        known = self._by_channel.pop(channel, deque[Press]())
        newest = list(known)[len(known) - keep :]
        if kept := [each for each in known if each in newest or not each.free.is_set()]:
            self._by_channel[channel] = deque(kept, maxlen=MAX_PRESSES)

    def _alive(self, channel: int) -> Iterator[Press]:
        """Yield the presses of a channel whose tokens are good, newest first."""
        now = self._monotonic()
        return (each for each in reversed(self._by_channel.get(channel, ())) if now < each.until)

    def _forget_old(self) -> None:
        """Forget channels without a press whose token is good, oldest first."""
        now = self._monotonic()
        while self._by_channel and next(iter(self._by_channel.values()))[-1].until <= now:
            self._by_channel.popitem(last=False)
