"""Questions before an action that can't be undone: only the answer to the newest one counts, for five minutes."""

from __future__ import annotations

import hmac
import secrets

from cogs.core.bot import Interaction
from cogs.core.errors import UserError
from render.i18n import translations

VALID_SECONDS = 300


def ask(interaction: Interaction, matter: str) -> str:
    """Store that the user is asked about a matter, and return the token for the control with the answer.

    Args:
        interaction: the user's.
        matter: what the question is about, and whose.

    """
    questions, now = interaction.client.confirmations, interaction.client.clock()
    for key in [key for key, (_, expires) in questions.items() if expires < now]:
        del questions[key]
    token = secrets.token_hex(8)
    questions[interaction.user.id, matter] = (token, now + VALID_SECONDS)
    return token


def confirm(interaction: Interaction, matter: str, token: str) -> None:
    """Accept the user's answer, once.

    Raises:
        UserError: the token is not that of the last question to this user about the matter, or has expired.

    """
    expected, expires = interaction.client.confirmations.pop((interaction.user.id, matter), ("", 0.0))
    if not expected or not hmac.compare_digest(expected, token) or interaction.client.clock() > expires:
        t = translations(interaction.locale)
        raise UserError(t.gettext("That question is not open any more, so nothing was deleted. Begin again."))
