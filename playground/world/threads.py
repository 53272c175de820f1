"""The permissions for edits of threads: the creator has them, and Manage Threads. simcord asks for Manage Channels.

Importing this module teaches it to simcord. Source: Discord's documentation, *Threads* (editing and deleting).
"""

from __future__ import annotations

from typing import Final

from simcord.backend.models import Channel
from simcord.http.router import RequestContext

OF_CREATORS: Final = frozenset({"name", "archived", "auto_archive_duration"})
"""The fields that a thread's creator may edit."""

_require = RequestContext.require_channel_permissions


def _required(request: RequestContext, channel: Channel) -> tuple[str, ...]:
    """Return the permissions that the bot needs to edit or delete a thread."""
    creator = channel.owner_id == request.backend.bot_user.id
    if creator and request.method == "PATCH" and request.body().keys() <= OF_CREATORS:
        return ()
    return ("manage_threads",)


def _require_channel_permissions(self: RequestContext, channel_id: int, *names: str) -> Channel:
    channel = self.backend.get_channel(channel_id)
    if channel.is_thread and names == ("manage_channels",):
        names = _required(self, channel)
    return _require(self, channel_id, *names)


RequestContext.require_channel_permissions = _require_channel_permissions
