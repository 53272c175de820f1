"""Shared by the pages of a cup: the cup of a control, over or not, and the buttons of other pages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.components import button
from cogs.core.errors import UserError
from cogs.cups.open_cups import cups_of
from cogs.cups.refusals import DECLINES, is_here
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.model import Situation
from render.i18n import translations


async def situation_of(interaction: Interaction, cup_id: str, *, direct: bool = False) -> Situation:
    """Return the cup of a control, also of one that is over; raise :class:`UserError` unless this server has it.

    Args:
        interaction: the press.
        cup_id: the id of the cup.
        direct: whether the control is in direct messages, too.

    """
    with suppress(CupDeclined):
        at = await cups_of(interaction.client).look(cup_id)
        if is_here(interaction, at.header, direct=direct):
            return at
    raise UserError(translations(interaction.locale).gettext(DECLINES[Code.NO_CUP]))


def page_buttons(
    verb: str, arguments: Sequence[object], page: int, pages: int, t: NullTranslations
) -> list[Sequence[discord.ui.Item[Any]]]:
    """Return a row with the buttons of the page before and the next; no row if there is one page."""
    if pages < 2:
        return []
    return [
        [
            button(verb, *arguments, page - 1, label=t.gettext("Back"), disabled=page == 1),
            button(verb, *arguments, page + 1, label=t.gettext("Next"), disabled=page == pages),
        ]
    ]
