"""The files of an exported league, packed in ZIP files a portion at a time: tables, records, and a text about them."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from gettext import NullTranslations

from cogs.messages.names import with_shown_names
from engine.i18n import N_
from engine.live.database_store import DatabaseStore
from engine.live.files import ONE_COLUMN, TableFile, ZipParts
from engine.live.history.records import record_of
from engine.live.league.export import MATCHES, RESULTS, SEASONS, STANDINGS, LeagueExport, Match, Row
from engine.live.model.table import SavedTable

Report = Callable[[str, int], Awaitable[None]]
"""Called with :data:`TABLES` or :data:`RECORDS`, and the number of matches done."""

File = tuple[str, bytes]

TABLES = N_("Writing the tables: {done} of {count} matches.")
RECORDS = N_("Writing the game records: {done} of {count} matches.")
"""The texts about the work."""

LEFT_OUT = N_("Matches of tournaments that aren't over are left out. People who don't show their name are without it.")
"""The text about all that is not in the files."""

MAX_ROWS = 25_000
"""The number of rows from which a table goes on in another file."""

PORTION = 25
"""The number of records written at a time."""


class _Table:
    """A table in files of about :data:`MAX_ROWS` rows: ``matches.csv``, ``matches-2.csv``."""

    def __init__(self, name: str, columns: Sequence[str]) -> None:
        self._name, self._columns = name, columns
        self._file, self._number = TableFile(columns), 1

    def add(self, rows: Iterable[Row]) -> list[File]:
        """Add rows; return the files that are complete."""
        self._file.add(rows)
        if self._file.rows < MAX_ROWS:
            return []
        done = self.end()
        self._file, self._number = TableFile(self._columns), self._number + 1
        return done

    def end(self) -> list[File]:
        """Return the last files; none without rows, unless they are the only ones."""
        if not self._file.rows and self._number > 1:
            return []
        name = self._name if self._number == 1 else f"{self._name}-{self._number}"
        return [(f"{name}.csv", self._file.as_csv()), (f"{name}.json", self._file.as_json())]


class Packing:
    """Packs a league.

    Args:
        store: the store.
        league: the league, begun.
        about: the text about the files.
        parts: the ZIP files.
        t: the reader's catalog.

    Attributes:
        unreadable: the number of matches without a readable record, so far.

    """

    def __init__(
        self, store: DatabaseStore, league: LeagueExport, about: str, parts: ZipParts, t: NullTranslations
    ) -> None:
        self.unreadable = 0
        self._store = store
        self._league = league
        self._about = about
        self._parts = parts
        self._t = t

    async def pack(self, report: Report) -> AsyncIterator[io.BufferedIOBase]:
        """Yield the ZIP files, each once it is complete; tables come before records."""
        parts = self._parts
        await asyncio.to_thread(parts.add, "README.txt", self._about.encode())
        async for files in self._tables(report):
            await asyncio.to_thread(_add, parts, files)
            for each in parts.take():
                yield each
        async for kept in self._matches(report):
            self.unreadable += await asyncio.to_thread(_add_records, parts, kept)
            for each in parts.take():
                yield each
        for each in await asyncio.to_thread(parts.take, last=True):
            yield each

    async def _tables(self, report: Report) -> AsyncIterator[list[File]]:
        """Yield the files of tables."""
        done = 0
        matches, results = _Table("matches", MATCHES), _Table("results", RESULTS)
        async for portion in self._league.portions():
            yield await asyncio.to_thread(matches.add, portion.matches)
            yield await asyncio.to_thread(results.add, portion.results)
            done += len(portion.matches)
            await report(TABLES, done)
        standings, seasons = _Table("standings", STANDINGS), _Table("seasons", SEASONS)
        async for rows in self._league.standings():
            yield await asyncio.to_thread(standings.add, rows)
            await report(TABLES, done)
        yield seasons.add(await self._league.seasons())
        for each in (matches, results, standings, seasons):
            yield await asyncio.to_thread(each.end)

    async def _matches(self, report: Report) -> AsyncIterator[list[tuple[Match, SavedTable | None]]]:
        """Yield the matches with their logs, and with the names that the tables have."""
        done = 0
        async for matches in self._league.matches(PORTION):
            await report(RECORDS, done)
            yield [(each, await self._kept(each.id)) for each in matches]
            done += len(matches)

    async def _kept(self, table_id: str) -> SavedTable | None:
        kept = await self._store.find(table_id)
        if kept is None or kept.unreadable:
            return None
        return replace(kept, header=with_shown_names(kept.header, self._league.named, self._t))


def _add(parts: ZipParts, files: Iterable[File]) -> None:
    for name, content in files:
        parts.add(name, content)


def _add_records(parts: ZipParts, matches: Iterable[tuple[Match, SavedTable | None]]) -> int:
    """Add records, in a folder for each month; return the number of matches without a readable one."""
    unreadable = 0
    for match, kept in matches:
        try:
            record = None if kept is None else record_of(kept)
        except ValueError:
            # a log of an earlier version, or a damaged one
            record = None
        if record is None:
            unreadable += 1
            continue
        parts.add(f"records/{match.month}/{match.number}-{match.id}.json", record.encode())
    return unreadable


def about(server: str, made_at: str, asked: str, t: NullTranslations) -> str:
    """Return the text about the files of an export.

    Args:
        server: the server's name.
        made_at: the time of the export.
        asked: the time in which the matches ended; empty for all time.
        t: the reader's catalog.

    """
    lines = (
        t.gettext("The dominoes league of {server}, as of {time} (UTC)").format(server=server, time=made_at),
        *filter(None, [asked]),
        "",
        "matches      " + t.gettext("each finished match"),
        "results      " + t.gettext("each player of each match"),
        "standings    " + t.gettext("the leaderboards, by time, kind of match and rule set"),
        "seasons      " + t.gettext("the seasons, and the winners of those that have ended"),
        "records/     " + t.gettext("each match with all tiles and moves, as domino-record/1"),
        "",
        t.gettext(
            "Each table is there as CSV, for spreadsheets, and as JSON, for programs. A long table goes on in a second "
            "file, and a large league in further ZIP files. The columns are described in docs/ratings.md, in the "
            "bot's source code."
        ),
        t.gettext(ONE_COLUMN),
        t.gettext(
            "The column “player” has a number for each person who shows their name: the same in all tables of this "
            "export, and perhaps another one in the next."
        ),
        t.gettext(LEFT_OUT),
    )
    return "\r\n".join(lines) + "\r\n"
