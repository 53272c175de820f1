"""Registers the commands with Discord. No table waits for that: messages and buttons need no commands."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging

import discord
from discord import app_commands

from cogs.core.bot import Bot
from cogs.core.translator import CommandTranslator
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 3600.0
"""The seconds before the second try, and before any later one; each wait is twice as long as the one before."""

ANSWER_SECONDS = 120.0
"""The seconds that Discord has to take the commands, with the library's own tries."""


async def register_commands(bot: Bot, tree: app_commands.CommandTree[Bot]) -> None:
    """Send the commands to Discord if they have changed since they were last sent; try until Discord takes them."""
    pause = RETRY_SECONDS
    while True:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await _send_changed(bot, tree)
        except StorageError as error:
            reason = str(error)
        except discord.HTTPException as error:
            # its text has several lines, or is a page of HTML
            reason = f"{error.status} {error.response.reason}, code {error.code}"
        except discord.RateLimited as error:
            reason = str(error)
            pause = max(pause, error.retry_after)
        except Exception as error:
            # an answer that is no list of commands fails anywhere in the library
            reason = f"{type(error).__name__}: {error}"
        _log.warning("could not register the commands, trying again in %.0f s (%s)", pause, reason)
        await asyncio.sleep(pause)
        pause = min(2 * pause, MAX_RETRY_SECONDS)


async def _send_changed(bot: Bot, tree: app_commands.CommandTree[Bot]) -> None:
    groups = [each for each in tree.get_commands() if isinstance(each, app_commands.Group)]
    commands = [await each.get_translated_payload(tree, CommandTranslator()) for each in groups]
    sent = json.dumps([bot.application_id, commands], sort_keys=True)
    fingerprint = hashlib.sha256(sent.encode()).hexdigest()
    if await bot.hub.store.get_meta("commands") == fingerprint:
        return
    await tree.sync()
    await bot.hub.store.set_meta("commands", fingerprint)
