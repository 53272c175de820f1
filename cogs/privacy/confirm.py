"""Questions before an action that can't be undone: only the answer to the newest one counts, for five minutes."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.components import button
from cogs.core.errors import UserError
from cogs.core.frame import framed
from render.i18n import translations

VALID_SECONDS = 300


class Confirmations:
    """The open questions, each with its token and the time at which it expires."""

    def __init__(self) -> None:
        # by user and matter
        self._questions: dict[tuple[int, str], tuple[str, float]] = {}

    async def ask(
        self,
        interaction: Interaction,
        matter: str,
        lines: Sequence[str],
        verb: str,
        label: str,
        keep: discord.ui.Button[Any],
    ) -> None:
        """Show a question in the pressed message, with a button that confirms and one that does not.

        Args:
            interaction: the user's.
            matter: the subject of the question, and its owner.
            lines: the text.
            verb: the verb of the button that confirms, whose argument is the token for :meth:`confirm`.
            label: that button's label.
            keep: the other button.

        """
        now = interaction.client.monotonic()
        self._questions = {key: each for key, each in self._questions.items() if each[1] >= now}
        token = secrets.token_hex(8)
        self._questions[interaction.user.id, matter] = (token, now + VALID_SECONDS)
        sure = button(verb, token, label=label, style=discord.ButtonStyle.danger)
        await interaction.response.edit_message(view=framed("\n".join(lines), rows=((sure, keep),)))

    def confirm(self, interaction: Interaction, matter: str, token: str) -> None:
        """Accept the user's answer, once.

        Raises:
            UserError: the token is not that of the last question to this user about the matter, or has expired.

        """
        expected, expires = self._questions.pop((interaction.user.id, matter), ("", 0.0))
        if not expected or not hmac.compare_digest(expected, token) or interaction.client.monotonic() > expires:
            t = translations(interaction.locale)
            raise UserError(t.gettext("That confirmation has expired, so nothing was deleted. Start over."))
