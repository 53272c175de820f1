"""Tests of messages about tables, as the library sees them."""

from __future__ import annotations

from typing import Any

from tests.cogs.world import World


async def test_the_bot_keeps_no_view_of_a_sent_message(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.moves(3)
    assert list(world.bot.persistent_views) == []


def boards_sent(world: World) -> list[dict[str, Any]]:
    """The body of every new message about a table in the channel."""
    return [each.json for each in world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")]


async def test_a_turn_notifies_its_player_once(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    first, (other, *_) = world.mover(), [each for each in world.others() if each is not world.alice]
    assert [int(user) for user in boards_sent(world)[-1]["allowed_mentions"]["users"]] == [first.id]
    await world.alice.press("Remove", await world.alice.run("remove", person=other))
    latest = boards_sent(world)[-1]
    assert "was removed by the host" in str(latest)
    assert f"<@{first.id}>" in str(latest)
    assert not latest["allowed_mentions"].get("users")
