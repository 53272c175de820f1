"""The one way into every handler: once per interaction, one at a time per user, errors answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

import discord

from cogs.core.answer import in_time
from cogs.core.bot import Interaction
from cogs.core.context import DISCORD_LOCALE
from cogs.core.errors import reply_privately, report
from cogs.core.http.requests import FAILURES, describe
from cogs.core.throttle import TooFast
from engine.errors import IllegalMove
from engine.live.model.errors import StorageError, TableError
from engine.live.model.preferences import PersonPreferences
from render.i18n import ENGLISH, languages, translations

_log = logging.getLogger(__name__)

_DISPATCHED = "dispatched"
"""The key in the extras of an interaction that was dispatched."""


async def dispatch(interaction: Interaction, handle: Callable[[], Awaitable[None]]) -> None:
    """Run the handler of an interaction, and reply to the user if it raises.

    Every interaction is answered once and in time: it is deferred if its handler takes long, and acknowledged if the
    handler says nothing. An interaction that Discord delivers twice is handled once. A user's interactions are handled
    one after the other; those of a user who sends too many are dropped with a reply that says so. Autocompletion is
    completed at once. A second press of a control within two seconds says nothing where it comes too late.
    """
    if _DISPATCHED in interaction.extras:
        # a part of an answer that is dispatched as a whole
        await _run(interaction, handle)
        return
    interaction.extras[_DISPATCHED] = True
    user_id, client = interaction.user.id, interaction.client
    if not client.throttle.is_new(interaction.id):
        return
    with in_time(interaction) as answer:
        if interaction.type is discord.InteractionType.autocomplete:
            await read_languages(interaction)
            await _run(interaction, handle)
            return
        tap, first = client.throttle.tap(user_id, _pressed(interaction))
        try:
            async with client.throttle.turn(user_id):
                await read_languages(interaction)
                with client.handling(interaction):
                    # only now it is known whether the first of two presses was refused
                    repeats = first is not None and not first.refused
                    if await _run(interaction, handle, repeats=repeats):
                        await _run(interaction, answer.finish)
                    else:
                        tap.refused = True
        except TooFast:
            async with client.throttle.refusal(user_id) as may_answer:
                if may_answer:
                    await _ask_to_wait(interaction)
                elif answer.is_done():
                    # it was deferred meanwhile
                    await _run(interaction, answer.finish)


def _pressed(interaction: Interaction) -> object:
    """Return the identity of a press, None for anything else: the control, its message and the choice."""
    if interaction.type is not discord.InteractionType.component or interaction.message is None:
        return None
    data = cast("Mapping[str, Any]", interaction.data or {})
    return interaction.message.id, data.get("custom_id"), str(data.get("values"))


async def read_languages(interaction: Interaction) -> None:
    """Make the language that the user has chosen that of the interaction, in place of Discord's.

    A name of no language counts as absent: the library makes a value of it that raises TypeError as text.
    """
    for field in ("locale", "guild_locale"):
        language: object = getattr(getattr(interaction, field), "value", "")
        if not isinstance(language, str):
            setattr(interaction, field, None if field == "guild_locale" else discord.Locale.american_english)
    own: discord.Locale = interaction.extras.setdefault(DISCORD_LOCALE, interaction.locale)
    try:
        chosen = (await interaction.client.hub.store.preferences.get(PersonPreferences, interaction.user.id)).language
    except StorageError:
        # Discord's will do, and the store has logged it
        return
    # a language of a later version has no catalog
    known = {ENGLISH: discord.Locale.american_english, **{each: discord.Locale(each) for each in languages()}}
    interaction.locale = known.get(chosen, own)


async def _run(interaction: Interaction, handle: Callable[[], Awaitable[None]], *, repeats: bool = False) -> bool:
    """Run a handler; return whether no error was reported to the user."""
    try:
        await handle()
    except Exception as error:
        if repeats and isinstance(error, (TableError, IllegalMove)):
            # the first press has done it
            return True
        await report(interaction, error)
        return False
    return True


async def _ask_to_wait(interaction: Interaction) -> None:
    t = translations(interaction.locale)
    text = t.gettext("You're going too fast for me, so nothing was done. Try again.")
    try:
        await reply_privately(interaction, text)
    except FAILURES as error:
        _log.debug("a user could not be asked to slow down: %s", describe(error))
