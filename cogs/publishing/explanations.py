"""Explanations for people in a channel in which the bot can't post: the cause, and the remedy."""

from __future__ import annotations

import logging

import discord

from cogs.core.answer import edit_answer
from cogs.core.bot import Bot, Interaction
from cogs.core.command_names import commands_for
from cogs.core.components import custom_id, custom_ids
from cogs.core.frame import framed
from cogs.core.http.requests import FAILURES, describe, explained
from cogs.messages.lobby import guidance, lobby
from cogs.publishing.delivery import Presses
from cogs.publishing.screen import Screen
from engine.live.model.table import Status
from render.i18n import translations

_log = logging.getLogger(__name__)

OPEN = (Status.LOBBY, Status.PLAYING)


class Explanations:
    """Explains to players that the bot can't post: to each once, and again with each lobby that isn't shown."""

    def __init__(self, bot: Bot, presses: Presses) -> None:
        self._bot = bot
        self._presses = presses

    def text(self, interaction: Interaction, screen: Screen, refusal: discord.HTTPException, *, visible: bool) -> str:
        """Return the cause of a refusal, its meaning for the table, and the remedy; the user counts as told.

        Args:
            interaction: the interaction of the reader.
            screen: the screen of the table.
            refusal: how Discord refused the bot's last message about it.
            visible: whether the table is shown all the same, by answers.

        """
        table = screen.table
        screen.reader(interaction.user.id).explained = True
        if (press := self._presses.of(interaction)) is not None:
            press.explained = True
        t = translations(interaction.locale)
        cause, remedy = explained(interaction, refusal, t)
        if visible:
            meaning = t.gettext("Until that changes, I can only show the table here when somebody presses something.")
        elif table.header.status is Status.LOBBY:
            meaning = t.gettext("Until that changes, nobody sees here who joins. This is the table as it is now:")
        else:
            meaning = t.gettext("Until that changes, play with your hand: {command}.")
            meaning = meaning.format(command=commands_for(interaction).name("hand"))
        return f"{cause} {meaning}\n-# {remedy}"

    async def tell(self, screen: Screen, refusal: discord.HTTPException, *, visible: bool) -> None:
        """Explain a failure to the last person who acted in a table's channel, unless that person knows of it.

        Args:
            screen: the screen of the table.
            refusal: how Discord refused the bot's last message.
            visible: whether the table is shown all the same, by answers.

        """
        press, table = self._presses.last(screen), screen.table
        if press is None or press.explained or table.header.status not in OPEN:
            return
        user_id, hidden_lobby = press.interaction.user.id, not visible and table.header.status is Status.LOBBY
        if table.header.seat_of(user_id) is None or (screen.reader(user_id).explained and not hidden_lobby):
            return
        try:
            await self._send(press.interaction, screen, refusal, visible=visible)
        except FAILURES as error:
            _log.info("a player of table %s got no explanation of the refusal: %s", table.id, describe(error))

    async def _send(
        self, interaction: Interaction, screen: Screen, refusal: discord.HTTPException, *, visible: bool
    ) -> None:
        table, pressed = screen.table, interaction.message
        text = self.text(interaction, screen, refusal, visible=visible)
        components, start = framed(text), custom_id("b", "start", table.id)
        if not visible and table.header.status is Status.LOBBY:
            now = lobby(
                table.header,
                self._bot.hub.pace,
                self._bot.mentions,
                translations(interaction.locale),
                guidance(table.header, self._bot.hub.store.experience),
            )
            components = framed(f"{text}\n{now.text}", rows=now.rows)
        if pressed is not None and pressed.flags.ephemeral and start in custom_ids(pressed.components):
            # the lobby that they were shown before
            await edit_answer(interaction, view=components)
        else:
            await interaction.response.send_message(
                view=components, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
            )
