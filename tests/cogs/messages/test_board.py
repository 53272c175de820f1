"""Messages about tables, in the library's eyes."""

from __future__ import annotations

from typing import Any

from tests.cogs.conftest import World
from tests.cogs.playing import take_turn


async def test_nothing_is_kept_of_messages_once_they_are_sent(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for _ in range(3):
        await take_turn(world, table)
    assert list(world.bot.persistent_views) == []


def boards_sent(world: World) -> list[dict[str, Any]]:
    """The body of every new message about a table in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    return [each.json for each in world.env.http_requests if (each.method, each.path) == ("POST", path)]


async def test_a_turn_notifies_its_player_once_whoever_else_comes_and_goes(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    view = table.view(None)
    assert view.turn is not None
    first = world.who(table.people[view.turn].user)
    assert [int(user) for user in boards_sent(world)[-1]["allowed_mentions"]["users"]] == [first.id]
    other = world.chloe if first is not world.chloe else world.bruno
    await world.alice.slash(world.channel, "domino remove", person=other)
    latest = boards_sent(world)[-1]
    assert "was removed by the host" in str(latest)
    assert f"<@{first.id}>" in str(latest)
    assert not latest["allowed_mentions"].get("users")


async def test_a_pause_is_told_once_and_not_laid_to_the_host(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.alice.slash(world.channel, "domino pause")
    paused = str(boards_sent(world)[-1])
    assert paused.count("⏸️") == 1
    assert f"<@{world.alice.id}> lets it go on" in paused
    await world.alice.slash(world.channel, "domino resume")
    assert "The match goes on." in str(boards_sent(world)[-1])


async def test_who_has_left_is_not_asked_again_whether_to_leave(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    asked = await world.bruno.slash(world.channel, "domino leave")
    await world.bruno.click(asked.response, custom_id=f"b:walk:{table.id}")
    again = await world.bruno.slash(world.channel, "domino leave")
    assert again.response.content == "You have left this match, and the bot plays on for you."
    await world.alice.slash(world.channel, "domino remove", person=world.chloe)
    removed = await world.chloe.slash(world.channel, "domino leave")
    assert removed.response.content.startswith("The host has removed you")


async def test_the_hosts_own_hand_says_how_a_pause_ends(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.alice.slash(world.channel, "domino pause")
    of_host = await world.alice.slash(world.channel, "domino hand")
    assert "Press **Resume** under the table" in str(of_host.response.components)
    of_other = await world.bruno.slash(world.channel, "domino hand")
    assert f"Its host, <@{world.alice.id}>, lets it go on: /domino resume." in str(of_other.response.components)
