"""Cheers at the end of a deal: three buttons that everybody in the channel may press, and that count for nothing."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.bot import Bot, Interaction
from cogs.core.components import button, custom_id, custom_ids
from cogs.core.errors import UserError
from cogs.core.requests import FAILURES, describe, may_be_done, sending_while
from cogs.publishing.posts import TIDY_SECONDS
from cogs.publishing.presses import TOKEN_SECONDS
from cogs.publishing.transports import NOBODY
from engine.errors import redacted_traceback
from engine.i18n import N_
from engine.live.model.errors import StorageError, TableError
from engine.live.model.table import Header, Status
from render.i18n import translations

_log = logging.getLogger(__name__)

CHEERS = (("👏", N_("Well played")), ("🔥", N_("Wow")), ("😂", N_("Ha ha")))
"""The cheers: an emoji, and what stands beside it where text takes the place of pictures."""

SECONDS_EACH = 1.0
"""The least seconds between two edits of one message: presses meanwhile share the next."""

RETRY_SECONDS = 5.0
"""Seconds between an edit without an answer and the next."""

MAX_DEALS = 1000
"""For how many deals the people who cheered are remembered."""

Key = tuple[str, int]
"""A table's id, and the number of a deal."""


@dataclass(slots=True)
class _Cheered:
    """The cheers of one deal.

    Attributes:
        unknown: what each button showed when it was first seen, from people who are not remembered.
        people: who presses each button since.
        next_edit: the time before which the message is not edited again.

    """

    unknown: tuple[int, ...] = (0,) * len(CHEERS)
    people: tuple[set[int], ...] = field(default_factory=lambda: tuple(set[int]() for _ in CHEERS))
    next_edit: float = 0.0

    @property
    def counts(self) -> list[int]:
        return [before + len(people) for before, people in zip(self.unknown, self.people, strict=True)]


class Cheers:
    """Counts cheers in memory, each person once per cheer and deal, and shows them in the pressed message.

    A message is edited with the token of a press, which takes nothing from the rate limit of its channel, and under the
    lock of its table's messages: an edit never gives buttons back to a message that has lost them. Nothing is stored.
    After a restart counting goes on from what the message shows; whose those cheers were is not known.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._cheered: OrderedDict[Key, _Cheered] = OrderedDict()
        # the newest press that its message does not show yet, with the time until which its token is good
        self._unshown: dict[Key, tuple[Interaction, float]] = {}
        self._editing: set[Key] = set()

    def row(self, header: Header, deal: int) -> Sequence[discord.ui.Button[Any]]:
        """Return the buttons under the end of a deal, with their counts."""
        t, cheered = translations(header.locale), self._cheered.get((header.id, deal))
        row: list[discord.ui.Button[Any]] = []
        for number, (emoji, word) in enumerate(CHEERS):
            count = cheered.counts[number] if cheered is not None else 0
            label = str(count) if count else None
            if header.as_text:
                label = t.gettext(word)
                label = t.gettext("{label}: {value}").format(label=label, value=count) if count else label
            row.append(button("cheer", header.id, deal, number, label=label, emoji=emoji))
        return row

    async def press(self, interaction: Interaction, table_id: str, deal: str, cheer: str) -> None:
        """Count the user's cheer, or take it back, and show that soon.

        Raises:
            UserError: the message is not the end of the newest deal.
            StorageError: the match is over, and the store can't be read.

        """
        t, message = translations(interaction.locale), interaction.message
        pressed = custom_id("b", "cheer", table_id, deal, cheer)
        # only this bot writes its messages: what they hold is not forged
        genuine = message is not None and pressed in custom_ids(message.components)
        if message is None or not genuine or not await self._has_just_ended(table_id, int(deal)):
            raise UserError(t.gettext("You can only cheer for the deal that has just ended."))
        key, number = (table_id, int(deal)), int(cheer)
        cheered = self._cheered.setdefault(key, _Cheered(_shown(message, table_id, deal)))
        self._cheered.move_to_end(key)
        if len(self._cheered) > MAX_DEALS:
            forgotten, _ = self._cheered.popitem(last=False)
            self._unshown.pop(forgotten, None)
        # who sees an error presses again: only what was acknowledged counts
        await interaction.response.defer()
        cheered.people[number].symmetric_difference_update({interaction.user.id})
        self._unshown[key] = interaction, self._bot.monotonic() + TOKEN_SECONDS
        self._show(key)

    def update(self) -> None:
        """Show the cheers that are not shown yet; call about once a second."""
        for key in list(self._unshown):
            self._show(key)

    async def _has_just_ended(self, table_id: str, deal: int) -> bool:
        """Whether a deal is the last one of a match that goes on or was played to its end."""
        hub = self._bot.hub
        try:
            view = hub.find(table_id).view(None)
        except TableError:
            over = (await hub.saved(table_id)).header
            # 0: the end of the match is being posted
            return over.status is Status.FINISHED and over.post is not None and over.post.deal in (0, deal)
        return view.turn is None and view.deal == deal

    async def _header(self, table_id: str) -> Header:
        hub = self._bot.hub
        try:
            return hub.find(table_id).header
        except TableError:
            return (await hub.saved(table_id)).header

    def _show(self, key: Key) -> None:
        """Edit a message soon, unless it is being edited or was a moment ago."""
        cheered = self._cheered.get(key)
        if cheered is not None and key not in self._editing and self._bot.monotonic() >= cheered.next_edit:
            self._editing.add(key)
            self._bot.start_soon(self._edit(key, cheered))

    async def _edit(self, key: Key, cheered: _Cheered) -> None:
        wait = SECONDS_EACH
        try:
            async with self._bot.publisher.in_turn(key[0]):
                # what is pressed from now on is for the next edit
                newest = self._unshown.pop(key, None)
                if newest is None or self._bot.monotonic() >= newest[1] or await self._edited(key, newest[0]):
                    return
                self._unshown.setdefault(key, newest)
                wait = RETRY_SECONDS
        except StorageError as error:
            _log.info("the cheers of table %s could not be shown: %s", key[0], describe(error))
        except Exception as error:
            _log.error("the cheers of table %s could not be shown:\n%s", key[0], redacted_traceback(error))
        finally:
            cheered.next_edit = self._bot.monotonic() + wait
            self._editing.discard(key)

    async def _edited(self, key: Key, interaction: Interaction) -> bool:
        """Show the counts in the message that was pressed; return whether there is nothing more to do."""
        header, message = await self._header(key[0]), interaction.message
        post = header.post
        if message is None or post is None or (post.message, post.deal) != (message.id, key[1]):
            # a newer message has taken its place
            return True
        try:
            shard = self._bot.hub.shard_of(header)
            with sending_while(lambda: self._bot.holds(shard)):
                async with asyncio.timeout(TIDY_SECONDS):
                    await interaction.edit_original_response(
                        view=_with_row(message, self.row(header, key[1])),
                        attachments=message.attachments,
                        allowed_mentions=NOBODY,
                    )
        except FAILURES as error:
            _log.info("the cheers of table %s could not be shown: %s", key[0], describe(error))
            if not may_be_done(error):
                # a token that has run out, or a message that is gone
                return not (isinstance(error, discord.RateLimited) or getattr(error, "status", 0) == 429)
            self._bot.publisher.edited_in_doubt(message.id)
            return False
        return True


def _shown(message: discord.Message, table_id: str, deal: str) -> tuple[int, ...]:
    """Return the counts that a message shows on its buttons."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    labels = {each.custom_id: each.label or "" for each in view.walk_children() if isinstance(each, discord.ui.Button)}
    ids = [custom_id("b", "cheer", table_id, deal, number) for number in range(len(CHEERS))]
    found = [re.search(r"\d+", labels.get(each, "")) for each in ids]
    return tuple(int(each[0]) if each else 0 for each in found)


def _with_row(message: discord.Message, row: Sequence[discord.ui.Button[Any]]) -> discord.ui.LayoutView:
    """Return a message as it is, with other labels and emojis on some buttons."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    shown = {each.custom_id: each for each in row}
    for item in view.walk_children():
        if isinstance(item, discord.ui.MediaGallery):
            # received as an address that expires
            for picture, attachment in zip(item.items, message.attachments, strict=False):
                picture.media = discord.UnfurledMediaItem(f"attachment://{attachment.filename}")
        elif isinstance(item, discord.ui.Button) and item.custom_id in shown:
            item.label, item.emoji = shown[item.custom_id].label, shown[item.custom_id].emoji
    view.stop()
    return view
