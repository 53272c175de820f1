"""Applications as Discord returns them, and tokens of the right form that nobody takes."""

from __future__ import annotations

import base64
from types import SimpleNamespace
from typing import Any, cast

import discord

from hosting.application import DESCRIPTION, TAGS

APPLICATION = 112233445566778899

SCOPES_OF_SERVERS: dict[str, Any] = {"scopes": ["applications.commands", "bot"], "permissions": "309238025216"}
SCOPES_OF_PEOPLE: dict[str, Any] = {"scopes": ["applications.commands"], "permissions": "0"}
INSTALLATION = {
    "0": {"oauth2_install_params": SCOPES_OF_SERVERS},
    "1": {"oauth2_install_params": SCOPES_OF_PEOPLE},
}


def token(application: int = APPLICATION) -> str:
    """Return a token of the right form, for nobody."""
    return f"{base64.urlsafe_b64encode(str(application).encode()).decode().rstrip('=')}.Nobody.{'takes-this' * 4}"


def payload(**changed: Any) -> dict[str, Any]:
    """Return an application as Discord's API has it, with all that the bot needs, except what is changed."""
    return {
        "id": str(APPLICATION), "name": "Dominoes", "icon": "a" * 32, "description": DESCRIPTION, "tags": [*TAGS],
        "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None,
        "owner": {"id": "1", "username": "Ana", "discriminator": "0", "avatar": None, "global_name": None},
        "interactions_endpoint_url": None, "integration_types_config": INSTALLATION,
        "terms_of_service_url": "https://example.com/terms", "privacy_policy_url": "https://example.com/privacy",
    } | changed  # fmt: skip


def application(**changed: Any) -> discord.AppInfo:
    """Return an application with all that the bot needs, except what is changed."""
    state = SimpleNamespace(create_user=lambda data: data)
    return discord.AppInfo(cast("Any", state), cast("Any", payload(**changed)))
