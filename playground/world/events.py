"""The gateway's events for a bot, and their form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from simcord.backend import serializers
from simcord.backend.models import Guild, Member

from playground.shards import shard_of
from playground.world import anywhere
from playground.world.simcord import Backend, shape_event

_ABOUT_GUILDS = frozenset({"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"})
"""The events whose payload is a guild."""


class Events:
    """The source of the gateway's events."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def subscribe(self, listener: Callable[[str, Mapping[str, Any]], None]) -> None:
        """Call `listener(event, payload)` with every event of the gateway."""
        self._backend.subscribers.append(listener)

    def shard_of(self, event: str, payload: Mapping[str, Any], shards: int) -> int:
        """Return which of so many shards an event is sent to: that of its guild, or 0."""
        guild = payload.get("guild_id") or 0
        if not guild and event in _ABOUT_GUILDS:
            guild = payload["id"]
        return shard_of(int(guild), shards)

    def ready(self, session_id: str, gateway_url: str, shard: int = 0, shards: int = 1) -> dict[str, Any]:
        """Return the READY payload of a shard; each guild in it follows with a GUILD_CREATE."""
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self._backend.bot_user)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self._guilds(shard, shards)],
            "session_id": session_id,
            "resume_gateway_url": gateway_url,
            "shard": [shard, shards],
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }

    def guild_creates(self, shard: int = 0, shards: int = 1) -> list[dict[str, Any]]:
        """Return the GUILD_CREATE payloads that follow the READY of a shard."""
        guilds = self._guilds(shard, shards)
        return [dict(serializers.guild_create_payload(self._backend, guild)) for guild in guilds]

    def _guilds(self, shard: int, shards: int) -> list[Guild]:
        """The guilds of a shard that the bot is in."""
        here = [guild for guild in self._backend.guilds.values() if shard_of(guild.id, shards) == shard]
        return [guild for guild in here if anywhere.has_bot(self._backend, guild.id)]

    def shape(self, event: str, payload: Mapping[str, Any], intents: int) -> dict[str, Any] | None:
        """Return a copy of an event as a bot with these intents receives it; None if the bot receives none."""
        return shape_event(self._backend, event, payload, intents)

    def _members_by_name(self, guild: Guild, request: Mapping[str, Any]) -> list[Member]:
        """Return the members whose name begins with the query of a request, in any case; all without a query."""
        start = str(request.get("query") or "").lower()
        return [m for m in guild.members.values() if self._backend.users[m.user_id].name.lower().startswith(start)]

    def members_chunk(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the GUILD_MEMBERS_CHUNK that answers a request for members, by `user_ids` or the start of a name."""
        guild = self._backend.get_guild(int(request["guild_id"]))
        wanted = request.get("user_ids")
        missing: list[str] = []
        if wanted is None:
            members = self._members_by_name(guild, request)
        else:
            ids = set(map(int, cast("list[Any]", wanted) if isinstance(wanted, list) else [wanted]))
            missing = [str(i) for i in sorted(ids - guild.members.keys())]
            members = [m for m in guild.members.values() if m.user_id in ids]
        members = members[: request.get("limit") or None]
        chunk: dict[str, Any] = {
            "guild_id": str(guild.id),
            "members": [serializers.member_payload(self._backend, guild, m) for m in members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        extras = {"not_found": missing, "nonce": request.get("nonce")}
        return chunk | {name: value for name, value in extras.items() if value}
