"""The answer to an interaction: given once, and in time, however long its handler takes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import discord
from discord import InteractionResponseType, InteractionType

from cogs.core.bot import Bot, Interaction
from cogs.core.discord_private import set_response
from cogs.core.errors import UserError
from cogs.core.http.requests import FAILURES, describe
from cogs.core.refusals import AGAIN
from render.i18n import translations

_log = logging.getLogger(__name__)

IN_TIME_SECONDS = 2.0
"""After how many seconds an interaction is deferred that its handler has not answered; Discord waits for three."""

PRESSED = (InteractionResponseType.deferred_message_update, InteractionResponseType.message_update)
"""The answers after which the original response of an interaction is the message that was pressed."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The result of :meth:`Answer.send_message` for a follow-up message, in the form of the library."""

    message_id: int
    resource: discord.Message


class Answer(discord.InteractionResponse[Bot]):
    """The response to an interaction. It takes no second answer: further messages are follow-ups.

    If its handler is late, the interaction is deferred: a press without a trace, a command with a promise that the user
    alone sees. The handler's answer then takes its place.
    """

    edits = True
    """Whether it may change the message that was pressed."""

    def __init__(self, interaction: Interaction) -> None:
        super().__init__(interaction)
        self._interaction = interaction
        # one answer at a time, so that Discord never gets two; follow-ups don't wait for each other
        self._giving = asyncio.Lock()
        # whether a late handler has still to say where its answer is
        self._awaited = False
        # whether the answer was deferred here as "thinking", and no message has taken its place yet
        self._owes = False
        # whether the answer that a late handler has promised is for the user alone; None without a promise
        self._promised: bool | None = None
        # the answer of a late handler, where it is not the original response
        self._message: discord.Message | None = None

    @property
    def may_be_public(self) -> bool:
        """Whether everybody may see follow-ups: after a promise, they are as private as the promise."""
        return self.type is not InteractionResponseType.deferred_channel_message or self._owes

    async def send_message(self, content: str | None = None, *, ephemeral: bool = False, **message: Any) -> Any:
        """Send a message as the answer, or after it."""
        async with self._giving:
            if not self.is_done():
                return await super().send_message(content, ephemeral=ephemeral, **message)
        if content is not None:
            message["content"] = content
        sent = await self._follow(message, ephemeral=ephemeral)
        return Followed(sent.id, sent)

    async def edit_message(self, **message: Any) -> Any:
        """Edit the message that was pressed; if it can't be edited any more, send its new form to the user."""
        async with self._giving:
            if not self.is_done():
                return await super().edit_message(**message)
        if self.type in PRESSED:
            self._awaited = False
            return await self._interaction.edit_original_response(**message)
        return await self._follow(_as_sent(message), ephemeral=True)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        """Promise an answer, or acknowledge a press."""
        async with self._giving:
            if not self.is_done():
                return await super().defer(ephemeral=ephemeral, thinking=thinking)
        if self._awaited and thinking:
            self._promised = ephemeral
        self._awaited = False
        return None

    async def send_modal(self, modal: discord.ui.Modal, /) -> Any:
        """Open a form.

        Raises:
            UserError: it is too late for that.

        """
        async with self._giving:
            if self.is_done():
                raise UserError(translations(self._interaction.locale).gettext(AGAIN))
            return await super().send_modal(modal)

    async def autocomplete(self, choices: Sequence[Any]) -> None:
        """Offer choices, unless it is too late."""
        async with self._giving:
            if not self.is_done():
                await super().autocomplete(choices)

    async def edit(self, **message: Any) -> None:
        """Edit the answer, or send the promised one."""
        if self._message is not None:
            await self._message.edit(**message)
        elif self._promised is not None:
            await self._follow(_as_sent(message), ephemeral=self._promised)
        else:
            await self._interaction.edit_original_response(**message)

    async def delete(self) -> None:
        """Delete the answer; a message that was there before stays."""
        if self._message is not None:
            await self._message.delete()
        elif self.type not in PRESSED:
            await self._interaction.delete_original_response()

    async def be_late(self) -> None:
        """Defer an interaction that its handler has not answered in time."""
        async with self._giving:
            if self.is_done() or self._interaction.client.is_closed():
                return
            try:
                await self._acknowledge()
            except FAILURES as error:
                _log.info("an interaction could not be deferred: %s", describe(error))
            else:
                self._awaited = self.is_done()

    async def finish(self) -> None:
        """Acknowledge an interaction that its handler did not answer."""
        async with self._giving:
            if self._interaction.client.is_closed():
                return
            if not self.is_done():
                await self._acknowledge()
        if self._owes:
            self._owes = False
            await self._interaction.delete_original_response()

    def end(self) -> None:
        """Note that the handler has ended: later messages are no answer of its."""
        self._awaited, self._promised = False, None

    async def _acknowledge(self) -> None:
        if self._interaction.type is InteractionType.autocomplete:
            await super().autocomplete([])
        elif self._interaction.message is not None:
            await super().defer()
        else:
            await super().defer(ephemeral=True, thinking=True)
            self._owes = True

    async def _follow(self, message: Mapping[str, Any], *, ephemeral: bool) -> discord.Message:
        """Send a message after the answer; the first one of a late handler is its answer."""
        owes, answers = self._owes, self._awaited or self._promised is not None
        self._owes, self._awaited, self._promised = False, False, None
        interaction = self._interaction
        if owes and ephemeral:
            form = {"attachments" if name == "files" else name: value for name, value in message.items()}
            return await interaction.edit_original_response(**form)
        if owes:
            # the first message after a promise is as private as the promise
            await interaction.edit_original_response(content="…")
        sent = await interaction.followup.send(ephemeral=ephemeral, wait=True, **message)
        if answers:
            self._message = sent
        if owes:
            with suppress(*FAILURES):
                await interaction.delete_original_response()
        return sent


def _as_sent(edit: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form of a new message with the content of an edit."""
    form = {name: value for name, value in edit.items() if name != "attachments" and value is not None}
    files = [each for each in edit.get("attachments") or () if isinstance(each, discord.File)]
    return {**form, "files": files} if files else form


def answer_of(interaction: Interaction) -> Answer:
    """Return the answer to an interaction, in the place of the library's response."""
    answer = interaction.response
    if not isinstance(answer, Answer):
        answer = Answer(interaction)
        set_response(interaction, answer)
    return answer


@contextmanager
def in_time(interaction: Interaction) -> Generator[Answer]:
    """Defer an interaction that is not answered after some time in the context."""
    answer, client = answer_of(interaction), interaction.client
    timer = asyncio.get_running_loop().call_later(IN_TIME_SECONDS, lambda: client.start_soon(answer.be_late()))
    try:
        yield answer
    finally:
        timer.cancel()
        answer.end()


async def edit_answer(interaction: Interaction, **message: Any) -> None:
    """Edit the answer to an interaction, or give the promised one.

    The library's own edit is of the original response: for a press that was deferred, the message that was pressed.
    """
    await answer_of(interaction).edit(**message)


async def delete_answer(interaction: Interaction) -> None:
    """Delete the answer to an interaction."""
    await answer_of(interaction).delete()
