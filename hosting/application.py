"""Compares the bot's application on Discord with the settings that the bot needs."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import discord

from cogs.invite import PERMISSIONS, PERSON_SCOPES, SERVER_SCOPES

DESCRIPTION: Final = (
    "Dominoes with friends, right in your channel: a picture after every move, private hands, computers for empty "
    "seats, and a leaderboard. Thirty games, from Domino Express to Texas 42.\n"
    "Type /domino play to open a table."
)
"""The description in the profile of the app; Discord takes 400 characters."""

TAGS: Final = ("dominoes", "board games", "multiplayer", "tournaments", "games")
"""The tags in the profile of the app; Discord takes five of 20 characters each."""

PRIVILEGED: Final = {
    "presence": ("gateway_presence", "gateway_presence_limited"),
    "server members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "message content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""The privileged intents, each with the library's names of its flags."""


ICON: Final = Path(__file__).with_name("icon.png")
"""The icon for an application without one; ``tools.app_icon`` draws it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting of an application that differs from the bot's needs.

    Attributes:
        what: the name of the setting.
        now: its value.
        wanted: the value that the bot needs.
        remedy: how the owner sets it in Discord's developer portal, with the page's address.
        needed: whether the bot does not work everywhere without it.
        own: whether the owner has written the present value, so that it is a matter of taste.
        change: the fields for Discord's API that set it; empty if only the portal can.

    """

    what: str
    now: str
    wanted: str
    remedy: str
    needed: bool = False
    own: bool = False
    change: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def settable(self) -> bool:
        """Whether Discord's API can change the setting."""
        return bool(self.change)


def portal(application_id: int, page: str) -> str:
    """Return the address of a page of an application in Discord's developer portal."""
    return f"https://discord.com/developers/applications/{application_id}/{page}"


def differences(application: discord.AppInfo) -> list[Difference]:
    """Return the differences of an application from the bot's needs, the needed ones first."""
    found = [*_presses(application), *_installation(application), *_profile(application), *_unneeded(application)]
    return sorted(found, key=lambda each: not each.needed)


def _presses(application: discord.AppInfo) -> Iterator[Difference]:
    general = portal(application.id, "information")
    if application.interactions_endpoint_url:
        yield Difference(
            "interactions endpoint",
            application.interactions_endpoint_url,
            "none, since presses and commands don't reach the bot otherwise",
            f"empty Interactions Endpoint URL: {general}",
            needed=True,
            change={"interactions_endpoint_url": None},
        )


def _installation(application: discord.AppInfo) -> Iterator[Difference]:
    page = portal(application.id, "installation")
    server, person = application.guild_integration_config, application.user_integration_config
    now = f"servers: {_install_text(server)}; people: {_install_text(person)}"
    wanted = f"servers: {_params_text(SERVER_SCOPES, PERMISSIONS)}; people: {_params_text(PERSON_SCOPES)}"
    if now != wanted:
        yield Difference(
            "install settings",
            now,
            wanted,
            f"turn on Guild Install and User Install, each with these scopes and permissions: {page}",
            needed=server is None or person is None,
            change={
                "integration_types_config": {
                    "0": {"oauth2_install_params": _params(SERVER_SCOPES, PERMISSIONS)},
                    "1": {"oauth2_install_params": _params(PERSON_SCOPES)},
                }
            },
        )
    if application.custom_install_url:
        yield Difference(
            "install link",
            application.custom_install_url,
            "the one that Discord provides",
            f"choose Discord Provided Link as Install Link: {page}",
            own=True,
            change={"custom_install_url": None},
        )
    bot = portal(application.id, "bot")
    if application.bot_require_code_grant:
        yield Difference(
            "OAuth2 code grant", "required", "not required", f"turn off Requires OAuth2 Code Grant: {bot}", needed=True
        )
    if not application.bot_public:
        remedy = f"turn on Public Bot, if others may add the bot: {bot}"
        yield Difference("public bot", "off, so that you alone can add the bot", "on", remedy)


def _params(scopes: tuple[str, ...], permissions: discord.Permissions | None = None) -> dict[str, Any]:
    return {"scopes": list(scopes), "permissions": permissions.value if permissions else 0}


def _install_text(config: discord.IntegrationTypeConfig | None) -> str:
    if config is None:
        return "off"
    params = config.oauth2_install_params
    return "no scopes" if params is None else _params_text(tuple(params.scopes), params.permissions)


def _params_text(scopes: tuple[str, ...], permissions: discord.Permissions | None = None) -> str:
    asked = permissions.value if permissions and "bot" in scopes else 0
    return " + ".join(sorted(scopes, reverse=True)) + (f" with permissions {asked}" if asked else "")


def _profile(application: discord.AppInfo) -> Iterator[Difference]:
    general = portal(application.id, "information")
    if application.description.strip() != DESCRIPTION:
        yield Difference(
            "description",
            application.description.strip() or "none",
            DESCRIPTION,
            f"enter the text under Description: {general}",
            own=bool(application.description.strip()),
            change={"description": DESCRIPTION},
        )
    if set(application.tags) != set(TAGS):
        yield Difference(
            "tags",
            ", ".join(application.tags) or "none",
            ", ".join(TAGS),
            f"enter {', '.join(TAGS)} under Tags: {general}",
            own=bool(application.tags),
            change={"tags": list(TAGS)},
        )
    if application.icon is None:
        yield Difference(
            "icon",
            "none",
            "two dominoes on green",
            f"upload hosting/icon.png under App Icon: {general}",
            change={"icon": _icon()},
        )
    for what, label, address, file in (
        ("terms of service", "Terms of Service URL", application.terms_of_service_url, "docs/terms.md"),
        ("privacy policy", "Privacy Policy URL", application.privacy_policy_url, "docs/privacy.md"),
    ):
        if not address:
            wanted = f"the address where you publish {file}"
            yield Difference(what, "none", wanted, f"enter {wanted} under {label}: {general}")


@cache
def _icon() -> str:
    return f"data:image/png;base64,{base64.b64encode(ICON.read_bytes()).decode()}"


def _unneeded(application: discord.AppInfo) -> Iterator[Difference]:
    flags = application.flags
    on = [name for name, each in PRIVILEGED.items() if any(getattr(flags, flag) for flag in each)]
    if on:
        page = portal(application.id, "bot")
        remedy = f"turn them off under Privileged Gateway Intents: {page}"
        yield Difference("privileged intents", ", ".join(on), "none", remedy)
