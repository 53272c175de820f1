"""Registers the commands with Discord, and learns how to mention them. No table waits for that.

Messages and buttons need no commands, and texts name a command in another way until its mention is known.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterable, Iterator

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.core.bot import Bot
from cogs.core.cog import Cog
from cogs.core.http.budget import Urgency
from cogs.registration.translator import CommandTranslator
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 3600.0
"""The seconds before the second try, and before any later one; each wait is twice as long as the one before."""

ANSWER_SECONDS = 120.0
"""The seconds that Discord has to take the commands, with the library's own tries."""


class Registration(Cog):
    """Sends the commands to Discord when they have changed, and keeps their mentions."""

    def __init__(self, bot: Bot, *, send: bool) -> None:
        super().__init__(bot)
        self._send = send

    async def cog_load(self) -> None:
        """Have names and descriptions translated."""
        await super().cog_load()
        await self.bot.tree.set_translator(CommandTranslator())

    @commands.Cog.listener()
    async def on_primary(self) -> None:
        """Register the commands."""
        with self.bot.budget.spending(Urgency.CLEANUP):
            self.start_soon(register_commands(self.bot, self.bot.tree, send=self._send))

    @commands.Cog.listener("on_join")
    async def on_joining(self) -> None:
        """Load the mentions that another process has learned."""
        self.start_soon(load_mentions(self.bot))

    @tasks.loop(hours=1)
    async def reload(self) -> None:
        """Load them again, where another process registers the commands."""
        if self.bot.is_shared:
            await load_mentions(self.bot)


async def register_commands(bot: Bot, tree: app_commands.CommandTree[Bot], *, send: bool) -> None:
    """Send the commands to Discord if they have changed since they were last sent, or ask for them.

    This is tried until Discord answers. The mentions of the commands are kept in the store for other processes, and
    for the next start.
    """
    await load_mentions(bot)
    pause = RETRY_SECONDS
    while True:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await (_send_changed(bot, tree) if send else _keep_mentions(bot, await tree.fetch_commands()))
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
    payloads = [await each.get_translated_payload(tree, CommandTranslator()) for each in tree.get_commands()]
    sent = json.dumps([bot.application_id, payloads], sort_keys=True)
    fingerprint = hashlib.sha256(sent.encode()).hexdigest()
    if bot.mentions and await bot.hub.store.get_meta("commands") == fingerprint:
        return
    await _keep_mentions(bot, await tree.sync())
    await bot.hub.store.set_meta("commands", fingerprint)


# ---------------------------------------------------------------------- mentions


async def load_mentions(bot: Bot) -> None:
    """Load the mentions that were last stored for this application; a failure is only logged."""
    try:
        kept = json.loads(await bot.hub.store.get_meta("mentions") or "{}")
    except StorageError as error:
        _log.info("the mentions of commands could not be read: %s", error)
        return
    if kept.get("application") == bot.application_id:
        bot.mentions = kept["commands"]


async def _keep_mentions(bot: Bot, commands: Iterable[app_commands.AppCommand]) -> None:
    bot.mentions = dict(pair for each in commands for pair in _mentions(each))
    kept = {"application": bot.application_id, "commands": bot.mentions}
    await bot.hub.store.set_meta("mentions", json.dumps(kept))


def _mentions(node: app_commands.AppCommand | app_commands.AppCommandGroup) -> Iterator[tuple[str, str]]:
    """Yield the names and mentions of the commands below a command or a group."""
    for option in node.options:
        if isinstance(option, app_commands.AppCommandGroup):
            if option.type is discord.AppCommandOptionType.subcommand:
                yield option.qualified_name, option.mention
            else:
                yield from _mentions(option)
