"""All that leans on simcord's private names, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import simcord
import simcord.interactions


def hurry() -> None:
    """Let each verb poll for idleness every half millisecond in place of every 50."""
    simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.0005


def errors_of(env: simcord.Env) -> None:
    """Raise what the bot raised and nobody looked at."""
    env._raise_errors_since(env._errors_acknowledged)


@contextmanager
def speaking(locales: dict[int, str], guild: str = "en-US") -> Iterator[None]:
    """Give interactions the languages of their users, by id, and of the server."""
    original: Callable[..., Any] = simcord.interactions.base_payload

    def spoken(backend: Any, **arguments: Any) -> Any:
        record, payload = original(backend, **arguments)
        payload["locale"] = locales.get(arguments["user_id"], "en-US")
        if "guild_locale" in payload:
            payload["guild_locale"] = guild
        return record, payload

    simcord.interactions.base_payload = spoken
    try:
        yield
    finally:
        simcord.interactions.base_payload = original


def press(env: simcord.Env, who: Any, message: Any, custom_id: str, **data: Any) -> Any:
    """Send a press of a control, existing or not, and do not wait: for forgeries and races."""
    backend = env.backend
    stored = backend.get_message(message.channel.id, message.id)
    channel = backend.get_channel(stored.channel_id)
    record, payload = simcord.interactions.base_payload(
        backend,
        type=3,
        channel_id=channel.id,
        guild_id=channel.guild_id,
        user_id=who.id,
        data={"custom_id": custom_id, "component_type": 2, **data},
    )
    from simcord.backend import serializers

    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    return simcord.InteractionResult(env, record)


def deny(env: simcord.Env, guild: Any, channel: Any, permission: str) -> None:
    """Take a permission from everyone in a channel, the bot included."""
    from simcord.backend.models import Overwrite
    from simcord.backend.permissions import flag
    from simcord.enums import OverwriteType

    env.backend.set_overwrite(channel.id, Overwrite(guild.id, OverwriteType.ROLE, deny=flag(permission)))


def create_thread(env: simcord.Env, channel: Any, owner: Any, name: str) -> Any:
    """Open a public thread in a channel, as its owner would."""
    made = env.backend.create_thread(channel.id, name, owner_id=owner.id)
    return next(thread for thread in channel.threads if thread.id == made.id)


def as_the_bot(env: simcord.Env) -> Any:
    """Let what is done in the context count as the bot's own work, that settling waits for."""
    return env._bot_scope()
