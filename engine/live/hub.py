"""All open tables, by channel and by id."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.actions import Deal
from engine.bots.level import Level
from engine.errors import redacted_traceback
from engine.fair_dealing import Seed
from engine.game import State
from engine.live.model.computers import with_computers
from engine.live.model.errors import ChannelTaken, Code, StorageError, TableError
from engine.live.model.pace import TimeControl, Timeouts
from engine.live.model.seating import arranged
from engine.live.model.table import Header, Person, SavedTable, Status
from engine.live.store import Store
from engine.live.tables.scheduler import BotScheduler, Timer, call_later
from engine.live.tables.table import Services, Table
from engine.live.thinking.pool import Think, think_inline
from engine.options import complete
from engine.rules import find

_log = logging.getLogger(__name__)

MAX_TICK_GAP_SECONDS = 10.0
"""How far apart two ticks may be before the bot counts as not having been awake between them."""

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class Hub:
    """Opens tables, finds them again, and wakes them when something is due.

    Args:
        store: where tables are kept.
        changed: is told of each change of any table; must return at once.
        clock: tells the time, in seconds since 1970.
        pace: how long tables wait.
        dealer: makes a deal; None: drawn fairly from each table's seed and its players' words.
        remind: is told when half of a turn's time has gone; must return at once.
        regained: is told of a table that was given time back; must return at once.
        think: chooses moves for whoever the bot plays for, and for who asks.
        timer: calls something after some seconds of that clock.

    """

    def __init__(
        self,
        store: Store,
        *,
        changed: Callable[[Table], None],
        clock: Callable[[], float],
        pace: Timeouts | None = None,
        dealer: Callable[[State], Deal] | None = None,
        remind: Callable[[Table], None] = lambda table: None,
        regained: Callable[[Table], None] = lambda table: None,
        think: Think = think_inline,
        timer: Timer = call_later,
    ) -> None:
        self.store = store
        self._clock = clock
        self._changed = changed
        self._regained = regained
        self._services = Services(
            store=store,
            pace=pace or Timeouts(),
            clock=clock,
            dealer=dealer,
            think=think,
            changed=self._on_change,
            remind=remind,
        )
        self._scheduler = BotScheduler(clock, timer)
        self._ticked_at: float | None = None
        # until when all was well, or is made good
        self._healthy_until: float | None = None
        self._failing_since: float | None = None
        self._time_debt: dict[str, float] = {}
        self._by_id: dict[str, Table] = {}
        self._by_channel: dict[int, Table] = {}

    @property
    def pace(self) -> Timeouts:
        """How long tables wait."""
        return self._services.pace

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every open table."""
        return tuple(self._by_id.values())

    async def load(self) -> tuple[tuple[Table, SavedTable], ...]:
        """Rebuild every open table from the store. The time the bot was down is charged to nobody.

        Returns:
            Every table whose channel may have something to be told, which its news then holds: the open ones, and
            those whose end was written but not told. Each with what was kept of it.

        """
        now = self._clock()
        last = await self.store.get_meta("alive_at")
        down = 0.0 if last is None else max(0.0, now - float(last))
        if down:
            await self.store.shift_deadlines(down, now)
        tables = tuple(self._restored(await self.store.open_tables()))
        for table, _ in tables:
            self._by_id[table.id] = table
            self._by_channel[table.header.channel] = table
        ended = tuple(self._restored(await self.store.unpublished_tables()))
        await self.heartbeat()
        for table, _ in tables:
            self._scheduler.watch(table)
        return (*tables, *ended)

    def _restored(self, kept: Sequence[SavedTable]) -> Iterator[tuple[Table, SavedTable]]:
        for each in kept:
            try:
                yield Table.restore(each, self._services), each
            except ValueError as error:
                # its log stays for whoever mends it, and the other tables go on; the reason could name a tile
                _log.error("table %s has a log that can't be replayed: %s", each.header.id, type(error).__name__)

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: Person,
        rules: str,
        options: Mapping[str, object],
        locale: str,
        invited: tuple[int, ...] = (),
        as_text: bool = False,
        clock: TimeControl = TimeControl.CASUAL,
        seating: tuple[int, ...] = (),
        opener: int | None = None,
        computers: Sequence[Level | Person] = (),
        hints: bool = False,
    ) -> Table:
        """Open a lobby with its host seated, and computers behind them.

        Args:
            guild: the server.
            channel: the channel or thread.
            host: who opens it.
            rules: the rule set's id.
            options: the options chosen; those left out take their defaults.
            locale: the channel's language.
            invited: who is invited, by user id.
            as_text: whether the channel gets text in place of pictures.
            clock: how much time a turn has.
            seating: in a rematch, how the people of the last match sat, by user id.
            opener: who opened that match.
            computers: who else sits down at once: a level for each new computer; in a rematch the computers of the
                last match, as they were, which sit where they sat if ``seating`` has them.
            hints: whether players may ask what an expert would do.

        Raises:
            TableError: the channel has an open table; ``facts["table"]`` is that table. Or there are more computers
                than seats.
            IllegalMove: the rule set or an option does not exist.

        """
        taken = self._by_channel.get(channel)
        if taken is not None:
            raise TableError(Code.CHANNEL_TAKEN, table=taken)
        now = self._clock()
        header = Header(
            id="".join(secrets.choice(ALPHABET) for _ in range(8)),
            guild=guild,
            channel=channel,
            host=host.user,
            rules=rules,
            options=complete(rules, find(rules).options, options),
            people=arranged(with_computers((host,), computers), seating),
            status=Status.LOBBY,
            locale=locale,
            invited=invited,
            opened_at=now,
            deadline=now + self.pace.lobby,
            as_text=as_text,
            clock=clock,
            last_activity_at=now,
            seating=seating,
            opener=opener,
            hints=hints,
            seed=Seed.new(),
        )
        if len(header.people) > header.seats[-1]:
            raise TableError(Code.FULL, most=header.seats[-1])
        table = Table(header, self._services)
        # taken at once, so that of two who call together one finds the other's table
        self._by_channel[channel] = table
        try:
            await self.store.create(header)
        except BaseException as error:
            if self._by_channel.get(channel) is table:
                del self._by_channel[channel]
            if isinstance(error, ChannelTaken):
                raise TableError(Code.CHANNEL_TAKEN, table=None) from None
            raise
        self._by_id[table.id] = table
        return table

    def in_channel(self, channel: int) -> Table:
        """Give the open table of a channel.

        Raises:
            TableError: there is none.

        """
        table = self._by_channel.get(channel)
        if table is None:
            raise TableError(Code.NO_TABLE)
        return table

    def find(self, table_id: str) -> Table:
        """Give the open table called ``identity``.

        Raises:
            TableError: there is none, or it is over.

        """
        table = self._by_id.get(table_id)
        if table is None:
            raise TableError(Code.CLOSED)
        return table

    async def move(self, table: Table, user: int, channel: int) -> None:
        """Let someone who sits at a table take it to another channel of the same server.

        Raises:
            TableError: they don't sit there, it is over, or that channel has an open table.

        """
        taken = self._by_channel.get(channel)
        if taken is not None:
            raise TableError(Code.CHANNEL_TAKEN, table=taken)
        left = table.header.channel
        # taken at once, as by a new table
        self._by_channel[channel] = table
        try:
            await table.move(user, channel)
        except BaseException as error:
            if self._by_channel.get(channel) is table:
                del self._by_channel[channel]
            if isinstance(error, ChannelTaken):
                raise TableError(Code.CHANNEL_TAKEN, table=None) from None
            raise
        if self._by_channel.get(left) is table:
            del self._by_channel[left]

    async def saved(self, identity: str) -> SavedTable:
        """Give what is kept of any table, over or not.

        Raises:
            TableError: there never was such a table.

        """
        kept = await self.store.find(identity)
        if kept is None:
            raise TableError(Code.CLOSED)
        return kept

    async def tick(self) -> None:
        """Do what is due at every table; call about once a second.

        Time that passed without a call, or while nothing could be kept, is nobody's.
        """
        now = self._clock()
        last, self._ticked_at = self._ticked_at, now
        if last is not None and now - last > MAX_TICK_GAP_SECONDS and self._failing_since is None:
            self._owe(now - last)
            self._healthy_until = now
        if self._failing_since is not None and not await self._storage_works():
            return
        for table in self.tables:
            try:
                await self._pay(table)
                if table.due(now) and (table.thought_out or not table.out_of_time(now)):
                    await table.expire(now)
                # a thought takes longer than others may wait
                self._scheduler.watch(table)
            except StorageError:
                # said once, by whoever keeps the tables, and tried again at the next tick; it may be this table alone
                if not await self._storage_works():
                    return
            except TableError:
                # somebody was faster
                continue
            except Exception as error:
                _log.error("what was due at table %s could not be done:\n%s", table.id, redacted_traceback(error))

    async def _storage_works(self) -> bool:
        """Try whether anything can be kept; if so again, nobody is charged the time since it couldn't."""
        try:
            await self.heartbeat()
        except StorageError:
            return False
        since, self._failing_since = self._failing_since, None
        if since is not None:
            self._owe(self._clock() - since)
        return True

    def _owe(self, seconds: float) -> None:
        for table in self.tables:
            self._time_debt[table.id] = self._time_debt.get(table.id, 0.0) + seconds

    async def _pay(self, table: Table) -> None:
        """Give a table the time that it is owed."""
        seconds = self._time_debt.pop(table.id, 0.0)
        if not seconds:
            return
        try:
            await table.add_time(seconds)
        except StorageError:
            self._time_debt[table.id] = seconds
            raise
        self._regained(table)

    async def heartbeat(self) -> None:
        """Note that the bot is awake; raise StorageError where nothing can be noted."""
        now = self._clock()
        try:
            await self.store.set_meta("alive_at", repr(now))
        except StorageError:
            if self._failing_since is None:
                # people could do nothing since then, or since just before
                self._failing_since = now if self._healthy_until is None else self._healthy_until
            raise
        self._healthy_until = now

    async def drain(self) -> None:
        """Wait until the bot thinks about no move, and has made those whose time has come."""
        await self._scheduler.drain()

    def stop(self) -> None:
        """Move for nobody any more."""
        self._scheduler.stop()

    async def backup(self, file: Path) -> None:
        """Write a whole copy of the store to ``file``."""
        await self.store.backup(file)

    def _on_change(self, table: Table) -> None:
        if table.header.status in (Status.FINISHED, Status.CLOSED):
            self._by_id.pop(table.id, None)
            self._time_debt.pop(table.id, None)
            if self._by_channel.get(table.header.channel) is table:
                del self._by_channel[table.header.channel]
        self._changed(table)
        self._scheduler.watch(table)
