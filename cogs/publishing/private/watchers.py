"""People who watch a table: an ephemeral message for each, kept up to date when nothing else is to be done."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.core.answer import delete_answer
from cogs.core.bot import Bot, Interaction
from cogs.core.errors import UserError
from cogs.core.http.requests import FAILURES, describe, sending_while
from cogs.core.layout import picture_message
from cogs.core.preferences import appearance
from cogs.messages.watching import watch_content
from cogs.publishing.tokens import TOKEN_SECONDS, Token
from engine.errors import redacted_traceback
from engine.layouts import Grid
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import Status
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)

MAX_WATCHERS = 10
"""How many people may watch a table at a time."""


@dataclass(slots=True)
class Watch:
    """A person who watches a table.

    Attributes:
        token: the token that edits the message.
        shown: what tells two moments of the table apart, as it is shown.

    """

    table: Table
    token: Token
    shown: object


def _moment(table: Table) -> object:
    return table.ply, table.header.attendance, table.header.status


class Watchers:
    """Shows tables to people who watch, from the view of the channel alone.

    One message is edited at a time, at most once a second each, and none while its table is being published or the bot
    publishes much: players never wait for a spectator. What was skipped is caught up with the next edit.
    """

    def __init__(self, bot: Bot, is_busy: Callable[[Table], bool]) -> None:
        self._bot = bot
        self._is_busy = is_busy
        self._watching: dict[tuple[str, int], Watch] = {}
        self._updating = False

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show a table to somebody who has no seat there, in place of an earlier message of theirs.

        Raises:
            UserError: enough people watch already.
            TableError: the match has not begun, or everybody has to look at the same grid.

        """
        view, key, t = table.view(None), (table.id, interaction.user.id), translations(interaction.locale)
        if isinstance(view.layout, Grid):
            # flipped tiles must not stay to be seen
            raise TableError(Code.STALE)
        others = sum(watch.table is table and each != key for each, watch in self._watching.items())
        if others >= MAX_WATCHERS:
            raise UserError(
                t.gettext("{count} people are already watching this table, and that is the limit.").format(count=others)
            )
        old = self._watching.pop(key, None)
        watch = Watch(table, Token(interaction, self._bot.monotonic() + TOKEN_SECONDS), _moment(table))
        # taken before the first await: of several people at once, only some find room
        self._watching[key] = watch
        try:
            files, layout = await self._message(watch)
            await interaction.response.send_message(view=layout, files=files, ephemeral=True)
        except BaseException:
            self._forget(key, watch)
            raise
        if old is not None:
            with contextlib.suppress(*FAILURES):
                await delete_answer(old.token.interaction)

    def update(self) -> None:
        """Bring the messages up to date soon, if there is time for it; call about once a second."""
        if not self._updating and any(not each.table.held or self._is_due(each) for each in self._watching.values()):
            self._updating = True
            self._bot.start_soon(self._update())

    def _is_due(self, watch: Watch) -> bool:
        if self._is_busy(watch.table):
            return False
        return watch.shown != _moment(watch.table) or not watch.token.is_good(self._bot.monotonic())

    async def _update(self) -> None:
        try:
            for key, watch in list(self._watching.items()):
                if not watch.table.held:
                    self._forget(key, watch)
                elif self._is_due(watch) and self._watching.get(key) is watch:
                    await self._edit(key, watch)
        finally:
            self._updating = False

    async def _edit(self, key: tuple[str, int], watch: Watch) -> None:
        over = watch.table.header.status in (Status.FINISHED, Status.CLOSED)
        expired = not watch.token.is_good(self._bot.monotonic())
        if over or expired:
            self._forget(key, watch)
        # what can't be shown now is skipped
        watch.shown = _moment(watch.table)
        try:
            files, layout = await self._message(watch, last=expired and not over)
            with sending_while(lambda: watch.table.held):
                if not await watch.token.edit(view=layout, attachments=files):
                    self._forget(key, watch)
        except (*FAILURES, StorageError) as error:
            _log.debug("a table could not be shown to a spectator: %s", describe(error))
        except Exception as error:
            self._forget(key, watch)
            _log.error("a table could not be shown to a spectator:\n%s", redacted_traceback(error))

    def _forget(self, key: tuple[str, int], watch: Watch) -> None:
        """Forget a watch, unless its person has begun another."""
        if self._watching.get(key) is watch:
            del self._watching[key]

    async def _message(self, watch: Watch, *, last: bool = False) -> tuple[list[discord.File], discord.ui.LayoutView]:
        header, view, user = watch.table.header, watch.table.view(None), watch.token.interaction.user.id
        t = translations(watch.token.interaction.locale)
        as_text, theme = await appearance(self._bot.hub.store, header.guild, user)
        text, shown = await self._bot.rendering.draw_long(watch_content, header, view, t, theme, as_text=as_text)
        if last:
            text += f"\n-# {t.gettext('This message no longer changes. To keep watching, press **Watch** again.')}"
        return picture_message(text, shown)
