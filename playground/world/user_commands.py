"""Commands in the menu of a person, anywhere and on anybody: simcord knows them between members of the bot's server.

Source: Discord's documentation, *Application Commands* (user commands) and *Interaction Object* (resolved data).
"""
# It builds on simcord's actors:
# pyright: reportPrivateUsage=false

from __future__ import annotations

from typing import Any

from simcord import actors
from simcord.backend import serializers
from simcord.backend.ops.base import BackendBase
from simcord.builders import ChannelHandle
from simcord.enums import AppCommandType, InteractionType
from simcord.results import InteractionResult


async def user_command(actor: Any, channel: ChannelHandle, name: str, user_id: int) -> InteractionResult:
    """Run a command in the menu of a person.

    Args:
        actor: who runs it: a member of the channel's server, or a user in private.
        channel: where.
        name: the command's name.
        user_id: the person whose menu it is in.

    Raises:
        SetupError, BackendError: the person sees no such command there, or there is nobody with that id.

    """
    actors._check_actor_channel(actor, channel)
    command = actors._resolve_visible_command(actor, channel.id, name, AppCommandType.USER)
    data = {
        "id": command["id"],
        "name": command["name"],
        "type": AppCommandType.USER,
        "target_id": str(user_id),
        "resolved": _resolved(actor._env.backend, channel.id, user_id),
    }
    return await actors._dispatch_actor_interaction(actor, InteractionType.APPLICATION_COMMAND, channel, data)


def _resolved(backend: BackendBase, channel_id: int, user_id: int) -> dict[str, Any]:
    """Return what Discord resolves of a person: the user, and in a server of theirs the member without the user."""
    resolved: dict[str, Any] = {"users": {str(user_id): dict(serializers.user_payload(backend.users[user_id]))}}
    guild_id = backend.get_channel(channel_id).guild_id
    if guild_id is None or user_id not in backend.get_guild(guild_id).members:
        return resolved
    guild = backend.get_guild(guild_id)
    member = dict(serializers.member_payload(backend, guild, guild.members[user_id], with_user=False))
    # a member in resolved data lacks these
    partial = {field: value for field, value in member.items() if field not in ("user", "deaf", "mute")}
    # and has the permissions in the channel
    partial["permissions"] = str(backend.compute_permissions(guild_id, user_id, channel_id))
    return resolved | {"members": {str(user_id): partial}}
