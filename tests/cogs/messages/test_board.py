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
    await world.alice.run("remove", person=other)
    latest = boards_sent(world)[-1]
    assert "was removed by the host" in str(latest)
    assert f"<@{first.id}>" in str(latest)
    assert not latest["allowed_mentions"].get("users")


async def test_a_pause_is_told_once_and_blames_no_player(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.alice.run("pause")
    paused = str(boards_sent(world)[-1])
    assert paused.count("⏸️") == 1
    assert f"<@{world.alice.id}> can continue it" in paused
    await world.alice.run("resume")
    assert "The match continues." in str(boards_sent(world)[-1])


async def test_the_hosts_own_hand_says_how_a_pause_ends(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.alice.run("pause")
    of_host = await world.alice.run("hand")
    assert "Press **Resume** under the table" in str(of_host.components)
    of_other = await world.bruno.run("hand")
    assert f"Its host, <@{world.alice.id}>, can continue it with /domino resume." in str(of_other.components)
