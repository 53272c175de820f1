"""Adding a word to the next deal."""

from __future__ import annotations

from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_button, on_modal
from cogs.core.components import modal, number, only
from cogs.core.errors import reply_privately
from engine.dealing import MAX_WORD_LENGTH
from engine.live.model.errors import Code, TableError
from engine.live.tables import deal_words
from engine.live.tables.table import Table
from render.i18n import translations
from render.text.markdown import escape


class Words(Cog):
    """Adds words to the next deal."""

    @on_button("word")
    async def ask_for_word(self, interaction: Interaction, table: Table, deal: str) -> None:
        """Handle Add a word: open a modal with the player's present word."""
        table.situation.require_active(interaction.user.id)
        if table.header.seed is None:
            raise TableError(Code.NO_WORDS)
        if deal_words.next_deal_number(table.situation) != number(deal):
            raise TableError(Code.DEALT)
        t = translations(interaction.locale)
        added = deal_words.word_of(table.header, interaction.user.id) or None
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="word", required=False, max_length=MAX_WORD_LENGTH, default=added
        )
        label = discord.ui.Label(
            text=t.gettext("Your word for deal {deal}").format(deal=deal),
            description=t.gettext("Your word and the seed shuffle the tiles. Leave this empty to remove your word."),
            component=field,
        )
        await interaction.response.send_modal(
            modal("word", table.id, deal, title=t.gettext("Add a word"), fields=[label])
        )

    @on_modal("word")
    async def add_word(self, interaction: Interaction, table: Table, deal: str, sent: Sent) -> None:
        """Handle the modal with a word: show the word, and the time until which it can be changed."""
        await table.do(deal_words.add_word, interaction.user.id, only(sent.get("word")), number(deal))
        word = deal_words.word_of(table.header, interaction.user.id)
        t = translations(interaction.locale)
        if word:
            text = t.gettext("Your word for deal {deal}: **{word}**. You can change it until the tiles are dealt.")
        else:
            text = t.gettext(
                "You aren't adding a word to deal {deal}. You can still add one until the tiles are dealt."
            )
        await reply_privately(interaction, text.format(deal=number(deal), word=escape(word)))
