"""The Discord behind the playground: a guild, its people, and everything that leans on simcord's private names.

No other module of the playground imports simcord. Ids are plain integers, payloads are JSON as Discord would send it,
except that addresses of pictures start with :data:`CDN_BASE`; whoever sends them out puts the server's own there.
"""
# The one place that may look behind simcord's public names:
# pyright: reportPrivateUsage=false

from __future__ import annotations

import base64
import binascii
import copy
import io
import pickle
import re
import struct
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import discord
import simcord
from simcord import _modal, actors, interactions
from simcord import intents as _intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Channel, Interaction, Message, Role
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import ComponentType, OptionType
from simcord.http import client as _client
from simcord.http import router
from simcord.results import InteractionResult, ResponseMessage

from playground import warnings as _hush

from .changes import (
    Change,
    IllegalMove,
    InteractionChange,
    MessageChange,
    NotModelled,
    NotUnderstood,
    Resident,
    SettingChange,
)

__all__ = ["CDN_BASE", "FORMAT", "Call", "Upload", "World"]

# Both are imported for what importing does: the client's import registers the routes.
assert _client
assert _hush

#: What a saved state must bear to be read again.
FORMAT = f"2/{simcord.__version__}"

BOT_NAME = "Dominoes"
GUILD_NAME = "Domino Café"
CHANNELS = ("table", "second-table")
PEOPLE = (
    ("alice", "Alice", "en-US"),
    ("bruno", "Bruno", "fr"),
    ("chloe", "Chloé", "fr"),
    ("davide", "Davide", "it"),
    ("eve", "Eve", "en-GB"),
)
#: All that the bot may do: what its invite link asks for.
BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    use_external_emojis=True,
)
PEOPLE_PERMISSIONS = discord.Permissions(
    BOT_PERMISSIONS.value,
    add_reactions=True,
    change_nickname=True,
    use_application_commands=True,
)

MESSAGES_KEPT = 500
"""Messages kept in a channel; older ones are forgotten, so that memory and file stay flat."""
INTERACTION_SECONDS = 15 * 60
MAX_UPLOAD_BYTES = 10 * 1024 * 1024
MAX_EMOJI_BYTES = 256 * 1024

_EPOCH_MS = 1420070400000
_EMOJIS = re.compile(r"/(?:applications|guilds)/\d+/emojis")
_EMOJI = re.compile(r"/(?:applications|guilds)/\d+/emojis/(\d+)")
_SEND = re.compile(r"/channels/(\d+)/messages(?:/\d+)?")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_FOLLOWUP = re.compile(r"/webhooks/\d+/([^/]+)(?:/.*)?")
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)
# State that must not outlive the process, or that is stored otherwise.
_VOLATILE = frozenset({"clock", "subscribers", "http_requests", "transcript", "faults", "cdn", "world"})


@dataclass(slots=True)
class Upload:
    """One file of a multipart request, as simcord's routes read it."""

    filename: str
    data: bytes
    description: str | None = None
    fp: io.BytesIO = field(init=False)

    def __post_init__(self) -> None:
        self.fp = io.BytesIO(self.data)


@dataclass(slots=True)
class Call:
    """One request of the bot: `path` starts behind `/api/v10`, `json` is the body, or a form's `payload_json`."""

    method: str
    path: str
    json: Any = None
    params: dict[str, str] = field(default_factory=dict[str, str])
    uploads: list[Upload] = field(default_factory=list[Upload])
    reason: str | None = None


class _RealClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


class _Cdn(CdnStore):
    """Keeps the pictures, and remembers which ones are not in the file yet and which are still there."""

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


class _Backend(Backend):
    """simcord's backend, that also tells the world of what it keeps from the gateway: ephemeral messages."""

    def __init__(self, world: World) -> None:
        self.world = world
        super().__init__(clock=_RealClock())
        self.cdn: _Cdn = _Cdn()

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = self.world.with_languages(payload)
        super().emit(event, payload)
        self.transcript.clear()
        if event == "INTERACTION_CREATE":
            record = self.interactions[int(payload["id"])]
            self.world.tell(InteractionChange(record.id, record.user_id))
        if event.startswith("MESSAGE_REACTION_"):
            message = self.messages.get(int(payload["channel_id"]), {}).get(int(payload["message_id"]))
            if message is not None:
                self.world.message_changed("edited", message)
        elif event.startswith(("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_")):
            self.world.tell(SettingChange("channels"))

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        _write_ids_as_text(message.components)
        committed = super().commit_message(message, broadcast=broadcast)
        if self.messages[message.channel_id].get(message.id) is committed:
            self.world.message_changed("created", committed)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        _write_ids_as_text(fields.get("components") or [])
        edited = super().edit_message(channel_id, message_id, fields)
        self.world.message_changed("edited", edited)
        return edited

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self.world.message_changed("deleted", message)

    def bulk_delete_messages(self, channel_id: int, message_ids: Any) -> list[int]:
        before = dict(self.messages.get(channel_id, {}))
        deleted = super().bulk_delete_messages(channel_id, message_ids)
        for message_id in deleted:
            self.world.message_changed("deleted", before[message_id])
        return deleted

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, message_id: int | None = None, **more: Any
    ) -> Channel:
        if message_id is None:
            return super().create_thread(parent_id, name, owner_id, **more)
        # Discord shows such a thread below its message, and says nothing more of it in the channel.
        more["broadcast"] = False
        thread = super().create_thread(parent_id, name, owner_id, message_id=message_id, **more)
        self.announce_thread_create(thread)
        return thread

    def register_commands(self, guild_id: int | None, payloads: list[dict[str, Any]]) -> list[dict[str, Any]]:
        registered = super().register_commands(guild_id, payloads)
        self.world.tell(SettingChange("commands"))
        return registered


def _write_ids_as_text(components: Any) -> None:
    """Discord takes the ids of emojis and defaults as numbers too, but gives them back as text, as browsers need it."""
    for component in walk_components(components):
        options: list[dict[str, Any]] = component.get("options") or []
        defaults: list[dict[str, Any]] = component.get("default_values") or []
        emojis = [holder.get("emoji") for holder in (component, *options)]
        for item in [*defaults, *(emoji for emoji in emojis if emoji)]:
            if item.get("id") is not None:
                item["id"] = str(item["id"])


class _Stage:
    """What simcord's actors need of a test environment, without waiting for a bot in this process."""

    bot = None

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        del interaction

    async def _settle_internal(self, *, dispatch: str) -> None:
        del dispatch


class _Loader(pickle.Unpickler):
    """Reads a saved state, and nothing that could run code."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        plain = module_name == "builtins" and global_name in {"set", "frozenset", "bytearray", "complex"}
        if plain or module_name.startswith(("simcord.backend.models", "simcord.enums")) or module_name == "datetime":
            return super().find_class(module_name, global_name)
        raise pickle.UnpicklingError(f"{module_name}.{global_name} has no place in a playground's file")


@contextmanager
def _refusals() -> Generator[None]:
    """Turns simcord's errors into :class:`IllegalMove`."""
    try:
        yield
    except (router.RouteNotImplemented, router.UnsupportedField) as error:
        raise NotModelled(error.message) from error
    except BackendError as error:
        raise IllegalMove(error.status, error.code, error.message, errors=error.errors) from error
    except SetupError as error:
        raise IllegalMove(400, 0, str(error)) from error


class World:
    """A guild, its people, their messages and the bot's application, with a clock that follows real time."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Change], None]] = []
        self.closed_dms: set[int] = set()
        self.marks: dict[int, dict[int, int]] = {}
        self._backend = _Backend(self)
        self._stage = _Stage(self._backend)
        self.residents: list[Resident] = []
        self._found_cafe()

    def _found_cafe(self) -> None:
        backend = self._backend
        backend.bot_user.name = BOT_NAME
        users = [(backend.make_user(username, global_name=name), locale) for username, name, locale in PEOPLE]
        guild = backend.create_guild(GUILD_NAME, owner_id=users[0][0].id)
        # Nobody gets anything for being here: what the bot may do is its own role, and that alone.
        guild.everyone_role.permissions = 0
        self._bot_role().permissions = BOT_PERMISSIONS.value
        regulars = Role(id=backend.snowflake(), name="Regulars", permissions=PEOPLE_PERMISSIONS.value, position=2)
        guild.roles[regulars.id] = regulars
        guild.members[guild.owner_id].role_ids.append(regulars.id)
        for user, locale in users:
            if user.id not in guild.members:
                backend.add_member(guild.id, user.id, roles=[regulars.id])
            backend.get_dm_channel(user.id)
            self.residents.append(Resident(user.id, user.name, user.global_name or user.name, locale))
        for name in CHANNELS:
            backend.create_channel(guild.id, name)
        backend.transcript.clear()

    # ------------------------------------------------------------------ saving

    def snapshot(self) -> bytes:
        """The whole state but the pictures, to be given to :meth:`restore`."""
        return pickle.dumps(
            {
                "backend": {name: value for name, value in vars(self._backend).items() if name not in _VOLATILE},
                "residents": [(r.id, r.username, r.name, r.locale) for r in self.residents],
                "closed_dms": self.closed_dms,
                "marks": self.marks,
            }
        )

    def restore(self, state: bytes, pictures: Mapping[str, bytes]) -> None:
        """Goes on where a snapshot was. Raises ValueError for a state that is none."""
        try:
            loaded: dict[str, Any] = _Loader(io.BytesIO(state)).load()
            backend: dict[str, Any] = loaded["backend"]
            residents = [Resident(*row) for row in loaded["residents"]]
            closed, marks = loaded["closed_dms"], loaded["marks"]
        except Exception as error:
            raise ValueError(f"not a playground's state: {error}") from error
        vars(self._backend).update(backend)
        self.residents, self.closed_dms, self.marks = residents, closed, marks
        self._backend.cdn.blobs.clear()
        self._backend.cdn.blobs.update(pictures)
        self._backend.cdn.fresh.clear()
        # what a later version's invite link asks for, an older state's bot has not been given
        self._bot_role().permissions |= BOT_PERMISSIONS.value

    def take_pictures(self) -> tuple[dict[str, bytes], set[str]]:
        """The pictures that came, and the addresses of those that went, since the last call."""
        cdn = self._backend.cdn
        fresh, dropped = cdn.fresh, cdn.dropped
        cdn.fresh, cdn.dropped = {}, set()
        return fresh, dropped

    def return_pictures(self, fresh: dict[str, bytes], dropped: set[str]) -> None:
        """Puts back what :meth:`take_pictures` gave, after it could not be saved."""
        cdn = self._backend.cdn
        cdn.fresh = {url: data for url, data in fresh.items() if url in cdn.blobs} | cdn.fresh
        cdn.dropped |= dropped

    def tidy(self) -> None:
        """Forgets what is too old to matter: old interactions, old messages, pictures that no message shows."""
        backend = self._backend
        now = datetime.now(UTC)
        born = int(now.timestamp() * 1000) - _EPOCH_MS - INTERACTION_SECONDS * 1000
        horizon = born << 22
        for interaction_id in [i for i in backend.interactions if i < horizon]:
            backend.interaction_tokens.pop(backend.interactions.pop(interaction_id).token, None)
        shown: set[str] = {f"{CDN_BASE}/emojis/{emoji}.png" for emoji in self._emoji_ids()}
        for messages in backend.messages.values():
            for message_id in list(messages)[:-MESSAGES_KEPT]:
                del messages[message_id]
            shown.update(str(a["url"]) for message in messages.values() for a in message.attachments)
        for url in [url for url in backend.cdn.blobs if url not in shown]:
            number = re.search(r"/(\d+)(?:/[^/]*|\.png)$", url)
            if number is None or int(number[1]) < horizon:
                backend.cdn.drop(url)
        # Ids are dealt by the millisecond: none of the past can be dealt again.
        for moment in [m for m in backend._sequences if m < born]:
            del backend._sequences[moment]
        backend._reserved_ids = {i for i in backend._reserved_ids if i >= horizon}
        backend.http_requests.clear()
        backend.transcript.clear()

    def _emoji_ids(self) -> set[int]:
        guilds = self._backend.guilds.values()
        return set(self._backend.application_emojis) | {e for guild in guilds for e in guild.emojis}

    # --------------------------------------------------------------- listening

    def tell(self, change: Change) -> None:
        """Tells all listeners of a change."""
        for listener in list(self.listeners):
            listener(change)

    def message_changed(self, action: Any, message: Message) -> None:
        """Tells all listeners of a message, and who may know of it."""
        self.tell(MessageChange(action, message.channel_id, message.id, message.author_id, self._audience(message)))

    def _audience(self, message: Message) -> frozenset[int]:
        return frozenset(
            r.id for r in self.residents if message_accessible(self._backend, message.channel_id, message, r.id)
        )

    def with_languages(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """An INTERACTION_CREATE that says the person's own language and the guild's."""
        user: Mapping[str, Any] = payload.get("user") or payload["member"]["user"]
        person = self.resident(int(user["id"]))
        languages = {"locale": person.locale}
        if "guild_id" in payload:
            languages["guild_locale"] = self.guild_locale
        return {**payload, **languages}

    # -------------------------------------------------------------- the bot's side

    @property
    def application_id(self) -> int:
        """The id of the bot's application."""
        return self._backend.application_id

    @property
    def bot_id(self) -> int:
        """The user id of the bot."""
        return self._backend.bot_user.id

    @property
    def guild_id(self) -> int:
        """The id of the only guild."""
        return next(iter(self._backend.guilds))

    def dispatch(self, call: Call) -> Any:
        """Answers one request of the bot: its JSON, or None for an empty answer.

        Raises :class:`IllegalMove` with Discord's status and code, :class:`NotModelled` for what simcord doesn't know.
        """
        with _refusals():
            self._check_send(call)
            image = self._emoji_image(call)
            try:
                answer = router.dispatch(
                    self._backend,
                    call.method,
                    call.path,
                    json=call.json,
                    params=call.params,
                    files=cast("list[Any]", call.uploads),
                    reason=call.reason,
                    message_content_access=False,
                )
            except (BackendError, SetupError):
                raise
            except NotImplementedError as error:
                raise NotModelled(str(error)) from error
            except Exception as error:
                raise NotUnderstood(error) from error
            finally:
                self._backend.http_requests.clear()
                self._backend.transcript.clear()
        if image is not None:
            self._backend.cdn.keep(f"{CDN_BASE}/emojis/{answer['id']}.png", image)
        elif call.method == "DELETE" and (emoji := _EMOJI.fullmatch(call.path)):
            self._backend.cdn.drop(f"{CDN_BASE}/emojis/{emoji[1]}.png")
        if call.method != "GET":
            self._tell_of_interaction(call.path)
            self.tell(SettingChange("quiet"))
        return answer

    def _check_send(self, call: Call) -> None:
        """What Discord checks of a message and simcord does not: closed DMs, files, embeds, sizes."""
        if sum(len(upload.data) for upload in call.uploads) > MAX_UPLOAD_BYTES:
            raise IllegalMove(413, 40005, "Request entity too large")
        found = _SEND.fullmatch(call.path)
        if found is None or call.method not in ("POST", "PATCH"):
            return
        channel = self._backend.get_channel(int(found[1]))
        if channel.guild_id is None:
            if call.method == "POST" and self.closed_dms.intersection(channel.recipient_ids):
                raise IllegalMove(403, 50007, "Cannot send messages to this user")
            return
        body = cast("dict[str, Any]", call.json) if isinstance(call.json, dict) else {}
        needed = (["attach_files"] if call.uploads else []) + (["embed_links"] if body.get("embeds") else [])
        self._backend.require_permissions(channel.guild_id, self.bot_id, channel.id, *needed)

    def _emoji_image(self, call: Call) -> bytes | None:
        """The picture of an emoji that is being made, which simcord would throw away; None for any other request."""
        if call.method != "POST" or _EMOJIS.fullmatch(call.path) is None or not isinstance(call.json, dict):
            return None
        body = cast("dict[str, Any]", call.json)
        found = _DATA_URI.fullmatch(str(body.get("image", "")))
        try:
            image = base64.b64decode(found[2], validate=True) if found else b""
        except binascii.Error:
            image = b""
        if not image:
            raise _form_error("image", "BASE_TYPE_BAD_IMAGE", "Invalid image")
        if len(image) > MAX_EMOJI_BYTES:
            raise _form_error("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        name = str(body.get("name", ""))
        if re.fullmatch(r"\w{2,32}", name, re.ASCII) is None:
            raise _form_error("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if call.path.startswith("/applications") and any(
            emoji.name == name for emoji in self._backend.application_emojis.values()
        ):
            raise _form_error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken.")
        return image

    def _tell_of_interaction(self, path: str) -> None:
        number: int | None = None
        if found := _CALLBACK.fullmatch(path):
            number = int(found[1])
        elif found := _FOLLOWUP.fullmatch(path):
            number = self._backend.interaction_tokens.get(found[1])
        record = self._backend.interactions.get(number) if number is not None else None
        if record is not None:
            _write_ids_as_text((record.modal or {}).get("components") or [])
            self.tell(InteractionChange(record.id, record.user_id))

    def picture(self, path: str) -> bytes | None:
        """The bytes of a picture by its path behind the address of the server's CDN."""
        return self._backend.cdn.get(f"{CDN_BASE}/{path}")

    def set_bot_permissions(self, permissions: discord.Permissions) -> None:
        """Replaces what the bot may do in the guild."""
        guild = self._guild()
        role_id = guild.members[self.bot_id].role_ids[0]
        guild.roles[role_id].permissions = permissions.value
        payload = {"guild_id": str(guild.id), "role": serializers.role_payload(guild.roles[role_id])}
        self._backend.emit("GUILD_ROLE_UPDATE", payload)

    def add_fault(
        self, method: str, path: str, *, status: int, code: int = 0, message: str = "Injected", times: int | None = 1
    ) -> None:
        """Makes requests fail: `path` may hold `*`; `times` is how often, None for always."""
        self._backend.faults.append(
            {"method": method, "path": path, "status": status, "code": code, "message": message, "times": times}
        )

    def clear_faults(self) -> None:
        """Ends all injected faults."""
        self._backend.faults.clear()

    # ------------------------------------------------------------------ gateway

    def subscribe(self, listener: Callable[[str, Mapping[str, Any]], None]) -> None:
        """Has `listener(event, payload)` called for every event of the gateway."""
        self._backend.subscribers.append(listener)

    def ready(self, session_id: str, gateway_url: str) -> dict[str, Any]:
        """The READY payload; the guilds in it come after it, one GUILD_CREATE each."""
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self._backend.bot_user)),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self._backend.guilds],
            "session_id": session_id,
            "resume_gateway_url": gateway_url,
            "shard": [0, 1],
            "application": {"id": str(self.application_id), "flags": 0},
        }

    def guild_creates(self) -> list[dict[str, Any]]:
        """The GUILD_CREATE payloads that follow READY."""
        return [dict(serializers.guild_create_payload(self._backend, guild)) for guild in self._backend.guilds.values()]

    def shape(self, event: str, payload: Mapping[str, Any], intents: int) -> dict[str, Any] | None:
        """The payload as a bot with these intents gets it, a copy; None when it gets none."""
        declared = discord.Intents._from_value(intents)
        gate = _intents.required_intent(event, payload)
        if gate is not None and not getattr(declared, gate):
            return None
        shaped: dict[str, Any] = copy.deepcopy(dict(payload))
        if not declared.message_content:
            if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                _intents.censor_message(shaped, self.bot_id, backend=self._backend)
            elif event == "INTERACTION_CREATE" and isinstance(shaped.get("message"), dict):
                _intents.censor_message(shaped["message"], self.bot_id, backend=self._backend, exempt_root=True)
        if event == "GUILD_CREATE":
            _intents.prune_guild_create(shaped, declared, self.bot_id)
        return shaped

    @staticmethod
    def privileged(intents: int) -> list[str]:
        """The privileged intents among these: an application without approval is turned away for them."""
        return _intents.missing_privileged_intents(discord.Intents._from_value(intents), discord.Intents.none())

    def members_chunk(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The GUILD_MEMBERS_CHUNK that answers a request for members (by `user_ids` or by the start of a name)."""
        guild = self._backend.get_guild(int(request["guild_id"]))
        members = list(guild.members.values())
        wanted = request.get("user_ids")
        missing: list[str] = []
        if wanted is not None:
            ids = {int(i) for i in (cast("list[Any]", wanted) if isinstance(wanted, list) else [wanted])}
            missing = [str(i) for i in sorted(ids - {m.user_id for m in members})]
            members = [m for m in members if m.user_id in ids]
        elif query := str(request.get("query") or "").lower():
            members = [m for m in members if self._backend.users[m.user_id].name.lower().startswith(query)]
        chunk: dict[str, Any] = {
            "guild_id": str(guild.id),
            "members": [
                serializers.member_payload(self._backend, guild, m) for m in members[: request.get("limit") or None]
            ],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if missing:
            chunk["not_found"] = missing
        if request.get("nonce"):
            chunk["nonce"] = request["nonce"]
        return chunk

    # ------------------------------------------------------------- people's side: seeing

    def resident(self, user_id: int) -> Resident:
        """The person of that id. Raises :class:`IllegalMove` (404) for nobody."""
        for person in self.residents:
            if person.id == user_id:
                return person
        raise IllegalMove(404, 10013, "Unknown User")

    @property
    def guild_locale(self) -> str:
        """The language of the server."""
        return self._guild().preferred_locale

    def set_guild_locale(self, locale: str) -> None:
        """Changes the language of the server."""
        self._backend.edit_guild(self.guild_id, {"preferred_locale": locale})
        self.tell(SettingChange("settings"))

    def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Closes a person's DMs to the bot (its messages there are refused with code 50007), or opens them."""
        self.resident(user_id)
        (self.closed_dms.add if closed else self.closed_dms.discard)(user_id)
        self.tell(SettingChange("settings"))

    def directory(self) -> dict[str, Any]:
        """Names for what messages mention: users and roles by id."""
        users = {str(user.id): {"name": user.global_name or user.name, "bot": user.bot} for user in self._users()}
        roles = {str(role.id): {"name": role.name} for role in self._guild().roles.values()}
        return {"guild": self._guild().name, "guild_id": str(self.guild_id), "users": users, "roles": roles}

    def channels(self, user_id: int) -> list[dict[str, Any]]:
        """The channels a person sees, threads behind their channel, the own DM last."""
        self.resident(user_id)
        found: list[Channel] = []
        guild = self._guild()
        for channel_id in guild.channel_ids:
            found.append(self._backend.channels[channel_id])
            threads = (self._backend.channels[thread] for thread in guild.thread_ids)
            found += [thread for thread in threads if thread.parent_id == channel_id]
        found.append(self._backend.get_dm_channel(user_id))
        return [
            {
                "id": str(channel.id),
                "kind": "dm" if channel.guild_id is None else "thread" if channel.is_thread else "text",
                "name": channel.name or BOT_NAME,
                "parent_id": str(channel.parent_id) if channel.parent_id else None,
                **self.unread(user_id, channel.id),
            }
            for channel in found
            if channel_accessible(self._backend, channel.id, user_id)
        ]

    def messages(self, user_id: int, channel_id: int, *, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The newest messages (older than `before`) that a person may see, oldest first."""
        with _refusals():
            self._see(user_id, channel_id)
        seen = [
            message
            for message in self._backend.messages[channel_id].values()
            if message.visible_to(user_id) and (before is None or message.id < before)
        ]
        return [self._view(message, user_id) for message in seen[-limit:]]

    def message(self, user_id: int, channel_id: int, message_id: int) -> dict[str, Any]:
        """One message as a person may see it. Raises :class:`IllegalMove` (404) for anyone who may not."""
        with _refusals():
            return self._view(self._seen_message(user_id, channel_id, message_id), user_id)

    def unread(self, user_id: int, channel_id: int) -> dict[str, int]:
        """How many messages are newer than what the person has read, and how many of them mention the person."""
        mark = self.marks.get(user_id, {}).get(channel_id, 0)
        unread = mentions = 0
        for message in reversed(self._backend.messages.get(channel_id, {}).values()):
            if message.id <= mark:
                break
            if message.author_id != user_id and message.visible_to(user_id):
                unread += 1
                mentions += user_id in message.ping_user_ids
        return {"unread": unread, "mentions": mentions}

    def mark_read(self, user_id: int, channel_id: int) -> None:
        """Marks everything in a channel as read by a person."""
        with _refusals():
            self._see(user_id, channel_id)
        newest = next(reversed(self._backend.messages.get(channel_id, {})), 0)
        self.marks.setdefault(user_id, {})[channel_id] = newest
        self.tell(SettingChange("quiet"))

    def commands(self, user_id: int, channel_id: int) -> list[dict[str, Any]]:
        """The slash commands a person may run in a channel, as the bot registered them."""
        with _refusals():
            self._see(user_id, channel_id)
            return self._backend.visible_commands(user_id=user_id, channel_id=channel_id)

    def interaction(self, user_id: int, interaction_id: int) -> dict[str, Any]:
        """How far the answer to a person's interaction is: `state` is one of

        `waiting`, `thinking`, `answered`, `modal`, `failed` (no answer within 3 seconds).
        """
        record = self._record(user_id, interaction_id)
        state = "waiting"
        if record.responded:
            state = "modal" if record.modal is not None else "thinking" if record.loading else "answered"
        elif (
            record.initial_response_deadline is not None and self._backend.now_iso() >= record.initial_response_deadline
        ):
            state = "failed"
        return {
            "id": str(record.id),
            "type": int(record.type),
            "state": state,
            "channel_id": str(record.channel_id),
            "message_id": str(record.message_id) if record.message_id else None,
            "source_message_id": str(record.source_message_id) if record.source_message_id else None,
            "followup_ids": [str(i) for i in record.followup_ids],
            "ephemeral": record.ephemeral,
            "modal": copy.deepcopy(record.modal),
            "choices": copy.deepcopy(record.autocomplete_choices),
        }

    # -------------------------------------------------------------- people's side: acting

    def say(self, user_id: int, channel_id: int, content: str) -> dict[str, Any]:
        """Sends a plain message as a person."""
        with _refusals():
            channel = self._see(user_id, channel_id)
            if channel.guild_id is not None:
                needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
                self._backend.require_permissions(channel.guild_id, user_id, channel_id, needed)
            if not 0 < len(content.strip()) <= 2000:
                raise IllegalMove(400, 50035, "A message has 1 to 2000 characters")
            return self._view(self._backend.create_message(channel_id, user_id, content), user_id)

    def open_thread(self, user_id: int, channel_id: int, name: str) -> int:
        """Opens a public thread in a channel as a person; all people join. Gives its id."""
        with _refusals():
            channel = self._see(user_id, channel_id)
            if channel.guild_id is None or channel.is_thread or not 0 < len(name.strip()) <= 100:
                raise IllegalMove(400, 50035, "A thread has a name of 1 to 100 characters, in a channel of the server")
            self._backend.require_permissions(channel.guild_id, user_id, channel_id, "create_public_threads")
            return self._backend.create_thread(channel_id, name.strip(), user_id).id

    def dismiss(self, user_id: int, channel_id: int, message_id: int) -> None:
        """Takes an ephemeral message from its reader's screen."""
        with _refusals():
            message = self._seen_message(user_id, channel_id, message_id)
            if not message.is_ephemeral:
                raise IllegalMove(403, 50003, "Only what nobody else sees can be dismissed")
            self._backend.delete_message(channel_id, message_id)

    async def run(self, user_id: int, channel_id: int, name: str, options: Mapping[str, Any]) -> int:
        """Runs a slash command ("domino play"); users and channels are given by id. Gives the interaction's id."""
        with _refusals():
            actor, channel = self._actor(user_id, channel_id)
            values = self._option_values(channel_id, name, options)
            result = await actors._slash(actor, channel, name, values)
            # Discord's "X used /domino play" says the whole name, simcord only the first word.
            result._interaction.command_name = name
            return result._interaction.id

    async def autocomplete(
        self, user_id: int, channel_id: int, name: str, option: str, value: str, options: Mapping[str, Any]
    ) -> int:
        """Types into an option; the choices are in the interaction once the bot has answered. Gives its id."""
        with _refusals():
            actor, channel = self._actor(user_id, channel_id)
            filled = self._option_values(channel_id, name, {k: v for k, v in options.items() if k != option})
            result = await actors._autocomplete_result(actor, channel, name, option, value, filled)
            return result._interaction.id

    async def press(self, user_id: int, channel_id: int, message_id: int, custom_id: str) -> int:
        """Presses a button. Gives the interaction's id."""
        with _refusals():
            actor, _ = self._actor(user_id, channel_id)
            message = self._handle(self._seen_message(user_id, channel_id, message_id))
            result = await actors._component_click(actor, message, label=None, custom_id=custom_id)
            return result._interaction.id

    async def choose(
        self, user_id: int, channel_id: int, message_id: int, custom_id: str, values: Sequence[str]
    ) -> int:
        """Chooses in a select; users, roles and channels are given by id. Gives the interaction's id."""
        with _refusals():
            actor, _ = self._actor(user_id, channel_id)
            message = self._seen_message(user_id, channel_id, message_id)
            menu = next((c for c in walk_components(message.components) if c.get("custom_id") == custom_id), None)
            chosen = self._select_values(menu or {}, values, channel_id)
            result = await actors._component_select(actor, self._handle(message), chosen, custom_id=custom_id)
            return result._interaction.id

    async def submit(self, user_id: int, interaction_id: int, values: Mapping[str, Any]) -> int:
        """Submits the modal that an interaction opened; values by custom id. Gives the new interaction's id."""
        with _refusals():
            record = self._record(user_id, interaction_id)
            actor, _ = self._actor(user_id, record.channel_id)
            controls = _modal._modal_control_map(record.modal or {})
            filled = {
                key: self._select_values(controls[key], cast("list[str]", value), record.channel_id)
                if key in controls and isinstance(value, list)
                else value
                for key, value in values.items()
            }
            shown = InteractionResult(cast("Any", self._stage), record)
            result = await _modal._submit_modal(actor, shown, filled)
            # As on Discord, a modal whose answer did not come can be sent again.
            record.modal_consumed = False
            return result._interaction.id

    # ------------------------------------------------------------------ helpers

    def _guild(self) -> Any:
        return self._backend.get_guild(self.guild_id)

    def _bot_role(self) -> Role:
        guild = self._guild()
        return guild.roles[guild.members[self._backend.bot_user.id].role_ids[0]]

    def _users(self) -> list[Any]:
        return list(self._backend.users.values())

    def _see(self, user_id: int, channel_id: int) -> Channel:
        self.resident(user_id)
        if not channel_accessible(self._backend, channel_id, user_id):
            raise IllegalMove(404, 10003, "Unknown Channel")
        return self._backend.get_channel(channel_id)

    def _seen_message(self, user_id: int, channel_id: int, message_id: int) -> Message:
        self._see(user_id, channel_id)
        message = self._backend.get_message(channel_id, message_id)
        if not message.visible_to(user_id):
            raise IllegalMove(404, 10008, "Unknown Message")
        return message

    def _record(self, user_id: int, interaction_id: int) -> Interaction:
        record = self._backend.interactions.get(interaction_id)
        if record is None or record.user_id != user_id:
            raise IllegalMove(404, 10062, "Unknown Interaction")
        return record

    def _view(self, message: Message, user_id: int) -> dict[str, Any]:
        view = copy.deepcopy(dict(serializers.message_payload(self._backend, message, for_user=user_id)))
        view["ephemeral"] = message.is_ephemeral
        view["loading"] = bool(message.flags & 1 << 7) and message.interaction_metadata is not None
        view["pings_me"] = user_id in message.ping_user_ids
        # An embed shows its upload in place of the list of attachments.
        files: dict[str, Any] = {f"attachment://{a['filename']}": a for a in message.attachments}
        used: set[str] = set()
        for embed in cast("list[dict[str, Any]]", view["embeds"]):
            for part in ("image", "thumbnail"):
                shown: dict[str, Any] = embed.get(part) or {}
                attachment = files.get(str(shown.get("url")))
                if attachment is not None:
                    embed[part] |= {k: attachment[k] for k in ("url", "description") if k in attachment}
                    used.add(attachment["id"])
        view["attachments"] = [a for a in message.attachments if a["id"] not in used]
        return view

    def _user_handle(self, user_id: int, channel_id: int) -> Any:
        stage = cast("Any", self._stage)
        user = UserHandle(stage, self._backend.get_user(user_id))
        if self._backend.get_channel(channel_id).guild_id is None:
            return user
        return actors.MemberActor(stage, GuildHandle(stage, self._guild()), user)

    def _channel_handle(self, channel_id: int) -> ChannelHandle:
        stage = cast("Any", self._stage)
        channel = self._backend.get_channel(channel_id)
        return ChannelHandle(stage, GuildHandle(stage, self._guild()) if channel.guild_id else None, channel)

    def _handle(self, message: Message) -> ResponseMessage:
        return ResponseMessage(cast("Any", self._stage), message)

    def _actor(self, user_id: int, channel_id: int) -> tuple[Any, ChannelHandle]:
        self._see(user_id, channel_id)
        return self._user_handle(user_id, channel_id), self._channel_handle(channel_id)

    def _option_values(self, channel_id: int, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
        first, *rest = name.split() or [""]
        root = self._backend.find_command(first, self._backend.get_channel(channel_id).guild_id)
        if root is None:
            raise IllegalMove(404, 10063, f"There is no command /{first}")
        leaf, _ = interactions.walk_to_subcommand(root, rest)
        declared: list[dict[str, Any]] = leaf.get("options") or []
        kinds: dict[str, int] = {option["name"]: option["type"] for option in declared}
        try:
            return {key: self._option_value(kinds.get(key), value, channel_id) for key, value in options.items()}
        except ValueError as error:
            raise IllegalMove(400, 50035, f"/{name}: {error}") from error

    def _option_value(self, kind: int | None, value: Any, channel_id: int) -> Any:
        if kind in (OptionType.USER, OptionType.MENTIONABLE):
            return self._user_handle(int(value), channel_id)
        if kind == OptionType.CHANNEL:
            return self._channel_handle(int(value))
        if kind == OptionType.INTEGER and isinstance(value, str):
            return int(value)
        if kind == OptionType.NUMBER and isinstance(value, str):
            return float(value)
        return value

    def _select_values(self, menu: Mapping[str, Any], values: Sequence[str], channel_id: int) -> list[Any]:
        kind = menu.get("type")
        if kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT):
            return [self._user_handle(int(value), channel_id) for value in values]
        if kind == ComponentType.CHANNEL_SELECT:
            return [self._channel_handle(int(value)) for value in values]
        return list(values)


def _form_error(field_name: str, code: str, message: str) -> IllegalMove:
    errors = {field_name: {"_errors": [{"code": code, "message": message}]}}
    return IllegalMove(400, 50035, "Invalid Form Body", errors=errors)
