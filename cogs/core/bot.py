"""The bot as commands, messages and features see it; :class:`cogs.client.Client` is the implementation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol, TypeAlias

import discord

from cogs.core.budget import Budget
from cogs.core.rendering import Rendering
from cogs.core.throttle import Throttle
from engine.live.history.judgement import Judgement
from engine.live.hub import Hub
from engine.live.model.table import Post
from engine.live.tables.table import Table
from engine.live.thinking.pool import Judge
from engine.tiles import Tile
from render.pictures.replay import Reel

Trouble: TypeAlias = Literal["", "blocked", "lost"]
"""The reason why a table is not shown in its channel: none, a refusal by Discord, or a channel that is gone."""


class Hands(Protocol):
    """Private hands, as features use them."""

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show the user's hand in a new ephemeral message."""
        ...

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed; with ``ends_of``, ask at which end to play that tile."""
        ...

    def refused(self, table_id: str, user: int) -> bool:
        """Whether the user's direct messages are closed to the bot."""
        ...


class Publisher(Protocol):
    """The publishing of tables, as features use it."""

    @property
    def waiting(self) -> tuple[Table, ...]:
        """The tables that Discord refused when they were last shown."""
        ...

    def is_busy(self, table: Table) -> bool:
        """Whether a table is being published, or so many that spectators have to wait."""
        ...

    def trouble(self, table: Table) -> Trouble:
        """Return what keeps a table from being shown in its channel."""
        ...

    def changed(self, table: Table) -> None:
        """Publish a table soon; return at once."""
        ...

    def handling(self, interaction: Interaction) -> AbstractContextManager[None]:
        """Return the context in which an interaction is handled, which may deliver messages about tables."""
        ...

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Answer a press on the message of a person alone: with the ways to play a tile, or as the table is now."""
        ...

    async def repost(self, interaction: Interaction, table: Table) -> None:
        """Post a table again at the bottom of its channel; where messages are answers, as the answer.

        Raises:
            discord.HTTPException: the bot can't write to the channel.

        """
        ...

    def recover(self, table: Table) -> None:
        """Show a lobby once that may have been posted although Discord did not confirm it; return at once."""
        ...

    def search(self, table: Table) -> None:
        """Delete what the library's repeated requests may have left of a lobby, soon; return at once."""
        ...

    async def set_lobby_post(self, table: Table, post: Post, answered: Interaction | None = None) -> None:
        """Store a lobby's message, and update it with what has changed since it was sent.

        Args:
            table: the table.
            post: the message.
            answered: the interaction that it answers; None for none.

        """
        ...

    def explain(self, interaction: Interaction, table: Table, *, shown: bool) -> str:
        """Return why the bot itself can't post in a table's channel, and what helps; empty if it can.

        This has then been told to the user, and from then on the interaction may show the table.

        Args:
            interaction: the interaction, which is answered with this.
            table: the table.
            shown: whether the table is shown there all the same.

        """
        ...


class Watchers(Protocol):
    """The people who watch tables, as features use them."""

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show a table to somebody without a seat there, kept up to date for some minutes."""
        ...


class Emojis(Protocol):
    """Emojis that show tiles on buttons."""

    def get(self, tile: Tile) -> discord.PartialEmoji | None:
        """Return a tile's emoji, or None if there is none."""
        ...


class Bot(discord.AutoShardedClient):
    """A Discord client that holds tables.

    Attributes:
        clock: returns the time, in seconds since 1970.
        monotonic: returns a time in seconds that is never set, for what is waited for in memory.
        contact: how users reach the bot's owner; may be empty.
        mentions: the mentions of the commands that Discord is known to have, by their names: ``domino play``.
        budget: the requests a second that the bot's token may send.
        confirmations: by user and matter, the token of the last question asked and the time at which it expires.
        exporting: the users whose data is being exported.
        reels: the replays shown last, by table id and deal.
        judge: judges a past move of a finished match.
        judgements: the deals that the expert judged last, by table id and deal.

    """

    clock: Callable[[], float]
    monotonic: Callable[[], float]
    contact: str
    mentions: Mapping[str, str]
    budget: Budget
    hub: Hub
    rendering: Rendering
    hands: Hands
    publisher: Publisher
    watchers: Watchers
    tiles: Emojis
    throttle: Throttle
    exporting: set[int]
    confirmations: dict[tuple[int, str], tuple[str, float]]
    reels: OrderedDict[tuple[str, int], Reel]
    judge: Judge
    judgements: OrderedDict[tuple[str, int], Judgement]

    def holds(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard."""
        raise NotImplementedError

    def lists(self, guild: int) -> bool:
        """Whether Discord has named all servers of a server's shard to this process."""
        raise NotImplementedError

    def shard_of(self, guild: int) -> int:
        """Return the shard of a server."""
        raise NotImplementedError

    def start_soon(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until the client closes."""
        raise NotImplementedError


Interaction: TypeAlias = discord.Interaction[Bot]
