"""People who watch a table: an ephemeral message for each, kept up to date when nothing else is to be done."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

import discord

from cogs.core.answer import delete_answer
from cogs.core.bot import Bot, Interaction
from cogs.core.components import button
from cogs.core.errors import UserError
from cogs.core.frame import Rows, picture_message
from cogs.core.http.requests import FAILURES, describe
from cogs.core.preferences import appearance
from cogs.messages.watching import watch_content
from cogs.publishing.plan import Means, Scene, Shown, plan
from cogs.publishing.scenes import watch_scene
from cogs.publishing.screen import Reader, Screen, Screens
from cogs.publishing.slots import Slot
from cogs.publishing.tokens import TOKEN_SECONDS, Token
from engine.errors import redacted_traceback
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)

MAX_WATCHERS = 10
"""How many people may watch a table at a time."""


class Watchers:
    """Shows tables to people who watch, from the view of the channel alone.

    One message is edited at a time, at most once a second each, and none while its table is being published or the bot
    publishes much: players never wait for a spectator. The next edit makes up for skipped ones.
    """

    def __init__(self, bot: Bot, screens: Screens, is_busy: Callable[[Table], bool]) -> None:
        self._bot = bot
        self._screens = screens
        self._is_busy = is_busy
        self._updating = False

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show a table to somebody who has no seat there, in place of an earlier message of theirs.

        Raises:
            UserError: enough people watch already.
            TableError: the match has not begun, or everybody has to look at the same grid.

        """
        if table.view(None).layout.is_face_down:
            # flipped tiles must not stay to be seen
            raise TableError(Code.STALE)
        screen, t = self._screens.of(table), translations(interaction.locale)
        reader = screen.reader(interaction.user.id)
        others = sum(each.watch is not None for each in screen.readers.values() if each is not reader)
        if others >= MAX_WATCHERS:
            raise UserError(
                t.gettext("{count} people are already watching this table, and that is the limit.").format(count=others)
            )
        slot = Slot(None, token=Token(interaction, self._bot.monotonic() + TOKEN_SECONDS))
        slot.key = self._scene(screen, slot).key
        # taken before the first await: of several people at once, only some find room
        old, reader.watch = reader.watch, slot
        try:
            files, components = await self._message(table, interaction)
            await interaction.response.send_message(view=components, files=files, ephemeral=True)
        except BaseException:
            _forget(reader, slot)
            raise
        finally:
            self._screens.settle(screen)
        if old is not None and old.token is not None:
            with contextlib.suppress(*FAILURES):
                await delete_answer(old.token.interaction)

    def update(self) -> None:
        """Bring the messages up to date soon, if there is time for it; call about once a second."""
        if not self._updating and any(self._is_due(screen, slot) for screen, _, slot in self._watching()):
            self._updating = True
            self._bot.start_soon(self._update())

    def _watching(self) -> Iterator[tuple[Screen, Reader, Slot]]:
        for screen in self._screens.unsettled:
            yield from ((screen, each, each.watch) for each in screen.readers.values() if each.watch is not None)

    def _scene(self, screen: Screen, slot: Slot) -> Scene:
        return watch_scene(screen.table.header, screen.table.ply, expired=not slot.is_editable(self._bot))

    def _is_due(self, screen: Screen, slot: Slot) -> bool:
        means = Means(editable=not self._is_busy(screen.table))
        return bool(plan(self._scene(screen, slot), Shown(slot.key), means))

    async def _update(self) -> None:
        try:
            for screen, reader, slot in list(self._watching()):
                if reader.watch is slot and self._is_due(screen, slot):
                    await self._edit(screen, reader, slot)
                    self._screens.settle(screen)
        finally:
            self._updating = False

    async def _edit(self, screen: Screen, reader: Reader, slot: Slot) -> None:
        expired = not slot.is_editable(self._bot)
        if screen.ended or expired:
            _forget(reader, slot)
        # an edit that fails is skipped
        slot.key = self._scene(screen, slot).key
        assert slot.token is not None
        try:
            last = expired and not screen.ended
            files, components = await self._message(screen.table, slot.token.interaction, last=last)
            with screen.sending():
                if not await slot.edit(self._bot, components, files):
                    _forget(reader, slot)
        except (*FAILURES, StorageError) as error:
            _log.debug("a table could not be shown to a spectator: %s", describe(error))
        except Exception as error:
            _forget(reader, slot)
            _log.error("a table could not be shown to a spectator:\n%s", redacted_traceback(error))

    async def _message(
        self, table: Table, interaction: Interaction, *, last: bool = False
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        header, view, t = table.header, table.view(None), translations(interaction.locale)
        as_text, theme = await appearance(self._bot.hub.store, header.guild_id, interaction.user.id)
        text, picture = await self._bot.rendering.draw_long(watch_content, header, view, t, theme, as_text=as_text)
        rows: Rows = ()
        if last:
            rows = [[button("look", table.id, label=t.gettext("Watch"))]]
            text += f"\n-# {t.gettext('This message no longer changes. To keep watching, press **Watch** again.')}"
        return picture_message(text, picture, rows)


def _forget(reader: Reader, slot: Slot) -> None:
    """Forget the message of a spectator, unless they have begun to watch once more."""
    if reader.watch is slot:
        reader.watch = None
