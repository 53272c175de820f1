"""Interactions put together by hand: forged, doubled, late, or by the thousand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import simcord
import simcord.interactions
from simcord.backend import serializers

from tests.support.in_memory.seen import Answer, Seen

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
BUTTON, SELECT = 2, 3
MANY = 20
"""How many interactions at once are waited for in another way."""


@dataclass
class Delivery:
    """An interaction that can be delivered any number of times.

    Attributes:
        env: simcord's environment.
        payload: the gateway's event, which may be tampered with.
        answer: what the bot answers.

    """

    env: simcord.Env
    payload: dict[str, Any]
    answer: Answer

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    def deliver(self) -> None:
        """Deliver it without waiting."""
        self.env.backend.emit("INTERACTION_CREATE", self.payload)

    async def send(self) -> Answer:
        """Deliver it, wait until the bot is done, and return the answer."""
        self.deliver()
        await self.env.settle(timeout=60)
        return self.answer


ANSWERING = ("CommandTree-invoker", "discord-ui", "discord.py: on_interaction")
"""How the library calls the tasks in which interactions are answered."""


async def send_all(*deliveries: Delivery) -> list[Answer]:
    """Deliver interactions at once, wait until the bot is done, and return the answers."""
    for each in deliveries:
        each.deliver()
    # settling looks at all that is under way again and again, which is slow for so many
    for _ in range(500):
        answering = [each for each in asyncio.all_tasks() if each.get_name().startswith(ANSWERING)]
        if len(deliveries) < MANY or not answering:
            break
        await asyncio.wait(answering, timeout=0.1)
    await deliveries[0].env.settle(timeout=60)
    return [each.answer for each in deliveries]


def plain(message: Any) -> Any:
    """Return the library's message of what a test has at hand: a message, an answer, or a channel's newest message."""
    if isinstance(message, Seen):
        message = message.message
    return getattr(message, "last_message", message)


def interaction(
    env: simcord.Env,
    who: Any,
    kind: int,
    data: dict[str, Any],
    *,
    channel: int,
    message: Any = None,
    shown: dict[int, Any] | None = None,
) -> Delivery:
    """Put together an interaction in a channel; a press is on a message.

    ``shown`` caches the payloads of messages, by their ids.
    """
    backend = env.backend
    place = backend.get_channel(channel)
    record, payload = simcord.interactions.base_payload(
        backend, type=kind, channel_id=place.id, guild_id=place.guild_id, user_id=who.id, data=data
    )
    if message is not None:
        stored = backend.get_message(channel_of(message), message.id)
        taken = {} if shown is None else shown
        if stored.id not in taken:
            taken[stored.id] = dict(serializers.message_payload(backend, stored))
        payload["message"] = taken[stored.id]
        record.source_message_id = stored.id
    return Delivery(env, payload, Answer(simcord.InteractionResult(env, record)))


def channel_of(message: Any) -> int:
    """Return the id of a message's channel."""
    return message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id


def pressed(who: Any, custom_id: str, on: Any = None, **data: Any) -> Delivery:
    """Put together a press of a control that need not exist; with ``values``, a choice from a select."""
    message = plain(who.world.board if on is None else on)
    kind = SELECT if "values" in data else BUTTON
    data = {"custom_id": custom_id, "component_type": kind, **data}
    return interaction(who.world.env, who, COMPONENT, data, channel=channel_of(message), message=message)


def commanded(who: Any, *path: str, kind: int = COMMAND, place: Any = None, **options: Any) -> Delivery:
    """Put together a command, by default in the one channel: ``commanded(alice, "settings", "text", mode="on")``."""
    types = {str: 3, bool: 5, int: 4, float: 10}
    nested: list[dict[str, Any]] = [
        {"name": name, "type": types.get(type(value), 3), "value": value} for name, value in options.items()
    ]
    for depth, name in enumerate(reversed(path)):
        nested = [{"name": name, "type": 1 if depth == 0 else 2, "options": nested}]
    root = who.world.env.backend.commands[None]["domino", 1]
    data = {"id": root["id"], "name": "domino", "type": 1, "options": nested}
    return interaction(who.world.env, who, kind, data, channel=(place or who.world.channel).id)


def submitted(who: Any, custom_id: str, values: Mapping[str, Any], on: Any = None) -> Delivery:
    """Return the payload of a submitted modal, open on any device or on none; lists are choices of selects."""
    fields = [
        {"type": 3 if isinstance(value, list) else 4, "id": 2, "custom_id": name}
        | {"values" if isinstance(value, list) else "value": value}
        for name, value in values.items()
    ]
    data = {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": each} for each in fields]}
    world = who.world
    return interaction(world.env, who, MODAL, data, channel=world.channel.id, message=plain(on))
