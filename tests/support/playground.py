"""Access to a playground's private parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcord.backend import serializers

if TYPE_CHECKING:
    import discord

    from playground.gateway import Gateway
    from playground.spec import Specification
    from playground.world import World


def forget_sessions(gateway: Gateway) -> None:
    """Cut every socket and forget all sessions: resuming them is refused."""
    gateway.drop()
    gateway._sessions.clear()


def set_bot_permissions(world: World, permissions: discord.Permissions) -> None:
    """Replace the bot's permissions in the guild."""
    role = world.guild.bot_role
    role.permissions = permissions.value
    payload = {"guild_id": str(world.guild.id), "role": serializers.role_payload(role)}
    world._backend.emit("GUILD_ROLE_UPDATE", payload)


async def checks_requests(specification: Specification) -> bool:
    """Return whether requests are checked at all."""
    specification.start()
    assert specification._loading is not None
    return await specification._loading is not None
