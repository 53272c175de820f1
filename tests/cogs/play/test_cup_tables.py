"""A cup's table in its channel: nothing offers what its people may not do, and the time of the round is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bots.level import Level
from engine.live.model.request import CupRequest
from engine.live.model.table import CupMatch, Person, Presence, Status
from engine.live.tables import cup_matches
from engine.live.tables.table import Table
from tests.support.in_memory.world import World

IN_CUP = "This table belongs to a tournament. Only its organizer can change that."
OFF = {"Pause", "End the match", "Ask everyone to end it", "Take this seat", "Rematch"}


async def begun(world: World, *names: str, **changes: Any) -> Table:
    """Begin a match of a cup in the channel, as the bot does."""
    people = tuple(Person(each.id, each.name, "en-US") for each in world.named(*names))
    if len(people) == 1:
        people += (Person(-1, "Odile", "", level=Level.NORMAL),)
    request = CupRequest(
        table_id="cuptable",
        cup=CupMatch("spring", 1, 1),
        guild_id=world.channel.guild.id,
        channel_id=world.channel.id,
        people=people,
        rules="no-boneyard",
        locale="en-US",
    )
    async with world.directly():
        return await world.bot.hub.begin(replace(request, **changes))


async def test_the_table_of_a_cup_is_shown_and_played_and_offers_nothing_that_is_off(world: World) -> None:
    table = await begun(world, "alice", "bruno")
    assert "it's your turn" in world.board.text
    await world.moves(2)
    for player in (world.alice, world.bruno, world.manager(manage_messages=True)):
        more = await player.press("More")
        assert not OFF & set(more.labels)
        assert ("Leave" in more.labels) is (table.header.seat_of(player.id) is not None)
    for command in ("table end", "table pause", "table host", "table remove"):
        given = {"person": world.bruno} if command in ("table host", "table remove") else {}
        assert IN_CUP in (await world.alice.run(command, **given)).private
    for verb in ("stop", "seat", "pause", "resume", "end"):
        assert IN_CUP in (await world.alice.forge(f"b:{verb}:{table.id}", world.board)).private
    await world.assert_kept(table)


async def test_a_person_alone_with_a_computer_waits_for_no_friends_in_a_cup(world: World) -> None:
    await begun(world, "alice")
    assert "Leave" in (more := await world.alice.press("More")).labels
    assert "Wait for friends" not in more.labels


async def test_who_leaves_is_told_what_it_means_and_the_match_goes_on_without_anybody(world: World) -> None:
    table = await begun(world, "alice", "bruno")
    asked = await world.bruno.run("leave")
    assert "The bot will play on for you, and the result counts for your side." in asked.private
    assert asked.labels == ["Leave", "Keep playing"]
    for player in (world.bruno, world.alice):
        await player.press("Leave", await player.run("leave"))
        assert "I'm back" in world.board.labels
        assert not OFF & set(world.board.labels)
    assert {world.presence(each) for each in (world.alice, world.bruno)} == {Presence.LEFT}
    assert "on hold" not in world.board.text
    for _ in range(60):
        if table.playing:
            await world.wait(60)
    assert table.header.status is Status.FINISHED
    assert world.board.labels[0] == "My table"
    assert not OFF & set(world.board.labels)
    assert IN_CUP in (await world.alice.forge(f"b:rematch:{table.id}", world.board)).private


async def test_the_channel_is_told_that_the_time_is_over_and_who_won(world: World) -> None:
    table = await begun(world, "alice", "bruno")
    await world.moves(2)
    async with world.directly():
        await table.do(cup_matches.call_time)
    assert "⏰ Time! This is the last deal. The score is level at 0." in world.board.text
    await world.end_deal(table)
    assert table.header.status is Status.CLOSED
    state = table.situation.state
    assert state is not None
    outcome = cup_matches.outcome_of(table.header, state)
    assert outcome.winner is not None
    most, least = max(outcome.points), min(outcome.points)
    winner = table.people[outcome.winner].name
    assert world.board.text.startswith(
        f"⏰ Time is up: **{winner}** wins {most} to {least}. "
        "This result counts for the tournament alone, not for the leaderboard."
    )
    assert f"⏰ Time is up: **{winner}** wins" in world.alice.hand.text
    assert world.board.alt, "the hands and the points are shown"
    assert world.board.labels[0] == "My table"
    assert not {"Next deal", *OFF} & set(world.board.labels)
