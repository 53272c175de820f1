"""Everything of the library's private parts that the bot uses; an update of the library is checked against this file.

Each function says why the public parts are not enough.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord import app_commands
from discord.backoff import ExponentialBackoff
from discord.http import HTTPClient
from discord.shard import Shard

AUTOCOMPLETES = "__discord_app_commands_param_autocomplete__"
"""The attribute of a command's callback with the functions that suggest choices, by option.

They are wrapped before the library reads them, and it has no other place for them.
"""

C = TypeVar("C", bound=discord.Client)


class WrappedTree(app_commands.CommandTree[C]):
    """A command tree that lets a subclass wrap the handling of an interaction, and find commands beside its groups.

    The public hooks see commands alone, and no autocompletion; groups have at most 25 commands.
    """

    def find(self, data: Mapping[str, Any]) -> tuple[app_commands.Command[Any, ..., Any], list[Any]] | None:
        """Return the command of an interaction and its options; None to look for it in the groups."""
        del data
        return None

    def _get_app_command_options(self, data: Any) -> tuple[app_commands.Command[Any, ..., Any], list[Any]]:
        return self.find(data) or super()._get_app_command_options(data)

    async def wrap(self, interaction: discord.Interaction[C], handle: Callable[[], Awaitable[None]]) -> None:
        """Handle an interaction."""
        del interaction
        await handle()

    async def _call(self, interaction: discord.Interaction[C]) -> None:
        await self.wrap(interaction, partial(super()._call, interaction))


# ---------------------------------------------------------------------- interactions


def set_response(interaction: discord.Interaction[Any], response: discord.InteractionResponse[Any]) -> None:
    """Put another response in the place of the library's, which it caches under this name and has no setter for."""
    interaction._cs_response = response  # pyright: ignore[reportAttributeAccessIssue]


def mark_choices_sent(interaction: discord.Interaction[Any]) -> None:
    """Count an interaction as answered though Discord did not take its choices: the library has no setter for that."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result


def owners_of(interaction: discord.Interaction[Any]) -> Mapping[int, object]:
    """Return the authorizing owners of an interaction, by kind of installation.

    The public methods tell the kinds apart only after they have dropped kinds that they don't know.
    """
    return interaction._integration_owners


def interaction_from(client: discord.Client, payload: Any) -> discord.Interaction[Any]:
    """Return the interaction of a payload that another process handles: the library makes none but those it handles."""
    return discord.Interaction(data=payload, state=client._connection)


def parsers_of(client: discord.Client) -> dict[str, Callable[[Any], None]]:
    """Return the functions that read events, by their names: no event comes before an interaction is read."""
    return client._connection.parsers


# ---------------------------------------------------------------------- requests


def error_paths(error: discord.HTTPException) -> Mapping[str, Any]:
    """Return the parts of a form that Discord refused: the library only offers them as text."""
    return error._errors if isinstance(error._errors, dict) else {}


def kept_attachment(client: discord.Client, attachment_id: int, filename: str) -> discord.Attachment:
    """Return an attachment that an edited message keeps: the library makes one only from a message it has fetched."""
    # an edit needs no more of an attachment than its id and name
    data: Any = {"id": str(attachment_id), "filename": filename, "size": 0, "url": "", "proxy_url": ""}
    return discord.Attachment(data=data, state=client._connection)


def lift_limit(http: HTTPClient) -> Callable[[], None] | None:
    """Return the function that lifts a limit for the whole bot; None if none is in force. The library never says so."""
    over = http._global_over
    return None if over.is_set() else over.set


def set_timeout(session: aiohttp.ClientSession, timeout: aiohttp.ClientTimeout) -> None:
    """Limit the time of a session's requests: discord.py makes the session, and passes no timeout."""
    session._timeout = timeout


# ---------------------------------------------------------------------- servers and shards


def forget_guild(client: discord.Client, guild: discord.Guild) -> None:
    """Drop a server from the cache that no event will remove: it left, or its shard did, unseen."""
    client._connection._remove_guild(guild)


def set_shard_count(client: discord.AutoShardedClient, shards: int) -> None:
    """Set the number of shards: the library asks Discord for it, and other processes may know better."""
    client.shard_count = client._connection.shard_count = shards


def hooks_of(client: discord.Client) -> dict[str, Callable[..., Any]]:
    """Return the functions that a client's connections call, by name: connections know no other way to their client."""
    return cast("Any", client)._hooks


def shard_of(info: discord.ShardInfo) -> Shard:
    """Return the shard behind its public description, which can't be closed while it waits to connect again."""
    return info._parent


def client_of(shard: Shard) -> Any:
    """Return the client of a shard: the library's methods of shards that are replaced get nothing else."""
    return shard._client


def limit_pauses(shard: Shard, exponent: int) -> None:
    """Limit the seconds between two attempts to connect, as a power of two; the library's limit is 17 minutes."""
    cast("Any", shard._backoff)._max = exponent


def restart_pauses(shard: Shard) -> None:
    """Begin again with short pauses between attempts to connect: the library counts attempts of old connections."""
    shard._backoff = ExponentialBackoff()
