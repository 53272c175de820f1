"""The payloads of a Discord that checks nothing, as discord.py expects them: for the attack and for benchmarks."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import orjson

from engine.tiles import MAX_PIPS, full_set
from playground.shards import shard_of

GUILD = 1_100_000_000_000_000_000
APPLICATION = GUILD + 1
COMMAND = GUILD + 2
MODULUS = 10**6
_EPOCH_MS = 1_420_070_400_000
ALL_PERMISSIONS = str((1 << 50) - 1)
MAY_WRITE = str(0x400 | 0x800 | 0x10000 | 0x80000000)
EPHEMERAL, COMPONENTS_V2 = 64, 1 << 15
_numbers = itertools.count()


def snowflake() -> int:
    """Return a new id, which contains the present time as Discord's do."""
    return (int(time.time() * 1000) - _EPOCH_MS) << 22 | next(_numbers) & 0x3FFFFF


def guild_id(shard: int, shards: int) -> int:
    """Return the id of the server of a shard, of so many."""
    return GUILD + ((shard - shard_of(GUILD, shards)) % shards << 22)


def channel_id(number: int) -> int:
    """Return the id of a channel."""
    return GUILD + MODULUS + number


def user_id(number: int) -> int:
    """Return the id of a person."""
    return GUILD + 2 * MODULUS + number


def dm_of(user: int) -> int:
    """Return the id of the channel of direct messages with a person."""
    return user + MODULUS


def is_dm(channel: int) -> bool:
    """Return whether a channel is one of direct messages."""
    return channel >= GUILD + 3 * MODULUS


def user(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    """Return a user."""
    shown = {"username": name.lower(), "global_name": name, "discriminator": "0", "avatar": None, "bot": bot}
    return {"id": str(number), **shown}


BOT = user(APPLICATION, "Dominoes", bot=True)


def person(number: int) -> dict[str, Any]:
    """Return the user with one of the ids of people."""
    return user(number, f"Player{number % MODULUS}")


def member(who: Mapping[str, Any], permissions: str = MAY_WRITE) -> dict[str, Any]:
    """Return a user as a member of a server."""
    return {
        "user": who, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0,
        "permissions": permissions, "nick": None, "avatar": None,
    }  # fmt: skip


# -------------------------------------------------------------------- requests


class Form(NamedTuple):
    """A request's JSON, its files with their names, and how many bytes the JSON had."""

    json: dict[str, Any]
    files: list[tuple[str, bytes]]
    body: int


def read(content: str, body: bytes) -> Form:
    """Read a request: JSON, or a form of JSON and files."""
    if not content.startswith("multipart/"):
        return Form(orjson.loads(body) if body else {}, [], len(body))
    boundary = b"--" + content.split("boundary=", 1)[1].strip('"').encode()
    parsed: dict[str, Any] = {}
    files: list[tuple[str, bytes]] = []
    length = 0
    for part in body.split(boundary)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        data = data[:-2]
        if b'name="payload_json"' in head or b"name=payload_json" in head:
            parsed, length = orjson.loads(data), len(data)
        else:
            name = head.split(b"filename=", 1)[1].split(b"\r\n", 1)[0].strip(b'"')
            files.append((name.decode(), data))
    return Form(parsed, files, length)


def message(channel: int, sent: Form, number: int, old: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a message as it is after a request, new or edited."""
    data = sent.json
    before = old or {}
    files = iter(sent.files)
    kept = {each["id"]: each for each in before.get("attachments", ())}
    attachments = before.get("attachments", [])
    if "attachments" in data:
        attachments = [
            kept.get(str(each["id"])) or _attachment(channel, each, *next(files, ("", b"")))
            for each in data["attachments"] or ()
        ]
    components = data.get("components") or ([] if "components" in data else before.get("components", []))
    _resolve(components, {each["filename"]: each for each in attachments}, itertools.count(1))
    flags, lasting = int(data.get("flags") or 0), int(before.get("flags", 0)) & (EPHEMERAL | COMPONENTS_V2)
    return {
        **({"nonce": data["nonce"]} if "nonce" in data else {}),
        "id": str(number),
        "channel_id": str(channel),
        "type": 0,
        "author": BOT,
        "content": data.get("content", before.get("content", "")) or "",
        "timestamp": before.get("timestamp", "2026-01-01T00:00:00.000000+00:00"),
        "edited_timestamp": "2026-01-01T00:00:00.000000+00:00" if old is not None else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": attachments,
        "embeds": [],
        "pinned": False,
        "flags": flags | lasting,
        "components": components,
    }


def _attachment(channel: int, told: Mapping[str, Any], sent_as: str, data: bytes) -> dict[str, Any]:
    number, name = snowflake(), str(told.get("filename") or sent_as)
    url = f"https://cdn.discordapp.com/attachments/{channel}/{number}/{name}"
    return {
        "id": str(number), "filename": name, "size": len(data), "url": url, "proxy_url": url,
        "content_type": "image/png", "width": 1000, "height": 700, "description": told.get("description"),
    }  # fmt: skip


def _resolve(components: list[dict[str, Any]], files: Mapping[str, Mapping[str, Any]], ids: Iterator[int]) -> None:
    """Number the components, and replace the names of pictures by their addresses."""
    for each in components:
        each["id"] = next(ids)
        for item in each.get("items", ()):
            media = item["media"]
            found = files.get(media["url"].removeprefix("attachment://"))
            if found is not None:
                item["media"] = {
                    "url": found["url"], "proxy_url": found["proxy_url"], "width": 1000, "height": 700,
                    "content_type": "image/png", "attachment_id": found["id"], "loading_state": 2,
                }  # fmt: skip
        _resolve(each.get("components", []), files, ids)


class Control(NamedTuple):
    """A button or select that can be pressed: its custom id, and the values that it offers; None for a button."""

    custom_id: str
    values: tuple[str, ...] | None


def controls(components: list[dict[str, Any]]) -> Iterator[Control]:
    """Return the enabled controls among a message's components, at any depth."""
    for each in components:
        if "custom_id" in each and not each.get("disabled"):
            options = each.get("options")
            values = None if options is None else tuple(option["value"] for option in options)
            yield Control(each["custom_id"], values)
        yield from controls(each.get("components", []))


# ------------------------------------------------------------- what is sent


def ready(gateway: str, guilds: Sequence[int], shard: int, shards: int) -> dict[str, Any]:
    """Return READY of a shard with these servers."""
    return {
        "v": 10, "user": BOT, "guilds": [{"id": str(each), "unavailable": True} for each in guilds], "session_id": "s",
        "resume_gateway_url": gateway, "shard": [shard, shards],
        "application": {"id": str(APPLICATION), "flags": 0},
    }  # fmt: skip


def channel(number: int, guild: int, name: str) -> dict[str, Any]:
    """Return a text channel of a server."""
    return {
        "id": str(number), "guild_id": str(guild), "type": 0, "name": name, "position": 0, "permission_overwrites": [],
        "parent_id": None, "topic": None, "nsfw": False, "last_message_id": None, "rate_limit_per_user": 0, "flags": 0,
        "permissions": ALL_PERMISSIONS,
    }  # fmt: skip


def guild(number: int, channels: Sequence[Mapping[str, Any]], owner: int) -> dict[str, Any]:
    """Return GUILD_CREATE of a server with these channels."""
    role = {
        "id": str(number), "name": "@everyone", "permissions": ALL_PERMISSIONS, "position": 0, "color": 0,
        "hoist": False, "managed": False, "mentionable": False, "flags": 0, "colors": {"primary_color": 0},
    }  # fmt: skip
    return {
        "id": str(number), "name": "Domino Café", "owner_id": str(owner), "member_count": 1000, "roles": [role],
        "channels": channels, "members": [member(BOT)], "threads": [], "preferred_locale": "en-US", "emojis": [],
        "stickers": [], "features": [], "large": True, "unavailable": False,
    }  # fmt: skip


def dm_channel(number: int, who: Mapping[str, Any]) -> dict[str, Any]:
    """Return the channel of direct messages with a person."""
    return {"id": str(number), "type": 1, "recipients": [who], "last_message_id": None, "flags": 0}


def command(name: str, options: Mapping[str, str | int | bool]) -> dict[str, Any]:
    """Return the data of an interaction for a command below ``/domino``, in a group or not."""
    types = {str: 3, int: 4, bool: 5}
    inner: list[dict[str, Any]] = [
        {"name": option, "type": types[type(value)], "value": value} for option, value in options.items()
    ]
    for depth, each in enumerate(reversed(name.split())):
        inner = [{"name": each, "type": 2 if depth else 1, "options": inner}]
    return {"id": str(COMMAND), "name": "domino", "type": 1, "options": inner}


def interaction(
    number: int,
    token: str,
    kind: int,
    who: Mapping[str, Any],
    place: Mapping[str, Any],
    data: Mapping[str, Any],
    message: object = None,
) -> dict[str, Any]:
    """Return INTERACTION_CREATE of a member, in a channel of a server or of direct messages.

    Args:
        number: the id.
        token: what answers name it by.
        kind: 2 is a command, 3 a control, 4 typing, 5 a window.
        who: who acts, as a member.
        place: the channel.
        data: what is asked.
        message: the message of the control.

    """
    payload: dict[str, Any] = {
        "id": str(number), "application_id": str(APPLICATION), "type": kind, "token": token, "version": 1, "data": data,
        "channel_id": place["id"], "channel": place, "locale": "en-US", "app_permissions": ALL_PERMISSIONS,
        "entitlements": [], "attachment_size_limit": 10_485_760, "authorizing_integration_owners": {},
    }  # fmt: skip
    if message is not None:
        payload["message"] = message
    if place["type"] == 1:
        return payload | {"user": who["user"], "context": 1}
    here = {"id": place["guild_id"], "locale": "en-US", "features": []}
    return payload | {
        "guild_id": place["guild_id"], "guild_locale": "en-US", "member": who, "context": 0, "guild": here,
    }  # fmt: skip


def registered(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return commands as Discord registers them."""
    more = {"application_id": str(APPLICATION), "version": "1", "description": "", "default_member_permissions": None}
    return [{**more, **each, "id": str(COMMAND + number)} for number, each in enumerate(commands)]


@cache
def _emojis() -> list[dict[str, Any]]:
    names = [f"domino_{tile.high}_{tile.low}" for tile in full_set(MAX_PIPS)]
    more: dict[str, Any] = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
    return [{"id": str(GUILD + 100 + number), "name": name, **more} for number, name in enumerate(names)]


def standing(method: str, path: str) -> object:
    """Return the answer to a request that always has the same; None for any other."""
    answers: dict[str, object] = {
        "GET users/@me": BOT | {"verified": True, "flags": 0},
        "GET oauth2/applications/@me": {
            "id": str(APPLICATION), "name": "Dominoes", "icon": None, "description": "", "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None, "owner": person(user_id(0)),
        },
        f"GET applications/{APPLICATION}/emojis": {"items": _emojis()},
        f"GET applications/{APPLICATION}/commands": [],
    }  # fmt: skip
    return answers.get(f"{method} {path}")
