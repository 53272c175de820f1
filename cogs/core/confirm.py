"""Questions before an action that can't be undone: only the answer to the newest one counts, for five minutes."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import button
from cogs.core.errors import UserError
from cogs.core.layout import layout
from render.i18n import translations

VALID_SECONDS = 300


async def ask(
    interaction: Interaction, matter: str, lines: Sequence[str], verb: str, label: str, keep: discord.ui.Button[Any]
) -> None:
    """Show a question in the pressed message, with a button that confirms and one that does not.

    Args:
        interaction: the user's.
        matter: what the question is about, and whose.
        lines: the text.
        verb: the verb of the button that confirms, whose argument is the token for :func:`confirm`.
        label: that button's label.
        keep: the other button.

    """
    questions, now = interaction.client.confirmations, interaction.client.monotonic()
    for key in [key for key, (_, expires) in questions.items() if expires < now]:
        del questions[key]
    token = secrets.token_hex(8)
    questions[interaction.user.id, matter] = (token, now + VALID_SECONDS)
    sure = button(verb, token, label=label, style=discord.ButtonStyle.danger)
    await interaction.response.edit_message(view=layout("\n".join(lines), rows=((sure, keep),)))


def confirm(interaction: Interaction, matter: str, token: str) -> None:
    """Accept the user's answer, once.

    Raises:
        UserError: the token is not that of the last question to this user about the matter, or has expired.

    """
    expected, expires = interaction.client.confirmations.pop((interaction.user.id, matter), ("", 0.0))
    if not expected or not hmac.compare_digest(expected, token) or interaction.client.monotonic() > expires:
        t = translations(interaction.locale)
        raise UserError(t.gettext("That confirmation has expired, so nothing was deleted. Start over."))
