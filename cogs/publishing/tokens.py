"""Interactions whose tokens deliver messages, and until when they are good."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.answer import PRESSED, answer_of, edit_answer
from cogs.core.bot import Interaction
from cogs.core.context import delivery_of, has
from cogs.core.http.requests import describe
from engine.live.model.table import Place

_log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60
"""How long a token is used; Discord accepts it for 15 minutes."""

MAX_FOLLOWUPS = 5
"""How many messages may follow the answer to an interaction."""


@dataclass(slots=True, eq=False)
class Token:
    """An interaction whose token edits its answer, and the time until which it is used."""

    interaction: Interaction
    until: float

    def is_good(self, now: float) -> bool:
        """Whether the token is still used."""
        return now < self.until

    async def edit(self, **content: Any) -> bool:
        """Edit the answer; return False if that is no longer possible, since it was dismissed or the token has run out.

        Raises:
            discord.HTTPException: Discord can't do it now.

        """
        try:
            await edit_answer(self.interaction, **content)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            _log.debug("an answer can't be edited any more: %s", describe(error))
            return False
        return True


@dataclass(slots=True, eq=False)
class Press(Token):
    """A press, a command or the submission of a form, whose token may deliver messages about a table.

    Attributes:
        place: the place whose table it may deliver.
        handler_done: set once its handler leaves the answer, or follow-ups, to the publisher.
        answer_id: the id of the message about a table that answers it; 0 for none.
        followup_ids: the ids of the messages that followed the answer.
        explained: whether its user has read the reason that keeps the bot from posting there.

    """

    place: Place
    handler_done: asyncio.Event = field(default_factory=asyncio.Event)
    answer_id: int = 0
    followup_ids: list[int] = field(default_factory=list[int])
    explained: bool = False

    @property
    def may_send(self) -> bool:
        """Whether Discord takes another message for the place: one that everybody sees, or an ephemeral one."""
        if len(self.followup_ids) >= MAX_FOLLOWUPS:
            return False
        return bool(self.place.user_id) or self._may_be_public

    @property
    def _may_be_public(self) -> bool:
        at_home = delivery_of(self.interaction).on_server
        # on a server that has the bot, follow-ups of a private answer may be public
        open_to_all = answer_of(self.interaction).may_be_public or (at_home and self.handler_done.is_set())
        if not open_to_all:
            return False
        outside = at_home or self.interaction.guild_id is None
        return outside or has(self.interaction.permissions, "use_external_apps")

    def produced(self, message_id: int) -> bool:
        """Whether the press led to a message."""
        return message_id in (self.answer_id, *self.followup_ids)

    @property
    def edited_message_id(self) -> int:
        """The id of the message that is edited by the answer, or as the original response; 0 for none."""
        if self.answer_id:
            return self.answer_id
        pressed, answer = self.interaction.message, answer_of(self.interaction)
        if pressed is None:
            return 0
        edits = answer.type in PRESSED if answer.is_done() else answer.edits
        return pressed.id if edits else 0
