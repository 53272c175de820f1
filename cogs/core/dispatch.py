"""The one way into every handler: once per interaction, one at a time per user, errors answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.core.bot import Interaction
from cogs.core.context import DISCORDS
from cogs.core.errors import reply_privately, report
from cogs.core.requests import FAILURES, describe
from cogs.core.throttle import TooFast
from engine.live.model.errors import StorageError
from engine.live.model.preferences import PersonPreferences
from render.i18n import ENGLISH, languages, translations

_log = logging.getLogger(__name__)


async def dispatch(interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
    """Run the handler of an interaction, and reply to the user if it raises.

    An interaction that Discord delivers twice is handled once. A user's interactions are handled one after the other;
    those of a user who sends too many are dropped with a reply that says so.
    """
    throttle = interaction.client.throttle
    if not throttle.is_new(interaction.id):
        return
    try:
        async with throttle.turn(interaction.user.id):
            await read_languages(interaction)
            with interaction.client.publisher.handling(interaction):
                await _run(interaction, handle)
    except TooFast:
        async with throttle.refusal(interaction.user.id) as in_time:
            if in_time:
                await _ask_to_wait(interaction)


async def read_languages(interaction: Interaction) -> None:
    """Make the language that the user has chosen that of the interaction, in place of Discord's.

    What is no name of a language counts as absent: as text, what the library makes of it raises TypeError.
    """
    for field in ("locale", "guild_locale"):
        found: object = getattr(getattr(interaction, field), "value", "")
        if not isinstance(found, str):
            setattr(interaction, field, None if field == "guild_locale" else discord.Locale.american_english)
    own: discord.Locale = interaction.extras.setdefault(DISCORDS, interaction.locale)
    try:
        chosen = (await interaction.client.hub.store.preferences(PersonPreferences, interaction.user.id)).language
    except StorageError:
        # Discord's will do, and the store has logged it
        return
    # a language of a later version has no catalog
    known = {ENGLISH: discord.Locale.american_english, **{each: discord.Locale(each) for each in languages()}}
    interaction.locale = known.get(chosen, own)


async def _run(interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
    try:
        await handle()
    except Exception as error:
        await report(interaction, error)


async def _ask_to_wait(interaction: Interaction) -> None:
    t = translations(interaction.locale)
    text = t.gettext("You're going too fast for me, so nothing was done. Try again.")
    try:
        await reply_privately(interaction, text)
    except FAILURES as error:
        _log.debug("a user could not be asked to slow down: %s", describe(error))
