"""The interactions whose tokens deliver messages where the bot's own token may not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from cogs.core.answer import PRESSED, answer_of
from cogs.core.bot import Interaction
from cogs.core.context import delivery_of, has
from engine.live.model.table import Delivery
from engine.live.tables.table import Table

TOKEN_SECONDS = 14 * 60
"""How long a token is used; Discord accepts it for 15 minutes."""

MAX_FOLLOWUPS = 5
"""How many messages may follow the answer to an interaction."""

MAX_PRESSES = 12
"""How many interactions of a channel are remembered, the newest."""

PATIENCE_SECONDS = 2.0
"""How long a message waits for the handler of the newest press, if an earlier press can send it."""

_PRESS = "press"
"""Under which name an interaction keeps how it is remembered."""


@dataclass(slots=True, eq=False)
class Press:
    """An interaction: a press, a command or the submission of a form.

    Attributes:
        interaction: the interaction.
        until: the time until which its token is used.
        free: set once its handler leaves the answer, or what follows it, to the publisher.
        answer: the id of the public message that answers it; 0 for none.
        sent: the ids of the messages that followed the answer.
        explained: whether its user was told why the bot itself can't post there.

    """

    interaction: Interaction
    until: float
    free: asyncio.Event = field(default_factory=asyncio.Event)
    answer: int = 0
    sent: list[int] = field(default_factory=list[int])
    explained: bool = False

    @property
    def may_send(self) -> bool:
        """Whether Discord takes another message that everybody sees."""
        at_home = delivery_of(self.interaction) is Delivery.SERVER
        # on a server that has the bot, what follows a private answer may be public
        open_to_all = answer_of(self.interaction).may_be_public or (at_home and self.free.is_set())
        if not open_to_all or len(self.sent) >= MAX_FOLLOWUPS:
            return False
        outside = at_home or self.interaction.guild_id is None
        return outside or has(self.interaction.permissions, "use_external_apps")

    def made(self, message: int) -> bool:
        """Whether the press led to a message."""
        return message in (self.answer, *self.sent)

    @property
    def original(self) -> int:
        """The id of the public message that is edited by the answer, or as the original response; 0 for none."""
        if self.answer:
            return self.answer
        pressed, answer = self.interaction.message, answer_of(self.interaction)
        edits = answer.type in PRESSED if answer.is_done() else answer.edits
        return pressed.id if edits and pressed is not None and not pressed.flags.ephemeral else 0


class Presses:
    """The newest interactions of each channel, in memory: after a restart, the next press will do.

    On a server that has the bot, they are remembered until the bot itself has posted there.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._by_channel: OrderedDict[int, deque[Press]] = OrderedDict()
        # the presses that are being answered with a table, by its id
        self._answering: dict[str, Press] = {}

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
    def answering(self, table: Table, press: Press) -> Generator[None]:
        """Send what is sent about a table in the context by this press, whichever is the newest."""
        self._answering[table.id] = press
        try:
            yield
        finally:
            del self._answering[table.id]

    async def handled(self, table: Table) -> None:
        """Wait until the newest press that may send a message about a table is free; for long only if no other is."""
        press = next((each for each in self._alive(table.header.channel) if each.may_send), None)
        if press is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await press.free.wait()
        if self.newest(table) is None:
            await press.free.wait()

    def newest(self, table: Table) -> Press | None:
        """Return the press that sends a message about a table: the newest that is free and may, or that is answered."""
        answered = self._answering.get(table.id)
        if answered is not None and answered.may_send:
            return answered
        presses = self._alive(table.header.channel)
        return next((each for each in presses if each.free.is_set() and each.may_send), None)

    def editor(self, table: Table, message: int) -> Press | None:
        """Return the newest press whose token edits a message about a table."""
        presses = self._alive(table.header.channel)
        edits = (each for each in presses if each.made(message) or each.original == message)
        return next((each for each in edits if each.free.is_set()), None)

    def last(self, table: Table) -> Press | None:
        """Return the newest press in a table's channel that is handled."""
        return next((each for each in self._alive(table.header.channel) if each.free.is_set()), None)

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
