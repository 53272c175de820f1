"""The bot's application, as Discord's API returns it, and the fields that the bot may change."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, cast

from playground.errors import ApiError

GET_PATHS: Final = ("/applications/@me", "/oauth2/applications/@me")
PATCH_PATH: Final = GET_PATHS[0]

MAX_DESCRIPTION, MAX_TAGS, MAX_TAG = 400, 5, 20
"""The maximum characters of a description, the maximum tags, and the maximum characters of a tag."""

_FIXED: Final[dict[str, Any]] = {
    "type": None,
    "tags": [],
    "flags_new": "0",
    "redirect_uris": [],
    "interactions_endpoint_url": None,
    "role_connections_verification_url": None,
    "approximate_user_install_count": 0,
    "approximate_user_authorization_count": 0,
    "explicit_content_filter": 0,
    "eligible_oauth2_scopes": [],
}
_EDITABLE: Final = (
    "custom_install_url",
    "description",
    "icon",
    "install_params",
    "integration_types_config",
    "interactions_endpoint_url",
    "role_connections_verification_url",
    "tags",
)


def shown(simcord: Mapping[str, Any], edited: Mapping[str, Any], servers: int) -> dict[str, Any]:
    """Return the application as Discord does: simcord's with the edited fields, and the number of servers."""
    values = {name: value for name, value in edited.items() if value is not None}
    return {**simcord, **_FIXED, "approximate_guild_count": servers, **values}


def checked(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a request to edit the application, as they are kept.

    Raises:
        ApiError: Discord refuses a field; it names all that it refuses.

    """
    errors: dict[str, tuple[str, str]] = {}
    fields = {name: deepcopy(body[name]) for name in _EDITABLE if name in body}
    if "description" in fields:
        fields["description"] = _default_text(fields["description"])
        if len(fields["description"]) > MAX_DESCRIPTION:
            errors["description"] = ("BASE_TYPE_MAX_LENGTH", f"Must be {MAX_DESCRIPTION} or fewer in length.")
    tags = cast("list[str]", fields.get("tags") or [])
    if len(tags) > MAX_TAGS or any(len(tag) > MAX_TAG for tag in tags):
        errors["tags"] = ("BASE_TYPE_MAX_LENGTH", f"Must be {MAX_TAGS} or fewer, each with {MAX_TAG} characters.")
    if fields.get("interactions_endpoint_url"):
        errors["interactions_endpoint_url"] = (
            "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
            "The specified interactions endpoint URL could not be verified.",
        )
    kinds = cast("dict[str, dict[str, Any]]", fields.get("integration_types_config") or {})
    for each in kinds.values():
        if params := each.get("oauth2_install_params"):
            # a number in requests, a text in answers
            params["permissions"] = str(params.get("permissions") or 0)
    if fields.get("icon"):
        fields["icon"] = hashlib.md5(str(fields["icon"]).encode(), usedforsecurity=False).hexdigest()
    if errors:
        nested = {name: {"_errors": [{"code": code, "message": text}]} for name, (code, text) in errors.items()}
        raise ApiError(400, 50035, "Invalid Form Body", errors=nested)
    return fields


def _default_text(description: Any) -> str:
    """Return a description in the language of all; the specification has it with translations."""
    if isinstance(description, dict):
        description = cast("dict[str, Any]", description)["default"]
    return str(description or "")
