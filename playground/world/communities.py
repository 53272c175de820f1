"""Community servers, which simcord has not: they alone have a language, and every other server counts as English.

Importing this module teaches that to simcord. Source: Discord's documentation, *Guild Resource* (preferred_locale,
features).
"""

from __future__ import annotations

from typing import Any, cast

from simcord.backend import serializers
from simcord.backend.models import Guild
from simcord.backend.ops.base import BackendBase
from simcord.backend.state import Backend

COMMUNITY = "COMMUNITY"
ENGLISH = "en-US"


def features(guild: Guild) -> list[str]:
    """Return the features of a server."""
    return cast("list[str]", vars(guild).get("features", []))


def set_language(backend: Backend, guild_id: int, locale: str) -> None:
    """Make a server a Community server of a language, or with an empty text no Community server."""
    backend.edit_guild(guild_id, {"features": [COMMUNITY] if locale else [], "preferred_locale": locale or ENGLISH})


_payload_of = serializers.guild_create_payload


def _guild_create_payload(backend: BackendBase, guild: Guild) -> Any:
    return {**_payload_of(backend, guild), "features": features(guild)}


serializers.guild_create_payload = _guild_create_payload
