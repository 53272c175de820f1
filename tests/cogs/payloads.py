"""What Discord would deliver, put together by hand: forged, doubled, late, or by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord
import simcord.interactions
from simcord.backend import serializers

from tests.cogs.playing import text

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
BUTTON, SELECT = 2, 3


@dataclass
class Delivery:
    """An interaction that can be delivered, as often as one likes.

    Attributes:
        env: simcord's environment.
        payload: what the gateway says of it; may be tampered with.
        answer: what came of it.

    """

    env: simcord.Env
    payload: dict[str, Any]
    answer: simcord.InteractionResult

    @property
    def id(self) -> str:
        """Its number."""
        return str(self.payload["id"])

    def deliver(self) -> None:
        """Deliver it, and do not wait."""
        self.env.backend.emit("INTERACTION_CREATE", self.payload)


def interaction(
    env: simcord.Env,
    who: Any,
    kind: int,
    data: dict[str, Any],
    *,
    channel: Any,
    message: Any = None,
    shown: dict[int, Any] | None = None,
) -> Delivery:
    """Put an interaction together: somebody's, in a channel, on a message if it is a press.

    With ``shown``, what a message shows is taken down once for many.
    """
    backend = env.backend
    place = backend.get_channel(channel.id)
    record, payload = simcord.interactions.base_payload(
        backend, type=kind, channel_id=place.id, guild_id=place.guild_id, user_id=who.id, data=data
    )
    if message is not None:
        stored = backend.get_message(message.channel.id, message.id)
        taken = {} if shown is None else shown
        if stored.id not in taken:
            taken[stored.id] = dict(serializers.message_payload(backend, stored))
        payload["message"] = taken[stored.id]
        record.source_message_id = stored.id
    return Delivery(env, payload, simcord.InteractionResult(env, record))


def pressed(env: simcord.Env, who: Any, message: Any, custom_id: str, **data: Any) -> Delivery:
    """Put a press of a control together, existing or not; with ``values`` a choice from a select."""
    kind = SELECT if "values" in data else BUTTON
    data = {"custom_id": custom_id, "component_type": kind, **data}
    return interaction(env, who, COMPONENT, data, channel=message.channel, message=message)


def commanded(env: simcord.Env, who: Any, channel: Any, *path: str, kind: int = COMMAND, **options: Any) -> Delivery:
    """Put a command together: ``commanded(env, alice, channel, "settings", "text", mode="on")``."""
    types = {str: 3, bool: 5, int: 4, float: 10}
    nested: list[dict[str, Any]] = [
        {"name": name, "type": types.get(type(value), 3), "value": value} for name, value in options.items()
    ]
    for depth, name in enumerate(reversed(path)):
        nested = [{"name": name, "type": 1 if depth == 0 else 2, "options": nested}]
    root = env.backend.commands[None]["domino", 1]
    data = {"id": root["id"], "name": "domino", "type": 1, "options": nested}
    return interaction(env, who, kind, data, channel=channel)


def said(answer: simcord.InteractionResult) -> str:
    """Give all that an interaction was answered with, texts and all; empty where it was not answered."""
    parts = [] if answer.response is None else [answer.response]
    return "\n".join(text(part) for part in (*parts, *answer.followups))
