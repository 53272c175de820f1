"""Everything that depends on simcord's private names: its backend, its actors, its intents and its saved state."""
# The one place that may look behind simcord's public names:
# pyright: reportPrivateUsage=false

from __future__ import annotations

import copy
import io
import pickle
import struct
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, cast

import discord
import simcord
import simcord.backend
from simcord import _modal, actors
from simcord import intents as _intents
from simcord._clock import Clock
from simcord.backend.access import message_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Channel, Interaction, Message
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.components import walk_components
from simcord.http import client as _client
from simcord.http import router
from simcord.results import InteractionResult, ResponseMessage

from playground.changes import Change, InteractionChange, MessageChange, Resident, SettingChange
from playground.errors import ApiError, NotModelled, NotUnderstood
from playground.world import anywhere, threads
from playground.world.user_commands import user_command

# imported for its effects: the routes are registered, and replaced where simcord lacks something
assert _client
assert anywhere
assert threads

FORMAT = f"2/{simcord.__version__}"
"""The format of a saved state; a state in another format can't be read."""

# State that must not outlive the process, or that is stored otherwise.
_VOLATILE = frozenset(
    {"clock", "subscribers", "http_requests", "transcript", "faults", "cdn", "listeners", "residents", "token_seconds"}
)


class _RealClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


class _Cdn(CdnStore):
    """The pictures, and which of them were added and dropped since the last save."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh: dict[str, bytes] = {}
        self.dropped: set[str] = set()

    @property
    def blobs(self) -> dict[str, bytes]:
        return self._blobs

    def keep(self, url: str, data: bytes) -> None:
        self._blobs[url] = self.fresh[url] = data

    def drop(self, url: str) -> None:
        if self._blobs.pop(url, None) is not None and self.fresh.pop(url, None) is None:
            self.dropped.add(url)

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        payload = super().store_attachment(attachment_id, channel_id, filename, data, description)
        self.fresh[payload["url"]] = data
        if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
            payload["width"], payload["height"] = struct.unpack(">II", data[16:24])
        return payload


class Backend(simcord.backend.Backend):
    """simcord's backend, which also notifies listeners of every change, ephemeral messages included."""

    def __init__(self, token_seconds: float) -> None:
        self.listeners: list[Callable[[Change], None]] = []
        self.residents: list[Resident] = []
        self.token_seconds = token_seconds
        self.application: dict[str, Any] = {}
        """The fields of the application that the bot has edited."""
        super().__init__(clock=_RealClock())
        self.cdn: _Cdn = _Cdn()

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event to every listener of the gateway, and notify of its changes."""
        if event == "INTERACTION_CREATE":
            payload = self._with_languages(payload)
        super().emit(event, payload)
        self.transcript.clear()
        if event == "INTERACTION_CREATE":
            record = self.interactions[int(payload["id"])]
            self.notify(InteractionChange(record.id, record.user_id))
        if event.startswith("MESSAGE_REACTION_"):
            message = self.messages.get(int(payload["channel_id"]), {}).get(int(payload["message_id"]))
            if message is not None:
                self._notify_message("edited", message)
        elif event.startswith(("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_")):
            self.notify(SettingChange("channels"))

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002
        """Make an interaction, with a token that is good for some time."""
        made = super().new_interaction(type, channel_id, user_id, guild_id)
        made.expires_at = self.iso_after(self.token_seconds)
        return made

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Add a message, and notify of it."""
        write_ids_as_text(message.components)
        committed = super().commit_message(message, broadcast=broadcast)
        if self.messages[message.channel_id].get(message.id) is committed:
            self._notify_message("created", committed)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Edit a message, and notify of it."""
        write_ids_as_text(fields.get("components") or [])
        edited = super().edit_message(channel_id, message_id, fields)
        self._notify_message("edited", edited)
        return edited

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, and notify of it."""
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self._notify_message("deleted", message)

    def bulk_delete_messages(self, channel_id: int, message_ids: Any) -> list[int]:
        """Delete several messages, and notify of each."""
        before = dict(self.messages.get(channel_id, {}))
        deleted = super().bulk_delete_messages(channel_id, message_ids)
        for message_id in deleted:
            self._notify_message("deleted", before[message_id])
        return deleted

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, message_id: int | None = None, **more: Any
    ) -> Channel:
        """Create a thread; one below a message is announced by the message alone, as on Discord."""
        if message_id is None:
            return super().create_thread(parent_id, name, owner_id, **more)
        more["broadcast"] = False
        thread = super().create_thread(parent_id, name, owner_id, message_id=message_id, **more)
        self.announce_thread_create(thread)
        return thread

    def register_commands(self, guild_id: int | None, payloads: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Replace the slash commands, and notify of it."""
        registered = super().register_commands(guild_id, payloads)
        self.notify(SettingChange("commands"))
        return registered

    # ---------------------------------------------------------------- listeners

    def notify(self, change: Change) -> None:
        """Call every listener with a change."""
        for listener in list(self.listeners):
            listener(change)

    def _notify_message(self, action: Literal["created", "edited", "deleted"], message: Message) -> None:
        audience = frozenset(
            r.id for r in self.residents if message_accessible(self, message.channel_id, message, r.id)
        )
        self.notify(MessageChange(action, message.channel_id, message.id, message.author_id, audience))

    def resident(self, user_id: int) -> Resident:
        """Return the person with that id.

        Raises:
            ApiError: there is none (404).

        """
        for person in self.residents:
            if person.id == user_id:
                return person
        raise ApiError(404, 10013, "Unknown User")

    def _with_languages(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return an INTERACTION_CREATE payload with the locales of the person and of the guild."""
        user: Mapping[str, Any] = payload.get("user") or payload["member"]["user"]
        person = self.resident(int(user["id"]))
        languages = {"locale": person.locale}
        if "guild_id" in payload:
            languages["guild_locale"] = self.get_guild(int(payload["guild_id"])).preferred_locale
        return {**payload, **languages}

    # ------------------------------------------------------------------ saving

    def state(self) -> dict[str, Any]:
        """Return everything that outlives the process, except the pictures."""
        return {name: value for name, value in vars(self).items() if name not in _VOLATILE}

    def forget_before(self, moment: int) -> None:
        """Forget interactions, used ids and logs from before a moment, in milliseconds since Discord's epoch."""
        oldest = moment << 22
        for interaction_id in list(self.interactions):
            if interaction_id < oldest:
                self.interaction_tokens.pop(self.interactions.pop(interaction_id).token, None)
        # ids are made from the millisecond: none of the past can be made again
        for millisecond in list(self._sequences):
            if millisecond < moment:
                del self._sequences[millisecond]
        self._reserved_ids = {i for i in self._reserved_ids if i >= oldest}
        self.clear_logs()

    def clear_logs(self) -> None:
        """Drop simcord's logs of requests and events, which would grow for ever."""
        self.http_requests.clear()
        self.transcript.clear()


def write_ids_as_text(components: Any) -> None:
    """Turn the ids of emojis and defaults into text.

    Discord also accepts numbers, but returns text, which browsers need.
    """
    for component in walk_components(components):
        options: list[dict[str, Any]] = component.get("options") or []
        items: list[dict[str, Any]] = [*(component.get("default_values") or [])]
        items += [holder.get("emoji") or {} for holder in (component, *options)]
        for item in items:
            if item.get("id") is not None:
                item["id"] = str(item["id"])


class _Stage:
    """The part of a test environment that simcord's actors need; there is no bot in this process to wait for."""

    bot = None

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        del interaction

    async def _settle_internal(self, *, dispatch: str) -> None:
        del dispatch


class Actors:
    """The people's actions by simcord's actors, each of which starts an interaction."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._stage = cast("Any", _Stage(backend))

    def user(self, user_id: int, channel_id: int) -> Any:
        """Return a person as the value of an option or select, and as an actor."""
        user = UserHandle(self._stage, self._backend.get_user(user_id))
        guild_id = self._backend.get_channel(channel_id).guild_id
        if guild_id is None:
            return user
        return actors.MemberActor(self._stage, self._guild(guild_id), user)

    def channel(self, channel_id: int) -> ChannelHandle:
        """Return a channel as the value of an option or select."""
        channel = self._backend.get_channel(channel_id)
        return ChannelHandle(self._stage, self._guild(channel.guild_id) if channel.guild_id else None, channel)

    def role(self, role_id: int, channel_id: int) -> RoleHandle:
        """Return a role of a channel's server as the value of a select."""
        guild = self._guild(self._backend.get_channel(channel_id).guild_id or 0)
        return RoleHandle(self._stage, guild, self._backend.get_guild(guild.id).roles[role_id])

    def _guild(self, guild_id: int) -> GuildHandle:
        return GuildHandle(self._stage, self._backend.get_guild(guild_id))

    async def slash(self, user_id: int, channel_id: int, name: str, values: Mapping[str, Any]) -> Interaction:
        """Run a slash command."""
        result = await actors._slash(self.user(user_id, channel_id), self.channel(channel_id), name, dict(values))
        # Discord's "X used /domino play" says the whole name, simcord only the first word.
        result._interaction.command_name = name
        return result._interaction

    async def use_on(self, user_id: int, channel_id: int, name: str, target_id: int) -> Interaction:
        """Run a command in the menu of a person."""
        actor, channel = self.user(user_id, channel_id), self.channel(channel_id)
        return (await user_command(actor, channel, name, target_id))._interaction

    async def autocomplete(
        self, user_id: int, channel_id: int, name: str, option: str, value: str, filled: Mapping[str, Any]
    ) -> Interaction:
        """Type into an option of a slash command."""
        actor, channel = self.user(user_id, channel_id), self.channel(channel_id)
        result = await actors._autocomplete_result(actor, channel, name, option, value, dict(filled))
        return result._interaction

    async def click(self, user_id: int, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        actor, shown = self.user(user_id, message.channel_id), ResponseMessage(self._stage, message)
        return (await actors._component_click(actor, shown, label=None, custom_id=custom_id))._interaction

    async def select(self, user_id: int, message: Message, custom_id: str, values: Sequence[Any]) -> Interaction:
        """Choose in a select."""
        actor, shown = self.user(user_id, message.channel_id), ResponseMessage(self._stage, message)
        return (await actors._component_select(actor, shown, list(values), custom_id=custom_id))._interaction

    async def submit(self, user_id: int, record: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Submit the modal that an interaction opened."""
        shown = InteractionResult(self._stage, record)
        result = await _modal._submit_modal(self.user(user_id, record.channel_id), shown, dict(values))
        # As on Discord, a modal whose answer did not come can be sent again.
        record.modal_consumed = False
        return result._interaction


def modal_controls(modal: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls of a modal by custom id."""
    return _modal._modal_control_map(dict(modal))


def shape_event(backend: Backend, event: str, payload: Mapping[str, Any], intents: int) -> dict[str, Any] | None:
    """Return a copy of a gateway event as a bot with these intents receives it; None if the bot receives none."""
    declared = discord.Intents._from_value(intents)
    gate = _intents.required_intent(event, payload)
    if gate is not None and not getattr(declared, gate):
        return None
    shaped: dict[str, Any] = copy.deepcopy(dict(payload))
    bot_id = backend.bot_user.id
    if not declared.message_content:
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            _intents.censor_message(shaped, bot_id, backend=backend)
        elif event == "INTERACTION_CREATE" and isinstance(shaped.get("message"), dict):
            _intents.censor_message(shaped["message"], bot_id, backend=backend, exempt_root=True)
    if event == "GUILD_CREATE":
        _intents.prune_guild_create(shaped, declared, bot_id)
    return shaped


def privileged_intents(intents: int) -> list[str]:
    """Return the privileged intents among these; an application without approval is disconnected for them."""
    return _intents.missing_privileged_intents(discord.Intents._from_value(intents), discord.Intents.none())


def answer(backend: Backend, method: str, path: str, **request: Any) -> Any:
    """Return simcord's answer to a request of the bot.

    Raises:
        NotModelled: simcord does not know the request.
        NotUnderstood: simcord failed on it.

    """
    try:
        return router.dispatch(backend, method, path, **request, message_content_access=False)
    except (BackendError, SetupError):
        raise
    except NotImplementedError as error:
        raise NotModelled(str(error)) from error
    except Exception as error:
        raise NotUnderstood(error) from error
    finally:
        backend.clear_logs()


class _Loader(pickle.Unpickler):
    """Reads a saved state, and nothing that could run code."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if module_name == "builtins":
            known = global_name in {"set", "frozenset", "bytearray", "complex"}
        else:
            known = module_name == "datetime" or module_name.startswith(("simcord.backend.models", "simcord.enums"))
        if known:
            return super().find_class(module_name, global_name)
        raise pickle.UnpicklingError(f"{module_name}.{global_name} has no place in a playground's file")


def load_state(state: bytes) -> dict[str, Any]:
    """Return a pickled state; the error for anything else may be of any type."""
    return _Loader(io.BytesIO(state)).load()


@contextmanager
def api_errors() -> Generator[None]:
    """Turn simcord's errors into :class:`ApiError`."""
    try:
        yield
    except (router.RouteNotImplemented, router.UnsupportedField) as error:
        raise NotModelled(error.message) from error
    except BackendError as error:
        raise ApiError(error.status, error.code, error.message, errors=error.errors) from error
    except SetupError as error:
        raise ApiError(400, 0, str(error)) from error
