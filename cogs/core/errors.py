"""Errors as replies to the user, in one place."""

from __future__ import annotations

import contextlib
import logging
import secrets
from gettext import NullTranslations

import aiohttp
import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.context import delivery_of
from cogs.core.http.requests import ANSWERED_ALREADY, BARRED, FAILURES, describe, explained
from cogs.core.refusals import AGAIN, sentence, sentence_for
from cogs.core.ways import Way, way_at, way_button
from engine.errors import IllegalMove, redacted_traceback
from engine.live.model.errors import PlayedElsewhere, StorageError, TableError
from render.i18n import translations

_log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
"""Discord's error code for an answer that comes too late."""

EXPIRED = (UNKNOWN_INTERACTION, 10003, 10008, 10015, 50027)
"""Discord's error codes for an answer to an interaction that it does not know, or whose place is gone."""


class UserError(Exception):
    """A reply to the user in place of the answer; its text is already translated.

    Attributes:
        way: the way out; None for none.

    """

    def __init__(self, text: str, way: Way | None = None) -> None:
        self.way = way
        super().__init__(text)


async def reply_privately(
    interaction: Interaction, text: str, button: discord.ui.Button[discord.ui.View] | None = None
) -> None:
    """Send an ephemeral message to the user, with a button if there is one."""
    nobody = discord.AllowedMentions.none()
    if button is None:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=nobody)
        return
    row = discord.ui.View(timeout=None).add_item(button)
    # its id is dispatched; the library would keep an active view for every message ever sent
    row.stop()
    await interaction.response.send_message(text, view=row, ephemeral=True, allowed_mentions=nobody)


def _is_of_discord(error: Exception) -> bool:
    """Whether the error lies with Discord or the connection, not with the request."""
    if isinstance(error, discord.HTTPException):
        # without a code of Discord's it is from something between
        return error.status >= 500 or error.status in (401, 403, 404, 429) or not error.code
    return isinstance(error, (discord.RateLimited, aiohttp.ClientError, TimeoutError, ConnectionError))


def _is_elsewhere(interaction: Interaction, error: Exception) -> bool:
    """Whether another process has taken over where the user acts, so that this one knows no table there any more."""
    if isinstance(error, TableError) and delivery_of(interaction).on_server:
        return not interaction.client.owns(interaction.client.shard_of(interaction.guild_id or 0))
    return isinstance(error, PlayedElsewhere)


async def report(interaction: Interaction, error: Exception) -> None:
    """Send the user a message about an error; log an unexpected error under an id that the message contains."""
    if interaction.client.is_closed():
        # the bot is ending, and its line to Discord is closed
        _log.info("an interaction was not answered before the end: %s", describe(error))
        return
    if interaction.type is discord.InteractionType.autocomplete:
        # Discord takes no sentence in the place of choices
        _log.debug("choices could not be offered: %s", type(error).__name__)
        with contextlib.suppress(discord.DiscordException, *FAILURES):
            await interaction.response.autocomplete([])
        return
    if isinstance(error, discord.HTTPException) and error.code in _PAST_ANSWERING:
        _log.warning(_PAST_ANSWERING[error.code])
        return
    t = translations(interaction.locale)
    text = _refused(interaction, error, t) or _not_answered(interaction, error, t) or _unexpected(error, t)
    try:
        await reply_privately(interaction, text, _way_out(interaction, error, t))
    except FAILURES as failure:
        _log.warning("a user got no reply about an error: %s", describe(failure))


_PAST_ANSWERING = {
    **dict.fromkeys(EXPIRED, "an interaction ran out before it was answered"),
    # the receipt of an answer was lost, or Discord delivered this twice; the change stays
    ANSWERED_ALREADY: "an interaction had been answered already",
}
"""Log lines for the error codes of interactions that take no answer any more."""


def _way_out(
    interaction: Interaction, error: Exception, t: NullTranslations
) -> discord.ui.Button[discord.ui.View] | None:
    """Return the button of the way on for a refused user; None if there is none."""
    if isinstance(error, UserError):
        return way_button(error.way, "", t) if error.way is not None else None
    found = way_at(interaction, error) if isinstance(error, TableError) else None
    return way_button(*found, t) if found is not None else None


def _refused(interaction: Interaction, error: Exception, t: NullTranslations) -> str:
    """Return the reason for a refusal of the bot; empty for other errors."""
    if isinstance(error, UserError):
        return str(error)
    if _is_elsewhere(interaction, error):
        return t.gettext(AGAIN)
    if isinstance(error, TableError):
        return sentence_for(interaction, error, t)
    if isinstance(error, IllegalMove):
        return sentence(error, t)
    if isinstance(error, StorageError):
        # the store has logged it
        return t.gettext(
            "The bot can't write to its disk right now, so nothing was changed. Try again in a moment; the "
            "bot's owner has been notified."
        )
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return t.gettext("This command has changed. Type it again and pick it from the list.")
    return ""


def _not_answered(interaction: Interaction, error: Exception, t: NullTranslations) -> str:
    """Return why Discord did not take an answer, and log that; empty for other errors."""
    if isinstance(error, discord.HTTPException) and error.code in BARRED:
        _log.warning("Discord lets the bot answer nothing here: %s", describe(error))
        return "\n-# ".join(explained(interaction, error, t))
    if _is_of_discord(error):
        _log.warning("Discord did not take an answer: %s", describe(error))
        return t.gettext(
            "Discord rejected my reply. Check whether your action went through; if not, try again in a moment."
        )
    return ""


def _unexpected(error: Exception, t: NullTranslations) -> str:
    name = secrets.token_hex(3)
    # no locals and no custom ids: they could name tiles
    _log.error("error %s while answering an interaction:\n%s", name, redacted_traceback(error))
    text = t.gettext(
        "Something went wrong, but nothing was lost. If it keeps happening, tell the bot's owner: error {id}."
    )
    return text.format(id=name)
