"""The bot's requests to Discord's REST API, and the pictures that come with them."""

from __future__ import annotations

import base64
import binascii
import io
import re
from dataclasses import dataclass, field
from typing import Any, cast

from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE

from playground.changes import InteractionChange, SettingChange
from playground.errors import ApiError
from playground.world import anywhere, application
from playground.world.guild import Guild
from playground.world.simcord import Backend, answer, api_errors, write_ids_as_text

MAX_UPLOAD_BYTES = 10 * 1024 * 1024
MAX_EMOJI_BYTES = 256 * 1024

_EMOJIS = re.compile(r"/(?:applications|guilds)/\d+/emojis")
_EMOJI = re.compile(r"/(?:applications|guilds)/\d+/emojis/(\d+)")
_SEND = re.compile(r"/channels/(\d+)/messages(?:/\d+)?")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_FOLLOWUP = re.compile(r"/webhooks/\d+/([^/]+)(?:/.*)?")
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


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
    """One request of the bot: `path` follows `/api/v10`, `json` is the body, or a form's `payload_json`."""

    method: str
    path: str
    json: Any = None
    params: dict[str, str] = field(default_factory=dict[str, str])
    uploads: list[Upload] = field(default_factory=list[Upload])
    reason: str | None = None


class Requests:
    """Answers the bot's requests."""

    def __init__(self, backend: Backend, guild: Guild) -> None:
        self._backend = backend
        self._guild = guild
        self._named: dict[tuple[int, str], int] = {}
        """The message that was sent under each nonce, by channel; Discord forgets them after some minutes."""

    def dispatch(self, call: Call) -> Any:
        """Return the JSON that answers one request of the bot; None for an empty answer.

        Raises:
            ApiError: Discord refuses the request.
            NotModelled: simcord does not know the request.

        """
        with api_errors():
            if call.path in application.GET_PATHS:
                return self._application(call)
            self._check_send(call)
            if (first := self._first_of_nonce(call)) is not None:
                return first
            image = self._emoji_image(call)
            answered = answer(
                self._backend,
                call.method,
                call.path,
                json=call.json,
                params=call.params,
                files=call.uploads,
                reason=call.reason,
            )
        if (name := _nonce(call)) is not None:
            self._named[name] = int(answered["id"])
        if image is not None:
            self._backend.cdn.keep(f"{CDN_BASE}/emojis/{answered['id']}.png", image)
        elif call.method == "DELETE" and (emoji := _EMOJI.fullmatch(call.path)):
            self._backend.cdn.drop(f"{CDN_BASE}/emojis/{emoji[1]}.png")
        if call.method != "GET":
            self._notify_interaction(call.path)
            self._backend.notify(SettingChange("quiet"))
        return answered

    def _application(self, call: Call) -> dict[str, Any]:
        """Return the bot's application, after an edit if the request is one."""
        backend = self._backend
        if call.method == "PATCH" and call.path == application.PATCH_PATH:
            backend.application |= application.checked(call.json or {})
        elif call.method != "GET":
            raise ApiError(405, 0, "405: Method Not Allowed")
        servers = sum(anywhere.has_bot(backend, guild) for guild in backend.guilds)
        return application.shown(answer(backend, "GET", application.GET_PATHS[1]), backend.application, servers)

    def _check_send(self, call: Call) -> None:
        """Do Discord's checks that simcord lacks: closed DMs, files, embeds, sizes."""
        if sum(len(upload.data) for upload in call.uploads) > MAX_UPLOAD_BYTES:
            raise ApiError(413, 40005, "Request entity too large")
        found = _SEND.fullmatch(call.path)
        if found is None or call.method not in ("POST", "PATCH"):
            return
        channel = self._backend.get_channel(int(found[1]))
        if anywhere.is_private(channel):
            return
        if channel.guild_id is not None:
            self._require_permissions(call, channel.guild_id, channel.id)
        elif call.method == "POST" and self._guild.closed_dms.intersection(channel.recipient_ids):
            raise ApiError(403, 50007, "Cannot send messages to this user")

    def _require_permissions(self, call: Call, guild_id: int, channel_id: int) -> None:
        """Require the bot's permissions for the files and the embeds of a message."""
        needed: list[str] = []
        if call.uploads:
            needed.append("attach_files")
        if isinstance(call.json, dict) and cast("dict[str, Any]", call.json).get("embeds"):
            needed.append("embed_links")
        self._backend.require_permissions(guild_id, self._backend.bot_user.id, channel_id, *needed)

    def _first_of_nonce(self, call: Call) -> Any:
        """Return the message that was sent before under the nonce of a new message; None if there is none."""
        name = _nonce(call)
        first = self._named.get(name) if name is not None else None
        if name is None or first not in self._backend.messages[name[0]]:
            return None
        return serializers.message_payload(self._backend, self._backend.get_message(name[0], first))

    def _emoji_image(self, call: Call) -> bytes | None:
        """Return the picture of an emoji that is being created, which simcord drops; None for any other request."""
        if call.method != "POST" or _EMOJIS.fullmatch(call.path) is None or not isinstance(call.json, dict):
            return None
        body = cast("dict[str, Any]", call.json)
        image = _image_in(str(body.get("image", "")))
        name = str(body.get("name", ""))
        if re.fullmatch(r"\w{2,32}", name, re.ASCII) is None:
            raise _form_error("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if call.path.startswith("/applications"):
            names = {emoji.name for emoji in self._backend.application_emojis.values()}
            if name in names:
                raise _form_error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken.")
        return image

    def _notify_interaction(self, path: str) -> None:
        number: int | None = None
        if found := _CALLBACK.fullmatch(path):
            number = int(found[1])
        elif found := _FOLLOWUP.fullmatch(path):
            number = self._backend.interaction_tokens.get(found[1])
        record = self._backend.interactions.get(number) if number is not None else None
        if record is not None:
            write_ids_as_text((record.modal or {}).get("components") or [])
            self._backend.notify(InteractionChange(record.id, record.user_id))

    def picture(self, path: str) -> bytes | None:
        """Return a picture by its path after the address of the server's CDN; None if there is none."""
        return self._backend.cdn.get(f"{CDN_BASE}/{path}")


def _image_in(uri: str) -> bytes:
    """Return the picture in a data URI.

    Raises:
        ApiError: there is none, or it is too large.

    """
    found = _DATA_URI.fullmatch(uri)
    try:
        image = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        image = b""
    if not image:
        raise _form_error("image", "BASE_TYPE_BAD_IMAGE", "Invalid image")
    if len(image) > MAX_EMOJI_BYTES:
        raise _form_error("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return image


def _nonce(call: Call) -> tuple[int, str] | None:
    """Return the channel and the nonce of a message that is to be sent only once; None for any other request."""
    found = _SEND.fullmatch(call.path)
    if call.method != "POST" or found is None or not isinstance(call.json, dict):
        return None
    body = cast("dict[str, Any]", call.json)
    if not body.get("enforce_nonce") or not body.get("nonce"):
        return None
    return int(found[1]), str(body["nonce"])


def _form_error(field_name: str, code: str, message: str) -> ApiError:
    errors = {field_name: {"_errors": [{"code": code, "message": message}]}}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)
