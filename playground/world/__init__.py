"""The Discord behind the playground: a guild, its people, their messages and the bot's application.

Ids are plain integers, payloads are JSON as Discord would send it, except that addresses of pictures start with
:data:`CDN_BASE`; the server replaces it with its own address. No other package imports simcord.

- ``guild``: the guild, its people, channels and settings
- ``elsewhere``: places without the bot, and who has installed it
- ``messages``: messages as each person sees and writes them
- ``interactions``: people's actions with the bot
- ``requests``: the bot's requests
- ``application``: the bot's application, as the bot sees and edits it
- ``events``: the gateway's events
- ``anywhere``: private channels, servers without the bot, and installations, which simcord lacks
- ``simcord``: everything that depends on simcord's private names
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from playground import warnings as _warnings  # isort: split

from simcord.backend.cdn import CDN_BASE

from playground.changes import Change, Resident
from playground.world.elsewhere import Elsewhere
from playground.world.events import Events
from playground.world.guild import BOT_PERMISSIONS, Guild
from playground.world.interactions import Interactions
from playground.world.messages import Messages
from playground.world.requests import Call, Requests, Upload
from playground.world.simcord import FORMAT, Backend, load_state

__all__ = ["BOT_PERMISSIONS", "CDN_BASE", "FORMAT", "INTERACTION_SECONDS", "Call", "Upload", "World"]

# imported for its effects, and before simcord
assert _warnings

MAX_MESSAGES = 500
"""Messages kept in a channel; older ones are forgotten, which bounds memory and file."""
INTERACTION_SECONDS = 15 * 60

_EPOCH_MS = 1420070400000


class World:
    """The parts of a Discord, with a clock that follows real time, and its saved state.

    Args:
        token_seconds: how long the token of an interaction is good.

    """

    def __init__(self, token_seconds: float = INTERACTION_SECONDS) -> None:
        self._backend = Backend(token_seconds)
        self.guild = Guild(self._backend)
        self.elsewhere = Elsewhere(self._backend)
        self.messages = Messages(self._backend, self.guild, self.elsewhere)
        self.interactions = Interactions(self._backend, self.guild)
        self.requests = Requests(self._backend, self.guild)
        self.events = Events(self._backend)

    @property
    def listeners(self) -> list[Callable[[Change], None]]:
        """The functions called with every change."""
        return self._backend.listeners

    @property
    def application_id(self) -> int:
        """The id of the bot's application."""
        return self._backend.application_id

    @property
    def bot_id(self) -> int:
        """The user id of the bot."""
        return self._backend.bot_user.id

    def snapshot(self) -> bytes:
        """Return the whole state except the pictures, for :meth:`restore`."""
        return pickle.dumps(
            {
                "backend": self._backend.state(),
                "residents": [(r.id, r.username, r.name, r.locale) for r in self._backend.residents],
                "closed_dms": self.guild.closed_dms,
                "marks": self.messages.marks,
            }
        )

    def restore(self, state: bytes, pictures: Mapping[str, bytes]) -> None:
        """Replace the state by that of a snapshot.

        Raises:
            ValueError: the bytes are no snapshot.

        """
        try:
            loaded = load_state(state)
            backend: dict[str, Any] = loaded["backend"]
            residents = [Resident(*row) for row in loaded["residents"]]
            closed, marks = loaded["closed_dms"], loaded["marks"]
        except Exception as error:
            raise ValueError(f"not a playground's state: {error}") from error
        vars(self._backend).update(backend)
        self._backend.residents, self.guild.closed_dms, self.messages.marks = residents, closed, marks
        self._backend.cdn.blobs.clear()
        self._backend.cdn.blobs.update(pictures)
        self._backend.cdn.fresh.clear()
        # an older state's bot lacks the permissions that a later version's invite link asks for
        self.guild.bot_role.permissions |= BOT_PERMISSIONS.value
        self.guild.furnish()
        self.elsewhere.furnish()

    def take_pictures(self) -> tuple[dict[str, bytes], set[str]]:
        """Return the pictures added, and the addresses of those dropped, since the last call."""
        cdn = self._backend.cdn
        fresh, dropped = cdn.fresh, cdn.dropped
        cdn.fresh, cdn.dropped = {}, set()
        return fresh, dropped

    def return_pictures(self, fresh: dict[str, bytes], dropped: set[str]) -> None:
        """Take back the result of :meth:`take_pictures`, if it could not be saved."""
        cdn = self._backend.cdn
        cdn.fresh = {url: data for url, data in fresh.items() if url in cdn.blobs} | cdn.fresh
        cdn.dropped |= dropped

    def tidy(self) -> None:
        """Forget old interactions, old messages, and pictures that no message shows."""
        backend = self._backend
        moment = int(datetime.now(UTC).timestamp() * 1000) - _EPOCH_MS - INTERACTION_SECONDS * 1000
        shown: set[str] = {f"{CDN_BASE}/emojis/{emoji}.png" for emoji in self._emoji_ids()}
        for messages in backend.messages.values():
            for message_id in list(messages)[:-MAX_MESSAGES]:
                del messages[message_id]
            shown.update(str(a["url"]) for message in messages.values() for a in message.attachments)
        for url in backend.cdn.blobs.keys() - shown:
            number = re.search(r"/(\d+)(?:/[^/]*|\.png)$", url)
            if number is None or int(number[1]) < moment << 22:
                backend.cdn.drop(url)
        backend.forget_before(moment)

    def _emoji_ids(self) -> set[int]:
        guilds = self._backend.guilds.values()
        return set(self._backend.application_emojis) | {e for guild in guilds for e in guild.emojis}
