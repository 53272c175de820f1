"""Discord as an app meets it that people install for themselves, which simcord has not.

Private channels (group messages, and direct messages between people), servers without the bot, and who has installed
the app. There the bot may answer interactions and nothing else. Importing this module teaches all of it to simcord.

Sources: Discord's documentation, *Receiving and Responding* (authorizing integration owners, app permissions, follow-up
messages), *Application Commands* (contexts), the change log of June 2024, and the JSON error codes.
"""
# It replaces functions of simcord:
# pyright: reportPrivateUsage=false

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import discord
from simcord import actors
from simcord.backend import access, command_access, errors, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import EPHEMERAL_FLAG, Channel, Guild, Interaction, Message
from simcord.backend.ops.base import BackendBase
from simcord.backend.ops.messages import MessageMixin
from simcord.backend.state import Backend
from simcord.enums import ChannelType
from simcord.http import client as _client
from simcord.http import router
from simcord.types import HttpLogEntry

from playground.world.communities import features

# imported for its effects: all routes are known before they are replaced
assert _client

GUILD, BOT_DM, PRIVATE_CHANNEL = range(3)
"""Contexts of interactions."""
GUILD_INSTALL, USER_INSTALL = "0", "1"
"""Kinds of installation, as keys of the authorizing owners."""
MAX_FOLLOWUPS = 5
"""Follow-up messages to an interaction that only a user's installation allows."""

_WITH_FILES = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True).value
_WITH_EMOJIS = _WITH_FILES | discord.Permissions(external_emojis=True).value
_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_MESSAGE, _DEFERRED_MESSAGE = 4, 5
_GROUP = discord.ChannelType.group.value

_CHANNEL = re.compile(r"/channels/(\d+)(?:/.*)?")
_SEND = re.compile(r"/channels/(\d+)/messages")
_GUILD = re.compile(r"/guilds/(\d+)(?:/.*)?")
_TOKEN = re.compile(r"/webhooks/(\d+)/([^/]+)(/.*)?")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")


# ------------------------------------------------------------------ the places and the people


def installs(backend: BackendBase) -> set[int]:
    """Return the ids of the people who have installed the app for themselves; the set may be changed."""
    return cast("set[int]", vars(backend).setdefault("installs", set[int]()))


def is_private(channel: Channel) -> bool:
    """Return whether a channel is a group message or a direct message between people, where the bot is not."""
    return channel.guild_id is None and len(channel.recipient_ids) > 1


def has_bot(backend: BackendBase, guild_id: int) -> bool:
    """Return whether the bot is in a server."""
    guild = backend.guilds.get(guild_id)
    return guild is not None and backend.bot_user.id in guild.members


def context_of(channel: Channel) -> int:
    """Return the context of the interactions in a channel."""
    if channel.guild_id is not None:
        return GUILD
    return PRIVATE_CHANNEL if is_private(channel) else BOT_DM


def create_private_channel(backend: BackendBase, people: Sequence[int], name: str | None = None) -> Channel:
    """Make a direct message between two people, or a group message of more, which belongs to the first of them."""
    group = len(people) > 2
    kind = _GROUP if group else ChannelType.DM
    owner = people[0] if group else None
    channel = Channel(
        id=backend.snowflake(), type=kind, name=name if group else None, recipient_ids=[*people], owner_id=owner
    )
    backend.channels[channel.id] = channel
    backend.messages[channel.id] = {}
    return channel


def create_guild_without_bot(backend: Backend, name: str, owner_id: int) -> Guild:
    """Make a server that the bot is not in and never hears of."""
    subscribers, backend.subscribers = backend.subscribers, []
    try:
        guild = backend.create_guild(name, owner_id=owner_id)
    finally:
        backend.subscribers = subscribers
    for role in guild.members.pop(backend.bot_user.id).role_ids:
        del guild.roles[role]
    guild.everyone_role.permissions |= discord.Permissions(use_external_apps=True).value
    return guild


def _is_known(backend: BackendBase, user_id: int) -> bool:
    """Return whether a person shares a server with the bot."""
    return any(user_id in guild.members and has_bot(backend, guild.id) for guild in backend.guilds.values())


def _is_reachable(backend: BackendBase, channel: Channel) -> bool:
    """Return whether the bot's token is good for anything in a channel."""
    if channel.guild_id is None:
        return not is_private(channel)
    outside = channel.type == ChannelType.PRIVATE_THREAD and backend.bot_user.id not in channel.thread_members
    return has_bot(backend, channel.guild_id) and not outside


# ------------------------------------------------------------------ who allows an interaction


def _owners_of_command(
    backend: BackendBase, command: Mapping[str, Any], user_id: int, channel: Channel
) -> dict[str, str]:
    """Return who has authorized a command of a person in a channel: by kind of installation, the server or person."""
    context, contexts = context_of(channel), command.get("contexts")
    if contexts is None:
        contexts = [GUILD] if command.get("dm_permission") is False else [GUILD, BOT_DM, PRIVATE_CHANNEL]
    if context not in contexts:
        return {}
    kinds = {str(kind) for kind in command.get("integration_types") or [0]}
    owners = _owners_of_place(backend, user_id, channel)
    return {kind: owner for kind, owner in owners.items() if kind in kinds}


def _owners_of_place(backend: BackendBase, user_id: int, channel: Channel) -> dict[str, str]:
    owners: dict[str, str] = {}
    if channel.guild_id is not None and has_bot(backend, channel.guild_id):
        owners[GUILD_INSTALL] = str(channel.guild_id)
    elif context_of(channel) == BOT_DM and _is_known(backend, user_id):
        owners[GUILD_INSTALL] = "0"
    if user_id in installs(backend):
        owners[USER_INSTALL] = str(user_id)
    return owners


def _owners_of_event(backend: BackendBase, record: Interaction, payload: Mapping[str, Any]) -> dict[str, str]:
    channel = backend.get_channel(record.channel_id)
    if payload.get("type") in (_COMMAND, _AUTOCOMPLETE):
        data: Mapping[str, Any] = payload.get("data") or {}
        command = _command(backend, data.get("id"))
        if command is not None:
            return _owners_of_command(backend, command, record.user_id, channel)
    elif payload.get("message"):
        # for a press by anybody, the authorization of the interaction that posted the message counts
        message = backend.messages.get(channel.id, {}).get(int(payload["message"]["id"]))
        if message is not None and message.interaction_metadata is not None:
            return dict(message.interaction_metadata["authorizing_integration_owners"])
    return _owners_of_place(backend, record.user_id, channel)


def _command(backend: BackendBase, command_id: Any) -> Mapping[str, Any] | None:
    """Return a command by its id; None if there is none."""
    for scope in backend.commands.values():
        for command in scope.values():
            if command["id"] == command_id:
                return command
    return None


def _owners(backend: BackendBase, record: Interaction) -> dict[str, str]:
    """Return who has authorized an interaction."""
    noted: dict[str, str] | None = vars(record).get("owners")
    return noted or _owners_of_place(backend, record.user_id, backend.get_channel(record.channel_id))


def _app_permissions(backend: BackendBase, record: Interaction) -> int | None:
    """Return the permissions of answers in a channel; None where those of the bot itself count."""
    channel = backend.get_channel(record.channel_id)
    if channel.guild_id is None:
        return _WITH_FILES if is_private(channel) else _WITH_EMOJIS
    if has_bot(backend, channel.guild_id):
        return None
    return _WITH_EMOJIS & backend.compute_permissions(channel.guild_id, record.user_id, channel.id)


def _is_forced_private(backend: BackendBase, record: Interaction) -> bool:
    """Return whether a server lets nobody but the person see the answers of an app that is the person's own."""
    channel = backend.get_channel(record.channel_id)
    if channel.guild_id is None or GUILD_INSTALL in _owners(backend, record):
        return False
    allowed = discord.Permissions(backend.compute_permissions(channel.guild_id, record.user_id, channel.id))
    return not allowed.use_external_apps


# ------------------------------------------------------------------ events for the bot


def _completed(backend: BackendBase, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return an INTERACTION_CREATE with the fields that simcord leaves out."""
    event = dict(payload)
    record = backend.interactions.get(int(payload["id"]))
    if record is None:
        return event
    vars(record)["owners"] = owners = event.get("authorizing_integration_owners") or _owners_of_event(
        backend, record, payload
    )
    event["authorizing_integration_owners"] = owners
    channel = backend.get_channel(record.channel_id)
    if is_private(channel):
        event["context"] = PRIVATE_CHANNEL
    if (allowed := _app_permissions(backend, record)) is not None:
        event["app_permissions"] = str(allowed)
    if channel.guild_id is not None:
        guild = backend.get_guild(channel.guild_id)
        event.setdefault("guild", {"id": str(guild.id), "locale": guild.preferred_locale, "features": features(guild)})
    return event


def _is_unheard(backend: BackendBase, event: str, payload: Mapping[str, Any]) -> bool:
    """Return whether an event happens where the bot is not."""
    channel = backend.channels.get(int(payload.get("channel_id") or 0))
    if channel is not None:
        return not _is_reachable(backend, channel)
    guild = payload["id"] if event in ("GUILD_CREATE", "GUILD_UPDATE") else payload.get("guild_id")
    return guild is not None and int(guild) in backend.guilds and not has_bot(backend, int(guild))


# ------------------------------------------------------------------ requests of the bot


class _Request(NamedTuple):
    method: str
    path: str
    body: Any
    files: Sequence[Any]


def _admitted(backend: BackendBase, request: _Request) -> Any:
    """Return the body of a request, as Discord takes it.

    Raises:
        BackendError: Discord refuses the request.

    """
    for route, admit in _ADMISSIONS:
        found = route.fullmatch(request.path)
        if found is not None:
            return admit(backend, request, found)
    return request.body


def _admitted_in_channel(backend: BackendBase, request: _Request, found: re.Match[str]) -> Any:
    channel = backend.channels.get(int(found[1]))
    if channel is None:
        return request.body
    if not _is_reachable(backend, channel):
        raise errors.missing_access()
    if channel.guild_id is None and request.method == "POST" and _SEND.fullmatch(request.path):
        (reader,) = channel.recipient_ids
        if not _is_known(backend, reader) and reader not in installs(backend):
            raise BackendError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
    return request.body


def _admitted_in_guild(backend: BackendBase, request: _Request, found: re.Match[str]) -> Any:
    guild_id = int(found[1])
    if guild_id in backend.guilds and not has_bot(backend, guild_id):
        raise errors.missing_access()
    return request.body


def _admitted_answer(backend: BackendBase, request: _Request, found: re.Match[str]) -> Any:
    record = backend.interactions.get(int(found[1]))
    form: dict[str, Any] = request.body or {}
    if record is None or form.get("type") not in (_MESSAGE, _DEFERRED_MESSAGE):
        return request.body
    return {**form, "data": _admitted_message(backend, record, form.get("data"), request.files)}


def _admitted_by_token(backend: BackendBase, request: _Request, found: re.Match[str]) -> Any:
    if int(found[1]) != backend.application_id:
        return request.body
    record = backend.interactions.get(backend.interaction_tokens.get(found[2], 0))
    if record is None or (record.expires_at is not None and backend.now_iso() >= record.expires_at):
        raise BackendError(401, 50027, "Invalid Webhook Token")
    if request.method != "POST" or record.loading:
        return request.body
    if GUILD_INSTALL not in _owners(backend, record) and len(record.followup_ids) >= MAX_FOLLOWUPS:
        raise BackendError(400, 40094, "This interaction has hit the maximum number of follow up messages")
    return _admitted_message(backend, record, request.body, request.files)


_ADMISSIONS: Sequence[tuple[re.Pattern[str], Callable[[BackendBase, _Request, re.Match[str]], Any]]] = (
    (_CHANNEL, _admitted_in_channel),
    (_GUILD, _admitted_in_guild),
    (_CALLBACK, _admitted_answer),
    (_TOKEN, _admitted_by_token),
)
"""The checks of requests by their path; no path has two of them."""


def _admitted_message(backend: BackendBase, record: Interaction, body: Any, files: Sequence[Any]) -> Any:
    channel = backend.get_channel(record.channel_id)
    message: dict[str, Any] = body or {}
    if _is_forced_private(backend, record):
        return {**message, "flags": int(message.get("flags") or 0) | EPHEMERAL_FLAG}
    if channel.guild_id is not None and not has_bot(backend, channel.guild_id):
        allowed = discord.Permissions(_app_permissions(backend, record) or 0)
        needed = discord.Permissions(attach_files=bool(files), embed_links=bool(message.get("embeds")))
        if not needed.is_subset(allowed):
            raise errors.missing_permissions()
    return body


# ------------------------------------------------------------------ teaching it to simcord


def _replace(original: Callable[..., Any], make: Callable[[Any], Callable[..., Any]]) -> None:
    """Replace a function of simcord in all of its modules."""
    made = make(original)
    for name, module in list(sys.modules.items()):
        if name.startswith("simcord") and vars(module).get(original.__name__) is original:
            setattr(module, original.__name__, made)


def _override(owner: type, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """Replace a method of simcord."""
    setattr(owner, name, make(getattr(owner, name)))


def _channel_accessible(original: Any) -> Callable[..., bool]:
    def channel_accessible(backend: BackendBase, channel_id: int, viewer_id: int, *, history: bool = False) -> bool:
        channel = backend.channels.get(channel_id)
        if channel is not None and is_private(channel):
            return viewer_id in channel.recipient_ids
        return original(backend, channel_id, viewer_id, history=history)

    return channel_accessible


def _command_access(original: Any) -> Callable[..., Any]:
    def access_of(backend: Any, command: dict[str, Any], *, user_id: int, channel_id: int) -> command_access.Access:
        channel = backend.get_channel(channel_id)
        if not _owners_of_command(backend, command, user_id, channel):
            return command_access.Access(allowed=False, reason="context")
        if is_private(channel):
            return command_access.Access(allowed=True, reason=None)
        return original(backend, command, user_id=user_id, channel_id=channel_id)

    return access_of


def _check_user_dm_channel(original: Any) -> Callable[..., None]:
    def check(actor: Any, channel_id: int) -> None:
        channel = actor._env.backend.get_channel(channel_id)
        if not (is_private(channel) and actor.id in channel.recipient_ids):
            original(actor, channel_id)

    return check


def _channel_payload(original: Any) -> Callable[..., Any]:
    def payload_of(backend: BackendBase, channel: Channel) -> Any:
        if not is_private(channel):
            return original(backend, channel)
        people = [serializers.user_payload(backend.users[each]) for each in channel.recipient_ids]
        newest = str(channel.last_message_id) if channel.last_message_id else None
        payload: dict[str, Any] = {"id": str(channel.id), "type": int(channel.type), "flags": 0}
        payload |= {"last_message_id": newest, "recipients": people}
        if channel.type == _GROUP:
            payload |= {"name": channel.name, "icon": None, "owner_id": str(channel.owner_id)}
        return payload

    return payload_of


def _emit(original: Any) -> Callable[..., None]:
    def emit(self: BackendBase, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = _completed(self, payload)
        elif _is_unheard(self, event, payload):
            return
        original(self, event, payload)

    return emit


def _prepare_message(original: Any) -> Callable[..., Message]:
    def prepare_message(self: BackendBase, *args: Any, **more: Any) -> Message:
        message: Message = original(self, *args, **more)
        metadata = message.interaction_metadata
        record = self.interactions.get(int(metadata["id"])) if metadata is not None else None
        if metadata is not None and record is not None:
            metadata["authorizing_integration_owners"] = _owners(self, record)
            if record.type == _COMPONENT and record.source_message_id is not None:
                metadata["interacted_message_id"] = str(record.source_message_id)
        return message

    return prepare_message


def _dispatch(original: Any) -> Callable[..., Any]:
    def dispatch(
        backend: BackendBase,
        method: str,
        path: str,
        *,
        json: Any = None,
        params: dict[str, Any] | None = None,
        files: list[Any] | None = None,
        reason: str | None = None,
        **more: Any,
    ) -> Any:
        try:
            admitted = _admitted(backend, _Request(method, path, json, files or ()))
        except BackendError:
            backend.http_requests.append(HttpLogEntry(method, path, dict(params or {}), copy.deepcopy(json), reason))
            raise
        answer = original(backend, method, path, json=admitted, params=params, files=files, reason=reason, **more)
        if (method, path) == ("GET", "/oauth2/applications/@me"):
            scopes = {GUILD_INSTALL: ["applications.commands", "bot"], USER_INSTALL: ["applications.commands"]}
            answer["integration_types_config"] = {
                kind: {"oauth2_install_params": {"scopes": each, "permissions": "0"}} for kind, each in scopes.items()
            }
        elif (method, path) == ("GET", "/users/@me/guilds"):
            answer = [guild for guild in answer if has_bot(backend, int(guild["id"]))]
        return answer

    return dispatch


_replace(access.channel_accessible, _channel_accessible)
_replace(command_access.command_access, _command_access)
_replace(actors._check_user_dm_channel, _check_user_dm_channel)
_replace(serializers.channel_payload, _channel_payload)
_replace(router.dispatch, _dispatch)
_override(BackendBase, "emit", _emit)
_override(MessageMixin, "prepare_message", _prepare_message)
