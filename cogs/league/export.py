"""``/domino-server export``: a server's league as files, for managers of the server."""

from __future__ import annotations

import io
import logging
from contextlib import suppress
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import answer_of, edit_answer
from cogs.core.cog import Cog
from cogs.core.command_names import commands_for
from cogs.core.commands import ON_SERVERS, SERVER, command
from cogs.core.context import manages_server
from cogs.core.errors import UserError, report
from cogs.core.frame import escaped, framed
from cogs.core.http.requests import FAILURES, MAX_REASON_LENGTH, describe
from cogs.league.leaderboard import suggest_time, time_of
from cogs.league.packing import LEFT_OUT, TABLES, Packing, about
from cogs.league.query import ALL_TIME, LeaderboardQuery, league_of
from cogs.publishing.tokens import TOKEN_SECONDS
from engine.live.files import ZipParts
from engine.live.league.export import LeagueExport, time_name
from engine.live.league.figures import Span
from render.i18n import grouped, translations
from render.names import clean

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

MAX_FILES, MAX_BYTES = 10, 25 * 2**20
"""Discord's limit for the files of a message, and the bytes of one: a slow line has a minute for them."""

MAX_PART_BYTES = MAX_BYTES
"""The maximum size of a file, if Discord takes larger ones."""

PROGRESS_SECONDS = 8.0
"""The seconds between two updates of the answer."""


class _TooLong(Exception):
    """The answer's token runs out before the export is done."""


class _Outdated(Exception):
    """Data or names in the files were deleted or hidden before the files were sent."""


class Export(Cog):
    """Exports leagues, one at a time on each server."""

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        # the servers whose leagues are being exported
        self._running: set[int] = set()

    @command(
        under=SERVER,
        name=_("export"),
        description=_("Get this server's matches, standings, seasons and game records as files"),
        where=ON_SERVERS,
    )
    @app_commands.describe(time=_("When the matches ended"))
    @app_commands.rename(time=_("time"))
    @app_commands.autocomplete(time=suggest_time)
    async def export_command(self, interaction: Interaction, time: str = ALL_TIME) -> None:
        """Handle ``/domino-server export``: begin, if the user manages the server and no export of it is under way."""
        t, guild_id = translations(interaction.locale), interaction.guild_id
        if guild_id is None or not manages_server(interaction):
            raise UserError(t.gettext("Only members with the Manage Server permission can export the league."))
        if guild_id in self._running:
            text = t.gettext("An export of this server is already being prepared. Wait until its files have arrived.")
            raise UserError(text)
        self._running.add(guild_id)
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            league, asked = await _league(interaction, guild_id, time.strip())
            sending = _Sending(interaction, league, asked, t)
            await sending.show(TABLES, 0)
        except BaseException:
            self._running.discard(guild_id)
            raise
        # in the background: the user can go on meanwhile
        self.start_soon(self._run(sending, guild_id))

    async def _run(self, sending: _Sending, guild_id: int) -> None:
        try:
            await sending.run()
        finally:
            self._running.discard(guild_id)


class _Asked(NamedTuple):
    """A time, as text and for the names of files; both are empty for all time."""

    text: str = ""
    name: str = ""


async def _league(interaction: Interaction, guild_id: int, typed: str) -> tuple[LeagueExport, _Asked]:
    """Return the league in a time, and the time; raise UserError if there is no such time, or no match in it."""
    league, t = league_of(interaction), translations(interaction.locale)
    seasons = await league.seasons(guild_id)
    query = LeaderboardQuery(time=time_of(interaction, typed, seasons))
    span = query.span(seasons)
    export = LeagueExport(interaction.client.hub.store.connection, league, guild_id, span)
    await _begin(export, t)
    if span == Span():
        return export, _Asked()
    return export, _Asked(query.time_text(seasons, t), f"-of-{time_name(seasons, span).replace(' ', '-')}")


async def _begin(league: LeagueExport, t: NullTranslations) -> None:
    """Begin an export; raise UserError if it has no match."""
    await league.begin()
    if league.count:
        return
    if league.span == Span():
        raise UserError(t.gettext("No match that counts has ended on this server yet, so there is nothing to export."))
    raise UserError(t.gettext("No match that counts ended in that time, so there is nothing to export."))


class _Sending:
    """Packs a league, and sends its files to the user alone, as long as the token of the command is good.

    Args:
        interaction: the command.
        league: the league, begun.
        asked: the time in which the matches ended.
        t: the reader's catalog.

    """

    def __init__(self, interaction: Interaction, league: LeagueExport, asked: _Asked, t: NullTranslations) -> None:
        self._interaction = interaction
        self._league = league
        self._asked = asked
        self._t = t
        self._now = interaction.client.monotonic
        self._until = self._now() + TOKEN_SECONDS
        self._shown_at = self._now()
        self._made_at = datetime.fromtimestamp(interaction.client.clock(), UTC)
        # complete parts that are not sent, and their bytes; the number of those that are sent
        self._waiting: list[io.BufferedIOBase] = []
        self._bytes = 0
        self._sent = 0
        self._messages: list[discord.Message] = []
        # whether messages with files were deleted
        self._withdrawn = False

    async def run(self) -> None:
        """Send the files; tell the user if that fails."""
        interaction, t = self._interaction, self._t
        try:
            while not await self._send_all():
                await self._start_anew()
        except _TooLong:
            text = t.gettext(
                "Discord allows 15 minutes for this, and they are over. Ask for a shorter time: {command}."
            )
            await self._fail(text.format(command=commands_for(interaction).name("export", root=SERVER)))
        except FAILURES as error:
            _log.warning("Discord did not take the files of an export: %s", describe(error))
            text = t.gettext("Discord didn't take a file, and says: “{reason}”. Try again later.")
            reason = error.text if isinstance(error, discord.HTTPException) and error.text else describe(error)
            await self._fail(text.format(reason=escaped(reason.partition("\n")[0][:MAX_REASON_LENGTH])))
        except Exception as error:
            await self._fail("")
            await report(interaction, error)

    async def _send_all(self) -> bool:
        """Send the files; return False if some of them may no longer be sent as they are."""
        store, limit = self._interaction.client.hub.store, min(self._interaction.filesize_limit, MAX_PART_BYTES)
        guild = self._interaction.guild
        server = clean(guild.name) if guild is not None else ""
        text = about(server, self._made_at.strftime("%Y-%m-%d %H:%M"), self._asked.text, self._t)
        with ZipParts(limit) as parts:
            packing = Packing(store, self._league, text, parts, self._t)
            try:
                async for each in packing.pack(self._progress):
                    await self._add(each)
                await self._finish(packing.unreadable)
            except _Outdated:
                return False
        return True

    async def _start_anew(self) -> None:
        """Delete the messages with files, and begin again."""
        for each in self._messages:
            with suppress(*FAILURES):
                await each.delete()
        self._withdrawn |= bool(self._messages)
        self._messages, self._waiting, self._bytes, self._sent = [], [], 0, 0
        await _begin(self._league, self._t)

    async def _add(self, part: io.BufferedIOBase) -> None:
        """Send the parts before, if no other has room in their message."""
        size = part.seek(0, io.SEEK_END)
        part.seek(0)
        if self._waiting and (len(self._waiting) == MAX_FILES or self._bytes + size > MAX_BYTES):
            await self._send()
        self._waiting.append(part)
        self._bytes += size

    async def _send(self) -> None:
        """Send the waiting parts in a message of their own."""
        await self._require_sendable()
        files = self._files()
        view = framed("", more=map(_shown, files))
        sent = await answer_of(self._interaction).send_message(view=view, files=files, ephemeral=True)
        self._messages.append(sent.resource)
        self._drop()

    async def _finish(self, unreadable: int) -> None:
        """Send the last parts: with the summary if they are all, else before it."""
        if self._sent:
            await self._send()
        await self._require_sendable()
        files, lines = self._files(only=True), self._summary(unreadable)
        view = framed("\n".join(lines), more=map(_shown, files))
        await edit_answer(self._interaction, view=view, attachments=files)
        self._drop()

    def _summary(self, unreadable: int) -> list[str]:
        t, count = self._t, self._league.count
        text = t.ngettext(
            "{count} match, as tables (CSV and JSON) and as a game record. README.txt explains the files.",
            "{count} matches, as tables (CSV and JSON) and as game records. README.txt explains the files.",
            count,
        )
        heading = " · ".join(filter(None, (t.gettext("The league of this server"), escaped(self._asked.text))))
        lines = [f"## {heading}", text.format(count=grouped(count, t)), *self._arrived()]
        if unreadable:
            text = t.ngettext(
                "The game record of {count} match can't be read, so it is left out.",
                "The game records of {count} matches can't be read, so they are left out.",
                unreadable,
            )
            lines.append(text.format(count=unreadable))
        return [*lines, f"-# {t.gettext(LEFT_OUT)}"]

    def _arrived(self) -> list[str]:
        """Return the lines about the files that were sent before; none without any."""
        lines: list[str] = []
        if self._withdrawn:
            text = self._t.gettext(
                "The league changed during the export, so the bot deleted its files and makes all of them again."
            )
            lines.append(text)
        if not self._sent:
            return lines
        text = self._t.ngettext(
            "{count} ZIP file has arrived, and opens without the others.",
            "{count} ZIP files have arrived, and each opens without the others.",
            self._sent,
        )
        return [*lines, text.format(count=self._sent)]

    def _files(self, *, only: bool = False) -> list[discord.File]:
        """Return the waiting parts as files; ``only``: they are all there are, so that a single one needs no number."""
        stem = f"domino-league-{self._made_at:%Y-%m-%d}{self._asked.name}"
        names = [f"{stem}-{number:02}.zip" for number, _ in enumerate(self._waiting, self._sent + 1)]
        if only and len(names) == 1:
            names = [f"{stem}.zip"]
        return [discord.File(each, name) for each, name in zip(self._waiting, names, strict=True)]

    def _drop(self) -> None:
        """Note that the waiting parts are sent."""
        for each in self._waiting:
            each.close()
        self._sent += len(self._waiting)
        self._waiting, self._bytes = [], 0

    # ------------------------------------------------------------------ the answer

    async def show(self, text: str, done: int) -> None:
        """Show the progress of the work in the answer."""
        self._shown_at = self._now()
        numbers = {"done": grouped(done, self._t), "count": grouped(self._league.count, self._t)}
        lines = [self._t.gettext(text).format(**numbers), *self._arrived()]
        await edit_answer(self._interaction, view=framed("\n".join(lines)))

    async def _progress(self, text: str, done: int) -> None:
        self._require_time()
        if self._now() - self._shown_at >= PROGRESS_SECONDS:
            try:
                await self.show(text, done)
            except FAILURES as error:
                # the user may have dismissed it, and still gets the files
                _log.info("the progress of an export could not be shown: %s", describe(error))

    def _require_time(self) -> None:
        if self._now() >= self._until:
            raise _TooLong

    async def _require_sendable(self) -> None:
        """Raise if the time is over, or if the waiting parts have data that were deleted or hidden meanwhile."""
        self._require_time()
        if not await self._league.may_be_read():
            raise _Outdated

    async def _fail(self, text: str) -> None:
        """Report the failure in the answer, with the number of files that have arrived."""
        lines = [self._t.gettext("The export stopped before its end."), text, *self._arrived()]
        with suppress(*FAILURES):
            await edit_answer(self._interaction, view=framed("\n".join(filter(None, lines))), attachments=[])


def _shown(file: discord.File) -> discord.ui.File[Any]:
    return discord.ui.File(file)
