"""The messages of every channel, as each person sees and writes them."""

from __future__ import annotations

import copy
from typing import Any, cast

from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message

from playground.changes import SettingChange
from playground.errors import ApiError
from playground.world.elsewhere import Elsewhere, kind_of
from playground.world.guild import BOT_NAME, Guild
from playground.world.simcord import Backend, api_errors


class Messages:
    """The messages, and how far each person has read them."""

    def __init__(self, backend: Backend, guild: Guild, elsewhere: Elsewhere) -> None:
        self.marks: dict[int, dict[int, int]] = {}
        """The id of the last read message, by person and channel."""
        self._backend = backend
        self._guild = guild
        self._elsewhere = elsewhere

    def channels(self, user_id: int) -> list[dict[str, Any]]:
        """Return the channels that a person sees: threads after their channel, the DM with the bot last.

        `people` are the people in a channel without the bot; None in other channels.
        """
        self._guild.resident(user_id)
        channels: list[Channel] = []
        guild = self._guild.record
        threads = [self._backend.channels[thread] for thread in guild.thread_ids]
        for channel_id in guild.channel_ids:
            channels.append(self._backend.channels[channel_id])
            channels += [thread for thread in threads if thread.parent_id == channel_id]
        elsewhere = self._elsewhere.channels
        channels += [*elsewhere, self._backend.get_dm_channel(user_id)]
        return [
            self._channel_view(channel, user_id, has_bot=channel not in elsewhere)
            for channel in channels
            if channel_accessible(self._backend, channel.id, user_id)
        ]

    def _channel_view(self, channel: Channel, user_id: int, *, has_bot: bool) -> dict[str, Any]:
        name, people = channel.name or BOT_NAME, None
        if not has_bot:
            name = self._elsewhere.name(channel, user_id)
            people = [str(each) for each in self._elsewhere.people(channel)]
        return {
            "id": str(channel.id),
            "kind": kind_of(channel),
            "name": name,
            "guild_id": str(channel.guild_id) if channel.guild_id else None,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "people": people,
            **self.unread(user_id, channel.id),
        }

    def page(self, user_id: int, channel_id: int, *, before: int | None, limit: int) -> list[dict[str, Any]]:
        """Return the newest messages (older than `before`) that a person may see, oldest first."""
        with api_errors():
            self._guild.require_channel(user_id, channel_id)
        seen = [
            message
            for message in self._backend.messages[channel_id].values()
            if message.visible_to(user_id) and (before is None or message.id < before)
        ]
        return [self._view(message, user_id) for message in seen[-limit:]]

    def get(self, user_id: int, channel_id: int, message_id: int) -> dict[str, Any]:
        """Return a message as a person sees it.

        Raises:
            ApiError: the person does not see it (404).

        """
        with api_errors():
            return self._view(self._guild.require_message(user_id, channel_id, message_id), user_id)

    def unread(self, user_id: int, channel_id: int) -> dict[str, int]:
        """Return the number of unread messages, and of those among them that mention the person."""
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
        """Mark everything in a channel as read by a person."""
        with api_errors():
            self._guild.require_channel(user_id, channel_id)
        newest = next(reversed(self._backend.messages.get(channel_id, {})), 0)
        self.marks.setdefault(user_id, {})[channel_id] = newest
        self._backend.notify(SettingChange("quiet"))

    def say(self, user_id: int, channel_id: int, content: str) -> dict[str, Any]:
        """Send a plain message as a person."""
        with api_errors():
            channel = self._guild.require_channel(user_id, channel_id)
            if channel.guild_id is not None:
                needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
                self._backend.require_permissions(channel.guild_id, user_id, channel_id, needed)
            if not 0 < len(content.strip()) <= 2000:
                raise ApiError(400, 50035, "A message has 1 to 2000 characters")
            return self._view(self._backend.create_message(channel_id, user_id, content), user_id)

    def open_thread(self, user_id: int, channel_id: int, name: str) -> int:
        """Open a public thread in a channel as a person; all people join. Return its id."""
        with api_errors():
            channel = self._guild.require_channel(user_id, channel_id)
            if channel.guild_id is None or channel.is_thread or not 0 < len(name.strip()) <= 100:
                raise ApiError(400, 50035, "A thread has a name of 1 to 100 characters, in a channel of the server")
            self._backend.require_permissions(channel.guild_id, user_id, channel_id, "create_public_threads")
            return self._backend.create_thread(channel_id, name.strip(), user_id).id

    def dismiss(self, user_id: int, channel_id: int, message_id: int) -> None:
        """Remove an ephemeral message from its reader's screen."""
        with api_errors():
            message = self._guild.require_message(user_id, channel_id, message_id)
            if not message.is_ephemeral:
                raise ApiError(403, 50003, "Only what nobody else sees can be dismissed")
            self._backend.delete_message(channel_id, message_id)

    def _view(self, message: Message, user_id: int) -> dict[str, Any]:
        view = copy.deepcopy(dict(serializers.message_payload(self._backend, message, for_user=user_id)))
        view["ephemeral"] = message.is_ephemeral
        view["loading"] = bool(message.flags & 1 << 7) and message.interaction_metadata is not None
        view["pings_me"] = user_id in message.ping_user_ids
        embedded = _show_uploads(message, cast("list[dict[str, Any]]", view["embeds"]))
        view["attachments"] = [a for a in message.attachments if a["id"] not in embedded]
        return view


def _show_uploads(message: Message, embeds: list[dict[str, Any]]) -> set[str]:
    """Show uploads in embeds in place of the list of attachments; return the ids of these attachments."""
    files: dict[str, Any] = {f"attachment://{a['filename']}": a for a in message.attachments}
    embedded: set[str] = set()
    for embed in embeds:
        for part in ("image", "thumbnail"):
            picture: dict[str, Any] = embed.get(part) or {}
            attachment = files.get(str(picture.get("url")))
            if attachment is not None:
                embed[part] |= {k: attachment[k] for k in ("url", "description") if k in attachment}
                embedded.add(attachment["id"])
    return embedded
