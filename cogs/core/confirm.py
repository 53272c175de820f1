"""Questions asked before something is done for good: only the answer to the newest one counts, and not for long."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cogs.core.bot import Interaction
from cogs.core.errors import UserError
from render.i18n import translations

if TYPE_CHECKING:
    from cogs.client import Client

VALID_SECONDS = 300
"""How long a question may be answered."""

_asked: WeakKeyDictionary[Client, dict[tuple[int, str], tuple[str, float]]] = WeakKeyDictionary()
"""What each person was asked last about each matter: the word that its answer has to bear, and until when."""


def asked(interaction: Interaction, matter: str) -> str:
    """Note that somebody is asked about a matter; give the word that the control with their answer bears.

    Args:
        interaction: theirs.
        matter: what it is about, and whose.

    """
    client = interaction.client
    known = _asked.setdefault(client, {})
    now = client.clock()
    for key in [key for key, (_, until) in known.items() if until < now]:
        del known[key]
    word = secrets.token_hex(8)
    known[interaction.user.id, matter] = (word, now + VALID_SECONDS)
    return word


def confirmed(interaction: Interaction, matter: str, word: str) -> None:
    """Take somebody's answer, once.

    Raises:
        UserError: it is not the answer to what this person was asked last about it, or comes too late.

    """
    known = _asked.get(interaction.client, {})
    right, until = known.pop((interaction.user.id, matter), ("", 0.0))
    if not right or not hmac.compare_digest(right, word) or interaction.client.clock() > until:
        t = translations(interaction.locale)
        raise UserError(t.gettext("That question is not open any more, so nothing was deleted. Begin again."))
