"""Playing a match as people do, by pressing what they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import simcord

from engine.actions import Pass
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.support.simcord_private import as_the_bot


def components(message: Any) -> Iterator[dict[str, Any]]:
    """Give every component of a message or response, depth first, as raw JSON."""
    raw = message.components
    nodes = raw if raw and isinstance(raw[0], dict) else [each.to_dict() for each in raw]

    def walk(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for node in nodes:
            yield node
            yield from walk(node.get("components") or [])

    return walk(nodes)


def buttons(message: Any) -> dict[str, str]:
    """Give the label of every enabled button with its custom id."""
    return {
        node.get("label", ""): node["custom_id"]
        for node in components(message)
        if node.get("type") == 2 and not node.get("disabled") and "custom_id" in node
    }


def text(message: Any) -> str:
    """Give all that a message says, without alt texts."""
    parts = [node["content"] for node in components(message) if node.get("type") == 10]
    return "\n".join([message.content, *parts]) if message.content else "\n".join(parts)


def alt_texts(message: Any) -> list[str]:
    """Give the alt text of every picture of a message."""
    return [
        item.get("description") or ""
        for node in components(message)
        if node.get("type") == 12
        for item in node.get("items", [])
    ]


def answered_at_once(world: World) -> bool:
    """Tell whether the newest answer was promised before it was made, so that Discord would have waited for it."""
    callbacks = [each for each in world.env.http_requests if each.path.endswith("/callback")]
    return callbacks[-1].json["type"] == 5


def hand_message(world: World, person: simcord.MemberActor) -> Any:
    """Give the newest private message to someone."""
    return person.user.dm_channel.last_message


async def take_turn(world: World, table: Table, place: simcord.ChannelHandle | None = None) -> None:
    """Let whoever is in turn do the first thing they can, from their direct messages."""
    view = table.view(None)
    assert view.turn is not None
    person = world.who(table.people[view.turn].user)
    ply = table.ply
    if isinstance(table.view(view.turn).legal[0], Pass):
        await person.click((place or world.channel).last_message, label="Pass")
    else:
        message = hand_message(world, person)
        await person.user.click(message, custom_id=next(iter(buttons(message).values())))
        if table.ply == ply:
            message = hand_message(world, person)
            await person.user.click(message, custom_id=next(iter(buttons(message).values())))
    assert table.ply > ply


async def rush(world: World, table: Table) -> None:
    """Play a match to its end past Discord, for tests of what comes after."""
    with as_the_bot(world.env):
        while table.playing:
            view = table.view(None)
            if view.turn is None:
                await table.next_deal(table.people[0].user, view.deal)
            else:
                await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
    await world.env.settle(timeout=60)


async def play_out(world: World, table: Table, limit: int = 600) -> None:
    """Play a match to its end, beginning each next deal by its button."""
    for _ in range(limit):
        if not table.playing:
            return
        if table.view(None).turn is None:
            await world.alice.click(world.last(), label="Next deal")
        else:
            await take_turn(world, table)
    raise AssertionError("the match does not end")
