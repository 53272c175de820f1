"""All open tables, by place and by id."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from engine.actions import Deal
from engine.errors import redacted_traceback
from engine.game import State
from engine.live.database.shards import Shards
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import ChannelTaken, Code, Conflict, PlayedElsewhere, StorageError, TableError
from engine.live.model.ids import new_id
from engine.live.model.pace import TimeControl, Timeouts
from engine.live.model.request import CupRequest, TableRequest
from engine.live.model.table import Header, LogEntry, Place, SavedTable, Status
from engine.live.owed_time import OwedTime
from engine.live.tables import lifecycle, lobby
from engine.live.tables.deadlines import add_time
from engine.live.tables.scheduler import BotScheduler, Timer, call_later
from engine.live.tables.table import Services, Table
from engine.live.thinking.pool import Think, think_inline

_log = logging.getLogger(__name__)

MAX_NAMED = 20
"""The maximum number of tables that a line of the log names."""

Archive = Callable[[str], Awaitable[SavedTable | None]]
"""Returns a match by the id of its table; None if it has none, or its match is not over."""


class Hub:
    """Opens tables, finds them, and wakes them when something is due.

    Args:
        store: the store of all tables.
        changed: called after each change of a table; must return at once.
        clock: returns the time in seconds since 1970.
        clock_step: returns by how many seconds the clock was set since the last call.
        pace: how long tables wait.
        dealer: makes a deal; None draws it fairly from the seed of the table and the words of its players.
        remind: called when half of a turn's time is over; must return at once.
        regained: called after a table got time back; must return at once.
        think: chooses moves for the bot and for hints.
        timer: calls a function after some seconds of that clock.
        shard_of: returns the shard of a server by its id; each shard has a connection to Discord of its own.
        owns: whether this process may change the tables of a shard; None if it has all of them.

    Attributes:
        archives: return matches that are over and that the store of tables does not know, by id; features add theirs.

    """

    def __init__(
        self,
        store: DatabaseStore,
        *,
        changed: Callable[[Table], None],
        clock: Callable[[], float],
        clock_step: Callable[[], float] = lambda: 0.0,
        pace: Timeouts | None = None,
        dealer: Callable[[State], Deal] | None = None,
        remind: Callable[[Table], None] = lambda table: None,
        regained: Callable[[Table], None] = lambda table: None,
        think: Think = think_inline,
        timer: Timer = call_later,
        shard_of: Callable[[int], int] = lambda guild: 0,
        owns: Callable[[int], bool] | None = None,
    ) -> None:
        self.store = store
        self.archives: list[Archive] = []
        self._clock = clock
        self._clock_step = clock_step
        self._shard_of = shard_of
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
            owned=(lambda header: owns(self.shard_of(header))) if owns else (lambda header: True),
        )
        self._scheduler = BotScheduler(timer)
        self._owed = OwedTime()
        self._taken: Shards | None = None
        self._by_id: dict[str, Table] = {}
        self._by_place: dict[Place, Table] = {}

    @property
    def pace(self) -> Timeouts:
        """The timeouts of tables."""
        return self._services.pace

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every open table."""
        return tuple(self._by_id.values())

    def shard_of(self, header: Header) -> int:
        """Return the shard of a table. Where there is no server with the bot, presses arrive by shard 0."""
        return self._shard_of(header.guild_id) if header.delivery.in_guild else 0

    async def load(self) -> tuple[tuple[Table, SavedTable], ...]:
        """Rebuild every open table from the store. No player is charged for the time that the bot was down.

        Returns:
            The open tables, and the tables whose end was stored but not published, each with its stored form. The
            ``untold`` of a table holds the news that its channel has not seen.

        """
        now = self._clock()
        last = await self.store.get_meta("alive_at")
        # negative if the clock was set back: what matters is the time that was left when the bot was last awake
        down = 0.0 if last is None else now - float(last)
        if down and math.isfinite(down):
            await self.store.shift_deadlines(down, now)
        tables = await self._load(None)
        self._owed.begin(self._clock())
        return tables

    async def take_shard(self, shard: int, count: int) -> tuple[tuple[Table, SavedTable], ...]:
        """Rebuild every open table of one of ``count`` shards; return as :meth:`load` does. Deadlines stay."""
        tables = await self._load(Shards((shard,), count))
        self._owed.begin(self._clock(), shard)
        taken = () if self._taken is None else self._taken.numbers
        self._taken = Shards(tuple({*taken, shard}), count)
        return tables

    async def _load(self, shards: Shards | None) -> tuple[tuple[Table, SavedTable], ...]:
        tables = self._restored(await self.store.open_tables(shards))
        ended = self._restored(await self.store.unpublished_tables(shards))
        for table, _ in tables:
            if table.unreadable:
                await table.close_unreadable()
                continue
            self._by_id[table.id] = table
            self._by_place[table.header.place] = table
            table.limit_times()
        await self.heartbeat()
        for table, _ in tables:
            self._scheduler.watch(table)
        found = (*tables, *ended)
        _report_unreadable([table for table, _ in found if table.unreadable])
        # the end of a match that was counted can't be told without its log
        return tuple(each for each in found if each[0].header.status is not Status.FINISHED or not each[0].unreadable)

    async def reload_changed(self, ended: Sequence[Table] = ()) -> None:
        """Load what other processes have changed at the tables of this one, and show tables as their people now wish.

        Args:
            ended: tables that are over, and that not everybody has been shown.

        Raises:
            StorageError: the store fails.

        """
        revisions = await self.store.revisions(self._taken, [table.id for table in ended])
        for table in (*self.tables, *ended):
            if table.header.revision < revisions.get(table.id, 0):
                await table.reload(revisions[table.id])
        chosen = await self.store.preferences.refresh(self._taken)
        for table in self.tables:
            if not chosen.isdisjoint(person.user_id for person in table.people):
                self._changed(table)

    def drop_shard(self, shard: int) -> tuple[Table, ...]:
        """Forget the tables of a shard that another process plays on; return them."""
        if self._taken is not None:
            self._taken = Shards(tuple(each for each in self._taken.numbers if each != shard), self._taken.total)
        dropped = tuple(table for table in self.tables if self.shard_of(table.header) == shard)
        for table in dropped:
            table.retired = True
            del self._by_id[table.id]
            self._vacate(table.header.place, table)
            self._owed.pay(table.id)
        return dropped

    def _restored(self, kept: Sequence[SavedTable]) -> tuple[tuple[Table, SavedTable], ...]:
        return tuple((Table.restore(each, self._services), each) for each in kept)

    async def open(self, request: TableRequest) -> Table:
        """Open a lobby with its host and any computers seated.

        Raises:
            TableError: the place has an open table, which is ``facts["table"]``; or there are more people and
                computers than seats.
            IllegalMove: the rule set or an option does not exist.

        """
        header = lobby.opened(request, self._clock(), self.pace)
        self.require_free(header.place)
        if len(header.people) > header.seats[-1]:
            raise TableError(Code.FULL, most=header.seats[-1])
        return await self._opened(Table(header, self._services))

    async def begin(self, request: CupRequest) -> Table:
        """Open a table for a match of a cup, and begin it, in one write.

        Returns:
            The table; a stored one with its id as it is, which may be over.

        Raises:
            TableError: the place has another open table, which is ``facts["table"]``; or that is no number of seats of
                the rule set.
            IllegalMove: the rule set or an option does not exist.

        """
        if (known := await self._known(request.table_id)) is not None:
            return known
        self.require_free(Place(request.channel_id))
        seated = Table(lobby.seated(request, self._clock(), self.pace), self._services)
        first = lobby.begin(seated.situation)
        assert first.header is not None, "the match has begun"
        table = Table.restore(SavedTable(first.header, first.entries), self._services)
        try:
            await self._opened(table, first.entries)
        except Conflict:
            # another writer was first
            return await self._known(request.table_id) or table
        except TableError as error:
            # the answer to its creation was lost
            taken = error.facts.get("table")
            if isinstance(taken, Table) and taken.id == request.table_id:
                return taken
            raise
        self._on_change(table)
        return table

    async def _known(self, table_id: str) -> Table | None:
        """Return a table with an id, over or not; None if there is none."""
        table = self._by_id.get(table_id)
        kept = await self.store.find(table_id) if table is None else None
        if kept is None:
            return table
        if kept.header.status.over or kept.unreadable:
            return Table.restore(kept, self._services)
        return await self._adopted(kept.header.place)

    async def _opened(self, table: Table, entries: Sequence[LogEntry] = ()) -> Table:
        """Store a new table, and keep its place, which is free, for it."""
        place = table.header.place
        # taken before the first await: of two concurrent calls, one finds the table of the other
        self._by_place[place] = table
        try:
            if not table.owned:
                raise PlayedElsewhere
            await self._create(table, entries)
        except BaseException as error:
            self._vacate(place, table)
            if isinstance(error, ChannelTaken):
                raise TableError(Code.CHANNEL_TAKEN, table=await self._adopted(place)) from None
            raise
        self._by_id[table.id] = table
        return table

    async def _create(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """Store a new table; a lobby under another id while a stored table has its own."""
        while True:
            try:
                return await self.store.create(table.header, entries)
            except Conflict:
                if entries:
                    raise
                table.id = new_id()
                table.header = replace(table.header, id=table.id)
            except ChannelTaken:
                if not await self._close_unreadable(table.header.place):
                    raise

    async def _close_unreadable(self, place: Place) -> bool:
        """Close the table of a place if it can't be read; return whether it was."""
        kept = await self.store.find_open(place)
        table = None if kept is None else Table.restore(kept, self._services)
        if table is None or not table.unreadable:
            return False
        _report_unreadable([table])
        await table.close_unreadable()
        self._changed(table)
        return True

    async def _adopted(self, place: Place) -> Table | None:
        """Return the open table of a place that only the store knows: the answer to its creation was lost."""
        kept = await self.store.find_open(place)
        if kept is None or kept.header.id in self._by_id or place in self._by_place:
            return self._by_place.get(place)
        table = Table.restore(kept, self._services)
        self._by_id[table.id] = table
        self._by_place[place] = table
        table.limit_times()
        self._on_change(table)
        return table

    def in_channel(self, channel_id: int, user_id: int = 0) -> Table:
        """Return the open table of a channel that everybody sees, or with ``user_id`` a user's private match there.

        Raises:
            TableError: the channel has no open table.
            PlayedElsewhere: another process may play there by now.

        """
        table = self._by_place.get(Place(channel_id, user_id))
        if table is None:
            raise TableError(Code.NO_TABLE)
        return _owned(table)

    def find(self, table_id: str) -> Table:
        """Return the open table with an id.

        Raises:
            TableError: there is no such table, or it is over.
            PlayedElsewhere: another process may play there by now.

        """
        table = self._by_id.get(table_id)
        if table is None:
            raise TableError(Code.CLOSED)
        return _owned(table)

    async def tables_of(self, user_id: int) -> list[Table]:
        """Return every open table at which a user has a seat; those that other processes play only to be looked at."""
        kept = await self.store.open_tables_of(user_id)
        elsewhere = self._restored([each for each in kept if each.header.id not in self._by_id])
        found = (*self.tables, *(table for table, _ in elsewhere if not table.unreadable))
        return [table for table in found if table.header.seat_of(user_id) is not None]

    async def move(self, table: Table, user_id: int, channel_id: int) -> None:
        """Move a table to another channel of the same server; for everyone with a seat who has not left for good.

        Raises:
            TableError: the user has no seat or has left, the table is over, or that channel has an open table.

        """
        with self._taking(Place(channel_id, table.header.place.user_id), table):
            await table.do(lifecycle.move, user_id, channel_id)

    async def relocate(self, table: Table, channel_id: int) -> None:
        """Move a table to another channel of the same server, by the bot itself.

        Raises:
            TableError: the table is over, or that channel has an open table.

        """
        with self._taking(Place(channel_id, table.header.place.user_id), table):
            await table.do(lifecycle.relocate, channel_id)

    async def show_to_all(
        self, table: Table, user_id: int, locale: str, time_control: TimeControl = TimeControl.NONE
    ) -> None:
        """Make a private match the table of its channel, as :func:`lifecycle.show_to_all` does.

        Raises:
            TableError: it refuses, or the channel has an open table.

        """
        with self._taking(Place(table.header.channel_id), table):
            await table.do(lifecycle.show_to_all, user_id, locale, time_control)

    def require_free(self, place: Place) -> None:
        """Raise :class:`TableError` if a place has an open table, which is ``facts["table"]``."""
        taken = self._by_place.get(place)
        if taken is not None:
            raise TableError(Code.CHANNEL_TAKEN, table=taken)

    @contextmanager
    def _taking(self, place: Place, table: Table) -> Generator[None]:
        """Keep a place for a table that comes from another one in the context; raise TableError if it is taken."""
        self.require_free(place)
        left = table.header.place
        # taken before the first await, as for a new table
        self._by_place[place] = table
        try:
            yield
        except BaseException as error:
            self._vacate(place, table)
            if isinstance(error, ChannelTaken):
                raise TableError(Code.CHANNEL_TAKEN, table=None) from None
            raise
        self._vacate(left, table)

    def _vacate(self, place: Place, table: Table) -> None:
        """Forget that a table is in a place, unless another one is there by now."""
        if self._by_place.get(place) is table:
            del self._by_place[place]

    async def saved(self, table_id: str) -> SavedTable:
        """Return the stored form of any table, over or not.

        Raises:
            TableError: there is no such table, or it can't be read.

        """
        kept = await self.store.find(table_id) or await self.archived(table_id)
        if kept is None:
            raise TableError(Code.CLOSED)
        if kept.unreadable:
            raise TableError(Code.UNREADABLE)
        return kept

    async def archived(self, table_id: str) -> SavedTable | None:
        """Return a match that is over and that only an archive of a feature knows; None if none knows it."""
        for archive in self.archives:
            if (kept := await archive(table_id)) is not None:
                return kept
        return None

    async def apply_clock_step(self) -> bool:
        """Move every deadline if the clock was set, so that the time left stays the same; call about once a second.

        Returns:
            Whether the clock was set.

        """
        step = self._clock_step()
        if not step:
            return False
        _log.warning("the system's time was set by %+.0f seconds; every deadline moves with it", step)
        self._owed.shift(step)
        for table in self.tables:
            table.shift(step)
        try:
            # no await in between: what is written before this is moved by it, what is written after is right already
            await self.store.shift_deadlines(step, self._clock(), self._taken)
        except StorageError:
            _log.warning("the new deadlines could not be stored; a restart before the next move may shorten a turn")
        for table in self.tables:
            self._regained(table)
        return True

    async def tick(self, shards: Collection[int] = (0,)) -> None:
        """Do what is due at every table of the shards that are connected; call about once a second.

        Players are not charged for time without a call for their shard, nor for time while the store failed.
        """
        await self.keep_posts()
        now = self._clock()
        tables: defaultdict[int, list[Table]] = defaultdict(list)
        for table in self.tables:
            tables[self.shard_of(table.header)].append(table)
        self._owed.tick(now, {shard: [table.id for table in tables[shard]] for shard in shards})
        if self._owed.failing and not await self._storage_works():
            return
        for table in [each for shard in shards for each in tables[shard]]:
            try:
                await self._expire(table)
            except StorageError:
                # the store logs the failure once, and the next tick tries again; only this table may be affected
                if not await self._storage_works():
                    return

    async def _expire(self, table: Table) -> None:
        """Do what is due at a table; log what fails, but raise StorageError."""
        try:
            await self._pay(table)
            at = table.situation
            # thinking would keep the other tables waiting
            if lifecycle.is_due(at) and (at.plan or not lifecycle.is_out_of_time(at)):
                await table.expire()
            self._scheduler.watch(table)
        except TableError:
            # another change came first
            return
        except StorageError:
            raise
        except Exception as error:
            _log.error("table %s could not do what was due:\n%s", table.id, redacted_traceback(error))

    async def keep_posts(self) -> None:
        """Store which messages show the tables, where that is only noted, in one transaction."""
        await asyncio.gather(*(table.keep_post() for table in self.tables if table.post_waits))

    async def _storage_works(self) -> bool:
        """Check whether the store can be written."""
        try:
            await self.heartbeat()
        except StorageError:
            return False
        return True

    async def _pay(self, table: Table) -> None:
        """Credit a table with the time that it is owed."""
        seconds = self._owed.pay(table.id)
        if not seconds:
            return
        try:
            await table.do(add_time, seconds)
        except StorageError:
            self._owed.owe(seconds, (table.id,))
            raise
        self._regained(table)

    async def heartbeat(self) -> None:
        """Store that the bot is awake; raise StorageError if the store fails.

        If it works again, all tables are owed the time of the failure.
        """
        try:
            await self.store.set_meta("alive_at", repr(self._clock()))
        except StorageError:
            self._owed.fail(self._clock())
            raise
        self._owed.work(self._clock(), self._by_id)

    async def drain(self) -> None:
        """Wait until the bot has planned its turns and made all moves that are due."""
        await self._scheduler.drain()

    def stop(self) -> None:
        """Stop the moves of the bot."""
        self._scheduler.stop()

    def _on_change(self, table: Table) -> None:
        if table.header.status.over:
            self._by_id.pop(table.id, None)
            self._owed.pay(table.id)
            self._vacate(table.header.place, table)
        elif table.id in self._by_id and self._by_place.get(table.header.place) is not table:
            # it turned out to have moved, although its move seemed to fail
            for place in [place for place, other in self._by_place.items() if other is table]:
                del self._by_place[place]
            self._by_place.setdefault(table.header.place, table)
        self._changed(table)
        self._scheduler.watch(table)


def _report_unreadable(tables: Sequence[Table]) -> None:
    """Log which tables can't be read, for whoever mends them."""
    if tables:
        named = ", ".join(f"{table.id} ({table.unreadable})" for table in tables[:MAX_NAMED])
        more = ", …" if len(tables) > MAX_NAMED else ""
        text = "tables that can't be read: %d; open ones are closed, and what is stored of them is kept: %s%s"
        _log.error(text, len(tables), named, more)


def _owned(table: Table) -> Table:
    """Return a table; raise :class:`PlayedElsewhere` if another process plays it, which this one may not know yet."""
    if not table.owned:
        raise PlayedElsewhere
    return table
